package fleet_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/observe"
)

func TestLimitChecksItsArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		requests int
		per      time.Duration
		options  fleet.LimitOptions
		want     string
	}{
		{0, second, fleet.LimitOptions{}, "fleet: the limit has 0 requests: expected 1 to 1000000000"},
		{2e9, second, fleet.LimitOptions{}, "fleet: the limit has 2000000000 requests: expected"},
		{1, 0, fleet.LimitOptions{}, "fleet: the limit is for 0s: expected a span from 1µs to 24h0m0s"},
		{1, 25 * time.Hour, fleet.LimitOptions{}, "fleet: the limit is for 25h0m0s: expected"},
		{9, second, fleet.LimitOptions{Burst: 10}, "fleet: Burst is 10: expected 1 to 9"},
		{9, second, fleet.LimitOptions{Burst: -1}, "fleet: Burst is -1"},
		{9, second, fleet.LimitOptions{MaxPause: -1}, "fleet: MaxPause is -1ns: expected a positive duration up to 24h0m0s"},
		{9, second, fleet.LimitOptions{Processes: -1}, "fleet: Processes is -1: expected 0 or more"},
	} {
		_, err := newFleet(t, connect(t, "127.0.0.1:1"), fleet.Options{}).Limit(test.requests, test.per, test.options)
		require.ErrorContains(t, err, test.want)
	}
}

// crowd is what the processes of a fleet did at a mock.
type crowd struct {
	answered [8]int // by process
	refused  int    // of all
}

// crowdAt has eight processes send requests to a host for a minute of the mock's clock. Each has some calls at once, and
// addresses of Redis.
func crowdAt(
	t *testing.T, addresses []string, host mockserver.RateLimit, requests, calls int, pauses bool,
) (c crowd) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		// It has no socket: a goroutine that waits for one would stop the bubble's clock.
		srv, err := mockserver.New(mockserver.Profile{RateLimit: host}, mockserver.WallClock())
		require.NoError(t, err)
		until, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var mu sync.Mutex
		var all sync.WaitGroup
		for process := range c.answered {
			limit := newLimit(t, connect(t, addresses...), requests, host.Per, fleet.LimitOptions{})
			limit.SetClock(srv.Clock.Now)
			pauser := observe.Observer{}
			if pauses {
				pauser = limit.Observer()
			}
			client := srv.Client(
				tourney.WithRateLimit(limit), tourney.WithObserver(pauser), tourney.WithRetry(tourney.Retry{}),
				tourney.WithObserver(observe.Observer{AttemptEnd: func(_ context.Context, e observe.AttemptEnd) {
					mu.Lock()
					defer mu.Unlock()
					switch e.Status {
					case 200:
						c.answered[process]++
					case 429:
						c.refused++
					}
				}}),
			)
			for range calls {
				all.Go(func() {
					for { // until there is no permit within the minute
						if _, err := client.Teams.Get(until, 4001); errors.Is(err, context.DeadlineExceeded) {
							return
						}
					}
				})
			}
		}
		all.Wait()
	})
	return c
}

// newLimit returns a process's view of a limit.
func newLimit(t testing.TB, client redis.UniversalClient, requests int, per time.Duration, o fleet.LimitOptions) *fleet.Limit {
	t.Helper()
	limit, err := newFleet(t, client, fleet.Options{}).Limit(requests, per, o)
	require.NoError(t, err)
	return limit
}

// TestFair: eight processes use all of a host's limit, each the same part, and none is refused.
func TestFair(t *testing.T) {
	t.Parallel()
	cluster, _ := startCluster(t)
	for name, test := range map[string]struct {
		redis []string
		host  mockserver.RateLimit
		calls int
	}{
		"one call at once in each":   {[]string{startRedis(t).address}, mockserver.RateLimit{Requests: 100, Per: time.Second}, 1},
		"five calls at once in each": {[]string{startRedis(t).address}, mockserver.RateLimit{Requests: 100, Per: time.Second}, 5},
		"an odd limit":               {[]string{startRedis(t).address}, mockserver.RateLimit{Requests: 313, Per: 3 * time.Second}, 3},
		"a cluster":                  {cluster, mockserver.RateLimit{Requests: 100, Per: time.Second}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := crowdAt(t, test.redis, test.host, test.host.Requests, test.calls, true)
			require.Zero(t, got.refused)
			all, most := 0, float64(test.host.Requests)*float64(time.Minute/test.host.Per)
			for _, n := range got.answered {
				require.InEpsilon(t, most/8, n, 0.02, got)
				all += n
			}
			require.InEpsilon(t, most, all, 0.002)
		})
	}
}

// TestOverload: a host that takes half of the limit refuses half of all requests. If the processes pause together,
// the host refuses few. Its Retry-After counts in whole seconds, so the processes use two thirds of the host's rate.
func TestOverload(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pauses   bool
		answered float64
		refused  func(n int) bool
	}{
		"without pauses": {false, 60 * 50, func(n int) bool { return n > 2500 }},
		"with pauses":    {true, 40 * 50, func(n int) bool { return n < 100 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startRedis(t)
			got := crowdAt(t, []string{s.address}, mockserver.RateLimit{Requests: 50, Per: time.Second}, 100, 5, test.pauses)
			all := 0
			for _, n := range got.answered {
				all += n
			}
			require.InEpsilon(t, test.answered, all, 0.05, got)
			require.True(t, test.refused(got.refused), got)
		})
	}
}

// bubble runs a test with the clock of a bubble, which Redis gets for its own.
func bubble(t *testing.T, test func(t *testing.T, client redis.UniversalClient)) {
	t.Helper()
	t.Parallel()
	s := startRedis(t)
	synctest.Test(t, func(t *testing.T) { test(t, connect(t, s.address)) })
}

// inBubble returns a process's view of a limit by the bubble's clock.
func inBubble(t *testing.T, client redis.UniversalClient, requests int, per time.Duration, o fleet.LimitOptions) *fleet.Limit {
	t.Helper()
	limit := newLimit(t, client, requests, per, o)
	limit.SetClock(time.Now)
	return limit
}

// times returns when calls of a limit may go out, from now.
func times(t *testing.T, limit *fleet.Limit, calls int) (at []time.Duration) {
	t.Helper()
	begun := time.Now()
	for range calls {
		require.NoError(t, limit.Wait(t.Context()))
		at = append(at, time.Since(begun))
	}
	return at
}

const second = time.Second

// TestLimitTimes: when calls go out, and when they go out after a rest, which does not count more than the burst.
func TestLimitTimes(t *testing.T) {
	for name, c := range map[string]struct {
		requests, burst int
		per, rest       time.Duration
		want, then      []time.Duration
	}{
		"spread": {4, 1, 4 * second, 9 * second, []time.Duration{0, second, 2 * second, 3 * second}, []time.Duration{0, second}},
		"in bursts": {4, 3, 4 * second, 2500 * time.Millisecond, []time.Duration{0, 0, 0, second, 2 * second},
			[]time.Duration{0, 0, 500 * time.Millisecond}},
		"for days": {1, 1, 24 * time.Hour, 72 * time.Hour, []time.Duration{0, 24 * time.Hour, 48 * time.Hour}, []time.Duration{0}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, client redis.UniversalClient) {
				limit := inBubble(t, client, c.requests, c.per, fleet.LimitOptions{Burst: c.burst})
				require.Equal(t, c.want, times(t, limit, len(c.want)))
				left := client.TTL(t.Context(), client.Keys(t.Context(), "*").Val()[0]).Val()
				require.Greater(t, left, 6*24*time.Hour, "the key lives for longer than a wait, and not for ever")
				<-time.After(c.rest)
				require.Equal(t, c.then, times(t, limit, len(c.then)))
			})
		})
	}
}

// TestLimitRefusesAtOnce: a call whose deadline is before its permit does not wait, and books none.
func TestLimitRefusesAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		limit := inBubble(t, client, 1, 10*second, fleet.LimitOptions{})
		require.NoError(t, limit.Wait(t.Context()))
		begun := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 9*second)
		defer cancel()
		err := limit.Wait(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "fleet: the limit has no permit before the deadline: the next one is due in 10s")
		require.Zero(t, time.Since(begun))
		require.Equal(t, []time.Duration{10 * second}, times(t, limit, 1))
	})
}

// TestCallsThatGiveUp: another call of the process gets the permit of a call that was cancelled.
func TestCallsThatGiveUp(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		limit := inBubble(t, client, 1, 10*second, fleet.LimitOptions{})
		require.NoError(t, limit.Wait(t.Context()))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(second, cancel)
		require.ErrorIs(t, limit.Wait(ctx), context.Canceled)
		require.Equal(t, []time.Duration{9 * second, 19 * second}, times(t, limit, 2))
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(second, cancel)
		require.ErrorIs(t, limit.Wait(ctx), context.Canceled)
		<-time.After(15 * second)
		require.Equal(t, []time.Duration{4 * second}, times(t, limit, 1), "a permit is good for a fiftieth of the span")
	})
}

// TestCallsInAHurryBookLittle: calls that want to wait for a second only do not book permits that are due later.
func TestCallsInAHurryBookLittle(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		hasty := inBubble(t, client, 10, second, fleet.LimitOptions{})
		var calls sync.WaitGroup
		for range 1000 {
			calls.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), second)
				defer cancel()
				_ = hasty.Wait(ctx)
			})
		}
		calls.Wait()
		other := inBubble(t, connect(t, client.(*redis.Client).Options().Addr), 10, second, fleet.LimitOptions{})
		require.LessOrEqual(t, times(t, other, 1)[0], second+100*time.Millisecond)
	})
}

// TestOneRequestForAll: while a call asks a slow Redis, the calls of its process wait, and one of them asks for all.
func TestOneRequestForAll(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	network := startProxy(t, s)
	network.slow(50 * time.Millisecond)
	limit := newLimit(t, network.client(t), 1000, second, fleet.LimitOptions{Burst: 1000})
	var calls sync.WaitGroup
	for range 200 {
		calls.Go(func() { assert.NoError(t, limit.Wait(t.Context())) })
	}
	calls.Wait()
	require.LessOrEqual(t, s.runsOfScripts(), 20)
}
