package transport

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/observe"
)

// Request is a request for Send.
type Request struct {
	Op       *contract.Operation // its class decides what may be sent again
	URL      *url.URL
	Header   http.Header // without what Sign adds
	Body     []byte      // nil when there is none
	Deadline time.Time   // bounds all attempts and waits together; zero leaves the bound to the context
	Retry    Retry       // how often the request is sent again, and after which waits
	Secret   bool        // the header or the query may hold a secret

	Reader Reader // interprets the bodies of answers; nil to leave them uninterpreted

	Observer Observer // gets the events of the request; nil for none
}

// Reader interprets the bodies of answers. Transport calls ContentOf once for each answer whose body it has read.
type Reader interface{ ContentOf(Answer) Content }

// Content answers the retry policy's questions about the body of one answer.
type Content interface {
	// NamesResult reports whether the answer names the row or transaction that a create or charge made. Such an answer is
	// final: the request is not sent again, whatever the status.
	NamesResult() bool
	// Unreadable reports whether a successful answer to a read is not of the interface, such as a proxy's page, so that
	// another attempt may get a readable answer.
	Unreadable() bool
	// RefusesKeys reports whether the body refuses the keys, as a status of 401 does. The policy asks this only about
	// requests that were signed with the keys of a login.
	RefusesKeys() bool
}

// Answer is a response whose body was read.
type Answer struct {
	Status int // 0 when there was no answer
	Header http.Header
	Body   []byte // decompressed; valid until Release

	buffer *buffer
}

// Outcome is the result of a Send. It has an Answer, a Failure, or both when the connection broke within an answer.
type Outcome struct {
	Answer
	Content  Content // of the answer; nil when its body was not read
	Failure  *Failure
	Attempts int             // how often the request was sent
	Refusal  observe.Refusal // why the request was not sent again
	Keys     [2]any          // keys of the last attempt, and keys that the host refused before
	Wires    []http.Header   // the header of each request, as it went out
	InURL    bool            // Sign changed the URL of a request, and so may have put a secret there
}

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
	if err == nil && x.req.Reader != nil {
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
	body, err := decompressed(res, limit)
	var n int64
	if err == nil {
		b.limited = io.LimitedReader{R: body, N: limit + 1}
		n, err = b.ReadFrom(&b.limited)
	}
	x.answer.Body = b.Bytes()
	switch {
	case err != nil && res.StatusCode/100 != 2:
		return nil // an unsuccessful answer counts without the rest of the body
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

// decompressed returns the body without gzip, and changes the header to describe the decompressed body. A transport
// decompresses an answer only if the transport itself asked for compression, but a host may compress without being
// asked.
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

// ValidHeader reports whether net/http would send a header (RFC 9110, section 5).
func ValidHeader(key, value string) bool {
	control := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
	return key != "" && header.Token(key) == key && !strings.ContainsFunc(value, control)
}

// checkHeader returns an error for a header that cannot be sent, such as a key with a line break that Sign added.
func checkHeader(h http.Header) error {
	for key, values := range h {
		for _, value := range values {
			if !ValidHeader(key, value) {
				return fmt.Errorf("the header %q has a character that no header can have", key)
			}
		}
	}
	return nil
}

// headerBytes returns the size of a header's names and values.
func headerBytes(h http.Header) int {
	size := 0
	for key, values := range h {
		for _, value := range values {
			size += len(key) + len(value)
		}
	}
	return size
}

// isHeaderLimit reports whether net/http stopped reading a header at its limit. The error has no type, so its texts are
// compared. If net/http changed the texts, the client would repeat such reads in vain, and do no other harm. Over
// HTTP/2 the client already repeats a read whose answer has a header far above the limit, because net/http reports only
// PROTOCOL_ERROR.
func isHeaderLimit(err error) bool {
	text := err.Error()
	return strings.Contains(text, "net/http: server response headers exceeded ") ||
		strings.Contains(text, "http2: response header list larger than ")
}
