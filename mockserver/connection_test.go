package mockserver

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// closable notes that it was closed.
type closable struct {
	net.Conn
	closed bool
}

func (c *closable) Close() error {
	c.closed = true
	return nil
}

// TestAnswersOfEverySizeOverASocket: whatever the size of an answer is, clients of the server's own listener get the
// bytes that a client in the same process gets. Some clients send their requests without waiting for the answers.
func TestAnswersOfEverySizeOverASocket(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	require.NoError(t, s.Listen("127.0.0.1:0"))
	defer s.Close()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", inner(s).link.address.String())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	targets := []string{"GET /api/v1/nothing", "GET /api/v1/teams?pagesize=x"}
	for size := 1; size <= 60; size++ { // the first part of net/http has room for a dozen rows
		target := fmt.Sprintf("/api/v1/teams?pagesize=%d", size)
		targets = append(targets, "GET "+target, "GET /api/v1/teams?id=4001", "HEAD "+target)
	}
	go func() {
		for _, target := range targets {
			_, _ = fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: localhost\r\n\r\n", target)
		}
	}()
	r := bufio.NewReader(conn)
	for _, target := range targets {
		method, path, _ := strings.Cut(target, " ")
		req := httptest.NewRequest(method, path, nil)
		want := httptest.NewRecorder()
		s.ServeHTTP(want, req)
		res, err := http.ReadResponse(r, req)
		require.NoError(t, err, target)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err, target)
		require.NoError(t, res.Body.Close())
		require.Equal(t, want.Code, res.StatusCode)
		require.Equal(t, want.Header().Get("Content-Length"), res.Header.Get("Content-Length"), target)
		require.Equal(t, want.Body.String(), string(body), target)
		require.Equal(t, method == http.MethodHead, len(body) == 0, target)
	}
}

// TestTheConnectionOfAnotherServer: a server that gets requests from a handler of another server leaves their
// connections alone.
func TestTheConnectionOfAnotherServer(t *testing.T) {
	own, other := league(t), league(t)
	inner(own).link.http, inner(other).link.http = &http.Server{ReadTimeout: 1}, &http.Server{ReadTimeout: 2}
	session := own.StartSession(t)
	for _, tc := range []struct {
		of     *http.Server
		at     *link
		closes bool
	}{
		{inner(own).link.http, &inner(own).link, true}, {inner(own).link.http, &inner(session).link, false},
		{inner(other).link.http, &inner(own).link, false},
	} {
		below := &closable{}
		ctx := context.WithValue(withConn(t.Context(), below), http.ServerContextKey, tc.of)
		req := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
		req.ProtoMajor = 2
		(&socket{req: req, link: tc.at}).closeHTTP2()
		require.Equal(t, tc.closes, below.closed)
	}
}

// TestTheAnswerToARequestThatIsNotRead reaches a client that reads to the end of the connection. The server closes its
// side first, because unread bytes make the system break the connection.
func TestTheAnswerToARequestThatIsNotRead(t *testing.T) {
	s, err := New(tourney.Soccer)
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
