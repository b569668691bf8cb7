package transport

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"
)

// buffer is the memory of a body, and of the reader that bounds it.
type buffer struct {
	bytes.Buffer
	limited io.LimitedReader
}

// buffers keeps the memory of bodies for the next ones.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

// maxKept bounds what a buffer may have grown to and still be kept.
const maxKept = 4 << 20 // bytes

// Release gives back the memory that the body lies in. Whoever keeps bytes of the body has copied them.
func (a *Answer) Release() {
	if a.buffer != nil && a.buffer.Cap() <= maxKept {
		a.buffer.limited.R = nil
		buffers.Put(a.buffer)
	}
	a.buffer, a.Body = nil, nil
}

// read reads the body of an answer, up to the limit, and closes it.
func (x *exchange) read(res *http.Response) error {
	defer func() { _ = res.Body.Close() }()
	limit := min(x.transport.config.MaxBodyBytes, math.MaxInt64-1)
	b := x.emptyBuffer()
	if res.ContentLength > 0 && res.ContentLength <= limit {
		b.Grow(int(min(res.ContentLength, maxKept)) + bytes.MinRead)
	}
	body, err := decompressed(res, limit)
	var n int64
	if err == nil {
		b.limited = io.LimitedReader{R: body, N: limit + 1}
		n, err = b.ReadFrom(&b.limited)
	}
	x.answer.Body = b.Bytes()
	switch {
	case err != nil && res.StatusCode/100 != 2:
		return nil // the status stands without the rest of the body
	case err != nil:
		return fmt.Errorf("the answer broke off after %d bytes: %w", n, err)
	case n > limit:
		x.answer.Body = nil
		return &finalError{TooLarge, fmt.Errorf("the answer is larger than the limit of %d bytes", limit)}
	}
	return nil
}

// emptyBuffer returns the exchange's buffer without content.
func (x *exchange) emptyBuffer() *buffer {
	if x.answer.buffer == nil {
		x.answer.buffer, _ = buffers.Get().(*buffer)
	}
	x.answer.buffer.Reset()
	return x.answer.buffer
}

// decompressed returns the body without gzip. A transport decompresses what it asked for itself, but a host may
// compress what nobody asked it to. The header then tells of the body as it is now. The compressed bytes have nearly
// the same limit as what comes out of them: a body could go on for ever and come to nothing.
func decompressed(res *http.Response, limit int64) (io.Reader, error) {
	if !IsGzip(res.Header.Get("Content-Encoding")) || res.ContentLength == 0 {
		return res.Body, nil
	}
	const overhead = 1 << 16 // bytes of a header and of stored blocks
	most := min(limit, math.MaxInt64-overhead-limit/64) + limit/64 + overhead
	body, err := gzip.NewReader(io.LimitReader(res.Body, most))
	if errors.Is(err, io.EOF) { // the answer has no body
		return http.NoBody, nil
	}
	if err != nil {
		return nil, err
	}
	res.Header = res.Header.Clone() // the transport may keep its own
	res.Header.Del("Content-Encoding")
	res.Header.Del("Content-Length")
	return body, nil
}

// IsGzip reports whether a content coding is gzip (RFC 9110, section 8.4.1.3).
func IsGzip(coding string) bool {
	return strings.EqualFold(coding, "gzip") || strings.EqualFold(coding, "x-gzip")
}

// answerBody is the body of an answer. Its Close ends the attempt.
type answerBody struct {
	body    io.ReadCloser // nil while there is no answer
	cancel  context.CancelFunc
	release func() // gives the slot back
	once    sync.Once
	cut     *time.Timer // ends reading an answer that another attempt replaces; nil without
}

// Read reads the answer.
func (b *answerBody) Read(p []byte) (int, error) { return b.body.Read(p) }

// Close closes the answer and ends the attempt.
func (b *answerBody) Close() (err error) {
	defer b.once.Do(b.end) // also when the body panics
	if b.body != nil {
		err = b.body.Close()
	}
	return err
}

func (b *answerBody) end() {
	if b.cut != nil {
		b.cut.Stop()
	}
	b.cancel()
	b.release()
}

// closeBody closes the body of a request that is not sent, as a RoundTripper has to.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// closeAnswer closes an answer that nobody reads.
func closeAnswer(res *http.Response) {
	if res != nil && res.Body != nil {
		_ = res.Body.Close()
	}
}
