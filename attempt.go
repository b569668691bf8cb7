package tourney

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"sync/atomic"
	"time"
)

// attempt is one request on the wire, as httptrace tells of it. It also stops a transport that is about to write the request
// again: net/http does so by itself, over HTTP/2 after a stream that the host refused, reset with PROTOCOL_ERROR or left out of
// a GOAWAY, and over HTTP/1.1 for a GET on a kept connection that broke. The retry policy would not hear of it.
//
// The hooks run on goroutines of the transport.
type attempt struct {
	hop    bool // of a redirect: the request before it went out
	method string
	end    ending

	called   atomic.Bool // the transport
	asked    atomic.Bool // for a connection: the transport reports what it does
	got      atomic.Bool // a connection
	written  atomic.Bool // a header may have gone out
	pending  atomic.Bool // a header may have gone out that the host has not begun to answer
	http2    atomic.Bool // the last header is one of HTTP/2
	repeated atomic.Bool // the transport was stopped
	interim  atomic.Int32
	conn     atomic.Pointer[connection]
	trace    httptrace.ClientTrace
}

// listen makes the trace of the attempt.
func (a *attempt) listen() {
	a.trace = httptrace.ClientTrace{
		GetConn:              a.getConn,
		GotConn:              a.gotConn,
		WroteHeaderField:     a.wroteField,
		WroteHeaders:         a.wroteHeader,
		Got1xxResponse:       a.gotInterim,
		GotFirstResponseByte: a.gotAnswer,
	}
}

func (a *attempt) getConn(string) {
	a.asked.Store(true)
	if a.repeats() {
		a.stop()
	}
}

func (a *attempt) gotConn(info httptrace.GotConnInfo) {
	a.got.Store(true)
	if a.repeats() {
		a.stop()
		silence(info.Conn)
		return
	}
	a.http2.Store(false)
	a.conn.Store(newConnection(info.Conn, a.written.Load()))
}

// wroteField knows HTTP/2 by its pseudo-headers (RFC 9113, section 8.3), with which it begins.
func (a *attempt) wroteField(name string, _ []string) {
	if strings.HasPrefix(name, ":") {
		a.http2.Store(true)
	}
	a.wroteHeader()
}

func (a *attempt) wroteHeader() {
	a.written.Store(true)
	a.pending.Store(true)
}

func (a *attempt) gotAnswer() {
	a.written.Store(true)
	a.pending.Store(false)
}

// maxInterim bounds the interim answers (RFC 9110, section 15.2) of an attempt. net/http leaves that to whoever listens to them;
// its own bound is 5 over HTTP/1.1.
const maxInterim = 32

var errInterim = fmt.Errorf("the host sent more than %d interim answers", maxInterim)

// gotInterim takes back that the answer has begun: HTTP/2 can refuse or reset a stream after a 1xx as well.
func (a *attempt) gotInterim(int, textproto.MIMEHeader) error {
	a.pending.Store(true)
	if a.interim.Add(1) > maxInterim {
		return &finalError{ErrorTooLarge, errInterim}
	}
	return nil
}

// repeats reports whether a transport that asks for a connection, or has one, is about to write the request again. It is not
// while nothing was written, nor after an answer: a transport may answer a challenge, for example. Over HTTP/1.1 net/http writes
// anything but a GET again only when nothing of it went out.
func (a *attempt) repeats() bool {
	if !a.pending.Load() {
		return false
	}
	if conn := a.conn.Load(); conn.untouched() {
		a.pending.Store(false)
		a.written.Store(conn.again)
		return false
	}
	return a.http2.Load() || a.method == http.MethodGet
}

// stop ends the attempt before the transport writes the request again. HTTP/2 looks at the context under the lock that it writes
// the header with, and so never writes it.
func (a *attempt) stop() {
	a.repeated.Store(true)
	a.end.cancel()
}

// silence keeps HTTP/1.1 from writing to a connection: it looks at the context only while it writes. The transport closes the
// connection with the attempt. Connections of HTTP/2 belong to other requests as well and stay as they are.
func silence(conn net.Conn) {
	switch c := conn.(type) {
	case *tls.Conn:
		if c.ConnectionState().NegotiatedProtocol == "h2" {
			return
		}
	case *countedConn, *net.TCPConn, *net.UnixConn:
	default:
		return // which may be no connection: HTTP/3 has none
	}
	_ = conn.SetWriteDeadline(time.Unix(1, 0))
}

// connection is what an attempt knows of the bytes that went into its connection.
type connection struct {
	counted *countedConn
	before  int64 // bytes
	again   bool  // a header went out into another connection before
}

// newConnection returns nil for a connection whose bytes nobody counts.
func newConnection(conn net.Conn, again bool) *connection {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	counted, ok := conn.(*countedConn)
	if !ok {
		return nil
	}
	return &connection{counted, counted.written.Load(), again}
}

// untouched reports whether the connection certainly took nothing since the attempt got it.
func (c *connection) untouched() bool { return c != nil && c.counted.written.Load() == c.before }

// countedConn counts what a connection takes. httptrace tells of a header when it is put into a buffer, and a connection that
// broke may never take it.
type countedConn struct {
	net.Conn
	written atomic.Int64 // bytes
}

// Write writes to the connection.
func (c *countedConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.written.Add(int64(n))
	return n, err
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// counting returns a dial function whose connections count what they take.
func counting(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &countedConn{Conn: conn}, nil
	}
}

// repeatError is a request that the transport would have written again.
type repeatError struct{ http2 bool }

// Error says what net/http had heard from the host. It does not tell which of the three it was.
func (e *repeatError) Error() string {
	if e.http2 {
		return "the host ended the HTTP/2 stream or its connection before an answer: with REFUSED_STREAM or GOAWAY the host says it did " +
			"not process it, with PROTOCOL_ERROR it says nothing of that"
	}
	return "the kept connection broke before an answer"
}
