package mockserver

import (
	"cmp"
	"io"
	"net"
	"net/http"
	"time"
)

// socket is the medium of a request over a connection, of the server's own listener or of another http.Server.
type socket struct {
	w    http.ResponseWriter // as net/http gave it
	req  *http.Request
	link *link
	call runningCall
	over <-chan struct{} // closed when the rule is removed that makes the request wait; nil for none
}

// interruptLocked ends the wait for a client that neither sends nor reads. A connection without deadlines ignores it.
func (s *socket) interruptLocked() {
	over := time.Unix(0, 0)
	_ = http.NewResponseController(s.w).SetReadDeadline(over)
	_ = http.NewResponseController(s.w).SetWriteDeadline(over)
}

func (s *socket) follow(over <-chan struct{}) { s.over = over }

func (s *socket) wait(d time.Duration) bool {
	s.drain()
	return stays(s.req.Context(), s.link.running.closing, s.over, d)
}

// drain reads the rest of the request, because net/http notices only then that the client goes.
func (s *socket) drain() {
	if s.req.Body != nil {
		_, _ = io.Copy(io.Discard, s.req.Body)
	}
}

func (s *socket) pause(w http.ResponseWriter, d time.Duration) {
	s.flush(w)
	if !s.wait(d) {
		abort()
	}
}

func (s *socket) send(w http.ResponseWriter, body []byte, rate int) {
	if rate == 0 {
		_, _ = w.Write(body)
		return
	}
	size, wait := stepOf(rate)
	for len(body) > 0 {
		s.pause(w, wait)
		n := min(size, len(body))
		_, _ = w.Write(body[:n])
		body = body[n:]
	}
}

// connection returns the connection when the server's own listener accepted it, and else nil. A handler of another
// server can pass its requests on.
func (s *socket) connection() net.Conn {
	ctx := s.req.Context()
	if ctx.Value(http.ServerContextKey) != any(cmp.Or(s.link.main, s.link).http) {
		return nil
	}
	conn, _ := ctx.Value(connKey{}).(net.Conn)
	return conn
}

// flush sends what was written. A writer of Wrap may lack the method.
func (s *socket) flush(w http.ResponseWriter) {
	if http.NewResponseController(w).Flush() != nil {
		_ = http.NewResponseController(s.w).Flush()
	}
}

// abort ends the handler, and with it the connection, or the stream of HTTP/2.
func abort() { panic(http.ErrAbortHandler) }

func (s *socket) end(w http.ResponseWriter, f finish) {
	if f.ending == whole {
		return
	}
	if f.begun {
		s.flush(w)
	}
	socketEndings[f.ending](s, f)
	abort()
}

// socketEndings has a row for each ending but whole. What they leave of the connection, abort closes.
var socketEndings = map[ending]func(s *socket, f finish){
	cut:         func(*socket, finish) {},
	reset:       func(s *socket, _ finish) { s.reset() },
	dropped:     func(s *socket, _ finish) { s.closeHTTP2() },
	hung:        func(s *socket, _ finish) { s.hang() },
	unreachable: func(s *socket, f finish) { s.link.cut(f.shut) },
	refused:     func(s *socket, f finish) { s.link.cut(f.shut) },
}

// hang waits until the client goes, the server closes or the rule is removed.
func (s *socket) hang() {
	s.drain()
	select {
	case <-s.over:
	case <-s.req.Context().Done():
	case <-s.link.running.closing:
	}
}

// reset breaks a connection of HTTP/1.1. Over HTTP/2 it leaves the stream to abort.
func (s *socket) reset() {
	if s.req.ProtoMajor != 1 {
		return
	}
	conn, _, err := http.NewResponseController(s.w).Hijack()
	if err != nil {
		return // a writer of httptest has no connection
	}
	conn = innermost(conn)
	if c, ok := conn.(interface{ SetLinger(sec int) error }); ok {
		_ = c.SetLinger(0) // the system then sends RST in place of FIN
	}
	_ = conn.Close()
}

// innermost returns the connection below TLS. A connection of TLS that closes says so first.
func innermost(conn net.Conn) net.Conn {
	for {
		outer, ok := conn.(interface{ NetConn() net.Conn })
		if !ok {
			return conn
		}
		conn = outer.NetConn()
	}
}

// closeHTTP2 closes a connection of HTTP/2 to the server's own listener, with all its streams. The connections of
// another server cannot be reached. In a session it leaves the stream to abort, because other sessions can have streams
// on the connection.
func (s *socket) closeHTTP2() {
	if s.link.main != nil || s.req.ProtoMajor != 2 {
		return
	}
	if conn := s.connection(); conn != nil {
		_ = conn.Close()
	}
}
