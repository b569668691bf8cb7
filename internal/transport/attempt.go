package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"
)

// attempt is one request on the wire, as httptrace tells of it. It also stops a transport that is about to write the
// request again. net/http does so by itself: over HTTP/2 after a stream that the host refused, reset with
// PROTOCOL_ERROR or left out of a GOAWAY, and over HTTP/1.1 for a GET on a kept connection that broke. The retry policy
// would not hear of it.
//
// The hooks run on goroutines of the transport.
type attempt struct {
	hop    bool // of a redirect: the request before it went out
	method string
	direct bool // the transport is that of net/http
	once   bool // no second request is let through, whatever the host said to the first
	body   answerBody

	called    atomic.Bool // the transport was
	reports   atomic.Bool // the transport asked for a connection: it reports to httptrace
	connected atomic.Bool // the transport got a connection
	written   atomic.Bool // a header may have gone out
	pending   atomic.Bool // a header may have gone out, after which no other may follow
	http2     atomic.Bool // the last header is one of HTTP/2
	repeated  atomic.Bool // the transport was stopped
	requests  atomic.Int32
	conn      atomic.Pointer[connection]
	trace     httptrace.ClientTrace
}

// listen makes the trace of the attempt.
func (a *attempt) listen() {
	a.trace = httptrace.ClientTrace{
		GetConn:              a.getConn,
		GotConn:              a.gotConn,
		WroteHeaderField:     a.wroteField,
		WroteHeaders:         a.wroteHeader,
		GotFirstResponseByte: a.gotAnswer,
	}
}

func (a *attempt) getConn(string) {
	a.reports.Store(true)
	if a.repeats() {
		a.stop()
	}
}

func (a *attempt) gotConn(info httptrace.GotConnInfo) {
	a.connected.Store(true)
	if a.repeats() {
		a.stop()
		if !a.http2.Load() {
			silence(info.Conn)
		}
		return
	}
	a.requests.Add(1)
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

// proveSent notes that the request went out, whatever else is known: an answer came.
func (a *attempt) proveSent() {
	a.connected.Store(true) // also by a transport that reports nothing
	a.written.Store(true)
	a.conn.Store(nil)
}

// maxRequests bounds the requests that a transport makes of one attempt.
const maxRequests = 4

// gotAnswer lets a transport send another request, to a challenge for example, which is not the same again. Over HTTP/2
// none passes: there an interim answer comes here too, and one that crosses the end of its stream.
func (a *attempt) gotAnswer() {
	a.proveSent()
	if !a.once && !a.http2.Load() && a.requests.Load() < maxRequests {
		a.pending.Store(false)
	}
}

// repeats reports whether a transport that asks for a connection, or has got one, is about to write the request again.
// Over HTTP/1.1 net/http by itself writes anything but a GET again only when nothing of it went out.
func (a *attempt) repeats() bool {
	if !a.pending.Load() {
		return false
	}
	if a.untouched() {
		a.pending.Store(false)
		a.written.Store(a.conn.Load().again)
		return false
	}
	return a.http2.Load() || a.method == http.MethodGet || !a.direct
}

// guard makes the body of a request end the attempt where the transport asks for it a second time. A transport that
// takes no notice of the end of the context still needs the body.
func (a *attempt) guard(req *http.Request) {
	again := req.GetBody
	if again == nil {
		return
	}
	req.GetBody = func() (io.ReadCloser, error) {
		if a.repeats() {
			a.stop()
			return nil, &repeatError{a.http2.Load()}
		}
		return again()
	}
}

// stop ends the attempt before the transport writes the request again. HTTP/2 looks at the context under the lock that
// it writes a header with, and so writes none.
func (a *attempt) stop() {
	a.repeated.Store(true)
	a.body.cancel()
}

// silence keeps HTTP/1.1 from writing to a connection: it looks at the context only while it writes. The transport
// closes the connection with the attempt. A connection of HTTP/2 serves other requests as well and stays as it is.
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

// untouched reports whether the connection certainly took nothing of the request since the attempt got it.
func (a *attempt) untouched() bool {
	c := a.conn.Load()
	if c == nil {
		return false
	}
	took := c.counted.written.Load() - c.before
	return took == 0 || took < leastRequest && !a.http2.Load()
}

// checked returns the answer or the error of the attempt, after a look at what the transport returned.
func (a *attempt) checked(ctx context.Context, res *http.Response, err error, maxHeader int) (*http.Response, error) {
	switch over := ctx.Err(); {
	case a.repeated.Load():
		err = &repeatError{a.http2.Load()}
	case err != nil && over != nil && !errors.Is(err, over):
		err = over // and not the cause that the caller gave the context, which would pass for a failure of the transport
	case err != nil && isHeaderLimit(err):
		err = &finalError{TooLarge, err}
	case err != nil:
		err = explained(err)
	case res == nil:
		err = &finalError{Other, errors.New("the transport gave neither an answer nor an error")}
	case headerBytes(res.Header) > maxHeader:
		err = &finalError{TooLarge, fmt.Errorf("the header of the answer is larger than the limit of %d bytes", maxHeader)}
	}
	if err != nil {
		closeAnswer(res)
		return nil, err
	}
	return res, nil
}

// repeatError is the failure of an attempt that the transport would have repeated.
type repeatError struct{ http2 bool }

// notProcessed is what REFUSED_STREAM and GOAWAY mean by the protocol (RFC 9113, section 8.7). A host that says so may
// have acted all the same.
const notProcessed = "the host says it did not process it"

// Error says what the host may have said. net/http does not tell which of the three it was.
func (e *repeatError) Error() string {
	if e.http2 {
		return "the host ended the HTTP/2 stream before an answer: with REFUSED_STREAM or GOAWAY " + notProcessed +
			", with PROTOCOL_ERROR it does not say"
	}
	return "the kept connection broke before an answer"
}

// explained adds what an error of HTTP/2 means, where net/http returns it instead of repeating the request. Its errors
// have no types that could be compared.
func explained(err error) error {
	text := err.Error()
	if strings.Contains(text, "; REFUSED_STREAM") || strings.Contains(text, "received GOAWAY from server ErrCode") {
		return fmt.Errorf("%s: %w", notProcessed, err)
	}
	return err
}
