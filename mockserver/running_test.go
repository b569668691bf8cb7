package mockserver_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// newPost returns a request with a body.
func newPost(t *testing.T, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://host.example.com/api/v1/teams", body)
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	return req
}

// trip is a request without a socket in a goroutine of its own.
type trip struct {
	done   chan struct{}
	status int
	failed error
}

func startTrip(srv *mockserver.Server, req *http.Request) *trip {
	under := &trip{done: make(chan struct{})}
	go func() {
		defer close(under.done)
		res, err := srv.RoundTrip(req)
		if under.failed = err; err == nil {
			under.status = res.StatusCode
			_ = res.Body.Close()
		}
	}()
	return under
}

func closeBeside(srv *mockserver.Server) chan struct{} {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		srv.Close()
	}()
	return closed
}

// TestCloseWaitsForCalls checks that a call under way gets its answer before Close returns, also a second Close.
func TestCloseWaitsForCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		srv := mocktest.Empty(t, tourney.Soccer, mockserver.OnCall(func(journal.Call) { <-release }))
		call := startTrip(srv, newPost(t, strings.NewReader(`{"Name":"A"}`)))
		synctest.Wait()
		first, second := closeBeside(srv), closeBeside(srv)
		synctest.Wait()
		require.True(t, mocktest.IsOpen(first) && mocktest.IsOpen(second), "Close has returned before the call")
		close(release)
		<-first
		<-second
		synctest.Wait() // until the goroutine above has the answer
		require.False(t, mocktest.IsOpen(call.done))
		require.NoError(t, call.failed)
		require.Equal(t, http.StatusOK, call.status)
		begun := time.Now()
		srv.Close()
		require.Zero(t, time.Since(begun))
	})
}

// TestNothingRunsAfterClose closes servers whose clients keep sending, with connections, without, and with both.
func TestNothingRunsAfterClose(t *testing.T) {
	before := goleak.IgnoreCurrent()
	for range 20 {
		var running, afterClose atomic.Int32
		var closed atomic.Bool
		srv := mocktest.Empty(t, tourney.Soccer, mockserver.OnCall(func(journal.Call) {
			running.Add(1)
			runtime.Gosched()
			if closed.Load() {
				afterClose.Add(1)
			}
			running.Add(-1)
		}))
		require.NoError(t, srv.Listen("127.0.0.1:0"))
		transport := &http.Transport{}
		var clients sync.WaitGroup
		var answered atomic.Int32
		for i := range 4 {
			sender := []http.RoundTripper{srv, transport}[i%2]
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL()+"/api/v1/venues", nil)
			require.NoError(t, err)
			clients.Go(func() {
				for {
					res, err := sender.RoundTrip(req.Clone(req.Context()))
					if err != nil {
						return
					}
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
					answered.Add(1)
				}
			})
		}
		for answered.Load() < 20 {
			runtime.Gosched()
		}
		_ = mocktest.Dial(t, srv.URL(), "GET /api/v1/venues HTTP/1.1\r\nHost: localhost\r\n") // and no end of the header
		require.True(t, mockserver.Ended(srv))
		closed.Store(true)
		require.Zero(t, running.Load(), "calls that Close has not waited for")
		clients.Wait()
		require.Zero(t, afterClose.Load(), "calls after Close")
		transport.CloseIdleConnections()
	}
	goleak.VerifyNone(t, before)
}

// TestRequestsAfterClose checks that requests without a socket fail like those to a port where nothing listens.
func TestRequestsAfterClose(t *testing.T) {
	for _, listens := range []bool{false, true} {
		srv := mocktest.Empty(t, tourney.Soccer)
		if listens {
			require.NoError(t, srv.Listen("127.0.0.1:0"))
		}
		client := srv.Client(tourney.WithRetry(tourney.Retry{}))
		team, err := client.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
		require.NoError(t, err)
		srv.Close()
		_, err = client.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("B")})
		var lost *tourney.TransportError
		require.ErrorAs(t, err, &lost)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, "it was certainly not sent")
		reason := map[bool]string{false: "dial tcp: mockserver: the server is closed", true: "connection refused"}[listens]
		require.ErrorContains(t, err, reason)
		_, err = client.Payments.Pay(t.Context(), tourney.PaymentInput{TeamID: team, Payment: mocktest.Paying(nil)})
		require.ErrorContains(t, err, reason, "dialing comes before the request, so its error repeats no card")
		_, known := srv.Teams.Get(team)
		require.True(t, known, "the rows are still there")
		require.Len(t, srv.Teams.All(), 1)
		require.Len(t, srv.Calls.All(""), 1)
	}
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Close()
	for accept, want := range map[string]string{"application/json": `{"Errors":`, "application/xml": "<Response"} {
		w := httptest.NewRecorder()
		req := httptest.NewRequest(http.MethodGet, "/api/v1/venues", nil)
		req.Header.Set("Accept", accept)
		srv.ServeHTTP(w, req)
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.Contains(t, w.Body.String(), want)
		require.Empty(t, srv.Calls.All(""))
	}
}

// TestCloseWithABodyThatNeverComes checks that the client gets an error, and that Close does not wait.
func TestCloseWithABodyThatNeverComes(t *testing.T) {
	t.Run("without a socket", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			srv := mocktest.Empty(t, tourney.Soccer)
			body, _ := io.Pipe()
			call := startTrip(srv, newPost(t, body))
			synctest.Wait()
			begun := time.Now()
			srv.Close()
			<-call.done
			require.Zero(t, time.Since(begun))
			require.ErrorContains(t, call.failed, "the server is closed")
			require.Empty(t, srv.Teams.All())
		})
	})
	for _, own := range []bool{true, false} {
		srv := mocktest.Empty(t, tourney.Soccer)
		conn := mocktest.Dial(t, listening(t, srv, own),
			"POST /api/v1/teams HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n")
		line, err := bufio.NewReader(conn).ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, "100 Continue", "the server reads the body, so net/http tells the client to go on")
		require.True(t, mockserver.Ended(srv))
		if res, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
			require.GreaterOrEqual(t, res.StatusCode, 400)
			require.NoError(t, res.Body.Close())
		}
	}
}

// listening returns the URL of a server that listens itself, or of another server that has it as its handler.
func listening(t *testing.T, srv *mockserver.Server, own bool) string {
	t.Helper()
	if own {
		require.NoError(t, srv.Listen("127.0.0.1:0"))
		return srv.URL()
	}
	other := httptest.NewServer(srv)
	t.Cleanup(other.Close)
	return other.URL
}

// TestCloseWithAnAnswerThatNobodyReads has an answer that is larger than the buffers of a connection.
func TestCloseWithAnAnswerThatNobodyReads(t *testing.T) {
	for _, own := range []bool{true, false} {
		written := make(chan struct{})
		srv := mocktest.Empty(t, tourney.Soccer, mockserver.OnCall(func(journal.Call) { close(written) })) // as much as the connection holds
		for range 32 {
			srv.Venues.Add(tourney.Venue{Name: strings.Repeat("x", 1<<20)})
		}
		conn := mocktest.Dial(t, listening(t, srv, own), "GET /api/v1/venues HTTP/1.1\r\nHost: localhost\r\n\r\n")
		<-written
		require.True(t, mockserver.Ended(srv))
		read, _ := io.Copy(io.Discard, conn)
		require.Less(t, read, int64(32<<20), "the answer is torn")
	}
}

// TestCloseByAFunctionOfTheServer checks that such a Close waits for its function, but not for ever.
func TestCloseByAFunctionOfTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var srv *mockserver.Server
		srv = mocktest.Empty(t, tourney.Soccer, mockserver.OnCall(func(journal.Call) { srv.Close() }))
		begun := time.Now()
		call := startTrip(srv, newPost(t, strings.NewReader(`{"Name":"A"}`)))
		<-call.done
		require.NoError(t, call.failed)
		require.Equal(t, http.StatusOK, call.status)
		require.Equal(t, 10*time.Second, time.Since(begun))
		srv.Close()
		require.Equal(t, 10*time.Second, time.Since(begun), "the second time there is nothing to wait for")
	})
}

// stuck is a body that never comes, also after it is closed.
type stuck struct{ until chan struct{} }

func (s stuck) Read([]byte) (int, error) {
	<-s.until
	return 0, errors.New("too afterClose")
}

func (s stuck) Close() error {
	<-s.until
	return nil
}

// TestCloseGivesUpOnWhatHangs checks that Close returns all the same.
func TestCloseGivesUpOnWhatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.Empty(t, tourney.Soccer)
		until := make(chan struct{})
		call := startTrip(srv, newPost(t, stuck{until}))
		synctest.Wait()
		begun := time.Now()
		srv.Close()
		require.Equal(t, 10*time.Second, time.Since(begun))
		close(until)
		<-call.done
		require.Error(t, call.failed)
		srv.Close()
		require.Equal(t, 10*time.Second, time.Since(begun))
	})
}

// TestWhatEndsAWait: what hangs or waits because of a rule ends with the rule, wherever the rule acts, also in a session.
// Close waits for neither, and its clients get an error.
func TestWhatEndsAWait(t *testing.T) {
	ends := map[string]func(*mockserver.Server, *fault.Armed){
		"Close":        func(srv *mockserver.Server, _ *fault.Armed) { require.True(t, mockserver.Ended(srv)) },
		"Remove":       func(_ *mockserver.Server, f *fault.Armed) { f.Remove() },
		"Faults.Clear": func(srv *mockserver.Server, _ *fault.Armed) { srv.Faults.Clear() },
		"DELETE": func(srv *mockserver.Server, _ *fault.Armed) {
			_, _ = srv.RoundTrip(httptest.NewRequest("DELETE", srv.URL()+"/_mock/faults", nil))
		},
	}
	for name, end := range ends {
		for _, rule := range []struct {
			rule  fault.Rule
			fails bool
		}{
			{fault.OnAny().Delay(time.Hour), false}, {fault.OnAny().AfterCommit().Delay(time.Hour), false},
			{fault.OnAny().Writing().Delay(time.Hour), false}, {fault.OnAny().Throttle(1), false},
			{fault.OnAny().Hang(), true}, {fault.OnAny().AfterCommit().Hang(), true},
			{fault.OnAny().Writing().Hang(), true},
		} {
			for _, way := range []string{"", "listens", "session", "session listens"} {
				t.Run(fmt.Sprint(name, " ", rule.rule, " ", way), func(t *testing.T) {
					srv := mocktest.Empty(t, tourney.Soccer, admin.Serve())
					t.Cleanup(srv.Close)
					if strings.HasSuffix(way, "listens") {
						require.NoError(t, srv.Listen("127.0.0.1:0"))
					}
					if strings.HasPrefix(way, "session") {
						srv = opened(t, srv, "")
					}
					f := srv.Faults.Add(rule.rule)
					failed := make(chan error, 1)
					client := srv.Client(clienttest.SentOnce)
					go func() {
						_, err := client.Venues.List(context.WithoutCancel(t.Context()), tourney.VenueListOptions{})
						failed <- err
					}()
					for f.Hits() == 0 {
						require.NoError(t, t.Context().Err())
					}
					end(srv, f)
					require.Equal(t, rule.fails || name == "Close", <-failed != nil)
				})
			}
		}
	}
}

// TestWrapMayPanic: a panic of a handler is not hidden from a client in the same process.
func TestWrapMayPanic(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.Wrap(func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a mistake of the test") })
	}))
	require.PanicsWithValue(t, "a mistake of the test", func() {
		_, _ = srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/teams"))
	})
	require.True(t, mockserver.Ended(srv), "the call has left the server")
}
