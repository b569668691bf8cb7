package listen

import (
	"net"
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
