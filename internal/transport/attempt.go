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

// attempt is one request on the wire. It follows the request through httptrace, and stops a transport that is about to
// write the request again. net/http does that by itself, hidden from the retry policy: over HTTP/2 after a stream that
// the host refused, reset with PROTOCOL_ERROR or left out of a GOAWAY, and over HTTP/1.1 for a GET on a kept connection
// that broke.
//
// The hooks run on goroutines of the transport.
type attempt struct {
	redirected bool // the attempt follows a redirect, so an earlier request went out
	direct     bool // the transport is an *http.Transport
	once       bool // stop a second request even after an answer to the first
	left       bool // the user's transport ignored the end of the attempt, and may still send
	onlyHTTP2  bool // refuse a connection of HTTP/1.1, which may be shared
	body       attemptBody

	called    atomic.Bool  // the transport was called
	asked     atomic.Int32 // requests for a connection that the transport reported to httptrace, without dumps
	nowhere   atomic.Bool  // what is written to the last connection goes nowhere: it is of a dump, or was refused
	refused   atomic.Bool  // the transport got a connection of HTTP/1.1 where it may not be shared
	connected atomic.Bool  // the transport got a connection
	written   atomic.Bool  // a header may have gone out
	pending   atomic.Bool  // a header may have gone out, and a second one would repeat the request
	heard     atomic.Bool  // the host said something after it, maybe not yet the answer
	over      atomic.Bool  // the transport returned the answer, so what it reports now is no part of the attempt
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

// wroteHeader ignores a header that goes nowhere while no connection can have taken another one: that of a dump, and
// one that http.Request.Write writes before the transport asks for a connection. After that a dump may run beside the
// request, so its header counts as sent.
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

// isDump reports whether a connection is the stand-in of httputil.DumpRequestOut, which gives the request's context to
// a transport of its own. It knows the stand-in by its type, because a connection to a host may lack addresses, too.
func isDump(conn net.Conn) bool {
	return conn != nil && reflect.TypeOf(conn).String() == "*httputil.dumpConn"
}

// isHTTP1 reports whether a connection certainly speaks HTTP/1.1.
func isHTTP1(conn net.Conn) bool {
	secure, ok := conn.(*tls.Conn)
	return ok && secure.ConnectionState().NegotiatedProtocol != "h2"
}

// proveSent notes that the request went out. The answer proves it, even if the transport reported nothing.
func (a *attempt) proveSent() {
	a.connected.Store(true) // a transport that reports nothing has not set them
	a.written.Store(true)
	a.conn.Store(nil)
}

// maxRequests bounds the requests that a transport may send within one attempt.
const maxRequests = 4

// gotAnswer lets a transport send another request after an answer, for example to answer a challenge, because that is
// no repetition. It does not do so over HTTP/2, where net/http also calls it for an interim answer, and for an answer
// that arrives while the stream ends.
func (a *attempt) gotAnswer() {
	if a.nowhere.Load() {
		return
	}
	if c := a.conn.Load(); c != nil && c.kept && !a.http2.Load() && c.counted.heard.Load() <= c.before {
		a.stop() // the host answered the request before this one twice
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

// guardBody keeps the body from a transport that sends the request a second time. Such a transport may ignore the end
// of the context, but it cannot repeat a request without its body. It gets no body before the host says anything. After
// that a recorder may ask for the body, too, so it gets one that ends when a second request begins.
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

// guardedBody is a copy of the body of a request.
type guardedBody struct {
	io.ReadCloser
	attempt *attempt
}

// Read fails in a request that repeats another one.
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

// failWrites makes writes to a connection fail, because HTTP/1.1 checks the context only while it writes. The transport
// closes the connection with the attempt. A connection of HTTP/2 serves other requests as well, so failWrites does not
// change it.
func failWrites(conn net.Conn) {
	if c, secure := conn.(*tls.Conn); conn == nil || secure && !isHTTP1(c) {
		return
	}
	defer func() { _ = recover() }() // conn may be a stand-in that panics: HTTP/3 has no net.Conn
	_ = conn.SetWriteDeadline(time.Unix(1, 0))
}

// tookNothing reports whether the connection certainly took no byte of the request since the attempt got it.
func (a *attempt) tookNothing() bool {
	c := a.conn.Load()
	if c == nil {
		return false
	}
	took := c.counted.written.Load() - c.before
	return took == 0 || took < minRequest && !a.http2.Load()
}

// checked returns the answer or the error of the attempt. It replaces the transport's error where the attempt knows
// more.
func (a *attempt) checked(ctx context.Context, res *http.Response, err error, maxHeader int) (*http.Response, error) {
	switch over := ctx.Err(); {
	case a.repeated.Load():
		err = &repeatError{a.http2.Load()}
	case err != nil && over != nil && !errors.Is(err, over):
		err = over // the cause of the context would look like a failure of the transport
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

// countedConn counts the bytes that a connection takes. httptrace alone proves nothing: it reports a header when
// net/http buffers it, and a broken connection may never take it.
type countedConn struct {
	net.Conn
	written atomic.Int64 // bytes
	heard   atomic.Int64 // bytes that were written when the host last said something
}

// Read notes what was written before the bytes that it returns.
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
