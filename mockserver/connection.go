package mockserver

import (
	"bytes"
	"net"
	"net/http"
)

// connection is a connection of the server's own listener. It writes an answer at once: net/http writes the first 4 kB
// of an answer by themselves, and a second call of the system costs as much as all else that a page needs.
//
// Only the goroutine that serves the connection writes.
type connection struct {
	net.Conn

	of    *http.Server // that serves it
	body  int          // bytes of the body that net/http gets now; 0 for none
	first []byte       // of an answer, until the rest is there
	parts [2][]byte    // of an answer
}

// NetConn returns the connection below.
func (c *connection) NetConn() net.Conn { return c.Conn }

// begin says that net/http gets a body of n bytes now.
func (c *connection) begin(n int) {
	if c != nil {
		c.body = n
	}
}

// end says that net/http has the body. What it has not written yet, flush makes it write. Nothing waits afterwards,
// because net/http writes no more when it leaves the body out, as it does for HEAD.
func (c *connection) end(flush func()) {
	if c == nil {
		return
	}
	c.body = 0
	if len(c.first) > 0 {
		flush()
	}
	if len(c.first) > 0 {
		_, _ = c.writeBoth(nil) // the error comes back with the next write
	}
}

// Write writes a part of an answer. It keeps the first part when the announced body has more.
func (c *connection) Write(p []byte) (int, error) {
	if len(c.first) > 0 {
		return c.writeBoth(p)
	}
	if body := c.body; body > 0 {
		c.body = 0
		if missesPart(p, body) {
			c.first = append(c.first, p...)
			return len(p), nil
		}
	}
	return c.Conn.Write(p)
}

// missesPart reports whether bytes are the beginning of an answer whose body has more.
func missesPart(p []byte, body int) bool {
	if !bytes.HasPrefix(p, []byte("HTTP/1.")) {
		return false
	}
	header, begun, found := bytes.Cut(p, []byte("\r\n\r\n"))
	return found && len(header) > 0 && len(begun) < body
}

func (c *connection) writeBoth(p []byte) (int, error) {
	c.parts = [2][]byte{c.first, p}
	both, before := net.Buffers(c.parts[:]), len(c.first)
	n, err := both.WriteTo(c.Conn)
	c.first, c.parts = c.first[:0], [2][]byte{}
	return max(0, int(n)-before), err
}

// CloseWrite says that nothing more comes. net/http looks for the method before it closes a connection whose request it
// has not read to its end: without it the client can lose the answer.
func (c *connection) CloseWrite() error {
	if below, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return below.CloseWrite()
	}
	return nil
}

// connections accepts the connections of a server.
type connections struct {
	net.Listener

	of *http.Server
}

// Accept waits for the next connection.
func (l connections) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: conn, of: l.of}, nil
}
