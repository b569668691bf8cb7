package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOutput(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(&out))
	want := strings.TrimPrefix(`
12U Meadow, Friday, June 12

8:00 AM CDT (13:00Z)   WSF C1  River Skylarks      2 : 1  Juniper Foxes       final
8:00 AM CDT (13:00Z)   WSF C2  Canyon Geckos       2 : 0  Granite Badgers     final
8:00 AM CDT (13:00Z)   WSF C3  Pepper Kazoos       2 : 0  Birch Teacups       final
8:00 AM CDT (13:00Z)   TPK C4  Copper Puffins      0 : 2  Willow Tumbleweeds  final
11:00 AM CDT (16:00Z)  WSF C3  River Skylarks      2 : 1  Canyon Geckos       final
11:00 AM CDT (16:00Z)  TPK C4  Juniper Foxes       2 : 0  Granite Badgers     final
11:00 AM CDT (16:00Z)  TPK C5  Willow Tumbleweeds  0 : 2  Pepper Kazoos       final
12:30 PM CDT (17:30Z)  WSF C1  Birch Teacups       vs     Copper Puffins      pool game
2:00 PM CDT (19:00Z)   TPK C5  River Skylarks      2 : 1  Granite Badgers     final
3:30 PM CDT (20:30Z)   WSF C1  Canyon Geckos       2 : 1  Juniper Foxes       final

12U Meadow, Sunday, June 14

8:00 AM CDT (13:00Z)   WSF C1  River Skylarks       vs  [2nd in B]           Semifinal
8:00 AM CDT (13:00Z)   WSF C2  [1st in B]           vs  Canyon Geckos        Semifinal
12:00 PM CDT (17:00Z)  -       [L1 (Championship)]  vs  [L2 (Championship)]  Third Place
12:00 PM CDT (17:00Z)  -       [W1 (Championship)]  vs  [W2 (Championship)]  Championship

score: 12:30 PM CDT (17:30Z)  WSF C1  Birch Teacups  1 : 2  Copper Puffins  final
`, "\n")
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

var (
	day  = tourney.Date{Year: 2026, Month: time.June, Day: 12}
	away = &tourney.GameSide{Name: "Otters", TeamID: new(int64(1)), Score: tourney.Score(0)}
	home = &tourney.GameSide{Name: "Owls", TeamID: new(int64(2)), Score: tourney.Score(1)}
)

// board returns the scoreboard of one game of a variant.
func board(t *testing.T, v tourney.Variant, game tourney.Game) string {
	t.Helper()
	srv := mockserver.Start(t, v, mockserver.Scenario("empty"), mockserver.AllowDanglingReferences()) // to no teams
	division := tourney.Division{ID: srv.Divisions.Add(tourney.Division{Name: "9U"}), Name: "9U"}
	game.Division, game.Date = &tourney.GameDivision{ID: division.ID}, day
	srv.Games.Add(game)
	var out bytes.Buffer
	require.NoError(t, scoreboard(t.Context(), &out, srv.Client(), division, day, time.UTC))
	return out.String()
}

func TestForfeits(t *testing.T) {
	winner, loser := *home, *away
	winner.WonBy = &tourney.WonByForfeit
	assert.Contains(t, board(t, tourney.Soccer, tourney.Game{AwayTeam: &loser, HomeTeam: &winner}), "0 : 1  Owls  Forfeit")
	loser.Forfeited = new(true)
	assert.Contains(t, board(t, tourney.Football, tourney.Game{AwayTeam: &loser, HomeTeam: home}), "0 : 1  Owls  Forfeit")
}

// Every member of a game may be missing.
func TestGameWithoutAnything(t *testing.T) {
	assert.Equal(t, "9U, Friday, June 12\n\ntime to come  -  -  vs  -  \n\n", board(t, tourney.Rugby, tourney.Game{}))
}

// follow prints each change with its new value, and ends at a final error.
func TestFollow(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"), mockserver.AllowDanglingReferences())
	division := tourney.Division{ID: srv.Divisions.Add(tourney.Division{Name: "9U"}), Name: "9U"}
	game := tourney.Game{Date: day, AwayTeam: away, HomeTeam: home, Division: &tourney.GameDivision{ID: division.ID}}
	game.ID = srv.Games.Add(game)
	var out bytes.Buffer
	err := follow(t.Context(), &out, srv.Client(), division, day, time.UTC, func(change watch.Change[tourney.Game]) (bool, error) {
		srv.Games.Edit(game.ID, func(g *tourney.Game) { g.Time = &tourney.TimeOfDay{Hour: 9} })
		return change.Kind == watch.KindAdded, nil
	})
	require.NoError(t, err)
	assert.Equal(t, "moved: 9:00 AM UTC (09:00Z)  -  Otters  0 : 1  Owls  final\n", out.String())

	err = follow(t.Context(), &out, &tourney.Client{}, division, day, time.UTC, nil)
	require.ErrorContains(t, err, "watch: ended")
}

func TestDayWithoutGames(t *testing.T) {
	srv := mockserver.Start(t, tourney.Rugby, mockserver.Scenario("empty"))
	var out bytes.Buffer
	require.NoError(t, scoreboard(t.Context(), &out, srv.Client(), tourney.Division{ID: 1, Name: "9U"}, day, time.UTC))
	assert.Equal(t, "9U, Friday, June 12\n\n\n", out.String())
	assert.Len(t, srv.Calls.All("Games.List"), 1)
}
