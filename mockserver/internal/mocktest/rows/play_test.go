package rows

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// unplayed returns a server with the tournament before its first game.
func unplayed(t testing.TB, v tourney.Variant, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	opts = append([]mockserver.Option{mockserver.Scenario("not-started"), admin.Serve()}, opts...)
	srv := mocktest.New(t, v, opts...)
	t.Cleanup(srv.Close)
	return srv
}

// line returns the teams and the score of a game.
func line(g tourney.Game) string {
	score := "-"
	if g.Played() {
		score = g.AwayTeam.Score.String() + ":" + g.HomeTeam.Score.String()
	}
	return fmt.Sprintf("%d %s %s %s", g.ID, g.AwayTeam.Name, score, g.HomeTeam.Name)
}

// play plays all games until a time, and returns their lines.
func play(w *mockserver.World, seed uint64, until time.Time) (list []string) {
	for g := range w.Play(context.Background(), mockserver.PlayOptions{Seed: seed, Until: until}) {
		list = append(list, line(g))
	}
	return list
}

// TestResultsFillBrackets: the results of a finished tournament, sent to one that has not started, put each team on the
// side that it has there.
func TestResultsFillBrackets(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		finished := mocktest.New(t, v, mockserver.Scenario("finished"))
		srv := unplayed(t, v, mockserver.PlayBrackets())
		client := srv.Client()
		for _, g := range finished.Games.All() {
			in := tourney.GameUpdateInput{ID: g.ID, AwayScore: g.AwayTeam.Score, HomeScore: g.HomeTeam.Score}
			if v == tourney.Football {
				in.AwayForfeited, in.HomeForfeited = g.AwayTeam.Forfeited, g.HomeTeam.Forfeited
			} else {
				in.AwayWonBy, in.HomeWonBy = g.AwayTeam.WonBy, g.HomeTeam.WonBy
			}
			require.NoError(t, client.Games.Update(t.Context(), in))
		}
		sides := func(w *mockserver.World) (all []tourney.GameSide) {
			for _, g := range w.Games.All() {
				for _, side := range []tourney.GameSide{*g.AwayTeam, *g.HomeTeam} {
					// The scenario has both in all sports, and clients send one of them.
					side.Forfeited, side.WonBy = nil, nil
					all = append(all, side)
				}
			}
			return all
		}
		require.Empty(t, cmp.Diff(sides(finished.World), sides(srv.World), cmp.Comparer(func(a, b *tourney.Decimal) bool {
			return a.Cmp(*b) == 0
		})))
	})
}

// TestWithoutTheOptionSidesWait: the option changes nothing where it is not set.
func TestWithoutTheOptionSidesWait(t *testing.T) {
	srv := unplayed(t, tourney.Soccer, mockserver.Scenario("mid-tournament"))
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":7037,"AwayScore":3,"HomeScore":1}`)
	final, _ := srv.Games.Get(7044)
	require.Equal(t, "7044 W1 (Championship) - W2 (Championship)", line(final))
}

// TestPlayRepeats: a play of all games at once, one in steps of a few hours, and one of games alone give the same scores
// in the same order, and another seed gives other scores.
func TestPlayRepeats(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		if testing.Short() && v != tourney.Soccer {
			t.Skip("short")
		}
		mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
			once := unplayed(t, v)
			want := play(open(once).World, 7, time.Time{})
			require.Len(t, want, 48)
			require.Equal(t, time.Date(2026, 6, 14, 14, 30, 0, 0, time.UTC), once.Clock.Now(), "the end of the last games")
			for _, g := range once.Games.All() {
				require.NotContains(t, []tourney.Winner{tourney.WinnerTie, tourney.WinnerUndecided}, g.Winner(), line(g))
			}
			stepped := unplayed(t, v)
			w, got := open(stepped).World, []string(nil)
			for len(got) < len(want) {
				until := w.Clock.Now().Add(5 * time.Hour)
				got = append(got, play(w, 7, until)...)
				require.False(t, w.Clock.Now().After(until))
			}
			require.Empty(t, cmp.Diff(want, got))

			single := unplayed(t, v)
			got = nil
			for range want {
				for g := range open(single).Play(t.Context(), mockserver.PlayOptions{Seed: 7}) {
					got = append(got, line(g))
					break
				}
			}
			require.Empty(t, cmp.Diff(want, got))
			require.NotEmpty(t, cmp.Diff(want, play(open(unplayed(t, v)).World, 8, time.Time{})))
		})
	})
}

// TestPlayFollowsTheClock: a game gets its result when it ends and not before, and what is late at once.
func TestPlayFollowsTheClock(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		srv := unplayed(t, tourney.Soccer)
		w := open(srv).World
		at := func(hour, minute int) time.Time { return time.Date(2026, 6, 12, hour, minute, 0, 0, time.UTC) }
		require.Empty(t, play(w, 1, at(8, 59)))
		require.Equal(t, at(8, 59), w.Clock.Now())
		require.Len(t, play(w, 1, at(9, 0)), 5, "one on each court")
		w.Clock.Set(at(23, 0))
		require.Len(t, play(w, 1, at(23, 0)), 21)
		require.Equal(t, at(23, 0), w.Clock.Now())
		require.Empty(t, play(w, 1, at(10, 0)), "the clock does not go back")
		require.Equal(t, at(23, 0), w.Clock.Now())

		late := unplayed(t, tourney.Soccer, mockserver.Scenario("mid-tournament"))
		for g := range open(late).Play(t.Context(), mockserver.PlayOptions{}) {
			require.Equal(t, int64(7016), g.ID)
			require.Equal(t, at(23, 0), late.Clock.Now())
			break
		}
	})
}

// TestPlayLeavesScoresOfOthers: also one score alone, and a forfeit.
func TestPlayLeavesScoresOfOthers(t *testing.T) {
	srv := unplayed(t, tourney.Soccer)
	client := srv.Client()
	for _, in := range []tourney.GameUpdateInput{
		{ID: 7001, AwayScore: tourney.Score(70), HomeScore: tourney.Score(71)},
		{ID: 7002, AwayScore: tourney.Score(1)},
		{ID: 7003, AwayWonBy: &tourney.WonByForfeit},
	} {
		require.NoError(t, client.Games.Update(t.Context(), in))
	}
	before := srv.Games.All()[:3]
	srv.Games.Edit(7004, func(g *tourney.Game) { g.Date = tourney.Date{} })
	for g := range srv.Play(t.Context(), mockserver.PlayOptions{}) {
		require.Greater(t, g.ID, int64(7004))
	}
	require.Empty(t, cmp.Diff(before, srv.Games.All()[:3]))
	final, _ := srv.Games.Get(7044)
	require.Nil(t, final.HomeTeam.TeamID, "the pools of three games are not over")
}

// TestTwoPlaysShareTheGames: two plays of a world at once, one of them remote, play each game once.
func TestTwoPlaysShareTheGames(t *testing.T) {
	srv := unplayed(t, tourney.Soccer)
	want := play(unplayed(t, tourney.Soccer).World, 3, time.Time{})
	var all [2][]string
	var group sync.WaitGroup
	for i, w := range []*mockserver.World{srv.World, mocktest.RemoteOf(t, srv)} {
		group.Go(func() { all[i] = play(w, 3, time.Time{}) })
	}
	group.Wait()
	slices.Sort(want)
	require.Equal(t, want, slices.Sorted(slices.Values(slices.Concat(all[0], all[1]))))
	require.EqualValues(t, 48, srv.Writes.Newest())
}

// TestPlayGoesOnAfterWritesOfOthers: a reset and a rewind between two games, and a new game.
func TestPlayGoesOnAfterWritesOfOthers(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		srv := unplayed(t, tourney.Soccer)
		w := open(srv).World
		want, got := play(unplayed(t, tourney.Soccer).World, 5, time.Time{}), []string(nil)
		for g := range w.Play(t.Context(), mockserver.PlayOptions{Seed: 5}) {
			got = append(got, line(g))
			switch len(got) {
			case 10:
				w.Reset() // also the clock
			case 30:
				w.Writes.Rewind(w.Writes.Newest() - 4)
			}
		}
		require.Empty(t, cmp.Diff(slices.Concat(want[:10], want[:20], want[16:]), got))
	})
}

// TestPlayEnds: with its context, and with the server, whose rows then stay.
func TestPlayEnds(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		srv := unplayed(t, tourney.Soccer)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		count := 0
		for range open(srv).Play(ctx, mockserver.PlayOptions{}) {
			if count++; count == 3 {
				cancel()
			}
		}
		require.Equal(t, 3, count)
	})
	srv := unplayed(t, tourney.Soccer)
	count := 0
	for range srv.Play(t.Context(), mockserver.PlayOptions{}) {
		if count++; count == 3 {
			srv.Close()
		}
	}
	require.Equal(t, 3, count)
	require.Empty(t, play(srv.World, 0, time.Time{}))
	require.EqualValues(t, 3, srv.Writes.Newest())
}

// TestPlayOfASession: a session plays alone, by its own clock, with the option of its server.
func TestPlayOfASession(t *testing.T) {
	srv := unplayed(t, tourney.Soccer, mockserver.PlayBrackets())
	before, now := mocktest.Dump(srv.World), srv.Clock.Now()
	require.Len(t, play(srv.StartSession(t), 1, time.Time{}), 48)
	mocktest.Unchanged(t, before, srv.World)
	require.Equal(t, now, srv.Clock.Now())
}

// TestPlayGoesOnInAnotherProcess: a play that ends in the middle goes on with the rows of the data file, and a result that
// changes then still moves the teams.
func TestPlayGoesOnInAnotherProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	begin := func() *mockserver.Server {
		return unplayed(t, tourney.Soccer, mockserver.DataFile(path), mockserver.PlayBrackets())
	}
	want, got := play(unplayed(t, tourney.Soccer).World, 2, time.Time{}), []string(nil)
	for _, games := range []int{7, 33, 48} {
		srv := begin()
		for g := range srv.Play(t.Context(), mockserver.PlayOptions{Seed: 2}) {
			if got = append(got, line(g)); len(got) == games {
				break
			}
		}
		srv.Close()
	}
	require.Empty(t, cmp.Diff(want, got))
	srv := begin()
	for _, id := range []int64{7043, 7044} {
		srv.Games.Edit(id, func(g *tourney.Game) { g.AwayTeam.Score, g.HomeTeam.Score = nil, nil })
	}
	srv.Games.Edit(7037, func(g *tourney.Game) { g.AwayTeam.Score = nil })
	final, _ := srv.Games.Get(7044)
	require.Equal(t, "W1 (Championship)", final.AwayTeam.Name)
}

// TestPlayRefuses: bodies that are wrong, times that the clock cannot show, and a data file that cannot be written.
func TestPlayRefuses(t *testing.T) {
	srv := unplayed(t, tourney.Soccer)
	for body, want := range map[string]string{
		`{"sed":1}`:      "sed: unknown, the nearest is seed",
		`{"seed":-1}`:    "seed: expected a whole number from 0 on, found number -1",
		`{"until":"x"}`:  `until: expected a time such as 2026-06-12T09:00:00Z, found \"x\"`,
		`{"seed":"x"}`:   "seed: expected a whole number from 0 on, found string",
		`{"until":null}`: "",
	} {
		answer := mocktest.Send(t, srv, "POST", "/_mock/play", body)
		if want == "" {
			require.Equal(t, 200, answer.Status, "%s: %s", body, answer.Body)
			continue
		}
		require.Equal(t, 400, answer.Status, body)
		require.Contains(t, answer.Body, want)
	}
	before := srv.Writes.Newest()
	for _, open := range []*mockserver.World{srv.World, mocktest.RemoteOf(t, srv)} {
		err := mockserver.Try(func() { play(open, 1, time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC)) })
		require.ErrorContains(t, err, "Play: Until: the clock would show 12000-01-01")
	}
	require.Equal(t, before, srv.Writes.Newest())
}
