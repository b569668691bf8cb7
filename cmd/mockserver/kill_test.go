//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

var kills = flag.Int("kills", 25, "how often TestEveryAnsweredWriteSurvivesAKill kills the program")

// ledger is what the program answered to the writes of a worker.
type ledger struct {
	created map[int64]string // team ids and names
	edited  int64            // the team that the worker changes
	sent    int              // the last name that was sent to it
	acked   int              // the last name that was answered
}

// work writes until the program is gone.
func (l *ledger) work(ctx context.Context, c *tourney.Client, worker int, done *atomic.Int64) {
	for {
		name := fmt.Sprintf("worker %d team %d", worker, len(l.created))
		id, err := c.Teams.Create(ctx, tourney.TeamCreateInput{Name: &name})
		if err != nil {
			return
		}
		l.created[id] = name
		if l.edited == 0 {
			l.edited = id
		}
		l.sent++
		if c.Teams.Update(ctx, tourney.TeamUpdateInput{ID: l.edited, Name: new(fmt.Sprint(l.sent))}) != nil {
			return
		}
		l.acked = l.sent
		done.Add(1)
	}
}

// check compares the ledger with the teams of the program.
func (l *ledger) check(t *testing.T, teams map[int64]string) {
	t.Helper()
	for id, name := range l.created {
		got, there := teams[id]
		require.True(t, there, "team %d was created, and is lost", id)
		switch {
		case id != l.edited:
			require.Equal(t, name, got)
		case got == name:
			require.Zero(t, l.acked, "the change of a name is lost")
		default:
			require.Contains(t, []string{fmt.Sprint(l.acked), fmt.Sprint(l.sent)}, got)
		}
	}
	if got, ok := teams[l.edited]; ok && got == fmt.Sprint(l.sent) {
		l.acked = l.sent // it came before the kill, and its answer did not
	}
}

// TestEveryAnsweredWriteSurvivesAKill kills the program at random moments, also while it replaces its file, and starts
// it again with the same file.
func TestEveryAnsweredWriteSurvivesAKill(t *testing.T) {
	rounds := *kills
	if testing.Short() {
		rounds = 5
	}
	args := []string{"--scenario", "empty", "--data", filepath.Join(t.TempDir(), "rows.jsonl")}
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	ledgers := []*ledger{{created: map[int64]string{}}, {created: map[int64]string{}}, {created: map[int64]string{}}}
	var answered atomic.Int64
	for range rounds {
		compact := [][]string{{"--data-compact=1"}, {"--data-compact=2000"}, {"--data-compact=100000"}, nil}[rng.IntN(4)]
		p := servePiped(t, slices.Concat(args, compact)...)
		go func() { _, _ = io.Copy(io.Discard, p.lines) }()
		client, err := tourney.New(p.url, tourney.Soccer, tourney.WithPlainHTTP(), tourney.WithRetry(tourney.Retry{}),
			tourney.WithHTTPClient(&http.Client{Transport: p.http}))
		require.NoError(t, err)
		teams := map[int64]string{}
		for team, err := range client.Teams.All(t.Context(), tourney.TeamListOptions{PageSize: 5000}) {
			require.NoError(t, err)
			teams[team.ID] = team.Name
		}
		var work sync.WaitGroup
		for i, l := range ledgers {
			l.check(t, teams)
			work.Go(func() { l.work(t.Context(), client, i, &answered) })
		}
		timer := time.NewTimer(time.Duration(rng.Int64N(int64(40 * time.Millisecond))))
		<-timer.C
		require.NoError(t, p.Process.Kill())
		_ = p.Wait()
		p.http.CloseIdleConnections()
		work.Wait()
	}
	require.Positive(t, answered.Load())
	t.Logf("%d writes were answered, %d kills", 2*answered.Load(), rounds)
}
