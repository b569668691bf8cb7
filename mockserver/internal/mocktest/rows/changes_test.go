package rows

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

// aboutEvent returns the type of an event and the id of its row.
func aboutEvent(t *testing.T, e webhook.Event) string {
	t.Helper()
	var change struct {
		Before, After struct{ ID int64 }
	}
	require.NoError(t, json.Unmarshal(e.Data, &change))
	return fmt.Sprint(e.Type, " ", max(change.Before.ID, change.After.ID))
}

// TestChanges: each write that changes a team or a game is an event for each kind of change, in the order of the writes.
func TestChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, err := mockserver.New(tourney.Soccer)
		require.NoError(t, err)
		client := srv.Client()
		srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(8) }) // before, so no event
		var got []webhook.Event
		changes, ended := srv.Changes(t.Context()), make(chan struct{})
		steps := []struct {
			write func()
			want  []string
		}{
			{func() {
				require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(9)}))
			}, []string{"game.score 7001"}},
			{func() {
				srv.Games.Edit(7002, func(g *tourney.Game) {
					g.HomeTeam.Score, g.HomeTeam.WonBy, g.Date.Day = tourney.Score(7), &tourney.WonByForfeit, g.Date.Day+1
				})
			}, []string{"game.moved 7002", "game.score 7002", "game.result 7002"}},
			{func() {
				_, err := client.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("Kites")})
				require.NoError(t, err)
			}, []string{"team.added 50000001"}},
			{func() { srv.Teams.Edit(4001, func(row *tourney.Team) { row.Name = "Owls" }) }, []string{"team.changed 4001"}},
			{func() {
				srv.Teams.Edit(4001, func(row *tourney.Team) { row.Players[0].FirstName = "Ann" })
			}, nil}, // lists show no roster
			{func() { srv.Accounts.RotateKeys(mockserver.DefaultUsername) }, nil},
			{func() { srv.Accounts.Add("bo", "hush-hush", tourney.Account{}) }, nil},
			{func() { srv.Payments.Add(stored.Payment{TeamID: 4001}) }, nil},
			{func() { srv.Games.Remove(7016) }, []string{"game.removed 7016"}},
			{func() { srv.Clock.Advance(time.Hour) }, nil},
			{func() { srv.Writes.Rewind(srv.Writes.Newest() - 1) }, []string{"game.added 7016"}},
			{srv.Reset, []string{
				"team.changed 4001", "team.removed 50000001", "game.score 7001", "game.moved 7002", "game.score 7002", "game.result 7002",
			}},
		}
		go func() {
			defer close(ended)
			for _, e := range changes {
				got = append(got, e)
			}
		}()
		ids := map[string]bool{}
		for i, step := range steps {
			got = nil
			step.write()
			<-time.After(200 * time.Millisecond) // of the bubble's clock
			synctest.Wait()
			var about []string
			for _, e := range got {
				about = append(about, aboutEvent(t, e))
				require.Regexp(t, `^msg_[\w-]{24}$`, e.ID)
				require.False(t, ids[e.ID], "step %d: an ID twice", i)
				ids[e.ID] = true
				require.WithinDuration(t, time.Now(), e.Time, time.Second)
			}
			require.Equal(t, step.want, about, "step %d", i)
		}
		got = nil
		srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(3) })
		srv.Close()
		<-ended
		require.Len(t, got, 1, "the last write before the end")
		var change watch.Change[tourney.Game]
		require.NoError(t, json.Unmarshal(got[0].Data, &change))
		require.Equal(t, "3", change.After.HomeTeam.Score.String())
		row, _ := srv.Games.Get(7001)
		require.Empty(t, watch.Compare([]tourney.Game{row}, []tourney.Game{change.After}))
		require.Equal(t, row.HomeTeam.Name, change.After.HomeTeam.Name)
	})
}

// TestChangesLag: no write waits for a loop that takes long. The loop learns how many writes it missed.
func TestChangesLag(t *testing.T) {
	for rewind, want := range map[int][]string{
		5:  {"game.score", `writes.skipped {"count":15}`, "game.score", "game.score", "game.score", "game.score", "game.score"},
		-1: {`writes.skipped {"count":1}`, `writes.skipped {"count":20}`},
	} {
		t.Run(fmt.Sprint(rewind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv, err := mockserver.New(tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Rewind: rewind}))
				require.NoError(t, err)
				n := 0
				write := func() {
					n++
					srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(n + 10) })
				}
				var got []string
				changes := srv.Changes(t.Context())
				write()
				for number, e := range changes {
					text := e.Type
					if e.Type == "writes.skipped" {
						text += " " + string(e.Data)
					}
					got = append(got, text)
					if len(got) == 1 {
						require.LessOrEqual(t, number, int64(1))
						for range 20 {
							write()
						}
					}
					if len(got) == len(want) {
						break
					}
				}
				require.Equal(t, want, got)
			})
		})
	}
}

// TestChangesOfTheLastRequest: a request that is under way when the server shuts down still counts.
func TestChangesOfTheLastRequest(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			close(entered)
			<-release
			next.ServeHTTP(w, req)
		})
	}))
	client, changes := srv.Client(), srv.Changes(t.Context())
	var running sync.WaitGroup
	var updated, closed error
	running.Go(func() {
		updated = client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(9)})
	})
	<-entered
	got, news := 0, 0
	running.Go(func() {
		for range changes {
			got++
		}
	})
	running.Go(func() { closed = srv.Shutdown(t.Context()) })
	for range 100 { // a feed ends when the server begins to shut down
		for _, err := range srv.Feed(t.Context(), feed.Options{}) {
			require.NoError(t, err)
			news++
		}
	}
	close(release)
	running.Wait()
	require.NoError(t, errors.Join(updated, closed))
	require.Equal(t, 1, got)
	require.Positive(t, news)
}

// TestChangesEnd: the loop ends with its context, by break, and while its body uses the server.
func TestChangesEnd(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	changes := srv.Changes(ctx)
	n := 0
	post := func() {
		n++
		require.NoError(t, srv.Client().Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(20 + n)}))
	}
	post()
	for range changes {
		if n == 5 {
			break
		}
		post() // a receiver may call the host
	}
	require.Equal(t, 5, n)
	go cancel()
	for range srv.Changes(ctx) {
		t.Error("a change")
	}
}
