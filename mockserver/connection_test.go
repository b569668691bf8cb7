package mockserver_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestTheAnswerToARequestThatIsNotRead reaches a client that reads to the end of the connection. The server closes its
// side first, because unread bytes make the system break the connection.
func TestTheAnswerToARequestThatIsNotRead(t *testing.T) {
	s, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	require.NoError(t, s.Listen("127.0.0.1:0"))
	defer s.Close()
	const size = 1 << 20
	for name, host := range map[string]string{"a host that is refused": "example.org", "a host": "localhost"} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL(), "http://"))
		require.NoError(t, err)
		_, err = fmt.Fprintf(conn, "POST /api/v1/nothing HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n%s", host, size,
			strings.Repeat("n", size/2))
		require.NoError(t, err)
		if host == "localhost" { // the server waits for the rest of the body
			_, err = fmt.Fprint(conn, strings.Repeat("n", size/2))
			require.NoError(t, err)
			require.NoError(t, conn.(*net.TCPConn).CloseWrite())
		}
		all, err := io.ReadAll(conn)
		require.NoError(t, err, name)
		require.Contains(t, string(all), "HTTP/1.1 4", name)
		require.Contains(t, string(all), `"Errors"`, name)
		require.NoError(t, conn.Close())
	}
}
