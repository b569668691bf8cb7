package transport

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/observe"
)

// buffer holds the memory of a body, and the reader that limits the body's size.
type buffer struct {
	bytes.Buffer
	limited io.LimitedReader
}

// buffers keeps the memory of bodies for later bodies.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

// maxKept bounds the size of a buffer that buffers keeps.
const maxKept = 4 << 20 // bytes

// Release returns the body's memory to buffers. Code that keeps bytes of the body must have copied them.
func (a *Answer) Release() {
	if a.buffer != nil && a.buffer.Cap() <= maxKept {
		a.buffer.limited.R = nil
		buffers.Put(a.buffer)
	}
	a.buffer, a.Body = nil, nil
}

// attemptBody is the body of an answer. Closing it ends the attempt.
type attemptBody struct {
	body    io.ReadCloser // nil while there is no answer
	cancel  context.CancelFunc
	release func() // frees the slot
	once    sync.Once
	closed  bool
	cut     *time.Timer // ends the reading of an answer that another attempt replaces; nil for other answers
}

// Read reads the answer.
func (b *attemptBody) Read(p []byte) (int, error) { return b.body.Read(p) }

// Close closes the answer and ends the attempt. http.Client and run both close the answer of a refused redirect, so
// Close closes the body of the user's transport only once.
func (b *attemptBody) Close() (err error) {
	defer b.once.Do(b.end) // also when the body panics
	if b.body != nil && !b.closed {
		b.closed = true
		err = b.body.Close()
	}
	return err
}

func (b *attemptBody) end() {
	if b.cut != nil {
		b.cut.Stop()
	}
	b.cancel()
	b.release()
}

// closeBody closes the body of a request that is not sent, because a RoundTripper must close it.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// read reads the body of an answer, and lets the Reader of the request interpret it.
func (x *exchange) read(res *http.Response) error {
	err := x.readBody(res)
	x.answer.Status, x.answer.Header = res.StatusCode, res.Header
	if x.location != nil {
		x.answer.Header["Location"] = x.location
	}
	if x.req.Reader != nil {
		x.content = x.req.Reader.ContentOf(x.answer)
	}
	return err
}

// readBody reads the body of an answer, up to the limit.
func (x *exchange) readBody(res *http.Response) error {
	limit := min(x.config.MaxBodyBytes, math.MaxInt64-1)
	b := x.emptyBuffer()
	if res.ContentLength > 0 && res.ContentLength <= limit {
		b.Grow(int(min(res.ContentLength, maxKept)) + bytes.MinRead)
	}
	compressed := res.Uncompressed || len(httptext.Codings(res.Header)) > 0
	body, err := decompressed(res, limit)
	var n int64
	if err == nil {
		b.limited = io.LimitedReader{R: body, N: limit + 1}
		n, err = b.ReadFrom(&b.limited)
	}
	if err != nil && compressed {
		b.Reset() // its end may be garbled
	}
	x.answer.Body, x.answer.Torn = b.Bytes()[:min(int64(b.Len()), limit)], err != nil || n > limit
	switch {
	case err != nil && res.StatusCode/100 != 2:
		return nil // an unsuccessful answer counts without the rest of the body
	case err != nil:
		return &OwnError{fmt.Sprintf("the answer broke off after %d bytes", n), err}
	case n > limit:
		return &finalError{observe.ErrorTooLarge, tooLarge("the answer", limit)}
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

// decompressed returns the body without gzip, and changes the header to describe the decompressed body. A transport
// decompresses an answer only if the transport itself asked for compression, but a host may compress without being
// asked.
func decompressed(res *http.Response, limit int64) (io.Reader, error) {
	codings := httptext.Codings(res.Header)
	if len(codings) == 0 || res.ContentLength == 0 {
		return res.Body, nil
	}
	body, left, err := httptext.Decoded(res.Body, codings, limit)
	if err != nil || len(left) == len(codings) {
		return body, err
	}
	res.Header = res.Header.Clone() // the transport may keep the original
	res.Header.Del("Content-Length")
	if res.Header["Content-Encoding"] = left; len(left) == 0 {
		res.Header.Del("Content-Encoding")
	}
	return body, nil
}
