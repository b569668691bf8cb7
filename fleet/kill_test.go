package fleet_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
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

// watcherChild makes this test's binary a process that watches: it has the address of Redis and the URL of the host.
const watcherChild = "TOURNEY_TEST_AS_WATCHER"

// watchUntilKilled prints a line for each change that it gets. It ends with the process of the test, too.
func watchUntilKilled(at string) {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	address, url, _ := strings.Cut(at, " ")
	f, err := fleet.New(redis.NewClient(&redis.Options{Addr: address, ContextTimeoutEnabled: true}), host, "director",
		fleet.Options{})
	if err != nil {
		panic(err)
	}
	client, err := tourney.New(url, tourney.Soccer, tourney.WithPlainHTTP())
	if err != nil {
		panic(err)
	}
	o := fleet.WatchOptions{Lease: 200 * time.Millisecond, Stream: 1_000_000}
	for handed, err := range fleet.Watch(context.Background(), f, "games", gamesOf(client), o) {
		if err != nil {
			_, _ = fmt.Fprintln(os.Stderr, err)
			continue
		}
		_, _ = fmt.Fprintln(os.Stdout, handed.Token, lineOf(handed.Change))
	}
	os.Exit(0)
}

func lineOf(change watch.Change[tourney.Game]) string {
	return fmt.Sprint(change.Kind, change.Row().ID, scoreOf(change.Before), scoreOf(change.After))
}

// children are processes that watch, and what they printed.
type children struct {
	t       *testing.T
	at      string
	printed chan *exec.Cmd // who printed a line
	running map[*exec.Cmd]bool
	readers sync.WaitGroup

	mu     sync.Mutex
	handed map[string]int // how often each line came
}

func (c *children) start() {
	c.t.Helper()
	self, err := os.Executable()
	require.NoError(c.t, err)
	child := exec.CommandContext(context.WithoutCancel(c.t.Context()), self)
	child.Env = append(os.Environ(), watcherChild+"="+c.at)
	out, err := child.StdoutPipe()
	require.NoError(c.t, err)
	child.Stderr = os.Stderr
	_, err = child.StdinPipe()
	require.NoError(c.t, err)
	require.NoError(c.t, child.Start())
	c.running[child] = true
	c.readers.Go(func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			c.mu.Lock()
			c.handed[lines.Text()]++
			c.mu.Unlock()
			select {
			case c.printed <- child:
			default:
			}
		}
	})
}

// kill ends a process at once.
func (c *children) kill(child *exec.Cmd) {
	_ = child.Process.Kill()
	_ = child.Wait()
	delete(c.running, child)
}

// TestWatchSurvivesKills kills the watcher of 8 processes again and again, at random moments. The stream has no gap,
// and nothing was handed out twice with one token.
func TestWatchSurvivesKills(t *testing.T) {
	kills := 50
	if testing.Short() {
		kills = 5
	}
	s := startRedis(t)
	srv := mockserver.Start(t, tourney.Soccer)
	c := &children{
		t: t, at: s.address + " " + srv.URL(), printed: make(chan *exec.Cmd), running: map[*exec.Cmd]bool{},
		handed: map[string]int{},
	}
	t.Cleanup(func() {
		for child := range c.running {
			c.kill(child)
		}
		c.readers.Wait()
	})
	for range 8 {
		c.start()
	}
	ctx, cancel := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	playing.Go(func() { play(ctx, srv) })
	for range kills {
		watcher := <-c.printed
		<-time.After(rand.N(20 * time.Millisecond))
		c.kill(watcher)
		c.start()
	}
	cancel()
	playing.Wait()

	f := s.fleet(fleet.Options{})
	games, tokens := newChain(), map[string]bool{}
	games.seen = func(e fleet.Entry[tourney.Game]) {
		c.mu.Lock()
		defer c.mu.Unlock()
		require.Positive(t, c.handed[fmt.Sprint(e.Token, " ", lineOf(e.Change))], "%s was not handed out", e.ID)
	}
	games.follow(t, f, srv, "all")
	c.mu.Lock()
	defer c.mu.Unlock()
	for line, times := range c.handed {
		require.Equal(t, 1, times, "%s was handed out twice", line)
		tokens[strings.Fields(line)[0]] = true
	}
	require.GreaterOrEqual(t, len(tokens), kills, "each kill hit another watcher")
	t.Logf("%d changes of %d watchers, handed out %d times", len(games.ids), len(tokens), len(c.handed))
}

// play changes scores until the context ends.
func play(ctx context.Context, srv *mockserver.Server) {
	games := srv.Games.Page(stored.Query{DivisionID: watchedDivision}).Rows
	for i := 1; ctx.Err() == nil; i++ {
		srv.Games.Edit(games[i%len(games)].ID, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(i) })
		select {
		case <-time.After(rand.N(2 * time.Millisecond)):
		case <-ctx.Done():
		}
	}
}
