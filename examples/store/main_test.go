package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

func TestOutput(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(&out, ":memory:"))
	want := `2026-06-12 from 11:00

11:00  Meadow Comets        Pebble Fireflies     3:6 home
11:00  Mirage Thunderbolts  Bramble Steamers     7:4 away
11:00  River Skylarks       Canyon Geckos        3:1 away
11:00  Juniper Foxes        Granite Badgers      0:0 tie
11:00  Willow Tumbleweeds   Pepper Kazoos        0:1 home
12:30  Birch Teacups        Copper Puffins       undecided
12:30  Kettle Sprockets     Timber Yetis         1:0 away
12:30  Marsh Wombats        Thistle Waffles      3:0 away
12:30  Saddle Bumblebees    Clover Zebras        5:3 away
12:30  Prairie Hornets      Acorn Tortoises      undecided
14:00  Frost Pretzels       Lantern Walruses     3:1 away
14:00  Harbor Marmots       Cinder Dumplings     5:3 away
14:00  Pebble Fireflies     Mirage Thunderbolts  2:0 away
14:00  Bramble Steamers     Meadow Comets        undecided
14:00  River Skylarks       Granite Badgers      3:0 away
15:30  Canyon Geckos        Juniper Foxes        3:1 away

The highest scores: [7 7 7]
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func eventOf(srv *mockserver.Server) int64 { return srv.Events.All()[0].ID }

func open(t *testing.T, path string) *Store {
	t.Helper()
	store, err := Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, store.Close()) })
	return store
}

// TestMirrorGivesBackWhatCame: every variant has games and teams of its own form.
func TestMirrorGivesBackWhatCame(t *testing.T) {
	for _, variant := range tourney.Variants() {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			everyDatabase(t, func(t *testing.T, database string) {
				srv, err := mockserver.New(variant)
				require.NoError(t, err)
				client := srv.Client(tourney.WithFormat(format))
				store := open(t, database)
				for range 2 {
					require.NoError(t, store.Poll(t.Context(), client, eventOf(srv)))
				}
				again := open(t, database) // what is stored
				games, err := again.Games(t.Context())
				require.NoError(t, err)
				teams, err := again.Teams(t.Context())
				require.NoError(t, err)
				require.Empty(t, cmp.Diff(listed(t, client.Games.All(t.Context(), tourney.GameListOptions{EventID: eventOf(srv)})), games))
				want, err := client.Teams.ReadAll(t.Context(), tourney.TeamListOptions{EventID: eventOf(srv)})
				require.NoError(t, err)
				slices.SortFunc(want.Rows, func(a, b tourney.Team) int { return int(a.ID - b.ID) })
				require.Empty(t, cmp.Diff(want.Rows, teams))
			})
		}
	}
}

func listed[T interface{ tourney.Game | tourney.Team }](t *testing.T, all func(func(T, error) bool)) (rows []T) {
	t.Helper()
	for row, err := range all {
		require.NoError(t, err)
		rows = append(rows, row)
	}
	require.Greater(t, len(rows), 10)
	slices.SortFunc(rows, func(a, b T) int { return int(id(a) - id(b)) })
	return rows
}

func id(row any) int64 {
	switch row := row.(type) {
	case tourney.Game:
		return row.ID
	case tourney.Team:
		return row.ID
	}
	return 0
}

// TestScheduleIsInOrder compares the order of the database with that of Compare.
func TestScheduleIsInOrder(t *testing.T) {
	everyDatabase(t, func(t *testing.T, database string) {
		srv, err := mockserver.New(tourney.Baseball)
		require.NoError(t, err)
		store := open(t, database)
		require.NoError(t, store.Poll(t.Context(), srv.Client(), eventOf(srv)))
		event := srv.Events.All()[0]
		lines, err := store.Schedule(t.Context(), event.StartDate, event.EndDate, tourney.TimeOfDay{})
		require.NoError(t, err)
		want := slices.DeleteFunc(srv.Games.All(), func(g tourney.Game) bool { return g.Date.IsZero() })
		require.Len(t, lines, len(want))
		require.Greater(t, len(want), 40)
		slices.SortStableFunc(want, func(a, b tourney.Game) int {
			if by := a.Date.Compare(b.Date); by != 0 {
				return by
			}
			if a.Time == nil || b.Time == nil {
				return cmpBool(a.Time == nil, b.Time == nil)
			}
			return a.Time.Compare(*b.Time)
		})
		for i, game := range want {
			away, home := orNone(game.AwayTeam), orNone(game.HomeTeam)
			line := Line{game.Date, game.Time, away.Name, home.Name, away.Score, home.Score, lines[i].HomeWonBy, game.Winner()}
			require.Empty(t, cmp.Diff(line, lines[i]))
			require.Equal(t, home.WonBy != nil, lines[i].HomeWonBy.Valid)
		}
		first, err := store.Schedule(t.Context(), event.StartDate, event.StartDate, tourney.TimeOfDay{})
		require.NoError(t, err)
		require.Less(t, len(first), len(lines))
		require.Equal(t, first, lines[:len(first)])
	})
}

func cmpBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// adding is a host that adds members to its answers, as hosts do over the years.
type adding struct {
	next     http.RoundTripper
	from, to string
}

func (a adding) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := a.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	body = bytes.ReplaceAll(body, []byte(a.from), []byte(a.to))
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	res.Header.Del("Content-Length")
	return res, nil
}

func TestMirrorKeepsWhatTheLibraryDoesNotKnow(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	client := srv.Client(tourney.WithHTTPClient(&http.Client{Transport: adding{srv, `"Name":`, `"Weather":{"Wind":[1.50,null]},"Name":`}}))
	store := open(t, ":memory:")
	require.NoError(t, store.Poll(t.Context(), client, eventOf(srv)))
	games, err := store.Games(t.Context())
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(listed(t, client.Games.All(t.Context(), tourney.GameListOptions{EventID: eventOf(srv)})), games))
	want := tourney.Extra{"Weather": json.RawMessage(`{"Wind":[1.50,null]}`)}
	require.Equal(t, want, games[0].AwayTeam.Extra)
	require.Equal(t, want, games[0].Division.Extra)
	found, err := query(t.Context(), store.db, scanRow[tourney.Game],
		`SELECT content FROM games WHERE json_extract(content, '$.AwayTeam.Weather.Wind[0]') = 1.5 ORDER BY id`)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(games, found))
}

// failing is a host that fails from a request on.
type failing struct {
	next  http.RoundTripper
	after *int
	body  string
}

func (f failing) RoundTrip(req *http.Request) (*http.Response, error) {
	if *f.after--; *f.after >= 0 {
		return f.next.RoundTrip(req)
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: req,
		Body: io.NopCloser(strings.NewReader(f.body)),
	}, nil
}

// TestMirrorChangesAllOrNothing: a host that fails half way, or suddenly has no game, empties no table.
func TestMirrorChangesAllOrNothing(t *testing.T) {
	everyDatabase(t, func(t *testing.T, database string) {
		srv, err := mockserver.New(tourney.Soccer)
		require.NoError(t, err)
		store := open(t, database)
		require.NoError(t, store.Poll(t.Context(), srv.Client(), eventOf(srv)))
		before, err := store.Games(t.Context())
		require.NoError(t, err)
		require.NoError(t, srv.Client().Games.Update(t.Context(), tourney.GameUpdateInput{ID: before[0].ID, HomeScore: tourney.Score(9)}))
		for want, body := range map[string]string{
			"no such luck":                   `{"Errors":[{"Code":2,"Message":"no such luck"}]}`,
			"48 of 48 rows would be removed": `{"Games":{"Results":[],"Page":1,"PageSize":50,"Total":0}}`,
		} {
			var err error
			for range 2 { // one empty list is no evidence
				after := 4 // the two lists of teams, twice
				client := srv.Client(tourney.WithHTTPClient(&http.Client{Transport: failing{srv, &after, body}}))
				err = store.Poll(t.Context(), client, eventOf(srv))
			}
			require.ErrorContains(t, err, want)
			games, err := store.Games(t.Context())
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(before, games))
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, store.Poll(ended, srv.Client(), eventOf(srv)), context.Canceled)
		require.NoError(t, store.Poll(t.Context(), srv.Client(), eventOf(srv)))
		games, err := store.Games(t.Context())
		require.NoError(t, err)
		require.Equal(t, "9", games[0].HomeTeam.Score.String())
	})
}

// TestMirrorDeletes: hidden teams stay, and so does a game that cannot be read; what is certainly gone goes.
func TestMirrorDeletes(t *testing.T) {
	everyDatabase(t, func(t *testing.T, database string) {
		srv, err := mockserver.New(tourney.Soccer)
		require.NoError(t, err)
		store := open(t, database)
		require.NoError(t, store.Poll(t.Context(), srv.Client(), eventOf(srv)))
		saved := func() (teams, games []int64) {
			rows, err := store.Teams(t.Context())
			require.NoError(t, err)
			for _, row := range rows {
				teams = append(teams, row.ID)
			}
			more, err := store.Games(t.Context())
			require.NoError(t, err)
			for _, row := range more {
				games = append(games, row.ID)
			}
			return teams, games
		}
		teams, games := saved()
		listed := listed(t, srv.Client().Teams.All(t.Context(), tourney.TeamListOptions{EventID: eventOf(srv)}))
		require.Len(t, teams, len(listed)+1, "and the one on the waiting list")
		gone, garbled := games[0], games[1]
		srv.Games.Remove(gone)
		srv.Games.Edit(garbled, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(99) })
		for range 2 {
			require.NoError(t, store.Poll(t.Context(), srv.Client(tourney.WithHTTPClient(&http.Client{
				Transport: adding{srv, fmt.Sprintf(`{"Id":%d,`, garbled), fmt.Sprintf(`{"Id":%d,"Time":"TBD",`, garbled)},
			})), eventOf(srv)))
		}
		after, left := saved()
		require.Equal(t, teams, after)
		require.Equal(t, games[1:], left, "without the game that is gone, with the one that cannot be read")
		best, err := store.HighestScores(t.Context(), 1)
		require.NoError(t, err)
		require.NotEqual(t, "[99]", fmt.Sprint(best), "the new score came with a time that cannot be read")
		srv.Games.Remove(garbled)
		for range 2 {
			require.NoError(t, store.Poll(t.Context(), srv.Client(), eventOf(srv)))
		}
		_, left = saved()
		require.Equal(t, games[2:], left)
	})
}

func TestHighestScoresGoByNumber(t *testing.T) {
	everyDatabase(t, func(t *testing.T, database string) {
		store := open(t, database)
		tx, err := store.db.BeginTx(t.Context(), nil)
		require.NoError(t, err)
		for i, score := range []string{"9", "10.50", "-3", "100", "10.5"} {
			side := &tourney.GameSide{Score: new(tourney.MustDecimal(score))}
			require.NoError(t, insertGame(t.Context(), tx, tourney.Game{ID: int64(i + 1), AwayTeam: side}))
		}
		require.NoError(t, tx.Commit())
		best, err := store.HighestScores(t.Context(), 4)
		require.NoError(t, err)
		require.Equal(t, "[100 10.50 10.5 9]", fmt.Sprint(best))
	})
}
