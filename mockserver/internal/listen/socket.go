package listen

import (
	"cmp"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/respond"
)

// Socket sends the answer to a request over a connection. The connection belongs to the server's own listener or to
// another http.Server.
type Socket struct {
	W    http.ResponseWriter // the writer from net/http
	Req  *http.Request
	Link *Link
	Call RunningCall
	over <-chan struct{} // closed when the rule that makes the request wait is removed; nil without such a rule
}

// InterruptLocked ends the wait for a client that neither sends nor reads. It has no effect on a connection without
// deadlines.
func (s *Socket) InterruptLocked() {
	over := time.Unix(0, 0)
	_ = http.NewResponseController(s.W).SetReadDeadline(over)
	_ = http.NewResponseController(s.W).SetWriteDeadline(over)
}

// Follow ends the delays and hangs of the request when the channel is closed.
func (s *Socket) Follow(over <-chan struct{}) { s.over = over }

// Wait waits before there is an answer.
func (s *Socket) Wait(d time.Duration) bool {
	s.drain()
	return s.waits().stays(d)
}

func (s *Socket) waits() waits { return waits{s.Req.Context(), s.Link.Running.closing, s.over} }

// drain reads the rest of the request, because net/http notices a lost client only after that.
func (s *Socket) drain() {
	if s.Req.Body != nil {
		_, _ = io.Copy(io.Discard, s.Req.Body)
	}
}

// Pause makes the client wait for the body.
func (s *Socket) Pause(w http.ResponseWriter, d time.Duration) {
	s.flush(w)
	if !s.Wait(d) {
		abort()
	}
}

// Send writes the body at a rate.
func (s *Socket) Send(w http.ResponseWriter, body []byte, rate int) {
	wait := func(d time.Duration) bool { s.Pause(w, d); return true }
	drip(body, rate, wait, func(part []byte) bool { _, _ = w.Write(part); return true })
}

// connection returns the connection of the request if the server's own listener accepted it. Else it returns nil,
// because a handler of another http.Server can pass its requests to this server.
func (s *Socket) connection() net.Conn {
	ctx := s.Req.Context()
	if ctx.Value(http.ServerContextKey) != any(cmp.Or(s.Link.Main, s.Link).HTTP) {
		return nil
	}
	return ConnOf(ctx)
}

// flush sends the written bytes. A writer of a handler of Wrap may have no Flush method.
func (s *Socket) flush(w http.ResponseWriter) {
	if http.NewResponseController(w).Flush() != nil {
		_ = http.NewResponseController(s.W).Flush()
	}
}

// abort ends the handler, which also ends the connection, or the stream of HTTP/2.
func abort() { panic(http.ErrAbortHandler) }

// End ends the answer.
func (s *Socket) End(w http.ResponseWriter, f respond.Finish) {
	if f.Ending == respond.EndWhole {
		return
	}
	if f.Begun {
		s.flush(w)
	}
	socketEndings[f.Ending](s, f)
	abort()
}

// socketEndings has a row for each ending except respond.EndWhole. After each ending, abort closes the connection or
// stream if it is still open.
var socketEndings = map[respond.Ending]func(s *Socket, f respond.Finish){
	respond.EndCut:         func(*Socket, respond.Finish) {},
	respond.EndReset:       func(s *Socket, _ respond.Finish) { s.reset() },
	respond.EndDropped:     func(s *Socket, _ respond.Finish) { s.closeHTTP2() },
	respond.EndHung:        func(s *Socket, _ respond.Finish) { s.hang() },
	respond.EndUnreachable: func(s *Socket, f respond.Finish) { s.Link.cut(f.Shut) },
	respond.EndRefused:     func(s *Socket, f respond.Finish) { s.Link.cut(f.Shut) },
}

// hang waits until the client goes, the server closes or the rule is removed.
func (s *Socket) hang() {
	s.drain()
	s.waits().hang()
}

// reset breaks a connection of HTTP/1.1. Over HTTP/2 abort ends the stream.
func (s *Socket) reset() {
	if s.Req.ProtoMajor != 1 {
		return
	}
	conn, _, err := http.NewResponseController(s.W).Hijack()
	if err != nil {
		return // a writer of httptest has no connection
	}
	conn = innermost(conn)
	if c, ok := conn.(interface{ SetLinger(sec int) error }); ok {
		_ = c.SetLinger(0) // the system then sends RST instead of FIN
	}
	_ = conn.Close()
}

// innermost returns the connection below TLS. A TLS connection would send a message before it closes.
func innermost(conn net.Conn) net.Conn {
	for {
		outer, ok := conn.(interface{ NetConn() net.Conn })
		if !ok {
			return conn
		}
		conn = outer.NetConn()
	}
}

// closeHTTP2 closes a connection of HTTP/2 to the server's own listener, with all its streams. It cannot close
// connections to another server. In a session it does nothing, because other sessions can have streams on the
// connection. There abort ends only the stream.
func (s *Socket) closeHTTP2() {
	if s.Link.Main != nil || s.Req.ProtoMajor != 2 {
		return
	}
	if conn := s.connection(); conn != nil {
		_ = conn.Close()
	}
}
