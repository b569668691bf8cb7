package transport

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

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

// leastRequest is smaller than any request of HTTP/1.1, and larger than the last record of a TLS connection that ends.
const leastRequest = 64 // bytes

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
