package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/watch"
)

// watchedDivision is the list that the tests watch.
const watchedDivision = 2001

// gamesOf returns a watch of the games of the division.
func gamesOf(client *tourney.Client) func(context.Context, watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
	return func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
		options := watch.Options{Interval: 2 * time.Millisecond, Existing: true, State: state}
		return watch.Games(ctx, client.Games, tourney.GameListOptions{DivisionID: watchedDivision}, options)
	}
}

// watcher is a process of the fleet, in a goroutine.
type watcher struct {
	handed chan fleet.Handed[tourney.Game] // the body of the loop ends when the test has got the change
	errs   chan error                      // an error that the test did not look at
	stop   func()
}

// startWatcher watches until the test ends.
func startWatcher(
	t *testing.T, f *fleet.Fleet, run func(context.Context, watch.State) iter.Seq2[watch.Change[tourney.Game], error], o fleet.WatchOptions,
) *watcher {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := &watcher{handed: make(chan fleet.Handed[tourney.Game]), errs: make(chan error, 1)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer close(w.handed)
		for handed, err := range fleet.Watch(ctx, f, "games", run, o) {
			if err != nil {
				select {
				case w.errs <- err:
				default:
				}
				continue
			}
			select {
			case w.handed <- handed:
			case <-ctx.Done():
				return
			}
		}
	}()
	w.stop = func() { cancel(); <-ended }
	t.Cleanup(w.stop)
	return w
}

// drain lets the watcher go on without the test.
func (w *watcher) drain() {
	go func() {
		for range w.handed {
		}
	}()
}

// chain checks the changes of games: each begins where the one before ended.
type chain struct {
	games map[int64]string
	ids   map[string]bool
	again int // changes that were there before
	seen  func(fleet.Entry[tourney.Game])
}

func newChain() *chain {
	return &chain{games: map[int64]string{}, ids: map[string]bool{}, seen: func(fleet.Entry[tourney.Game]) {}}
}

// add checks a change.
func (c *chain) add(t *testing.T, e fleet.Entry[tourney.Game]) {
	t.Helper()
	if c.ids[e.ID] {
		c.again++
		return
	}
	c.ids[e.ID] = true
	c.seen(e)
	if e.Kind == watch.KindAdded {
		require.NotContains(t, c.games, e.After.ID, "%s was added twice", e.ID)
	} else {
		require.Equal(t, c.games[e.After.ID], scoreOf(e.Before), "a gap before %s", e.ID)
	}
	c.games[e.After.ID] = scoreOf(e.After)
}

func scoreOf(g tourney.Game) string {
	if g.HomeTeam == nil || g.HomeTeam.Score == nil {
		return "none"
	}
	return g.HomeTeam.Score.String()
}

// complete reports whether the chain has all games as the host has them.
func (c *chain) complete(srv *mockserver.Server) bool {
	games := srv.Games.Page(stored.Query{DivisionID: watchedDivision}).Rows
	for _, game := range games {
		if c.games[game.ID] != scoreOf(game) {
			return false
		}
	}
	return len(c.games) == len(games)
}

// follow reads the stream until the chain has all games as the host has them.
func (c *chain) follow(t *testing.T, f *fleet.Fleet, srv *mockserver.Server, group string) {
	t.Helper()
	for entry, err := range fleet.Read[tourney.Game](t.Context(), f, "games", fleet.ReadOptions{Group: group, Consumer: "one"}) {
		if err != nil {
			t.Log(err)
			continue
		}
		if c.add(t, entry); c.complete(srv) {
			return
		}
	}
	require.NoError(t, t.Context().Err())
}

// score sets the score of some games of the division.
func score(srv *mockserver.Server, scores int) {
	for _, game := range srv.Games.Page(stored.Query{DivisionID: watchedDivision}).Rows[:3] {
		srv.Games.Edit(game.ID, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(scores) })
	}
}

// mock returns a host in this process.
func mock(t *testing.T) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	return srv
}

// steps is a watch that yields one change and saves, each time that the test lets it.
type steps struct {
	contexts chan context.Context
	next     chan tourney.Game
	saved    chan error
}

func newSteps() *steps {
	return &steps{make(chan context.Context, 1), make(chan tourney.Game), make(chan error, 1)}
}

func (s *steps) run(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
	return func(yield func(watch.Change[tourney.Game], error) bool) {
		_, err := state.Load(ctx)
		s.contexts <- ctx
		for err == nil {
			select {
			case game := <-s.next:
				if !yield(watch.Change[tourney.Game]{Kind: watch.KindAdded, After: game}, nil) {
					return
				}
				err = state.Save(context.WithoutCancel(ctx), []byte("{}"))
				s.saved <- err
			case <-ctx.Done():
				return
			}
		}
		yield(watch.Change[tourney.Game]{}, err)
	}
}

// key returns the name of a key of the fleet.
func (s *server) key(t *testing.T, of string) string {
	t.Helper()
	keys, err := s.client().Keys(t.Context(), "tourney:{*}:"+of).Result()
	require.NoError(t, err)
	require.Len(t, keys, 1)
	return keys[0]
}

// TestWatchFence: when another has the lease, a watcher's context ends, and it can no longer save.
func TestWatchFence(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	o := fleet.WatchOptions{Lease: 300 * time.Millisecond, Stream: 100}
	old, next := newSteps(), newSteps()
	first := startWatcher(t, s.fleet(fleet.Options{}), old.run, o)
	held := <-old.contexts
	old.next <- tourney.Game{ID: 1}
	before := <-first.handed
	require.NoError(t, <-old.saved)

	second := startWatcher(t, s.fleet(fleet.Options{}), next.run, o)
	require.NoError(t, held.Err(), "only one at a time")
	old.next <- tourney.Game{ID: 2} // the body of the loop has it
	lease := s.key(t, "lease:games")
	require.NoError(t, s.client().Set(t.Context(), lease, "another", 0).Err())
	<-held.Done()
	require.NoError(t, s.client().Del(t.Context(), lease).Err())
	<-next.contexts
	require.Equal(t, before.Token, (<-first.handed).Token)
	require.ErrorIs(t, <-old.saved, fleet.ErrLost)
	next.next <- tourney.Game{ID: 2}
	after := <-second.handed
	require.Greater(t, after.Token, before.Token)
	require.NoError(t, <-next.saved)

	require.ErrorIs(t, <-first.errs, fleet.ErrLost)
	entries := readEntries(t, s.fleet(fleet.Options{}), fleet.ReadOptions{Group: "all", Consumer: "one"}, 2)
	require.Equal(t, []int64{1, 2}, idsOf(entries))
	require.Equal(t, []int64{before.Token, after.Token}, []int64{entries[0].Token, entries[1].Token})
}

// TestWatchWithoutRenewal: the context of a watcher ends while Redis hangs, when Redis still has the lease.
func TestWatchWithoutRenewal(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	steps := newSteps()
	w := startWatcher(t, s.fleet(fleet.Options{}), steps.run, fleet.WatchOptions{Lease: 300 * time.Millisecond})
	held := <-steps.contexts
	s.pause()
	<-held.Done()
	require.ErrorIs(t, context.Cause(held), fleet.ErrLost)
	require.ErrorIs(t, <-w.errs, fleet.ErrLost)
	s.resume()
	<-steps.contexts
}

// TestWatchOfAnOlderState: a watcher does not go on with a state that is older than its own, which a failover can leave.
func TestWatchOfAnOlderState(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	saved, again := make(chan bool), make(chan error, 1)
	run := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
		return func(func(watch.Change[tourney.Game], error) bool) {
			_, err := state.Load(ctx)
			if err == nil && state.Save(ctx, nil) == nil {
				saved <- true
				<-saved
				_, err = state.Load(ctx)
			}
			again <- err
		}
	}
	w := startWatcher(t, s.fleet(fleet.Options{}), run, fleet.WatchOptions{})
	<-saved
	require.NoError(t, s.client().HSet(t.Context(), s.key(t, "watch:games"), "saves", 0).Err())
	saved <- true
	require.ErrorIs(t, <-again, fleet.ErrLost)
	require.ErrorIs(t, <-w.errs, fleet.ErrLost)
}

// TestWatchPublishesWhatTheLoopTook: a loop that ends in the middle of a poll has published the changes that it took.
func TestWatchPublishesWhatTheLoopTook(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	srv := mock(t)
	f := s.fleet(fleet.Options{})
	handed := map[int64]int{}
	watchUntil := func(leave func(int) bool) {
		defer func() { _ = recover() }()
		changes := 0
		for h, err := range fleet.Watch(t.Context(), f, "games", gamesOf(srv.Client()), fleet.WatchOptions{Stream: 100}) {
			require.NoError(t, err)
			handed[h.Change.After.ID]++
			if changes++; leave(changes) {
				break
			}
		}
	}
	watchUntil(func(changes int) bool { return changes == 3 })
	watchUntil(func(changes int) bool {
		if changes == 2 {
			panic("in the body of the loop")
		}
		return false
	})
	games := len(srv.Games.Page(stored.Query{DivisionID: watchedDivision}).Rows)
	watchUntil(func(int) bool { return len(handed) == games })
	c := newChain()
	c.follow(t, f, srv, "all")
	require.Len(t, c.ids, games)
	twice := slices.DeleteFunc(slices.Collect(maps.Values(handed)), func(times int) bool { return times == 1 })
	require.Equal(t, []int{2}, twice, "the loop did not take the change whose body panicked")
}

// TestWatchReleases: a watcher that ends gives the lease to another at once.
func TestWatchReleases(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	srv := mock(t)
	o := fleet.WatchOptions{Lease: time.Hour}
	first := startWatcher(t, s.fleet(fleet.Options{}), gamesOf(srv.Client()), o)
	one := <-first.handed
	first.stop()
	second := startWatcher(t, s.fleet(fleet.Options{}), gamesOf(srv.Client()), o)
	require.Greater(t, (<-second.handed).Token, one.Token)
}

// TestWatchWithoutRedis: a watch survives a server that hangs, is full, or ends and is started again, also without data.
func TestWatchWithoutRedis(t *testing.T) {
	t.Parallel()
	for name, down := range outages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startRedis(t, "--appendfsync", "always")
			srv := mock(t)
			f := s.fleet(fleet.Options{})
			w := startWatcher(t, f, gamesOf(srv.Client()), fleet.WatchOptions{Lease: 600 * time.Millisecond, Stream: 1000})
			w.drain()
			c := newChain()
			token := int64(0)
			c.seen = func(e fleet.Entry[tourney.Game]) { token = max(token, e.Token) }
			c.follow(t, f, srv, "all")

			down.begin(s)
			score(srv, 1)
			require.Error(t, <-w.errs)
			down.end(s)
			c.follow(t, f, srv, "all")

			require.NoError(t, s.client().FlushAll(t.Context()).Err()) // the worst failover
			c = newChain()
			c.seen = func(e fleet.Entry[tourney.Game]) { require.Greater(t, e.Token, token) }
			score(srv, 2)
			c.follow(t, f, srv, "all") // all games are added again
		})
	}
}

// TestWatchFailsOver: a replica that lacks the last changes becomes the server. The changes are published again.
func TestWatchFailsOver(t *testing.T) {
	t.Parallel()
	primary := startRedis(t)
	network := startProxy(t, primary)
	f, err := fleet.New(network.client(t), host, "director", fleet.Options{})
	require.NoError(t, err)
	srv := mock(t)
	startWatcher(t, f, gamesOf(srv.Client()), fleet.WatchOptions{Lease: 300 * time.Millisecond, Stream: 1000}).drain()
	c := newChain()
	c.follow(t, f, srv, "all")
	seen := len(c.ids)
	replica := primary.replica()
	replica.promote() // and lacks what follows
	score(srv, 1)
	c.follow(t, f, srv, "all")
	require.Greater(t, len(c.ids), seen)
	primary.kill()
	network.failOver(replica)
	score(srv, 2)
	c = newChain()
	c.follow(t, f, srv, "another") // the stream of the replica has no gap
	require.Zero(t, c.again)
}

// cut is a connection that ends now and then when the server has got a request, and before its answer comes.
type cut struct {
	net.Conn
	reads atomic.Int64
}

func (c *cut) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.reads.Add(1) > 5 && rand.IntN(10) == 0 { // the first reads are of the greeting
		return 0, io.EOF
	}
	return n, err
}

// TestWatchWithoutAnswers: go-redis sends a request again whose answer was lost.
func TestWatchWithoutAnswers(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	srv := mock(t)
	client := redis.NewClient(&redis.Options{
		Addr: s.address, ContextTimeoutEnabled: true, MaxRetryBackoff: time.Millisecond, DisableIdentity: true, Protocol: 2,
		Dialer: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, address)
			return &cut{Conn: conn}, err
		},
	})
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	f, err := fleet.New(client, host, "director", fleet.Options{})
	require.NoError(t, err)
	startWatcher(t, f, gamesOf(srv.Client()), fleet.WatchOptions{Lease: 300 * time.Millisecond, Stream: 1000}).drain()
	c := newChain()
	for i := range 50 {
		score(srv, i)
		c.follow(t, f, srv, "all")
	}
	c = newChain()
	c.follow(t, s.fleet(fleet.Options{}), srv, "another")
	require.Zero(t, c.again)
}

// TestWatchOfRows: rows and standings have the same watch. Redis Cluster takes its scripts.
func TestWatchOfRows(t *testing.T) {
	t.Parallel()
	_, cluster := startCluster(t)
	f, err := fleet.New(cluster, host, "director", fleet.Options{})
	require.NoError(t, err)
	client := mock(t).Client()
	teams := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Team], error] {
		return watch.Rows(ctx, client.Teams, tourney.TeamListOptions{EventID: 1001}, watch.Options{Existing: true, State: state})
	}
	lines := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[watch.StandingsRow], error] {
		return watch.Standings(ctx, client.Standings, tourney.StandingsOptions{DivisionID: watchedDivision},
			watch.Options{Existing: true, State: state})
	}
	one(t, f, teams)
	one(t, f, lines)
}

// one checks that the first change comes over the stream as it was handed out.
func one[T any](t *testing.T, f *fleet.Fleet, run func(context.Context, watch.State) iter.Seq2[watch.Change[T], error]) {
	t.Helper()
	name := fmt.Sprintf("%T", *new(T))
	var first fleet.Handed[T]
	for handed, err := range fleet.Watch(t.Context(), f, name, run, fleet.WatchOptions{Stream: 10}) {
		require.NoError(t, err)
		first = handed
		break
	}
	for entry, err := range fleet.Read[T](t.Context(), f, name, fleet.ReadOptions{Group: "all", Consumer: "one"}) {
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(first.Token, "-1"), entry.ID)
		first.Change.ID = entry.ID
		require.Equal(t, first.Change, entry.Change)
		require.Equal(t, first.Token, entry.Token)
		break
	}
}

// TestWatchOfManyGames: the first poll of many games reaches Redis in parts.
func TestWatchOfManyGames(t *testing.T) {
	t.Parallel()
	const games = 1000
	s := startRedis(t)
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"), mockserver.AllowDanglingReferences())
	require.NoError(t, err)
	for range games {
		srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: watchedDivision}, BracketName: strings.Repeat("A name. ", 1280)})
	}
	polls, ids := 0, map[int64]bool{}
	run := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
		polls++
		return gamesOf(srv.Client())(ctx, state)
	}
	f := s.fleet(fleet.Options{Timeout: 20 * time.Second})
	for handed, err := range fleet.Watch(t.Context(), f, "games", run, fleet.WatchOptions{Stream: games}) {
		require.NoError(t, err)
		if ids[handed.Change.After.ID] = true; len(ids) == games {
			break
		}
	}
	require.Equal(t, 2, polls, "10 MiB are more than a part")
	require.Equal(t, int64(games), s.client().XLen(t.Context(), s.key(t, "stream:games")).Val())
}

// TestWatchRefuses has the errors about the arguments and about run, after which the loop ends.
func TestWatchRefuses(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	srv := mock(t)
	none := func(ctx context.Context, _ watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
		return gamesOf(srv.Client())(ctx, nil)
	}
	final := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
		return watch.Games(ctx, srv.Client().Games, tourney.GameListOptions{}, watch.Options{Interval: -1, State: state})
	}
	for _, test := range []struct {
		name, of string
		run      func(context.Context, watch.State) iter.Seq2[watch.Change[tourney.Game], error]
		options  fleet.WatchOptions
		want     string
	}{
		{"no name", "", final, fleet.WatchOptions{}, "the name is empty"},
		{"a short lease", "games", final, fleet.WatchOptions{Lease: -1}, "Lease is -1ns: expected at least 10ms"},
		{"a negative stream", "games", final, fleet.WatchOptions{Stream: -1}, "Stream is -1"},
		{"a watch without the state", "games", none, fleet.WatchOptions{}, "without the state that it got"},
		{"a watch that ends", "games", final, fleet.WatchOptions{}, "the Interval -1ns"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var errs []error
			for _, err := range fleet.Watch(t.Context(), s.fleet(fleet.Options{}), test.of, test.run, test.options) {
				errs = append(errs, err)
			}
			require.ErrorContains(t, errors.Join(errs...), test.want)
			require.Len(t, errs, 1)
		})
	}
}
