package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/observe"
)

// attempt is one request on the wire. It follows the request through the hooks of httptrace, and stops a transport that
// is about to write the request again. net/http repeats requests without asking the retry policy: over HTTP/2 when the
// host refuses the stream, resets it with PROTOCOL_ERROR or leaves it out of a GOAWAY, and over HTTP/1.1 when a kept
// connection breaks during a GET.
//
// The hooks run on goroutines of the transport, so the fields that they set are atomic.
type attempt struct {
	redirected bool // the attempt follows a redirect, so an earlier request went out
	direct     bool // the transport is an *http.Transport
	once       bool // stop a second request even after an answer to the first
	left       bool // the user's transport ignored the end of the attempt, and may still send
	onlyHTTP2  bool // refuse a connection of HTTP/1.1, because other requests may share it
	body       attemptBody

	called    atomic.Bool  // the transport was called
	asked     atomic.Int32 // how often the transport asked for a connection, not counting dumps: see isDump
	nowhere   atomic.Bool  // no host gets what is written to the last connection: it is a dump's, or was refused
	refused   atomic.Bool  // the transport got a connection of HTTP/1.1 although onlyHTTP2 is set
	connected atomic.Bool  // the transport got a connection
	written   atomic.Bool  // a header may have gone out
	pending   atomic.Bool  // a header may have gone out, and a second one would repeat the request
	heard     atomic.Bool  // the host sent bytes on the last connection, maybe not yet the answer
	over      atomic.Bool  // the transport returned the answer, so later calls of hooks do not belong to the attempt
	http2     atomic.Bool  // the last header was written over HTTP/2
	repeated  atomic.Bool  // the attempt stopped the transport
	requests  atomic.Int32
	conn      atomic.Pointer[connection]
	trace     httptrace.ClientTrace
}

// setTrace sets the hooks of the attempt.
func (a *attempt) setTrace() {
	a.trace = httptrace.ClientTrace{
		GetConn:              a.getConn,
		GotConn:              a.gotConn,
		WroteHeaderField:     a.wroteField,
		WroteHeaders:         a.wroteHeader,
		GotFirstResponseByte: a.gotAnswer,
	}
}

func (a *attempt) getConn(string) {
	a.asked.Add(1)
	if a.direct && a.repeats() { // a user's transport may ask for a connection to a dump
		a.stop()
	}
}

func (a *attempt) gotConn(info httptrace.GotConnInfo) {
	if a.over.Load() {
		return
	}
	a.nowhere.Store(isDump(info.Conn))
	if a.nowhere.Load() {
		a.asked.Add(-1)
		return
	}
	a.connected.Store(true)
	if a.repeats() {
		a.stop()
		if !a.http2.Load() {
			failWrites(info.Conn)
		}
		return
	}
	if a.onlyHTTP2 && isHTTP1(info.Conn) {
		a.refused.Store(true)
		a.nowhere.Store(true)
		failWrites(info.Conn)
		return
	}
	a.requests.Add(1)
	a.http2.Store(false)
	a.heard.Store(false)
	a.conn.Store(newConnection(info, a.written.Load()))
}

// wroteField recognizes HTTP/2 by its pseudo-headers, which begin every request (RFC 9113, section 8.3).
func (a *attempt) wroteField(name string, _ []string) {
	if strings.HasPrefix(name, ":") {
		a.http2.Store(true)
	}
	a.wroteHeader()
}

// wroteHeader notes that a header may have gone out. Before the transport has a connection to a host, wroteHeader
// ignores two kinds of headers that reach no host: the header of a dump, and a header that http.Request.Write writes
// before the transport asks for a connection. Later a dump may run at the same time as the request, so every header
// counts as sent.
func (a *attempt) wroteHeader() {
	nowhere, connected := a.nowhere.Load(), a.requests.Load() > 0
	if !connected && (nowhere || a.asked.Load() == 0) {
		return
	}
	a.written.Store(true)
	if connected && (a.once || !nowhere) {
		a.pending.Store(true)
	}
}

// isDump reports whether a connection is the fake connection of httputil.DumpRequestOut. That function writes the
// request through another transport with the same context, and so calls the hooks. isDump recognizes the fake
// connection by its type, because a connection to a host may also lack addresses.
func isDump(conn net.Conn) bool {
	return conn != nil && reflect.TypeOf(conn).String() == "*httputil.dumpConn"
}

// isHTTP1 reports whether a connection certainly speaks HTTP/1.1.
func isHTTP1(conn net.Conn) bool {
	secure, ok := conn.(*tls.Conn)
	return ok && secure.ConnectionState().NegotiatedProtocol != "h2"
}

// proveSent notes that the request went out. The attempt calls it for an answer, which proves this even if the
// transport called no hook.
func (a *attempt) proveSent() {
	a.connected.Store(true) // a transport that calls no hook has not set these fields
	a.written.Store(true)
	a.conn.Store(nil)
}

// maxRequests bounds the requests that a transport may send within one attempt.
const maxRequests = 4

// gotAnswer allows a transport to send another request after an answer, for example with the credentials that the
// answer asks for, because such a request is no repetition. Over HTTP/2 gotAnswer does not allow this, because there
// net/http also calls it for an interim answer, and for an answer that arrives while the stream ends.
func (a *attempt) gotAnswer() {
	if a.nowhere.Load() {
		return
	}
	if c := a.conn.Load(); c != nil && c.kept && !a.http2.Load() && c.counted.heard.Load() <= c.before {
		a.stop() // this is a second answer to the previous request on the connection
		return
	}
	a.proveSent()
	a.heard.Store(true)
	if !a.once && !a.http2.Load() && a.requests.Load() < maxRequests {
		a.pending.Store(false)
	}
}

// repeats reports whether a transport that asks for a connection, or gets one, is about to write the request again.
func (a *attempt) repeats() bool {
	if a.over.Load() || !a.pending.Load() {
		return false
	}
	if a.tookNothing() {
		a.pending.Store(false)
		a.written.Store(a.conn.Load().again)
		return false
	}
	return true
}

// guardBody replaces req.GetBody, so that a transport that sends the request a second time does not get the body. Such
// a transport may ignore the end of the context, but it cannot repeat a request without the body. Before the host has
// sent anything, GetBody fails if the transport is about to repeat the request. After that a recorder may ask for the
// body, too, so GetBody returns a body whose reads fail once the attempt has stopped a second request.
func (a *attempt) guardBody(req *http.Request) {
	again := req.GetBody
	if again == nil {
		return
	}
	req.GetBody = func() (io.ReadCloser, error) {
		if !a.heard.Load() && a.repeats() {
			return nil, &repeatError{a.http2.Load()}
		}
		body, err := again()
		if err != nil || body == http.NoBody {
			return body, err
		}
		return &guardedBody{body, a}, nil
	}
}

// guardedBody is a body that GetBody of guardBody returned.
type guardedBody struct {
	io.ReadCloser
	attempt *attempt
}

// Read fails after the attempt has stopped a repetition of the request.
func (b *guardedBody) Read(p []byte) (int, error) {
	if b.attempt.repeated.Load() {
		return 0, &repeatError{b.attempt.http2.Load()}
	}
	return b.ReadCloser.Read(p)
}

// stop ends the attempt before the transport writes the request again. HTTP/2 checks the context under the lock that
// guards the writing of headers, so it writes no header after stop.
func (a *attempt) stop() {
	a.repeated.Store(true)
	a.body.cancel()
}

// failWrites makes writes to a connection fail, because net/http checks the context of an HTTP/1.1 request only while
// it writes. The transport closes the connection when the attempt ends. A connection of HTTP/2 serves other requests as
// well, so failWrites does not change it.
func failWrites(conn net.Conn) {
	if c, secure := conn.(*tls.Conn); conn == nil || secure && !isHTTP1(c) {
		return
	}
	defer func() { _ = recover() }() // conn may be a stand-in that panics: HTTP/3 has no net.Conn
	_ = conn.SetWriteDeadline(time.Unix(1, 0))
}

// tookNothing reports whether the connection certainly took no byte of the request since the attempt got the
// connection.
func (a *attempt) tookNothing() bool {
	c := a.conn.Load()
	if c == nil {
		return false
	}
	took := c.counted.written.Load() - c.before
	return took == 0 || took < minRequest && !a.http2.Load()
}

// checked returns the answer or the error of the attempt. It replaces the transport's error if the attempt knows the
// reason better.
func (a *attempt) checked(ctx context.Context, res *http.Response, err error, maxHeader int) (*http.Response, error) {
	switch over := ctx.Err(); {
	case a.repeated.Load():
		err = &repeatError{a.http2.Load()}
	case err != nil && over != nil && !errors.Is(err, over):
		err = over // err may be the cause of the context, which would look like a failure of the transport
	case err != nil && isHeaderLimit(err):
		err = &finalError{observe.ErrorTooLarge, err}
	case err != nil:
		err = explained(err)
	case res == nil:
		err = &finalError{observe.ErrorOther, &OwnError{Text: "the transport gave neither an answer nor an error"}}
	case headerBytes(res.Header) > maxHeader:
		err = &finalError{observe.ErrorTooLarge, tooLarge("the header of the answer", int64(maxHeader))}
	}
	if err != nil {
		closeAnswer(ctx, res)
		return nil, err
	}
	return res, nil
}

// explained adds the meaning of an HTTP/2 error that net/http returns instead of repeating the request. The errors have
// no exported types, so explained compares their texts.
func explained(err error) error {
	text := err.Error()
	if strings.Contains(text, "; REFUSED_STREAM") || strings.Contains(text, "received GOAWAY from server ErrCode") {
		return &OwnError{notProcessed, err}
	}
	return err
}

// connection holds what an attempt knows about the bytes that its connection took.
type connection struct {
	counted *countedConn
	before  int64 // bytes that the connection took before the attempt
	again   bool  // an earlier connection of the attempt took a header
	kept    bool  // the connection served an earlier request
}

// newConnection returns nil for a connection that does not count its bytes.
func newConnection(info httptrace.GotConnInfo, again bool) *connection {
	conn := info.Conn
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	counted, ok := conn.(*countedConn)
	if !ok {
		return nil
	}
	return &connection{counted, counted.written.Load(), again, info.Reused}
}

// minRequest is smaller than any request of HTTP/1.1, and larger than the last record of a TLS connection that ends.
const minRequest = 64 // bytes

// countedConn counts the bytes that a connection takes. httptrace alone does not prove that a header went out: it
// reports a header that net/http has only buffered, and a broken connection may never take that header.
type countedConn struct {
	net.Conn
	written atomic.Int64 // bytes
	heard   atomic.Int64 // value of written when the host last sent bytes
}

// Read notes how many bytes were written before the host sent the bytes that Read returns.
func (c *countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.heard.Store(c.written.Load())
	return n, err
}

// Write counts before it writes, because the answer can arrive before Write returns.
func (c *countedConn) Write(p []byte) (int, error) {
	c.written.Add(int64(len(p)))
	n, err := c.Conn.Write(p)
	c.written.Add(int64(n - len(p)))
	return n, err
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// counting returns a dial function whose connections count their bytes.
func counting(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &countedConn{Conn: conn}, nil
	}
}

// NewHTTPTransport returns a copy of a transport that limits the size of headers, and whose connections count their
// bytes.
func NewHTTPTransport(from *http.Transport, maxHeaderBytes int64) *http.Transport {
	t := from.Clone()
	t.MaxResponseHeaderBytes = maxHeaderBytes
	if t.DialContext != nil {
		t.DialContext = counting(t.DialContext)
	}
	return t
}
