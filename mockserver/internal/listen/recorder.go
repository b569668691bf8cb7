package listen

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
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
	over     <-chan struct{}
	endless  bool // the body has no length

	// write writes the body while the client reads it; nil for a body that is sent at once
	write func(ctx context.Context, w io.Writer) error
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
	return r.waits(r.ctx).stays(d)
}

func (r *Recorder) waits(ctx context.Context) waits {
	return waits{ctx, r.link.Running.closing, r.over}
}

// Pause makes the client wait for the body.
func (r *Recorder) Pause(_ http.ResponseWriter, d time.Duration) {
	r.before, r.write = d, r.writeSlowly
}

// Send stores the body. If there are handlers of Wrap, Send writes the body to them, and they write it to the Recorder.
func (r *Recorder) Send(w http.ResponseWriter, body []byte, rate int) {
	if r.rate = rate; rate > 0 {
		r.write = r.writeSlowly
	}
	if w == http.ResponseWriter(r) && r.body.Len() == 0 {
		r.WriteHeader(http.StatusOK)
		r.body = *bytes.NewBuffer(slices.Clip(body)) // a handler of Wrap must not append to a kept answer
		return
	}
	_, _ = w.Write(body)
}

// End ends the answer.
func (r *Recorder) End(_ http.ResponseWriter, f respond.Finish) {
	r.finish(f)
	switch {
	case f.Ending == respond.EndHung && !f.Begun:
		r.waits(r.ctx).hang()
	case f.Ending == respond.EndUnreachable || f.Ending == respond.EndRefused:
		r.link.cut(f.Shut)
	}
}

func (r *Recorder) finish(f respond.Finish) {
	if r.finished = f; f.Ending != respond.EndWhole {
		r.write = r.writeSlowly
	}
}

// Serve runs a handler. A panic with http.ErrAbortHandler ends the answer, as it does in net/http.
func (r *Recorder) Serve(handle func(w http.ResponseWriter)) {
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler:
			r.finish(respond.Finish{Ending: respond.EndDropped, Begun: r.sent != nil})
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
		ContentLength: r.length(req.Method), Body: http.NoBody,
	}
	if req.Method == http.MethodHead {
		return resp, nil
	}
	if r.write == nil {
		resp.Body = io.NopCloser(bytes.NewReader(r.body.Bytes()))
		return resp, nil
	}
	body, err := newLocalStream(r.ctx, r.link.Running, r.write)
	if err != nil {
		return nil, err
	}
	resp.Body = body
	return resp, nil
}

// Stream makes a function write the body, while the client reads it.
func (r *Recorder) Stream(write func(ctx context.Context, w io.Writer)) {
	r.WriteHeader(http.StatusOK)
	r.endless = true
	r.write = func(ctx context.Context, w io.Writer) error {
		write(ctx, w)
		if r.link.Running.IsClosed() {
			return refusal.ErrClosed // the client must not believe that the body is complete
		}
		return nil
	}
}

// length returns the length of the body, -1 if it is unknown. If the body breaks off or is left out, length returns the
// length that the header says.
func (r *Recorder) length(method string) int64 {
	if r.endless {
		return -1
	}
	if r.finished.Ending != respond.EndWhole || method == http.MethodHead {
		if stated, err := strconv.ParseInt(r.sent.Get("Content-Length"), 10, 64); err == nil {
			return stated
		}
	}
	return int64(r.body.Len())
}

// writeSlowly writes a body that a fault slows down or breaks off.
func (r *Recorder) writeSlowly(ctx context.Context, w io.Writer) error {
	waits := r.waits(ctx)
	write := func(part []byte) bool {
		_, err := w.Write(part)
		return err == nil
	}
	if !waits.stays(r.before) || !drip(r.body.Bytes(), r.rate, waits.stays, write) {
		return cmp.Or(ctx.Err(), localErrors[respond.EndHung])
	}
	switch r.finished.Ending {
	case respond.EndWhole:
		return nil
	case respond.EndReset:
		return localErrors[respond.EndReset]
	case respond.EndHung:
		waits.hang()
		return cmp.Or(ctx.Err(), localErrors[respond.EndHung])
	}
	return io.ErrUnexpectedEOF
}
