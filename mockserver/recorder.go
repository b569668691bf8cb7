package mockserver

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

// recorder is the medium of a request in the same process. It keeps the response for the client.
type recorder struct {
	ctx     context.Context //nolint:containedctx // of one request
	link    *link
	headers http.Header
	sent    http.Header // as it was when the status was written; nil before
	status  int
	body    bytes.Buffer

	before   time.Duration // wait between the header and the body
	rate     int           // bytes of the body a second; 0 for no limit
	finished finish
	endless  *localStream // the body, where it comes bit by bit
	over     <-chan struct{}
}

func newRecorder(req *http.Request, l *link) *recorder {
	return &recorder{ctx: req.Context(), link: l, headers: http.Header{}}
}

// Header returns the header.
func (r *recorder) Header() http.Header { return r.headers }

// WriteHeader keeps the first final status, and the header of that moment.
func (r *recorder) WriteHeader(status int) {
	if r.sent == nil && status >= http.StatusOK {
		r.status, r.sent = status, r.headers.Clone()
	}
}

// Write appends to the body.
func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

// Flush is for handlers of Wrap. The client gets the answer as a whole.
func (r *recorder) Flush() { r.WriteHeader(http.StatusOK) }

func (r *recorder) follow(over <-chan struct{}) { r.over = over }

func (r *recorder) wait(d time.Duration) bool { return stays(r.ctx, r.link.running.closing, r.over, d) }

func (r *recorder) pause(_ http.ResponseWriter, d time.Duration) { r.before = d }

// send keeps the body. Handlers of Wrap, if there are any, get it first.
func (r *recorder) send(w http.ResponseWriter, body []byte, rate int) {
	r.rate = rate
	if w == http.ResponseWriter(r) && r.body.Len() == 0 {
		r.WriteHeader(http.StatusOK)
		r.body = *bytes.NewBuffer(slices.Clip(body)) // what a handler of Wrap appends must not end in a kept answer
		return
	}
	_, _ = w.Write(body)
}

func (r *recorder) end(_ http.ResponseWriter, f finish) {
	r.finished = f
	switch {
	case f.ending == hung && !f.begun:
		r.hang()
	case f.ending == unreachable || f.ending == refused:
		r.link.cut(f.shut)
	}
}

func (r *recorder) hang() {
	select {
	case <-r.over:
	case <-r.ctx.Done():
	case <-r.link.running.closing:
	}
}

// serve runs a handler. A panic with http.ErrAbortHandler ends the answer, as it does in net/http.
func (r *recorder) serve(handle func(w http.ResponseWriter)) {
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler:
			r.finished = finish{ending: dropped, begun: r.sent != nil}
		default:
			panic(cause)
		}
	}()
	handle(r)
}

// response returns the response, or the error of a client that gets none.
func (r *recorder) response(req *http.Request) (*http.Response, error) {
	if r.finished.ending != whole && !r.finished.begun {
		return nil, localErrors[r.finished.ending]
	}
	r.WriteHeader(http.StatusOK)
	resp := &http.Response{
		Status: fmt.Sprintf("%d %s", r.status, http.StatusText(r.status)), StatusCode: r.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: r.sent, Request: req,
	}
	if r.endless != nil {
		if err := r.endless.start(); err != nil {
			return nil, err
		}
		resp.ContentLength, resp.Body = -1, r.endless
		return resp, nil
	}
	resp.ContentLength, resp.Body = r.length(req.Method), r.reader(req.Method)
	return resp, nil
}

// stream makes a function write the body, while the client reads it.
func (r *recorder) stream(write func(ctx context.Context, w io.Writer)) {
	r.WriteHeader(http.StatusOK)
	r.endless = newLocalStream(r.ctx, r.link.running, write)
}

// length returns the length of the body, as the header states it where the body breaks off, or is left out.
func (r *recorder) length(method string) int64 {
	var stated int64
	if r.finished.ending != whole || method == http.MethodHead {
		if _, err := fmt.Sscan(r.sent.Get("Content-Length"), &stated); err == nil {
			return stated
		}
	}
	return int64(r.body.Len())
}

// reader returns the body. Only a body that a fault slows down or breaks off needs a reader of its own.
func (r *recorder) reader(method string) io.ReadCloser {
	if method == http.MethodHead {
		return http.NoBody
	}
	whole := bytes.NewReader(r.body.Bytes())
	if r.before == 0 && r.rate == 0 && r.finished.ending == 0 {
		return io.NopCloser(whole)
	}
	ctx, cancel := context.WithCancel(r.ctx)
	return &slowBody{
		Reader: whole, ctx: ctx, cancel: cancel, closing: r.link.running.closing, before: r.before, rate: r.rate,
		ending: r.finished.ending, over: r.over,
	}
}
