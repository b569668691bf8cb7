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
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

func TestTheClockStandsStillUntilItIsMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := mocktest.Empty(t, tourney.Soccer).Clock
		<-time.After(time.Hour)
		require.Equal(t, contract.DefaultTime, clock.Now())
		clock.Advance(36 * time.Hour)
		require.Equal(t, contract.DefaultTime.Add(36*time.Hour), clock.Now())
		clock.Advance(-time.Hour)
		require.Equal(t, contract.DefaultTime.Add(35*time.Hour), clock.Now())
		noon := time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)
		clock.Set(noon)
		require.Equal(t, noon, clock.Now())
	})
}

func TestAClockThatRunsGoesOnFromWhereItIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := mocktest.Empty(t, tourney.Soccer, mockserver.WallClock()).Clock
		require.True(t, time.Now().Equal(clock.Now()))
		noon := time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)
		clock.Set(noon)
		<-time.After(time.Minute)
		require.True(t, noon.Add(time.Minute).Equal(clock.Now()))
	})
}

// TestResetSetsTheClockBack checks it with a card that expires.
func TestResetSetsTheClockBack(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	start := srv.Clock.Now()
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", mocktest.PayBody)
	srv.Clock.Set(time.Date(2031, 1, 2, 0, 0, 0, 0, time.UTC))
	a := mocktest.Send(t, srv, "POST", "/api/v1/payments", mocktest.PayBody)
	require.Contains(t, mocktest.Messages(t, a), "expire")
	srv.Reset()
	require.Equal(t, start, srv.Clock.Now())
}

// TestTheClockShowsEveryTime: times far from the present, and times of other places, are shown as they were set.
func TestTheClockShowsEveryTime(t *testing.T) {
	for _, opts := range [][]mockserver.Option{nil, {mockserver.WallClock()}} {
		synctest.Test(t, func(t *testing.T) {
			clock := mocktest.Empty(t, tourney.Soccer, opts...).Clock
			for _, want := range []time.Time{
				{}, time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 22, 0, 0, 0, time.UTC),
				time.Date(2026, 7, 1, 9, 0, 0, 0, time.FixedZone("CDT", -5*3600)),
			} {
				clock.Set(want)
				require.Equal(t, want.String(), clock.Now().String())
				clock.Advance(time.Hour)
				clock.Advance(-2 * time.Hour)
				require.Equal(t, want.Add(-time.Hour).String(), clock.Now().String())
			}
		})
	}
}

// TestTheClockRefusesTimesThatNoAnswerSays: the clock stays as it is, and the admin API goes on to answer.
func TestTheClockRefusesTimesThatNoAnswerSays(t *testing.T) {
	at := func(year int, month time.Month, day, hour int, zone *time.Location) func(*mockserver.Clock) {
		return func(c *mockserver.Clock) { c.Set(time.Date(year, month, day, hour, 0, 0, 0, zone)) }
	}
	for want, move := range map[string]func(*mockserver.Clock){
		"Clock.Set: the clock would show 12000-01-01 00:00:00 +0000 UTC": at(12000, 1, 1, 0, time.UTC),
		"Clock.Set: the clock would show 10000-01-01 04:00:00 +0000 UTC": at(9999, 12, 31, 23, time.FixedZone("", -5*3600)),
		"Clock.Set: the clock would show -0001-12-31 00:00:00 +0000 UTC": at(-1, 12, 31, 0, time.UTC),
		"Clock.Set: the clock would show 2026-01-01 00:00:00 +2400 far":  at(2026, 1, 1, 0, time.FixedZone("far", 24*3600)),
		"Clock.Advance: the clock would show 10000-01-01 00:00:00 +0000 UTC": func(c *mockserver.Clock) {
			at(9999, 12, 31, 23, time.UTC)(c)
			c.Advance(time.Hour)
		},
		"Clock.Advance: the clock would show -0001-12-31 23:59:59 +0000 UTC": func(c *mockserver.Clock) {
			at(0, 1, 1, 0, time.UTC)(c)
			c.Advance(-time.Second)
		},
	} {
		t.Run(want, func(t *testing.T) {
			mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
				srv := mocktest.World(t, tourney.Soccer)
				says := mocktest.RefusalOf(func() { move(open(srv).Clock) })
				require.Contains(t, says, "mockserver: "+want+": expected a year from 0 to 9999, and a zone less ")
				for _, path := range []string{"clock", "info", "requests"} {
					mocktest.Get(t, srv, "/_mock/"+path)
				}
			})
		})
	}
}

// TestAResetThatIsRefused leaves the clock as it is.
func TestAResetThatIsRefused(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	srv.Clock.Advance(time.Hour)
	moved := srv.Clock.Now()
	require.Panics(t, func() { srv.Teams.Edit(mocktest.Otters, func(*tourney.Team) { srv.Reset() }) })
	require.Equal(t, moved, srv.Clock.Now())
}

// TestAClockThatAsksTheServer: the function of Now may call the server, also while a payment reads the time.
func TestAClockThatAsksTheServer(t *testing.T) {
	var srv *mockserver.Server
	asked := false
	srv = mocktest.World(t, tourney.Soccer, mockserver.Now(func() time.Time {
		if srv != nil {
			_, asked = srv.Teams.Get(mocktest.Otters)
		}
		return contract.DefaultTime
	}))
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", mocktest.PayBody)
	require.True(t, asked)
}

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
		srv := mocktest.New(t, tourney.Soccer)
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
				srv := mocktest.New(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Rewind: rewind}))
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
