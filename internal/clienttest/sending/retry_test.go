package sending

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

// TestRefusedConnectionsWereNeverSent: nothing listens at the address, so the client may send even a payment again.
func TestRefusedConnectionsWereNeverSent(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	transport := &http.Transport{}
	for class, call := range clienttest.ClassCalls {
		c := clienttest.Client(t, "http://"+address, tourney.Soccer, transport, clienttest.Quick)
		var response tourney.Response
		err = call(t.Context(), c, tourney.ResponseInto(&response))
		failed := clienttest.As[*tourney.TransportError](t, err, class)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
		require.Equal(t, 3, response.Attempts, class)
		require.Equal(t, 3, failed.Attempts, class)
	}
}

func TestTheLastAnswerIsTheError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
			clienttest.Broken(io.ErrUnexpectedEOF), clienttest.Reply(502, ``), clienttest.Reply(500, ``),
			clienttest.Reply(503, `{"Errors":[{"Code":12,"Message":"the last"}]}`),
		})
		err := clienttest.ClassCalls["read"](t.Context(), c)
		answered := clienttest.As[*tourney.APIError](t, err)
		require.Equal(t, 503, answered.Status)
		require.Equal(t, 4, answered.Attempts)
		require.ErrorContains(t, err, "the last")

		c, _ = clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{clienttest.Reply(503, ``), clienttest.Reply(503, ``),
			clienttest.Reply(503, ``), clienttest.Broken(io.ErrClosedPipe)})
		err = clienttest.ClassCalls["read"](t.Context(), c)
		require.ErrorIs(t, err, io.ErrClosedPipe)
		failed := clienttest.As[*tourney.TransportError](t, err)
		require.Equal(t, "GET /api/v1/venues", failed.Method+" "+failed.Path)
	})
}

func TestCancelEndsAWaitAtOnce(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		if strings.Contains(class, "charge") {
			continue // never waits after an answer
		}
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			time.AfterFunc(3*time.Second, cancel)
			var ends []observe.OperationEnd
			c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(429, `{}`, "Retry-After", "20"), clienttest.Ends(&ends))
			start := time.Now()
			var response tourney.Response
			err := call(ctx, c, tourney.ResponseInto(&response))
			require.ErrorIs(t, err, context.Canceled, class)
			require.Equal(t, tourney.Response{Attempts: 1}, response, "%s: the answer before the wait is not the last", class)
			require.Zero(t, ends[0].Status, class)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, "%s: a 429 says that nothing was done", class)
			require.Equal(t, 3*time.Second, time.Since(start), class)
			require.Len(t, h.Requests(), 1, class)
		})
	}
}

// hangInBody begins an answer and never ends it.
func hangInBody(req *http.Request) (*http.Response, error) {
	res, err := clienttest.Reply(200, ``)(req)
	res.Body = io.NopCloser(clienttest.ReadFunc(func([]byte) (int, error) {
		<-req.Context().Done()
		return 0, req.Context().Err()
	}))
	return res, err
}

// TestAttemptsEndApartFromTheCall: the timeout of an attempt is a failure like any other, and the deadline of the caller ends the call.
func TestAttemptsEndApartFromTheCall(t *testing.T) {
	noWait := tourney.WithRetry(tourney.Retry{Max: 3})
	for kind, answer := range map[string]httpmock.Responder{"no answer": clienttest.Hang, "no end of the answer": hangInBody} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			c, h := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{answer, answer, clienttest.Reply(200, `{}`)},
				tourney.WithAttemptTimeout(2*time.Second),
				noWait)
			require.NoError(t, clienttest.ClassCalls["read"](t.Context(), c), kind)
			require.Equal(t, 4*time.Second, time.Since(start))
			require.Len(t, h.Requests(), 3)

			start = time.Now()
			c, h = clienttest.Serve(t, tourney.Soccer, clienttest.One(answer), tourney.WithAttemptTimeout(2*time.Second), noWait)
			err := clienttest.ClassCalls["read"](t.Context(), c)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, 8*time.Second, time.Since(start))
			require.Len(t, h.Requests(), 4)

			start = time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			c, h = clienttest.Serve(t, tourney.Soccer, clienttest.One(answer), tourney.WithAttemptTimeout(2*time.Second), noWait)
			require.ErrorIs(t, clienttest.ClassCalls["read"](ctx, c), context.DeadlineExceeded)
			require.Equal(t, 3*time.Second, time.Since(start))
			require.Len(t, h.Requests(), 2)

			start = time.Now()
			c, h = clienttest.Serve(t, tourney.Soccer, clienttest.One(answer), tourney.WithAttemptTimeout(2*time.Second), noWait)
			require.ErrorIs(t, clienttest.ClassCalls["charge"](t.Context(), c), tourney.ErrOutcomeUnknown)
			require.Equal(t, 2*time.Second, time.Since(start))
			require.Len(t, h.Requests(), 1)
		})
	}
}

func TestTimeoutsOfACall(t *testing.T) {
	for _, c := range []struct {
		opts []tourney.Option
		call []tourney.CallOption
		want time.Duration
	}{
		{nil, nil, 60 * time.Second},
		{[]tourney.Option{tourney.WithTimeout(9 * time.Second)}, nil, 9 * time.Second},
		{[]tourney.Option{tourney.WithTimeout(9 * time.Second)}, []tourney.CallOption{tourney.WithTimeout(4 * time.Second)}, 4 * time.Second},
		{[]tourney.Option{tourney.WithTimeout(9 * time.Second)}, []tourney.CallOption{tourney.WithTimeout(0)}, time.Hour},
		{[]tourney.Option{tourney.WithTimeout(0)}, nil, time.Hour},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Hang), append(c.opts, tourney.WithAttemptTimeout(0))...)
			start := time.Now()
			require.ErrorIs(t, clienttest.ClassCalls["read"](ctx, client, c.call...), context.DeadlineExceeded)
			require.Equal(t, c.want, time.Since(start))
		})
	}
}

// owned is a transport whose idle connections belong to the user.
type owned struct {
	http.RoundTripper
	closed int
}

func (o *owned) CloseIdleConnections() { o.closed++ }

func TestTheUsersConnectionsAreNotClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, answer := range []httpmock.Responder{
			clienttest.Reply(200, `{"Venues":[]}`), clienttest.Reply(404, ``), clienttest.Reply(503, ``), clienttest.Broken(errors.New("lost")),
			clienttest.Torn(200), clienttest.Hang, clienttest.Reply(200, `<`),
		} {
			h := &clienttest.Host{Answers: clienttest.One(answer)}
			transport := &owned{RoundTripper: h.HTTPClient().Transport}
			c, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: transport}),
				tourney.WithTimeout(3*time.Second))
			require.NoError(t, err)
			_ = clienttest.ClassCalls["read"](t.Context(), c)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			_ = clienttest.ClassCalls["set"](ctx, c)
			cancel()
			require.NotEmpty(t, h.Requests())
			require.Zero(t, transport.closed)
		}
	})
}

// TestConnectionsAreUsedAgain: the client reads every answer to its end and closes it, also before a retry and for an error.
func TestConnectionsAreUsedAgain(t *testing.T) {
	var connections atomic.Int64
	var requests atomic.Int64
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		status := []int{503, 404, 200}[requests.Add(1)%3]
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"Padding":%q}`, strings.Repeat("x", 2000))
	}))
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}
	srv.Start()
	t.Cleanup(srv.Close)
	c, err := tourney.New(srv.URL, tourney.Soccer, tourney.WithHTTPClient(srv.Client()), clienttest.Quick)
	require.NoError(t, err)
	for range 12 {
		_ = clienttest.ClassCalls["read"](t.Context(), c)
	}
	require.Greater(t, requests.Load(), int64(12))
	require.Less(t, connections.Load(), requests.Load()/2, "net/http gives up a connection whose writer was kept from running")
}

// TestAnswersToCancelledCallsAreRead: a call that ends while its answer comes in ends with the whole answer.
func TestAnswersToCancelledCallsAreRead(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		ctx, cancel := context.WithCancel(t.Context())
		c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
			cancel()
			return clienttest.JSON(429, `{"Errors":[{"Code":2,"Message":"slower"}]}`), nil
		}, tourney.WithRetry(tourney.Retry{Max: 2}))
		var raw []byte
		answered := clienttest.As[*tourney.APIError](t, call(ctx, c, tourney.BodyInto(&raw)), class)
		require.Equal(t, []string{"slower"}, answered.HostMessages(), class)
		require.NotEmpty(t, raw, class)
	}
}
