package listen

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestURLOfAListener: a server that listens on all addresses has a URL that a browser can open.
func TestURLOfAListener(t *testing.T) {
	for want, l := range map[string]*Link{
		"https://mock.invalid":  {},
		"http://127.0.0.1:80":   {Address: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}},
		"http://localhost:80":   {Address: &net.TCPAddr{IP: net.IPv4zero, Port: 80}},
		"http://localhost:8080": {Address: &net.TCPAddr{IP: net.IPv6unspecified, Port: 8080}},
		"http://[::1]:80":       {Address: &net.TCPAddr{IP: net.IPv6loopback, Port: 80}},
		"https://[::1]:81":      {Address: &net.TCPAddr{IP: net.IPv6loopback, Port: 81}, secure: true},
		"http://@mock":          {Address: &net.UnixAddr{Name: "@mock", Net: "unix"}},
	} {
		require.Equal(t, want, l.URL())
	}
}

// closable notes that it was closed.
type closable struct {
	net.Conn
	closed bool
}

func (c *closable) Close() error {
	c.closed = true
	return nil
}

// TestTheConnectionOfAnotherServer: a server that gets requests from a handler of another server leaves their
// connections alone.
func TestTheConnectionOfAnotherServer(t *testing.T) {
	own := &Link{HTTP: &http.Server{ReadTimeout: 1}}
	session, other := &Link{Main: own}, &http.Server{ReadTimeout: 2}
	for _, tc := range []struct {
		of     *http.Server
		at     *Link
		closes bool
	}{
		{own.HTTP, own, true}, {own.HTTP, session, false}, {other, own, false},
	} {
		below := &closable{}
		ctx := context.WithValue(withConn(t.Context(), below), http.ServerContextKey, tc.of)
		req := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
		req.ProtoMajor = 2
		(&Socket{Req: req, Link: tc.at}).closeHTTP2()
		require.Equal(t, tc.closes, below.closed)
	}
}
