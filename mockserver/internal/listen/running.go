package listen

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// CloseTime is how long Close waits at most for the user's functions. An answer takes milliseconds, and go test ends a
// test that hangs after ten minutes.
const CloseTime = 10 * time.Second

// answerTime is how long Close waits at most for the answers of requests that wait for something to happen, such as a
// new call. A client that reads gets an answer in milliseconds.
const answerTime = time.Second

// Running counts the calls, the connections and the bodies that Close waits for.
type Running struct {
	mu      sync.Mutex
	closed  bool
	Ending  chan struct{} // closed when requests that wait for something to happen shall end
	closing chan struct{} // closed when the server begins to close
	ended   bool          // Ending is closed
	calls   *RunningCall  // the newest
	conns   map[net.Conn]struct{}
	all     tally // of the calls, the connections and the bodies
	waiting tally // of requests that wait for something to happen, or have ended their wait and are not answered
}

// tally is a number of things that end.
type tally struct {
	count int
	none  chan struct{} // closed when the count reaches 0; nil while nobody waits
}

func (t *tally) doneLocked() {
	if t.count--; t.count == 0 && t.none != nil {
		close(t.none)
		t.none = nil
	}
}

// awaitLocked returns a function that waits until the count reaches 0, but no longer than d, and reports whether it
// did. The caller must release the lock before it calls the function.
func (t *tally) awaitLocked() (wait func(d time.Duration) bool) {
	if t.count == 0 {
		return func(time.Duration) bool { return true }
	}
	if t.none == nil {
		t.none = make(chan struct{})
	}
	none := t.none
	return func(d time.Duration) bool {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-none:
			return true
		case <-timer.C:
			return false
		}
	}
}

// RunningCall is a call that is running. The calls form a linked list, so that a new call needs no memory for the list.
type RunningCall struct {
	client       interrupter
	newer, older *RunningCall
}

// interrupter can stop a call from waiting for its client.
type interrupter interface{ InterruptLocked() }

// Enter adds a call, unless the server is closed.
func (r *Running) Enter(w *RunningCall, client interrupter) bool {
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
	r.all.count++
	return true
}

// Do calls f, unless the server is closed. Close waits for f.
func (r *Running) Do(f func()) {
	var call RunningCall
	if r.Enter(&call, busy{}) {
		defer r.Leave(&call)
		f()
	}
}

// busy is a call that waits for no client.
type busy struct{}

func (busy) InterruptLocked() {}

// Leave removes a call. After Leave, nothing interrupts that call.
func (r *Running) Leave(w *RunningCall) {
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
	r.all.doneLocked()
}

// IsClosed reports whether the server no longer accepts calls.
func (r *Running) IsClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// Begin makes the channels that the first call needs.
func (r *Running) Begin() { r.Ending, r.closing = make(chan struct{}), make(chan struct{}) }

// EndWaits ends the requests that wait for something to happen. Other requests continue.
func (r *Running) EndWaits() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.endWaitsLocked()
}

func (r *Running) endWaitsLocked() {
	if !r.ended && r.Ending != nil {
		close(r.Ending)
	}
	r.ended = true
}

// BeginWait counts a request that waits for something to happen. The request calls the returned function when the
// client has the answer.
func (r *Running) BeginWait() (end func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting.count++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.waiting.doneLocked()
	}
}

// Waiting returns how many requests wait for something to happen.
func (r *Running) Waiting() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.waiting.count
}

// AnswerWaits ends the requests that wait for something to happen, and waits up to answerTime until the clients have
// the answers.
func (r *Running) AnswerWaits() {
	r.mu.Lock()
	r.endWaitsLocked()
	closed, answered := r.closed, r.waiting.awaitLocked()
	r.mu.Unlock()
	if !closed {
		answered(answerTime)
	}
}

// StopAccepting makes Enter refuse calls, and interrupts the calls that are running.
func (r *Running) StopAccepting() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	r.endWaitsLocked()
	close(r.closing)
	for w := r.calls; w != nil; w = w.older {
		w.client.InterruptLocked()
	}
}

// closeLocked closes a body in a goroutine of its own, because the body can block.
func (r *Running) closeLocked(body io.Closer) {
	r.all.count++
	go func() {
		_ = body.Close()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.all.doneLocked()
	}()
}

// Wait waits until no call, connection or body is left, but no longer than CloseTime. It reports whether none is left.
func (r *Running) Wait() bool {
	r.mu.Lock()
	ended := r.all.awaitLocked()
	r.mu.Unlock()
	return ended(CloseTime)
}

// AwaitEnd waits until the server has closed and no call is left, or until done is closed.
func (r *Running) AwaitEnd(done <-chan struct{}) {
	select {
	case <-r.closing:
		r.Wait()
	case <-done:
	}
}

// track counts the connections of the server's own listener, because the goroutine of a connection ends a little after
// the handler. It closes a connection that was accepted during Close, which net/http overlooks.
func (r *Running) track(c net.Conn, state http.ConnState) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known := r.conns[c]
	switch {
	case state == http.StateNew:
		if r.conns == nil {
			r.conns = map[net.Conn]struct{}{}
		}
		r.conns[c] = struct{}{}
		r.all.count++
		if r.closed {
			_ = c.Close()
		}
	case known && (state == http.StateClosed || state == http.StateHijacked):
		delete(r.conns, c)
		r.all.doneLocked()
	}
}

// closeConns closes the connections of the server's own listener, except kept, which can be nil.
func (r *Running) closeConns(kept net.Conn) {
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
