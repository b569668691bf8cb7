package transport

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// Request is what to send.
type Request struct {
	Op       *contract.Operation // its class decides what may be sent again
	URL      *url.URL
	Header   http.Header // without what Sign adds
	Body     []byte      // nil when there is none
	Deadline time.Time   // of the request with all its attempts and waits; zero for that of the context alone
	NoRetry  bool        // sends at most once

	// NamesResult reports whether an answer names what a create or charge made. Such an answer stands: the request is
	// not sent again, whatever the status.
	NamesResult func(*Answer) bool

	Observer Observer // hears what happens to the request; nil for none
}

// Answer is a response, read to its end.
type Answer struct {
	Attempt int // number of the attempt that it answers, from 1
	Status  int // 0 when there was no answer
	Header  http.Header
	Body    []byte // decompressed; it lies in memory that Release gives back

	buffer *buffer
}

// Outcome is the end of a Send. It has an Answer, a Failure, or both when an answer with a status broke off.
type Outcome struct {
	Answer
	Failure  *Failure
	Attempts int         // how often the request was sent
	Keys     [2]any      // that it was signed with: those of the last attempt, and those that the host refused before
	Wire     http.Header // of the last request, as it went out
}

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

// answerBody is the body of an answer. Its Close ends the attempt.
type answerBody struct {
	body    io.ReadCloser // nil while there is no answer
	cancel  context.CancelFunc
	release func() // gives the slot back
	once    sync.Once
	closed  bool
	cut     *time.Timer // ends reading an answer that another attempt replaces; nil without
}

// Read reads the answer.
func (b *answerBody) Read(p []byte) (int, error) { return b.body.Read(p) }

// Close closes the answer and ends the attempt. http.Client closes a refused redirect, and run closes it again, but the
// body of the user's transport is closed once.
func (b *answerBody) Close() (err error) {
	defer b.once.Do(b.end) // also when the body panics
	if b.body != nil && !b.closed {
		b.closed = true
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
