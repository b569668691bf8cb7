package transport

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync/atomic"
)

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

// leastRequest is less than any request of HTTP/1.1 has, and more than the last record of a TLS connection that ends.
const leastRequest = 64 // bytes

// countedConn counts what a connection takes. httptrace tells of a header when it is put into a buffer, and a
// connection that broke may never take it.
type countedConn struct {
	net.Conn
	written atomic.Int64 // bytes
}

// Write counts before it writes: the answer can come before Write returns.
func (c *countedConn) Write(p []byte) (int, error) {
	c.written.Add(int64(len(p)))
	n, err := c.Conn.Write(p)
	c.written.Add(int64(n - len(p)))
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

// Own returns a copy of a transport of net/http that reads headers up to a limit, and whose connections count what they
// take.
func Own(from *http.Transport, maxHeaderBytes int64) *http.Transport {
	own := from.Clone()
	own.MaxResponseHeaderBytes = maxHeaderBytes
	if own.DialContext != nil {
		own.DialContext = counting(own.DialContext)
	}
	return own
}
