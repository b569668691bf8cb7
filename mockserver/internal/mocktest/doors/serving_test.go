package doors

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestTheAnswerToARequestThatIsNotRead reaches a client that reads to the end of the connection. The server closes its
// side first, because unread bytes make the system break the connection.
func TestTheAnswerToARequestThatIsNotRead(t *testing.T) {
	s := mocktest.New(t, tourney.Soccer)
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
			require.NoError(t, clienttest.Err(fmt.Fprint(conn, strings.Repeat("n", size/2))))
			require.NoError(t, conn.(*net.TCPConn).CloseWrite())
		}
		all, err := io.ReadAll(conn)
		require.NoError(t, err, name)
		require.Contains(t, string(all), "HTTP/1.1 4", name)
		require.Contains(t, string(all), `"Errors"`, name)
		require.NoError(t, conn.Close())
	}
}

// testCertificate returns a certificate that signs itself.
func testCertificate(t *testing.T) tls.Certificate {
	t.Helper()
	other := httptest.NewTLSServer(nil)
	defer other.Close()
	return other.TLS.Certificates[0]
}

// secured returns a server that listens over https.
func secured(t *testing.T, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv := mocktest.New(t, tourney.Soccer, append([]mockserver.Option{admin.Serve()}, opts...)...)
	t.Cleanup(srv.Close)
	require.NoError(t, srv.ListenTLS("127.0.0.1:0", testCertificate(t)))
	return srv
}

// TestListenTLS: clients of the server and of its sessions use https, and so do streams of events.
func TestListenTLS(t *testing.T) {
	srv := secured(t)
	require.True(t, strings.HasPrefix(srv.URL(), "https://127.0.0.1:"), srv.URL())
	require.Equal(t, "https://"+srv.Addr().String(), srv.URL())
	session, err := srv.NewSession("anna")
	require.NoError(t, err)
	for _, s := range []*mockserver.World{srv.World, session} {
		require.NoError(t, clienttest.Err(s.Client().Teams.List(t.Context(), tourney.TeamListOptions{EventID: s.Events.All()[0].ID})))
		require.NotEmpty(t, s.Calls.All("Teams.List"))
	}
}

// httpsWires are the ways to a server that listens over https.
func httpsWires(cert tls.Certificate) map[string]*http.Transport {
	config := &tls.Config{InsecureSkipVerify: true, Certificates: []tls.Certificate{cert}}
	return map[string]*http.Transport{
		"HTTP/1.1": {TLSClientConfig: config},
		"HTTP/2":   {TLSClientConfig: config.Clone(), ForceAttemptHTTP2: true},
	}
}

// TestHTTPSOnTheWire: whole pages, streams, faults that end connections, and a listener that comes back.
func TestHTTPSOnTheWire(t *testing.T) {
	for name, wire := range httpsWires(testCertificate(t)) {
		t.Run(name, func(t *testing.T) {
			srv := secured(t)
			t.Cleanup(wire.CloseIdleConnections)
			ask := func() (mocktest.Answer, error) {
				resp, err := wire.RoundTrip(mocktest.GetRequest(t, srv.URL()+"/api/v1/teams"))
				if err == nil {
					require.Equal(t, name == "HTTP/2", resp.ProtoMajor == 2)
				}
				return mocktest.AnswerOf(resp, err)
			}
			got, err := ask()
			require.NoError(t, err)
			require.JSONEq(t, mocktest.Get(t, srv, "/api/v1/teams"), got.Body)

			from := bufio.NewReader(openEvents(t, wire, srv.URL()+"/_mock/events").Body)
			event(t, from)
			event(t, from)
			srv.Teams.Add(tourney.Team{Name: "Kites"})
			require.Contains(t, event(t, from), "event: write\n")

			for _, rule := range []fault.Rule{fault.OnAny().Drop(), fault.OnAny().Reset()} {
				f := srv.Faults.Add(rule)
				require.Error(t, clienttest.Err(ask()), rule)
				require.Positive(t, f.Hits())
				f.Remove()
			}
			srv.Unreachable(time.Hour)
			require.Error(t, clienttest.Err(ask()))
			srv.Unreachable(0)
			got, err = ask()
			require.NoError(t, err)
			require.Equal(t, http.StatusOK, got.Status)
		})
	}
}

// TestListenTLSRefuses: certificates that are none, and a second listener.
func TestListenTLSRefuses(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	defer srv.Close()
	require.EqualError(t, srv.ListenTLS("127.0.0.1:0", tls.Certificate{}),
		"mockserver: ListenTLS: the certificate is empty: expected one with its private key")
	broken := testCertificate(t)
	broken.Certificate = [][]byte{{1}}
	require.ErrorContains(t, srv.ListenTLS("127.0.0.1:0", broken), "mockserver: ListenTLS: the certificate cannot be read: ")
	require.Nil(t, srv.Addr())
	require.Equal(t, "https://mock.invalid", srv.URL())
	require.NoError(t, srv.ListenTLS("127.0.0.1:0", testCertificate(t)))
	require.ErrorContains(t, srv.Listen("127.0.0.1:0"), "the server is listening already")
	_, err := mockserver.New(tourney.Soccer, mockserver.ErrorLog(nil))
	require.EqualError(t, err, "mockserver: ErrorLog: the log is nil")
}

// TestErrorLog: the log has what is wrong with a connection.
func TestErrorLog(t *testing.T) {
	var lines bytes.Buffer
	srv := secured(t, mockserver.ErrorLog(log.New(&lines, "here: ", 0)))
	wire := &http.Transport{}
	_, err := wire.RoundTrip(mocktest.GetRequest(t, srv.URL()))
	require.Error(t, err, "nobody trusts the certificate")
	srv.Close()
	require.Contains(t, lines.String(), "here: http: TLS handshake error")
}

// blocking returns an option that lets no request through before it may, and the channels for that.
func blocking() (o mockserver.Option, entered, proceed chan struct{}) {
	entered, proceed = make(chan struct{}), make(chan struct{})
	return mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			close(entered)
			<-proceed
			next.ServeHTTP(w, req)
		})
	}), entered, proceed
}

// TestShutdown: a request under way gets its answer. Streams and waits, also of sessions, end at once.
func TestShutdown(t *testing.T) {
	for name, wire := range mocktest.Wires() {
		t.Run(name, func(t *testing.T) {
			wrap, entered, proceed := blocking()
			srv := mockserver.Start(t, tourney.Soccer, admin.Serve(), wrap)
			session, err := srv.NewSession("anna")
			require.NoError(t, err)
			t.Cleanup(wire.CloseIdleConnections)
			ended := make(chan error, 3)
			read := func(target string) {
				resp := openEvents(t, wire, target)
				go func() {
					_, err := io.Copy(io.Discard, resp.Body)
					ended <- err
				}()
			}
			read(srv.URL() + "/_mock/events")
			read(session.URL() + "/_mock/events")
			asked := make(chan mocktest.Answer, 1)
			req := mocktest.GetRequest(t, srv.URL()+"/api/v1/teams")
			go func() {
				a, _ := mocktest.AnswerOf(wire.RoundTrip(req))
				asked <- a
			}()
			<-entered
			done := make(chan error, 1)
			go func() { done <- srv.Shutdown(t.Context()) }()
			for range 2 {
				t.Log("a stream ended:", <-ended) // with an error or without one
			}
			require.Empty(t, done)
			close(proceed)
			require.Equal(t, http.StatusOK, (<-asked).Status)
			require.NoError(t, <-done)
			require.ErrorContains(t, srv.Listen("127.0.0.1:0"), "was closed")
		})
	}
}

// TestShutdownEndsWithItsContext: a request that takes longer gets no answer.
func TestShutdownEndsWithItsContext(t *testing.T) {
	wrap, entered, proceed := blocking()
	srv := mockserver.Start(t, tourney.Soccer, wrap)
	wire := &http.Transport{}
	t.Cleanup(wire.CloseIdleConnections)
	failed := make(chan error, 1)
	req := mocktest.GetRequest(t, srv.URL()+"/api/v1/teams")
	go func() {
		_, err := mocktest.AnswerOf(wire.RoundTrip(req))
		failed <- err
		close(proceed)
	}()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, srv.Shutdown(ctx), context.Canceled)
	require.Error(t, <-failed)
	quiet := mocktest.New(t, tourney.Soccer)
	require.NoError(t, quiet.Shutdown(ctx), "it has no listener")
}

func TestStartAndClose(t *testing.T) {
	var stopped string
	t.Run("inner", func(t *testing.T) {
		srv := mockserver.Start(t, tourney.Soccer)
		require.Regexp(t, `^http://127\.0\.0\.1:\d+$`, srv.URL())
		page, err := srv.Client().Teams.List(t.Context(), tourney.TeamListOptions{})
		require.NoError(t, err)
		require.NotZero(t, page.Total)
		require.Error(t, srv.Listen("127.0.0.1:0"), "it listens already")
		stopped = srv.URL()
	})
	_, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(mocktest.GetRequest(t, stopped+"/api/v1/venues"))
	require.Error(t, err, "the server is closed")
}

func TestRoundTripper(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	body := &closing{Reader: strings.NewReader(`{"Id":101,"Name":"x"}`)}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "http://host.example.com/api/v1/teams", body)
	require.NoError(t, err)
	res, err := srv.RoundTrip(req)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)
	require.Equal(t, req, res.Request)
	require.EqualValues(t, 2, res.ContentLength)
	require.True(t, body.closed)

	req = mocktest.GetRequest(t, "http://host.example.com/api/v1/venues")
	req.Method = "" // http.Client takes the empty method for GET
	res, err = srv.RoundTrip(req)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = srv.RoundTrip(req.WithContext(ctx))
	require.ErrorIs(t, err, context.Canceled)
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

// TestSessionOfATest ends with the test, and the log of a failed test has its requests.
func TestSessionOfATest(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	b := &mocktest.TB{}
	client := srv.StartSession(b).Client(tourney.WithFormat(tourney.FormatXML))
	require.NoError(t, mocktest.ListVenues(t, client))
	require.Equal(t, 200, mocktest.Send(t, srv, "GET", "/_mock/session/s1/api/v1/teams?id=101", "").Status)
	session := srv.StartSession(b)
	require.Equal(t, "s2", session.SessionName())
	b.HasFailed = true
	b.End()
	require.Contains(t, b.Log, "mockserver: session s1: 2 of 2 requests, the last ones:\n  1: 200 GET /api/v1/venues (Venues.List)")
	require.Contains(t, b.Log, "mockserver: session s2: no request arrived")
	require.Equal(t, 403, mocktest.Send(t, srv, "GET", "/_mock/session/s1/api/v1/teams?id=101", "").Status)
	srv.Close()
	require.Nil(t, srv.StartSession(b))
	require.Contains(t, b.Log, "mockserver: StartSession: the server is closed")
}

// TestUnreachableFromOutside: the process that makes a mock unreachable over its admin API gets an answer.
func TestUnreachableFromOutside(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	for range 5 {
		far, err := mockserver.Remote(srv.URL() + "/")
		require.NoError(t, err)
		require.Equal(t, srv.URL(), far.URL())
		far.Unreachable(time.Hour)
		_, err = mockserver.Remote(srv.URL())
		require.ErrorIs(t, err, syscall.ECONNREFUSED, "the answer comes when the server is unreachable")
		require.Panics(t, func() { far.Info() }, "no connection is left")
		srv.Unreachable(0)
	}
}

// TestUnreachableRefusesANegativeTime: it would end what goes on, which 0 says.
func TestUnreachableRefusesANegativeTime(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		srv := mocktest.Empty(t, tourney.Soccer)
		require.PanicsWithError(t, "mockserver: Unreachable: the time for which it lasts is -1s: expected 0s or more",
			func() { open(srv).Unreachable(-time.Second) })
		mocktest.Get(t, srv, "/_mock/ready")
	})
}

// TestUnreachableFromOutsideOverTLS: the connection of the request that asks for it is kept below TLS as well.
func TestUnreachableFromOutsideOverTLS(t *testing.T) {
	for name, wire := range httpsWires(testCertificate(t)) {
		t.Cleanup(wire.CloseIdleConnections)
		srv := secured(t)
		far, err := mockserver.Remote(srv.URL(), mockserver.RemoteHTTPClient(&http.Client{Transport: wire}))
		require.NoError(t, err, name)
		far.Unreachable(time.Hour)
		require.Panics(t, func() { far.Info() }, name)
		srv.Unreachable(0)
	}
}
