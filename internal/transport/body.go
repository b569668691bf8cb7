package transport

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
)

// read reads the body of an answer, up to the limit.
func (x *exchange) read(res *http.Response) error {
	limit := min(x.config.MaxBodyBytes, math.MaxInt64-1)
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

// decompressed returns the body without gzip. A transport decompresses an answer only if it asked for compression, but
// a host may compress without being asked. The header then describes the decompressed body. The limit of the compressed
// bytes is only a little larger than that of the body, because a host could send compressed bytes for ever that
// decompress to nothing.
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
	res.Header = res.Header.Clone() // the transport may keep the original
	res.Header.Del("Content-Encoding")
	res.Header.Del("Content-Length")
	return body, nil
}

// IsGzip reports whether a content coding is gzip (RFC 9110, section 8.4.1.3).
func IsGzip(coding string) bool {
	return strings.EqualFold(coding, "gzip") || strings.EqualFold(coding, "x-gzip")
}
