package sending

import (
	"context"
	"errors"
	"math"
	"net/http"
	"sync"
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

// refusals counts refused retries by reason.
func refusals(count map[observe.Refusal]int) tourney.Option {
	return tourney.WithObserver(observe.Observer{Retry: func(_ context.Context, e observe.RetryDecision) { count[e.Refusal]++ }})
}

// TestFailingHostsAreNotHammered: after the reserve is used up, only the refill of calls allows retries.
func TestFailingHostsAreNotHammered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls = 100
		heard := map[observe.Refusal]int{}
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, `{"Errors":[{"Code":12,"Message":"closed"}]}`),
			tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 10, Refill: 0.25}), refusals(heard))
		derived, err := c.With(tourney.WithUserAgent("other"))
		require.NoError(t, err)
		for i := range calls {
			client := c
			if i%2 == 1 {
				client = derived
			}
			err := clienttest.ClassCalls["read"](t.Context(), client)
			require.ErrorIs(t, err, tourney.ErrUnavailable)
			require.ErrorContains(t, err, "closed", "the last answer is what the caller gets")
		}
		// The first call finds the budget full, so that its share is lost.
		require.Len(t, h.Requests(), calls+10+(calls-1)/4)
		require.Equal(t, 10+(calls-1)/4, heard[observe.RefusedNone])
		require.Positive(t, heard[observe.RefusedBudget])
		require.Equal(t, 3, heard[observe.RefusedAttempts], "while the reserve lasted")
	})
}

func TestBudgetComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failing := true
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(func(req *http.Request) (*http.Response, error) {
			if failing {
				return clienttest.Reply(503, ``)(req)
			}
			return clienttest.Reply(200, `{}`)(req)
		}), tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 3, Refill: 0.5}))
		sends := func() int {
			before := len(h.Requests())
			_ = clienttest.ClassCalls["read"](t.Context(), c)
			return len(h.Requests()) - before
		}
		require.Equal(t, []int{4, 1, 2, 1, 2}, []int{sends(), sends(), sends(), sends(), sends()})
		failing = false
		for range 6 {
			require.Equal(t, 1, sends())
		}
		failing = true
		require.Equal(t, 4, sends(), "calls that went well have filled it up")
	})
}

// TestOtherRefusalsTakeNothing: a retry takes nothing from the budget if another reason prevents it, or if the policy does not want it.
func TestOtherRefusalsTakeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &clienttest.Host{}
		c, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithHTTPClient(h.HTTPClient()),
			tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 3}))
		require.NoError(t, err)
		for _, answer := range []httpmock.Responder{clienttest.Reply(404, ``), clienttest.Reply(503, ``, "Retry-After", "3600")} {
			h.Answers = clienttest.One(answer)
			for range 10 {
				require.Error(t, clienttest.ClassCalls["read"](t.Context(), c))
			}
		}
		h.Answers = clienttest.Always(503, ``)
		require.Error(t, clienttest.ClassCalls["charge"](t.Context(), c))
		require.Error(t, clienttest.ClassCalls["read"](t.Context(), c, tourney.WithRetry(tourney.Retry{})))
		before := len(h.Requests())
		require.Error(t, clienttest.ClassCalls["read"](t.Context(), c))
		require.Len(t, h.Requests(), before+4)
	})
}

// TestRefusedKeysTakeNothing: when keys expire, all calls under way are sent once more.
func TestRefusedKeysTakeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(round int) bool { return round == 2 }}
		slow := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			<-time.After(time.Second) // of the bubble's own clock: all are under way when the first is refused
			return h.RoundTrip(req)
		})
		c := clienttest.LoginClient(t, h, tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 1}),
			tourney.WithHTTPClient(&http.Client{Transport: slow}))
		for _, err := range clienttest.Many(t, c, 20) {
			require.NoError(t, err)
		}
		require.Equal(t, 2, h.Logins)
	})
}

// TestBudgetInManyGoroutines: goroutines together get no more retries than the budget has.
func TestBudgetInManyGoroutines(t *testing.T) {
	const workers, calls, reserve = 32, 50, 40
	var sent atomic.Int64
	c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
		sent.Add(1)
		return clienttest.JSON(503, `{}`), nil
	}, tourney.WithRetry(tourney.Retry{Max: 5}), tourney.WithRetryBudget(tourney.RetryBudget{Reserve: reserve, Refill: 0.1}))
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range calls {
				_ = clienttest.ClassCalls["read"](t.Context(), c)
			}
		})
	}
	wg.Wait()
	retries := sent.Load() - workers*calls
	const earned = workers * calls / 10
	require.LessOrEqual(t, retries, int64(reserve+earned))
	require.GreaterOrEqual(t, retries, int64(earned-1), "what is earned is spent")
}

func TestBudgetsOfTheirOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sends := func(c *tourney.Client, h *clienttest.Host) int {
			before := len(h.Requests())
			require.Error(t, clienttest.ClassCalls["read"](t.Context(), c))
			return len(h.Requests()) - before
		}
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``), tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 3}))
		other, err := c.With(tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 2}))
		require.NoError(t, err)
		unbounded, err := c.With(tourney.WithRetryBudget(tourney.RetryBudget{}))
		require.NoError(t, err)
		require.Equal(t, []int{4, 1, 3, 1}, []int{sends(c, h), sends(c, h), sends(other, h), sends(other, h)})
		for range 100 {
			require.Equal(t, 4, sends(unbounded, h))
		}
		plain, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``))
		total := 0
		for range 1000 {
			total += sends(plain, h)
		}
		require.InDelta(t, 1000+100+200, total, 1, "the default")
	})
	for _, b := range []tourney.RetryBudget{{Reserve: -1}, {Reserve: 1, Refill: -1}, {Reserve: 1, Refill: math.NaN()},
		{Reserve: 1, Refill: math.Inf(1)}, {Reserve: math.MaxInt32}} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithRetryBudget(b))
		require.ErrorContains(t, err, "WithRetryBudget")
	}
}

func TestLimiterIsAskedForEveryAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, full := 0, errors.New("the day's share is used up")
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``),
			tourney.WithRateLimit(clienttest.Limiter(func(context.Context) error {
				if asked++; asked == 3 {
					return full
				}
				return nil
			})))
		_, err := c.Games.List(t.Context(), tourney.GameListOptions{})
		require.ErrorIs(t, err, full)
		require.Equal(t, 3, asked)
		require.Len(t, h.Requests(), 2)
	})
}

func TestMaxConcurrentBoundsRequestsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now, most := 0, 0
		var mu = make(chan struct{}, 1)
		slow := func(req *http.Request) (*http.Response, error) {
			mu <- struct{}{}
			now++
			most = max(most, now)
			<-mu
			<-time.After(time.Second) // of the bubble's own clock
			mu <- struct{}{}
			now--
			<-mu
			return clienttest.Reply(200, `{"Venues":[]}`)(req)
		}
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(slow), tourney.WithMaxConcurrent(3))
		derived, err := c.With(tourney.WithUserAgent("other"))
		require.NoError(t, err)
		start := time.Now()
		rest := make(chan []error)
		go func() { rest <- clienttest.Many(t, derived, 5) }()
		for _, err := range append(clienttest.Many(t, c, 4), <-rest...) {
			require.NoError(t, err)
		}
		require.Equal(t, 3, most)
		require.Equal(t, 3*time.Second, time.Since(start), "no slot is lost, and none is added")
		require.Len(t, h.Requests(), 9)

		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		done := make(chan []error)
		go func() { done <- clienttest.Many(t, c, 3) }()
		synctest.Wait()
		_, err = c.Venues.List(ctx, tourney.VenueListOptions{})
		require.ErrorIs(t, err, context.DeadlineExceeded, "waiting for a slot ends with the context")
		for _, err := range <-done {
			require.NoError(t, err)
		}
	})
}
