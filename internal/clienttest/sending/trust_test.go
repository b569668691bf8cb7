package sending

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

var errDial = &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}

// charge posts to the payments.
func charge(ctx context.Context, c *tourney.Client) error {
	_, err := c.Do(ctx, tourney.RawRequest{Method: http.MethodPost, Path: "/api/v1/payments", Body: []byte(`{"TeamId":1}`)})
	return err
}

// TestTheCauseOfAContextProvesNothing: net/http returns the cause of an ended context. An errgroup sets the cause to the error of another
// request.
func TestTheCauseOfAContextProvesNothing(t *testing.T) {
	received, hold := make(chan struct{}), make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		received <- struct{}{}
		<-hold
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(func() { close(hold) })
	for _, cause := range []error{errDial, errors.New("enough")} {
		var ends []observe.OperationEnd
		c, err := tourney.New(srv.URL, tourney.Soccer, tourney.WithHTTPClient(srv.Client()), clienttest.Ends(&ends))
		require.NoError(t, err)
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			<-received
			cancel(cause)
		}()
		err = charge(ctx, c)
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
		require.ErrorIs(t, err, context.Canceled)
		require.True(t, ends[0].OutcomeUnknown)
		require.Equal(t, observe.ErrorCanceled, ends[0].Error)
	}
}

// TestADialAfterTheRequestProvesNothing: some transports send twice or make other requests, and fail to connect after the request went out.
func TestADialAfterTheRequestProvesNothing(t *testing.T) {
	var charges atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		if charges.Add(1); req.Header.Get("Answer") == "" {
			panic(http.ErrAbortHandler)
		}
		_, _ = io.WriteString(w, `{}`)
	}))
	t.Cleanup(srv.Close)
	direct := srv.Client().Transport
	for name, send := range map[string]clienttest.Transport{
		"a second host that refuses": func(req *http.Request) (*http.Response, error) {
			_, err := direct.RoundTrip(req)
			require.Error(t, err)
			return nil, errDial
		},
		"an audit that fails after the answer": func(req *http.Request) (*http.Response, error) {
			req.Header.Set("Answer", "yes")
			res, err := direct.RoundTrip(req)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			return nil, errDial
		},
		"a body that fails so": func(req *http.Request) (*http.Response, error) {
			charges.Add(1)
			return clienttest.AnswerOf(req, http.StatusOK, io.NopCloser(failing{errDial})), nil
		},
	} {
		charges.Store(0)
		c := clienttest.Client(t, srv.URL, tourney.Soccer, send, clienttest.Quick)
		require.ErrorIs(t, charge(t.Context(), c), tourney.ErrOutcomeUnknown, name)
		require.Equal(t, int64(1), charges.Load(), name)
	}
}

// failing is a body that breaks off at once.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// stalled is a body that never comes.
type stalled struct{ ctx context.Context }

func (s stalled) Read([]byte) (int, error) {
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}

func (stalled) Close() error { return nil }

// TestNobodyWaitsForTheRestOfAnAnswer that is sent again: neither beyond the wait before the next attempt nor beyond the deadline.
func TestNobodyWaitsForTheRestOfAnAnswer(t *testing.T) {
	for _, test := range []struct {
		status     int
		retryAfter string
		timeout    time.Duration
		most       time.Duration
	}{{503, "25", 26 * time.Second, 26 * time.Second}, {429, "1", 0, 35 * time.Second}, {503, "0", 0, 35 * time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			sent := 0
			c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
				sent++
				return clienttest.AnswerOf(req, test.status, stalled{req.Context()}, "Retry-After", test.retryAfter), nil
			}, tourney.WithMaxConcurrent(1), tourney.WithTimeout(test.timeout), tourney.WithRetry(tourney.DefaultRetry()))
			begun := time.Now()
			_, err := c.Teams.Get(t.Context(), 1)
			var answered *tourney.TransportError
			var refused *tourney.APIError
			require.True(t, errors.As(err, &answered) || errors.As(err, &refused), "%v", err)
			require.LessOrEqual(t, time.Since(begun), test.most, "%+v", test)
			require.Greater(t, sent, 1)
		})
	}
}

// TestAPanickingBodyGivesItsSlotBack, whether it panics when it is read or when it is closed.
func TestAPanickingBodyGivesItsSlotBack(t *testing.T) {
	for name, body := range map[string]io.ReadCloser{
		"reading": panicking{read: true}, "closing": panicking{Reader: strings.NewReader(`{"Team":{"Id":1}}`)},
	} {
		for _, status := range []int{200, 404, 503} {
			first := true
			c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
				if first {
					first = false
					return clienttest.AnswerOf(req, status, body), nil
				}
				return clienttest.AnswerOf(req, http.StatusOK, clienttest.Body(`{"Team":{"Id":1}}`)), nil
			}, tourney.WithMaxConcurrent(1), clienttest.Quick)
			require.Panics(t, func() { _, _ = c.Teams.Get(t.Context(), 1) }, name)
			_, err := c.Teams.Get(t.Context(), 1, tourney.WithTimeout(10*time.Second))
			require.NoError(t, err, name, status)
		}
	}
}

type panicking struct {
	io.Reader
	read bool
}

func (p panicking) Read(to []byte) (int, error) {
	if p.read {
		panic("reading")
	}
	return p.Reader.Read(to)
}

func (panicking) Close() error { panic("closing") }

// TestTheRateHoldsBehindASlot: a permission of the limiter is used at once, and not saved up while the request waits for a slot.
func TestTheRateHoldsBehindASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []time.Time
		c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			if sent = append(sent, time.Now()); len(sent) == 1 {
				<-time.After(5 * time.Second) // of virtual time
			}
			return clienttest.AnswerOf(req, http.StatusOK, clienttest.Body(`{"Team":{"Id":1}}`)), nil
		}, tourney.WithMaxConcurrent(1), tourney.WithRateLimit(rate.NewLimiter(10, 1)))
		for range 20 {
			go func() { _, _ = c.Teams.Get(t.Context(), 1) }()
		}
		<-time.After(time.Minute)
		synctest.Wait()
		require.Len(t, sent, 20)
		for i := 2; i < len(sent); i++ {
			require.GreaterOrEqual(t, sent[i].Sub(sent[i-1]), 99*time.Millisecond)
		}
	})
}

// TestTheUsersTimeoutIsForAttempts, and not for the waits before them.
func TestTheUsersTimeoutIsForAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		user := &http.Client{Timeout: time.Second, Transport: clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			if req.URL.Query().Get("id") == "2" {
				<-req.Context().Done()
				return nil, req.Context().Err()
			}
			<-time.After(900 * time.Millisecond)
			return clienttest.AnswerOf(req, http.StatusOK, clienttest.Body(`{"Team":{"Id":1}}`)), nil
		})}
		c, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithMaxConcurrent(1), tourney.WithHTTPClient(user),
			tourney.WithRetry(tourney.Retry{}))
		require.NoError(t, err)
		failed := make(chan error, 5)
		for range cap(failed) {
			go func() {
				_, err := c.Teams.Get(t.Context(), 1)
				failed <- err
			}()
		}
		for range cap(failed) {
			require.NoError(t, <-failed)
		}
		begun := time.Now()
		_, err = c.Teams.Get(t.Context(), 2)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(begun))
		require.Equal(t, time.Second, user.Timeout, "the user's client is as it was")
	})
}

// TestObserversHearTheEndOfEverything: this includes calls that panic. Their contexts end with the call.
func TestObserversHearTheEndOfEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []observe.WaitEnd
		var ends []observe.OperationEnd
		observer := observe.Observer{
			WaitEnd:      func(_ context.Context, e observe.WaitEnd) { waits = append(waits, e) },
			OperationEnd: func(_ context.Context, e observe.OperationEnd) { ends = append(ends, e) },
			AttemptStart: func(ctx context.Context, a observe.Attempt) context.Context {
				if a.Op == "Teams.Get" {
					<-ctx.Done()
				}
				return ctx
			},
		}
		fails := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			if req.Body != nil {
				_, _ = io.Copy(io.Discard, req.Body)
				panic("after the charge")
			}
			return nil, req.Context().Err()
		})
		c, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: fails}),
			tourney.WithObserver(observer))
		require.NoError(t, err)
		require.Panics(t, func() { _ = charge(t.Context(), c) })
		require.Equal(t, observe.ErrorPanic, ends[0].Error)
		require.True(t, ends[0].OutcomeUnknown, "the transport was at work")

		begun := time.Now()
		_, err = c.Teams.Get(t.Context(), 1, tourney.WithTimeout(time.Second))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(begun), "a function that waits for the end of its context waits no longer")

		c, err = c.With(tourney.WithRateLimit(panickingLimiter{}))
		require.NoError(t, err)
		require.Panics(t, func() { _, _ = c.Teams.Get(t.Context(), 1) })
		require.Len(t, waits, 1)
		require.Equal(t, observe.ErrorPanic, waits[0].Error)
	})
}

type panickingLimiter struct{}

func (panickingLimiter) Wait(context.Context) error { panic("the limiter") }

// TestAlertsAreFailuresOfTLS: crypto/tls has no type for alerts of the other side.
func TestAlertsAreFailuresOfTLS(t *testing.T) {
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.TLS = &tls.Config{MinVersion: tls.VersionTLS13}
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	old := srv.Client().Transport.(*http.Transport).Clone() //nolint:forcetypeassert // httptest makes it so
	old.TLSClientConfig.MaxVersion = tls.VersionTLS12
	t.Cleanup(old.CloseIdleConnections)
	var ends []observe.OperationEnd
	c := clienttest.Client(t, srv.URL, tourney.Soccer, old, clienttest.Quick, clienttest.Ends(&ends))
	_, err := c.Teams.Get(t.Context(), 1)
	require.Error(t, err)
	require.Equal(t, observe.ErrorTLS, ends[0].Error)
}
