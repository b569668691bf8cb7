package transport

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net/http"

	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/observe"
)

// read reads an answer, and what its body says.
func (x *exchange) read(res *http.Response) error {
	err := x.readBody(res)
	x.answer.Status, x.answer.Header = res.StatusCode, res.Header
	if x.location != nil {
		x.answer.Header["Location"] = x.location
	}
	if err == nil && x.req.ContentOf != nil {
		x.content = x.req.ContentOf(x.answer)
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
		return &OwnError{fmt.Sprintf("the answer broke off after %d bytes", n), err}
	case n > limit:
		x.answer.Body = nil
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

// decompressed returns the body without gzip. A transport decompresses an answer only if it asked for compression, but
// a host may compress without being asked. The header then describes the decompressed body.
func decompressed(res *http.Response, limit int64) (io.Reader, error) {
	codings := header.Codings(res.Header)
	if len(codings) == 0 || res.ContentLength == 0 {
		return res.Body, nil
	}
	body, left, err := header.Decoded(res.Body, codings, limit)
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
