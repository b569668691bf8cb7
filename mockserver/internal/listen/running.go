package listen

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// CloseTime bounds the time that Close waits for the user's functions. An answer takes milliseconds, and go test ends a
// test that hangs after ten minutes.
const CloseTime = 10 * time.Second

// answerTime bounds the time that Close gives requests that waited for something to happen, for their answers. A client
// that reads gets its answer in milliseconds.
const answerTime = time.Second

// Running counts the calls, the connections and the bodies that Close waits for.
type Running struct {
	Mu      sync.Mutex
	closed  bool
	Ending  chan struct{} // closed when requests that wait for something to happen shall end
	Closing chan struct{} // closed when the server begins to close
	ended   bool          // ending is closed
	count   int
	Calls   *RunningCall // the newest
	conns   map[net.Conn]struct{}
	idle    chan struct{} // closed when the count reaches 0; nil while nobody waits

	Waiting  int           // requests that wait for something to happen, or have ended their wait and are not answered
	answered chan struct{} // closed when there are none; nil while nobody waits for that
}

// RunningCall is a call under way. The calls are a list, so that a call needs no memory but that of its medium.
type RunningCall struct {
	client       interrupter
	newer, older *RunningCall
}

// interrupter can end the waits for the client of a call.
type interrupter interface{ InterruptLocked() }

// Enter adds a call, unless the server is closed.
func (r *Running) Enter(w *RunningCall, client interrupter) bool {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	if r.closed {
		return false
	}
	w.client, w.older = client, r.Calls
	if w.older != nil {
		w.older.newer = w
	}
	r.Calls = w
	r.count++
	return true
}

// Leave removes a call. Nothing interrupts it afterwards.
func (r *Running) Leave(w *RunningCall) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	if w.newer != nil {
		w.newer.older = w.older
	} else {
		r.Calls = w.older
	}
	if w.older != nil {
		w.older.newer = w.newer
	}
	r.doneLocked()
}

func (r *Running) doneLocked() {
	if r.count--; r.count == 0 && r.idle != nil {
		close(r.idle)
		r.idle = nil
	}
}

func (r *Running) IsClosed() bool {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	return r.closed
}

// Begin prepares for calls.
func (r *Running) Begin() { r.Ending, r.Closing = make(chan struct{}), make(chan struct{}) }

// EndWaits ends the requests that wait for something to happen. Others go on.
func (r *Running) EndWaits() {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	r.endWaitsLocked()
}

func (r *Running) endWaitsLocked() {
	if !r.ended && r.Ending != nil {
		close(r.Ending)
	}
	r.ended = true
}

// BeginWait counts a request that waits for something to happen. The request calls the function that it returns when
// the answer is with the client.
func (r *Running) BeginWait() (end func()) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	r.Waiting++
	return func() {
		r.Mu.Lock()
		defer r.Mu.Unlock()
		if r.Waiting--; r.Waiting == 0 && r.answered != nil {
			close(r.answered)
			r.answered = nil
		}
	}
}

// AnswerWaits ends the requests that wait for something to happen, and gives their answers the time to reach the
// clients.
func (r *Running) AnswerWaits() {
	r.Mu.Lock()
	r.endWaitsLocked()
	if r.closed || r.Waiting == 0 {
		r.Mu.Unlock()
		return
	}
	if r.answered == nil {
		r.answered = make(chan struct{})
	}
	answered := r.answered
	r.Mu.Unlock()
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

// StopAccepting makes enter refuse calls, and interrupts the calls under way.
func (r *Running) StopAccepting() {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	r.endWaitsLocked()
	close(r.Closing)
	for w := r.Calls; w != nil; w = w.older {
		w.client.InterruptLocked()
	}
}

// closeLocked closes a body in a goroutine of its own, because the body can block.
func (r *Running) closeLocked(body io.Closer) {
	r.count++
	go func() {
		_ = body.Close()
		r.Mu.Lock()
		defer r.Mu.Unlock()
		r.doneLocked()
	}()
}

// Wait waits until the count is 0, at most closeTime, and reports whether it is.
func (r *Running) Wait() bool {
	r.Mu.Lock()
	if r.count == 0 {
		r.Mu.Unlock()
		return true
	}
	if r.idle == nil {
		r.idle = make(chan struct{})
	}
	idle := r.idle
	r.Mu.Unlock()
	return within(idle, CloseTime)
}

// track counts the connections of the server's own listener, because their goroutines outlive the handlers a little. It
// closes a connection that was accepted during Close, which net/http overlooks.
func (r *Running) track(c net.Conn, state http.ConnState) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
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
func (r *Running) closeConns(kept net.Conn) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
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

// LocalBody is the body of a request without a socket. It notes whether reading it failed.
type LocalBody struct {
	io.ReadCloser
	Broke   bool
	running *Running
	Call    RunningCall
}

// InterruptLocked ends the wait for a client that does not send.
func (b *LocalBody) InterruptLocked() { b.running.closeLocked(b) }

// LocalRequest returns a copy of a request for the server to read, and the body of the copy.
func (r *Running) LocalRequest(req *http.Request) (*http.Request, *LocalBody) {
	body := &LocalBody{ReadCloser: req.Body, running: r}
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
func (b *LocalBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.Broke = b.Broke || err != nil && !errors.Is(err, io.EOF)
	return n, err
}
