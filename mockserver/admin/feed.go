package admin

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

const (
	// feedHeartbeat is the longest time without a write to the stream of events. Only a write shows that a client is
	// gone.
	feedHeartbeat = 15 * time.Second
	// feedRetry is how many milliseconds a browser waits before it connects again.
	feedRetry = 1000
	// feedWriteTime bounds the wait for a client that does not read.
	feedWriteTime = 30 * time.Second
)

func feedRoutes() []route {
	return []route{{http.MethodGet, "events", []string{"form"}, noBody,
		"what happens, as server-sent events; form=numbers tells only that something changed", follow}}
}

func follow(c *call) (any, error) {
	numbersOnly, err := c.form("numbers")
	if err != nil {
		return nil, err
	}
	return stream(func(ctx context.Context, w io.Writer, flush func() error) {
		to := bufio.NewWriterSize(w, 16<<10)
		fmt.Fprintf(to, "retry: %d\n\n", feedRetry)
		for news := range c.Follow(ctx, feed.Options{NumbersOnly: numbersOnly}, feedHeartbeat) {
			if form.WriteNews(to, news) != nil || to.Flush() != nil || flush() != nil {
				return
			}
		}
	}), nil
}

// stream writes the body of an answer that the server sends bit by bit, as server-sent events.
type stream func(ctx context.Context, w io.Writer, flush func() error)

// errNoFlush refuses a stream behind a handler that keeps an answer until it is complete.
var errNoFlush = &failure{
	status:  http.StatusNotImplemented,
	message: "the http.Server in front of the mock cannot send an answer bit by bit: its ResponseWriter has no Flush",
}

func (s stream) serve(w http.ResponseWriter, req *http.Request, closing <-chan struct{}) error {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if req.Method == http.MethodHead {
		w.WriteHeader(http.StatusOK)
		return nil
	}
	if local, ok := w.(*listen.Recorder); ok {
		local.Stream(func(ctx context.Context, w io.Writer) { s(ctx, w, func() error { return nil }) })
		return nil
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the deadlines of the http.Server are for answers that end
	_ = control.SetWriteDeadline(time.Now().Add(feedWriteTime))
	if errors.Is(control.Flush(), http.ErrNotSupported) {
		return errNoFlush
	}
	s(req.Context(), &streamWriter{w, control, closing}, control.Flush)
	return nil
}

// streamWriter gives each write the same time limit.
type streamWriter struct {
	http.ResponseWriter

	control *http.ResponseController
	closing <-chan struct{}
}

// Write writes bytes. It sets the deadline before it checks whether the server closes, because a server that closes
// sets its own deadline.
func (w *streamWriter) Write(p []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(feedWriteTime))
	select {
	case <-w.closing:
		return 0, refusal.ErrClosed
	default:
		return w.ResponseWriter.Write(p)
	}
}
