package listen

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/respond"
)

// Recorder collects the response to a request in the same process, and then gives it to the client.
type Recorder struct {
	ctx    context.Context //nolint:containedctx // of one request
	link   *Link
	header http.Header
	sent   http.Header // a copy of the header from the call of WriteHeader; nil before that call
	status int
	body   bytes.Buffer

	before   time.Duration // wait between the header and the body
	rate     int           // bytes of the body a second; 0 for no limit
	finished respond.Finish
	endless  *localStream // a body that is sent bit by bit; nil for others
	over     <-chan struct{}
}

// NewRecorder returns the medium of a request to the server of a link.
func NewRecorder(req *http.Request, l *Link) *Recorder {
	return &Recorder{ctx: req.Context(), link: l, header: http.Header{}}
}

// Header returns the header.
func (r *Recorder) Header() http.Header { return r.header }

// WriteHeader stores the first final status, and a copy of the header at that moment.
func (r *Recorder) WriteHeader(status int) {
	if r.sent == nil && status >= http.StatusOK {
		r.status, r.sent = status, r.header.Clone()
	}
}

// Write appends to the body.
func (r *Recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

// Flush exists because handlers of Wrap may call it. It sends nothing: the client gets the complete answer at the end.
func (r *Recorder) Flush() { r.WriteHeader(http.StatusOK) }

// Follow ends the delays and hangs of the request when the channel is closed.
func (r *Recorder) Follow(over <-chan struct{}) { r.over = over }

// Wait waits before there is an answer.
func (r *Recorder) Wait(d time.Duration) bool {
	return stays(r.ctx, r.link.Running.closing, r.over, d)
}

// Pause makes the client wait for the body.
func (r *Recorder) Pause(_ http.ResponseWriter, d time.Duration) { r.before = d }

// Send stores the body. If there are handlers of Wrap, Send writes the body to them, and they write it to the Recorder.
func (r *Recorder) Send(w http.ResponseWriter, body []byte, rate int) {
	r.rate = rate
	if w == http.ResponseWriter(r) && r.body.Len() == 0 {
		r.WriteHeader(http.StatusOK)
		r.body = *bytes.NewBuffer(slices.Clip(body)) // a handler of Wrap must not append to a kept answer
		return
	}
	_, _ = w.Write(body)
}

// End ends the answer.
func (r *Recorder) End(_ http.ResponseWriter, f respond.Finish) {
	r.finished = f
	switch {
	case f.Ending == respond.EndHung && !f.Begun:
		hang(r.ctx, r.link.Running.closing, r.over)
	case f.Ending == respond.EndUnreachable || f.Ending == respond.EndRefused:
		r.link.cut(f.Shut)
	}
}

// Serve runs a handler. A panic with http.ErrAbortHandler ends the answer, as it does in net/http.
func (r *Recorder) Serve(handle func(w http.ResponseWriter)) {
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler:
			r.finished = respond.Finish{Ending: respond.EndDropped, Begun: r.sent != nil}
		default:
			panic(cause)
		}
	}()
	handle(r)
}

// Response returns the response. If the client gets no response, it returns the client's error.
func (r *Recorder) Response(req *http.Request) (*http.Response, error) {
	if r.finished.Ending != respond.EndWhole && !r.finished.Begun {
		return nil, localErrors[r.finished.Ending]
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

// Stream makes a function write the body, while the client reads it.
func (r *Recorder) Stream(write func(ctx context.Context, w io.Writer)) {
	r.WriteHeader(http.StatusOK)
	r.endless = newLocalStream(r.ctx, r.link.Running, write)
}

// length returns the length of the body. If the body breaks off or is left out, length returns the length that the
// header says.
func (r *Recorder) length(method string) int64 {
	var stated int64
	if r.finished.Ending != respond.EndWhole || method == http.MethodHead {
		if _, err := fmt.Sscan(r.sent.Get("Content-Length"), &stated); err == nil {
			return stated
		}
	}
	return int64(r.body.Len())
}

// reader returns the body. A body that a fault slows down or breaks off gets a special reader.
func (r *Recorder) reader(method string) io.ReadCloser {
	if method == http.MethodHead {
		return http.NoBody
	}
	whole := bytes.NewReader(r.body.Bytes())
	if r.before == 0 && r.rate == 0 && r.finished.Ending == 0 {
		return io.NopCloser(whole)
	}
	ctx, cancel := context.WithCancel(r.ctx)
	return &slowBody{
		Reader: whole, ctx: ctx, cancel: cancel, closing: r.link.Running.closing, before: r.before, rate: r.rate,
		ending: r.finished.Ending, over: r.over,
	}
}
