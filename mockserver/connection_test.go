package mockserver

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// written is a connection that notes what is written to it.
type written struct {
	net.Conn
	writes []string
	fails  error
	closed bool
}

func (w *written) Close() error {
	w.closed = true
	return nil
}

func (w *written) Write(p []byte) (int, error) {
	if w.fails != nil {
		return 0, w.fails
	}
	w.writes = append(w.writes, string(p))
	return len(p), nil
}

// TestAnAnswerIsWrittenAtOnce: the first part of an answer waits for the rest, and nothing else waits.
func TestAnAnswerIsWrittenAtOnce(t *testing.T) {
	const header = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
	for name, tc := range map[string]struct {
		body   int
		writes []string
		after  []int // how many writes came through after each
	}{
		"nothing announced": {0, []string{header + "abc", "def"}, []int{1, 2}},
		"whole":             {6, []string{header + "abcdef", header}, []int{1, 2}},
		"in two":            {6, []string{header + "abc", "def", header + "abc"}, []int{0, 2, 3}},
		"header first":      {6, []string{header, "abcdef"}, []int{0, 2}},
		"in three":          {6, []string{header + "ab", "cd", "ef"}, []int{0, 2, 3}},
		"no header":         {6, []string{"abc", "def"}, []int{1, 2}},
		"a long header":     {6, []string{"HTTP/1.1 200 OK\r\nX-", "Long: 1\r\n\r\nabcdef"}, []int{1, 2}},
		"of HTTP/1.0":       {6, []string{strings.Replace(header, "1.1", "1.0", 1) + "abc", "def"}, []int{0, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			below := &written{}
			c := &connection{Conn: below}
			c.begin(tc.body)
			for i, text := range tc.writes {
				n, err := c.Write([]byte(text))
				require.NoError(t, err)
				require.Equal(t, len(text), n)
				require.Len(t, below.writes, tc.after[i])
			}
			require.Empty(t, cmp.Diff(tc.writes, below.writes))
		})
	}
}

func TestAnAnswerThatCannotBeWritten(t *testing.T) {
	broken := errors.New("broken")
	c := &connection{Conn: &written{fails: broken}}
	c.begin(6)
	n, err := c.Write([]byte("HTTP/1.1 200 OK\r\n\r\nabc"))
	require.NoError(t, err)
	require.Positive(t, n)
	n, err = c.Write([]byte("def"))
	require.ErrorIs(t, err, broken)
	require.Zero(t, n)
}

// TestNothingWaitsBehindABody: the connection keeps no bytes when net/http has the body, whether it wrote the rest or
// not.
func TestNothingWaitsBehindABody(t *testing.T) {
	const first = "HTTP/1.1 200 OK\r\n\r\nabc"
	for _, rest := range []string{"def", ""} {
		below := &written{}
		c := &connection{Conn: below}
		c.begin(6)
		_, err := c.Write([]byte(first))
		require.NoError(t, err)
		require.Empty(t, below.writes)
		c.end(func() {
			if rest != "" {
				_, err := c.Write([]byte(rest))
				require.NoError(t, err)
			}
		})
		require.Equal(t, first+rest, strings.Join(below.writes, ""))
		c.end(func() { require.Fail(t, "nothing is left") })
	}
	var none *connection
	none.begin(1)
	none.end(nil)
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

// seen is a connection that notes when net/http has written all of an answer before the system got any of it.
type seen struct {
	net.Conn
	outer  *connection
	joined *int
}

func (s *seen) Write(p []byte) (int, error) {
	if len(s.outer.parts[1]) > 0 && len(p) == len(s.outer.first) {
		*s.joined++
	}
	return s.Conn.Write(p)
}

// watched is a listener of connections that count in joined.
type watched struct {
	net.Listener
	of     *http.Server
	joined *int
}

func (w watched) Accept() (net.Conn, error) {
	conn, err := w.Listener.Accept()
	if err != nil {
		return nil, err
	}
	outer := &connection{of: w.of}
	outer.Conn = &seen{conn, outer, w.joined}
	return outer, nil
}

// TestPagesAreWrittenAtOnce: net/http writes a page in the parts that connection joins. Another version of net/http
// may do it in another way, and pages are then right and slower.
func TestPagesAreWrittenAtOnce(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	joined := 0
	server := &http.Server{Handler: s, ConnContext: withConn, ReadHeaderTimeout: closeTime}
	inner(s).link.http = server // as Listen does
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(watched{listener, server, &joined}) }()
	client := &http.Client{Transport: &http.Transport{}}
	for range 3 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String()+"/api/v1/teams", nil)
		require.NoError(t, err)
		res, err := client.Do(req)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Greater(t, len(body), 4096)
	}
	client.CloseIdleConnections()
	require.NoError(t, server.Shutdown(t.Context()))
	<-done
	require.Equal(t, 3, joined)
}

// TestTheConnectionOfAnotherServer: a server that gets requests from a handler of another server leaves their
// connections alone. Only the goroutines of the other one write there.
func TestTheConnectionOfAnotherServer(t *testing.T) {
	own, other := league(t), league(t)
	inner(own).link.http, inner(other).link.http = &http.Server{ReadTimeout: 1}, &http.Server{ReadTimeout: 2}
	session := own.StartSession(t)
	for _, tc := range []struct {
		of            *http.Server
		at            *link
		joins, closes bool
	}{
		{inner(own).link.http, &inner(own).link, true, true}, {inner(own).link.http, &inner(session).link, true, false},
		{inner(other).link.http, &inner(own).link, false, false},
	} {
		below := &written{}
		ctx := withConn(t.Context(), &connection{Conn: below, of: tc.of})
		req := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
		s := &socket{req: req, link: tc.at, direct: true}
		require.Equal(t, tc.joins, s.joining() != nil)
		req.ProtoMajor = 2
		require.Nil(t, s.joining(), "a connection of HTTP/2")
		s.closeHTTP2()
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
