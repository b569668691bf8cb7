package mockserver

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// closeTime is how long Close waits for functions of the user's that do not return. It is long beside the milliseconds
// that an answer takes, and short beside the ten minutes after which go test ends a test that stands still.
const closeTime = 10 * time.Second

// errClosed is what happens to requests once Close was called.
var errClosed = errors.New("mockserver: the server is closed")

// running is what Close waits for: calls, connections, and bodies that it closes.
type running struct {
	mu     sync.Mutex
	closed bool
	count  int
	calls  map[*runningCall]struct{}
	conns  map[net.Conn]struct{}
	idle   chan struct{} // closed when the count comes to 0; nil while nobody waits
}

// runningCall is a call under way.
type runningCall struct{ interrupt func() }

// enter takes up a call, of which interrupt ends the waits for its client. It reports false when the server is closed.
func (r *running) enter(interrupt func()) (w *runningCall, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, false
	}
	if r.calls == nil {
		r.calls = map[*runningCall]struct{}{}
	}
	w = &runningCall{interrupt}
	r.calls[w] = struct{}{}
	r.count++
	return w, true
}

// leave ends a call. It is not interrupted afterwards.
func (r *running) leave(w *runningCall) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.calls, w)
	r.doneLocked()
}

func (r *running) doneLocked() {
	if r.count--; r.count == 0 && r.idle != nil {
		close(r.idle)
		r.idle = nil
	}
}

func (r *running) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// stopAccepting takes up no more calls and interrupts those under way.
func (r *running) stopAccepting() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	for w := range r.calls {
		w.interrupt()
	}
}

// closeLocked closes a body beside Close, which the body may hold up. It is part of interrupt.
func (r *running) closeLocked(body io.Closer) {
	r.count++
	go func() {
		_ = body.Close()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.doneLocked()
	}()
}

// wait returns when everything has ended, and reports false when it gives up.
func (r *running) wait() bool {
	r.mu.Lock()
	if r.count == 0 {
		r.mu.Unlock()
		return true
	}
	if r.idle == nil {
		r.idle = make(chan struct{})
	}
	idle := r.idle
	r.mu.Unlock()
	timer := time.NewTimer(closeTime)
	defer timer.Stop()
	select {
	case <-idle:
		return true
	case <-timer.C:
		return false
	}
}

// track counts the connections of the server's own listener, whose goroutines go on a little after the handlers. One
// that was accepted while the server was closed is closed as well: net/http overlooks it.
func (r *running) track(c net.Conn, state http.ConnState) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known := r.conns[c]
	switch {
	case state == http.StateNew:
		if r.conns == nil {
			r.conns = map[net.Conn]struct{}{}
		}
		r.conns[c] = struct{}{}
		r.count++
		if r.closed {
			_ = c.Close()
		}
	case known && (state == http.StateClosed || state == http.StateHijacked):
		delete(r.conns, c)
		r.doneLocked()
	}
}

// localBody is the body of a request in the same process. It knows whether it broke off.
type localBody struct {
	io.ReadCloser
	broke bool
}

// localRequest returns a request as the server reads it, which leaves the caller's as it is, and its body.
func localRequest(req *http.Request) (*http.Request, *localBody) {
	body := &localBody{ReadCloser: req.Body}
	if req.Body == nil {
		body.ReadCloser = http.NoBody
	}
	served := req.WithContext(req.Context())
	served.Body = body
	if req.Method == "" { // which means GET in a request that is sent
		served.Method = http.MethodGet
	}
	return served, body
}

// Read reads the body.
func (b *localBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.broke = b.broke || err != nil && !errors.Is(err, io.EOF)
	return n, err
}
