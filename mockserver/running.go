package mockserver

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// closeTime bounds the time that Close waits for the user's functions. An answer takes milliseconds, and go test ends a
// test that hangs after ten minutes.
const closeTime = 10 * time.Second

// answerTime bounds the time that Close gives requests that waited for something to happen, for their answers. A client
// that reads gets its answer in milliseconds.
const answerTime = time.Second

// running counts the calls, the connections and the bodies that Close waits for.
type running struct {
	mu      sync.Mutex
	closed  bool
	ending  chan struct{} // closed when requests that wait for something to happen shall end
	closing chan struct{} // closed when the server begins to close
	ended   bool          // ending is closed
	count   int
	calls   *runningCall // the newest
	conns   map[net.Conn]struct{}
	idle    chan struct{} // closed when the count reaches 0; nil while nobody waits

	waiting  int           // requests that wait for something to happen, or have ended their wait and are not answered
	answered chan struct{} // closed when there are none; nil while nobody waits for that
}

// runningCall is a call under way. The calls are a list, so that a call needs no memory but that of its medium.
type runningCall struct {
	client       interrupter
	newer, older *runningCall
}

// interrupter can end the waits for the client of a call.
type interrupter interface{ interruptLocked() }

// enter adds a call, unless the server is closed.
func (r *running) enter(w *runningCall, client interrupter) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	w.client, w.older = client, r.calls
	if w.older != nil {
		w.older.newer = w
	}
	r.calls = w
	r.count++
	return true
}

// leave removes a call. Nothing interrupts it afterwards.
func (r *running) leave(w *runningCall) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if w.newer != nil {
		w.newer.older = w.older
	} else {
		r.calls = w.older
	}
	if w.older != nil {
		w.older.newer = w.newer
	}
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

// begin prepares for calls.
func (r *running) begin() { r.ending, r.closing = make(chan struct{}), make(chan struct{}) }

// endWaits ends the requests that wait for something to happen. Others go on.
func (r *running) endWaits() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.endWaitsLocked()
}

func (r *running) endWaitsLocked() {
	if !r.ended && r.ending != nil {
		close(r.ending)
	}
	r.ended = true
}

// beginWait counts a request that waits for something to happen. The request calls the function that it returns when
// the answer is with the client.
func (r *running) beginWait() (end func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.waiting--; r.waiting == 0 && r.answered != nil {
			close(r.answered)
			r.answered = nil
		}
	}
}

// answerWaits ends the requests that wait for something to happen, and gives their answers the time to reach the
// clients.
func (r *running) answerWaits() {
	r.mu.Lock()
	r.endWaitsLocked()
	if r.closed || r.waiting == 0 {
		r.mu.Unlock()
		return
	}
	if r.answered == nil {
		r.answered = make(chan struct{})
	}
	answered := r.answered
	r.mu.Unlock()
	within(answered, answerTime)
}

// within waits until a channel is closed, at most a time, and reports whether it is.
func within(done <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// stopAccepting makes enter refuse calls, and interrupts the calls under way.
func (r *running) stopAccepting() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	r.endWaitsLocked()
	close(r.closing)
	for w := r.calls; w != nil; w = w.older {
		w.client.interruptLocked()
	}
}

// closeLocked closes a body in a goroutine of its own, because the body can block.
func (r *running) closeLocked(body io.Closer) {
	r.count++
	go func() {
		_ = body.Close()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.doneLocked()
	}()
}

// wait waits until the count is 0, at most closeTime, and reports whether it is.
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
	return within(idle, closeTime)
}

// track counts the connections of the server's own listener, because their goroutines outlive the handlers a little. It
// closes a connection that was accepted during Close, which net/http overlooks.
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

// closeConns closes the connections of the server's own listener, but for kept, which can be nil.
func (r *running) closeConns(kept net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns {
		if kept == nil || belowTLS(c) != kept {
			_ = c.Close()
		}
	}
}

func belowTLS(c net.Conn) net.Conn {
	if outer, ok := c.(*tls.Conn); ok {
		return outer.NetConn()
	}
	return c
}

// localBody is the body of a request without a socket. It notes whether reading it failed.
type localBody struct {
	io.ReadCloser
	broke   bool
	running *running
	call    runningCall
}

// interruptLocked ends the wait for a client that does not send.
func (b *localBody) interruptLocked() { b.running.closeLocked(b) }

// localRequest returns a copy of a request for the server to read, and the body of the copy.
func (r *running) localRequest(req *http.Request) (*http.Request, *localBody) {
	body := &localBody{ReadCloser: req.Body, running: r}
	if req.Body == nil {
		body.ReadCloser = http.NoBody
	}
	served := req.WithContext(req.Context())
	served.Body = body
	if req.Method == "" { // the empty method of a client request means GET
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
