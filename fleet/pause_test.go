package fleet_test

import (
	"context"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/observe"
)

// TestPause: what a host answers to one process holds the others back.
func TestPause(t *testing.T) {
	t.Parallel()
	read := tourney.RawRequest{Method: "GET", Path: "/api/v1/venues"}
	charge := tourney.RawRequest{Method: "POST", Path: "/api/v1/payments"}
	for name, test := range map[string]struct {
		send    tourney.RawRequest
		answers fault.Rule
		options fleet.LimitOptions
		want    time.Duration
	}{
		"a read that is refused":   {read, fault.OnAny().Status(429).RetryAfter(7 * second), fleet.LimitOptions{}, 7 * second},
		"a charge that is refused": {charge, fault.OnAny().Status(429).RetryAfter(7 * second), fleet.LimitOptions{}, 7 * second},
		"a host that is down":      {read, fault.OnAny().Status(503).RetryAfter(7 * second), fleet.LimitOptions{}, 7 * second},
		"no wait that is named":    {read, fault.OnAny().Status(429), fleet.LimitOptions{}, 0},
		"a fault of one request":   {read, fault.OnAny().Status(500).RetryAfter(7 * second), fleet.LimitOptions{}, 0},
		"too long":                 {read, fault.OnAny().Status(429).RetryAfter(time.Hour), fleet.LimitOptions{}, time.Minute},
		"longer than the option": {
			read, fault.OnAny().Status(429).RetryAfter(time.Hour), fleet.LimitOptions{MaxPause: 90 * second}, 90 * second,
		},
		"no burst after it": {read, fault.OnAny().Status(429).RetryAfter(7 * second), fleet.LimitOptions{Burst: 50}, 7 * second},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, client redis.UniversalClient) {
				srv, err := mockserver.New(tourney.Soccer, mockserver.WallClock())
				require.NoError(t, err)
				srv.Faults.Add(test.answers)
				first := inBubble(t, client, 100, second, test.options)
				_, err = srv.Client(
					tourney.WithRateLimit(first), tourney.WithObserver(first.Observer()), tourney.WithRetry(tourney.Retry{}),
				).Do(t.Context(), test.send)
				require.Error(t, err)
				got := times(t, inBubble(t, client, 100, second, test.options), 2)
				const interval = 10 * time.Millisecond
				require.Equal(t, interval, got[1]-got[0])
				require.Contains(t, []time.Duration{0, interval}, got[0]-test.want)
			})
		})
	}
}

// TestPauseWithoutRetries: a client that has no retries left holds all processes back.
func TestPauseWithoutRetries(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		srv, err := mockserver.New(tourney.Soccer, mockserver.WallClock())
		require.NoError(t, err)
		srv.Faults.Add(fault.OnAny().Status(502))
		limit := inBubble(t, client, 100, second, fleet.LimitOptions{})
		failing := srv.Client(tourney.WithRateLimit(limit), tourney.WithObserver(limit.Observer()),
			tourney.WithRetry(tourney.Retry{Max: 3}), tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 3}))
		other := inBubble(t, client, 100, second, fleet.LimitOptions{})
		get := func() { _, err := failing.Teams.Get(t.Context(), 4001); require.Error(t, err) }
		get()
		require.Less(t, times(t, other, 1)[0], fleet.BudgetPause, "the budget had its three retries")
		get()
		require.GreaterOrEqual(t, times(t, other, 1)[0], fleet.BudgetPause)
	})
}

// refuse tells a limit about a 429 of the host.
func refuse(limit *fleet.Limit, retryAfter time.Duration) {
	limit.Observer().AttemptEnd(context.Background(), observe.AttemptEnd{Status: 429, RetryAfter: retryAfter})
}

// TestPauseMovesPermits: calls that wait already wait for longer, in their order, and again when the pause is extended.
func TestPauseMovesPermits(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		waiting := inBubble(t, client, 1, second, fleet.LimitOptions{})
		refused := inBubble(t, client, 1, second, fleet.LimitOptions{})
		begun, went := time.Now(), make(chan time.Duration, 6)
		wait := func() {
			if assert.NoError(t, waiting.Wait(t.Context())) {
				went <- time.Since(begun)
			}
		}
		for range 5 {
			go wait()
		}
		<-time.After(1500 * time.Millisecond)
		refuse(refused, 10*second) // until 11.5 s
		go wait()
		<-time.After(3500 * time.Millisecond)
		refuse(refused, 2*second)  // within the pause
		refuse(refused, 10*second) // until 15 s
		for _, want := range []time.Duration{0, 1000, 15500, 16500, 17500, 18500} {
			require.Equal(t, want*time.Millisecond, <-went)
		}
	})
}

// TestPauseOfTheOwnProcess: the process that the host refused holds back at once. Another one may still send for a tenth
// of a second.
func TestPauseOfTheOwnProcess(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		own := inBubble(t, client, 25, second, fleet.LimitOptions{})
		other := inBubble(t, client, 25, second, fleet.LimitOptions{})
		require.NoError(t, own.Wait(t.Context()))
		begun, went := time.Now(), map[*fleet.Limit]chan time.Duration{own: make(chan time.Duration), other: make(chan time.Duration)}
		for limit, channel := range went {
			go func() {
				assert.NoError(t, limit.Wait(t.Context()))
				channel <- time.Since(begun)
			}()
		}
		<-time.After(10 * time.Millisecond)
		refuse(own, 3*second)
		require.LessOrEqual(t, <-went[other], 80*time.Millisecond)
		require.GreaterOrEqual(t, <-went[own], 3*second)
	})
}
