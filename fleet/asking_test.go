package fleet_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/fleet"
)

// lines are what a fleet logs.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds a line.
func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// levels returns the levels of the lines.
func (l *lines) levels() (levels []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		_, level, _ := strings.Cut(line, "level=")
		level, _, _ = strings.Cut(level, " ")
		levels = append(levels, level)
	}
	return levels
}

// logged returns a view of a limit that logs to the lines.
func logged(
	t *testing.T, client redis.UniversalClient, to *lines, timeout time.Duration, requests int, o fleet.LimitOptions,
) *fleet.Limit {
	t.Helper()
	limit, err := newFleet(t, client, fleet.Options{
		Timeout: timeout, Logger: slog.New(slog.NewTextHandler(to, nil)),
	}).Limit(requests, second, o)
	require.NoError(t, err)
	return limit
}

// TestShareWithoutRedis: while Redis is gone, a process has its share of the limit, asks Redis once a second, and logs
// two lines.
func TestShareWithoutRedis(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	network := startProxy(t, s)
	synctest.Test(t, func(t *testing.T) {
		var log lines
		limit := logged(t, connect(t, network.address), &log, 0, 100, fleet.LimitOptions{Processes: 4})
		limit.SetClock(time.Now)
		permitsIn := func(d time.Duration) int {
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			var permits atomic.Int32
			var calls sync.WaitGroup
			for range 5 {
				calls.Go(func() {
					for limit.Wait(ctx) == nil {
						permits.Add(1)
					}
				})
			}
			calls.Wait()
			return int(permits.Load())
		}
		require.InDelta(t, 200, permitsIn(2*second), 2)
		network.failOver(&server{address: "127.0.0.1:1"})
		taken := network.connections()
		require.InDelta(t, 20*25, permitsIn(20*second), 20)
		require.Less(t, network.connections()-taken, 150)
		require.Equal(t, []string{"WARN"}, log.levels())
		network.failOver(s)
		<-time.After(2 * second)
		require.InDelta(t, 200, permitsIn(2*second), 7, "the first calls find out that Redis is back")
		require.Equal(t, []string{"WARN", "INFO"}, log.levels())
	})
}

// TestFailWithoutRedis: without a share, calls fail while Redis is gone, and two lines say so.
func TestFailWithoutRedis(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	network := startProxy(t, s)
	synctest.Test(t, func(t *testing.T) {
		var log lines
		limit := logged(t, connect(t, network.address), &log, 0, 100, fleet.LimitOptions{})
		limit.SetClock(time.Now)
		network.failOver(&server{address: "127.0.0.1:1"})
		for range 30 {
			require.ErrorIs(t, limit.Wait(t.Context()), fleet.ErrRedis)
			<-time.After(100 * time.Millisecond)
		}
		network.failOver(s)
		<-time.After(second)
		require.NoError(t, limit.Wait(t.Context()))
		require.Equal(t, []string{"WARN", "INFO"}, log.levels())
	})
}

// TestPauseWithoutRedis: a process that has its share of the limit pauses alone.
func TestPauseWithoutRedis(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		require.NoError(t, client.Close())
		limit := inBubble(t, client, 1, second, fleet.LimitOptions{Processes: 2})
		require.NoError(t, limit.Wait(t.Context()))
		refuse(limit, 9*second)
		require.Equal(t, []time.Duration{9 * second, 11 * second}, times(t, limit, 2))
	})
}

// TestRedisHangs: only the first call waits for a Redis that does not answer, at most for the timeout. The others do not
// ask until a second has passed.
func TestRedisHangs(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	var log lines
	limit := logged(t, s.client(), &log, 200*time.Millisecond, 1e6, fleet.LimitOptions{Processes: 1})
	clock := time.Now()
	limit.SetClock(func() time.Time { return clock })
	require.NoError(t, limit.Wait(t.Context()))
	runs := s.runsOfScripts()
	s.pause()
	for range 1000 {
		require.NoError(t, limit.Wait(t.Context()))
	}
	s.resume()
	const tries = 4 // of go-redis
	require.LessOrEqual(t, s.runsOfScripts()-runs, tries)
	require.Equal(t, []string{"WARN"}, log.levels())
	clock = clock.Add(second)
	require.NoError(t, limit.Wait(t.Context()))
	require.Equal(t, []string{"WARN", "INFO"}, log.levels())
}

// TestDeadlinesLeaveTimeForTheShare: a call waits for Redis for half of its time, so that it can go on without.
func TestDeadlinesLeaveTimeForTheShare(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	var log lines
	limit := logged(t, s.client(), &log, time.Hour, 1e6, fleet.LimitOptions{Processes: 1})
	s.pause()
	ctx, cancel := context.WithTimeout(t.Context(), 2*second)
	defer cancel()
	require.NoError(t, limit.Wait(ctx))
	require.Equal(t, []string{"WARN"}, log.levels())
	s.resume()
}

// TestCancelledCallsSayNothingAboutRedis: when a caller gives up while Redis hangs, other calls still ask Redis.
func TestCancelledCallsSayNothingAboutRedis(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	var log lines
	limit := logged(t, s.client(), &log, second, 1e6, fleet.LimitOptions{Processes: 1})
	s.pause()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	require.ErrorIs(t, limit.Wait(ctx), context.Canceled)
	s.resume()
	require.NoError(t, limit.Wait(t.Context()))
	require.Empty(t, log.levels())
}

// TestErrorsOfRedis: an error says what is wrong with Redis, and shows no password.
func TestErrorsOfRedis(t *testing.T) {
	t.Parallel()
	const password = "hunter2-of-the-test"
	for name, test := range map[string]struct {
		redis func(t *testing.T, s *server) redis.UniversalClient
		want  string
	}{
		"a replica": {func(t *testing.T, s *server) redis.UniversalClient {
			return s.replica().client()
		}, "the server is a replica, expected the primary: READONLY"},
		"a full memory": {func(t *testing.T, s *server) redis.UniversalClient {
			s.set("maxmemory", "1")
			return s.client()
		}, "its memory is full, expected a greater maxmemory: OOM"},
		"no password": {func(t *testing.T, s *server) redis.UniversalClient {
			s.set("requirepass", password)
			return s.client()
		}, "expected another user or password: "},
		"a wrong password": {func(t *testing.T, s *server) redis.UniversalClient {
			s.set("requirepass", password)
			client := redis.NewClient(&redis.Options{Addr: s.address, Password: password + "?", ContextTimeoutEnabled: true})
			t.Cleanup(func() { _ = client.Close() })
			return client
		}, "expected another user or password: WRONGPASS"},
		"no right": {func(t *testing.T, s *server) redis.UniversalClient {
			client := s.client()
			require.NoError(t, client.Do(t.Context(), "ACL", "SETUSER", "default", "-@scripting").Err())
			return client
		}, "its user may not do this: NOPERM"},
		"nothing": {func(t *testing.T, s *server) redis.UniversalClient {
			s.kill()
			return s.client()
		}, "connection refused"},
		"a wrong port": {func(t *testing.T, _ *server) redis.UniversalClient {
			client := redis.NewClient(&redis.Options{
				Addr: freeAddress(t), ContextTimeoutEnabled: true, DialerRetryTimeout: 700 * time.Millisecond, DialerRetries: 4,
			})
			t.Cleanup(func() { _ = client.Close() })
			return client
		}, "connection refused"},
		"a server that hangs": {func(t *testing.T, s *server) redis.UniversalClient {
			s.pause()
			return s.client()
		}, "no answer within 2s: "},
		"a network that hangs": {func(t *testing.T, _ *server) redis.UniversalClient {
			ended := make(chan struct{})
			client := redis.NewClient(&redis.Options{
				ContextTimeoutEnabled: true, DialTimeout: time.Minute, DialerRetries: 1,
				Dialer: func(context.Context, string, string) (net.Conn, error) { <-ended; return nil, net.ErrClosed },
			})
			t.Cleanup(func() { close(ended); _ = client.Close() })
			return client
		}, "no answer within 2s: "},
		"loading": {func(t *testing.T, s *server) redis.UniversalClient {
			s.loading()
			return s.client()
		}, "it is loading its data: LOADING"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limit, err := newFleet(t, test.redis(t, startRedis(t)), fleet.Options{Timeout: 2 * second}).
				Limit(1, second, fleet.LimitOptions{})
			require.NoError(t, err)
			err = limit.Wait(t.Context())
			require.ErrorIs(t, err, fleet.ErrRedis)
			require.ErrorContains(t, err, "fleet: the limit: Redis failed: ")
			require.ErrorContains(t, err, test.want)
			require.NotContains(t, err.Error(), password)
		})
	}
}

// TestLostData: when Redis loses its data, calls that wait keep their times, and new ones begin at once.
func TestLostData(t *testing.T) {
	bubble(t, func(t *testing.T, client redis.UniversalClient) {
		limit := inBubble(t, client, 1, second, fleet.LimitOptions{})
		require.NoError(t, limit.Wait(t.Context()))
		begun, went := time.Now(), make(chan time.Duration, 2)
		for range cap(went) {
			go func() {
				if assert.NoError(t, limit.Wait(t.Context())) {
					went <- time.Since(begun)
				}
			}()
		}
		<-time.After(500 * time.Millisecond)
		require.NoError(t, client.FlushAll(t.Context()).Err())
		require.Equal(t, []time.Duration{0, second, 2 * second}, times(t, limit, 3))
		require.Equal(t, []time.Duration{second, 2 * second}, []time.Duration{<-went, <-went})
	})
}

// requireNone requires that a limit has no permit within an hour's twelfth, which is its interval.
func requireNone(t *testing.T, limit *fleet.Limit) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.ErrorContains(t, limit.Wait(ctx), "the next one is due in 1") // 11m59.9s
}

// TestFailover: calls go on with a promoted replica. Permits that it did not hear of can be had twice.
func TestFailover(t *testing.T) {
	t.Parallel()
	for name, unheard := range map[string]int{"a replica that knows all": 0, "a replica that lacks two permits": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			primary := startRedis(t)
			network, link := startProxy(t, primary), startProxy(t, primary)
			replica := startReplica(t, link.address)
			limit := newLimit(t, network.client(t), 5, time.Hour, fleet.LimitOptions{Burst: 5})
			for range 3 - unheard {
				require.NoError(t, limit.Wait(t.Context()))
			}
			primary.replicated()
			link.failOver(&server{address: "127.0.0.1:1"})
			for range unheard {
				require.NoError(t, limit.Wait(t.Context()))
			}
			primary.kill()
			network.failOver(replica)
			require.ErrorContains(t, limit.Wait(t.Context()), "expected the primary")
			replica.promote()
			replica.eventually("no permit", func() bool { return limit.Wait(t.Context()) == nil })
			for range 1 + unheard {
				require.NoError(t, limit.Wait(t.Context()))
			}
			requireNone(t, limit)
		})
	}
}
