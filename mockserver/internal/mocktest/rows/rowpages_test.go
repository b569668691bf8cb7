package rows

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// membersOf returns the JSON of an object with n members that no row has.
func membersOf(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `,"Member%d":%d`, i, i)
	}
	return "{" + text.String()[1:] + "}"
}

// TestPatchWithManyMembers: a patch of many members takes a time in proportion to them. Else this test would not end.
func TestPatchWithManyMembers(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	id := srv.Teams.All()[0].ID
	path := fmt.Sprintf("/_mock/rows/teams/%d", id)

	refused := mocktest.Send(t, srv, "PATCH", path, membersOf(50_000))
	require.Equal(t, 400, refused.Status)
	require.Contains(t, refused.Body, "Member99: unknown")
	require.Contains(t, refused.Body, "There may be more: these are the first 100 problems")
	require.NotContains(t, refused.Body, "Member100:")

	require.Equal(t, 204, mocktest.Send(t, srv, "PATCH", path+"?unknown=keep", membersOf(50_000)).Status)
	team, _ := srv.Teams.Get(id)
	require.Len(t, team.Extra, 50_000)
}

// TestPatchRemovesAndAddsAgain: null removes a member wherever it stands, in any letter case.
func TestPatchRemovesAndAddsAgain(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	path := fmt.Sprintf("/_mock/rows/teams/%d", srv.Teams.All()[0].ID)
	require.Equal(t, 204, mocktest.Send(t, srv, "PATCH", path+"?unknown=keep", `{"A":1,"B":{"c":1,"d":2},"E":3,"Ä":4,"ä":5}`).Status)
	require.Equal(t, 204, mocktest.Send(t, srv, "PATCH", path+"?unknown=keep", `{"a":null,"b":{"C":null,"x":5},"none":null}`).Status)
	body := mocktest.Send(t, srv, "GET", path, "").Body
	require.Contains(t, body, `"B":{"d":2,"x":5},"E":3,"Ä":4,"ä":5}`)
	require.NotContains(t, body, `"A"`)
	require.NotContains(t, body, "none")
}

// BenchmarkRowPages reads pages of the admin API with many teams: at the beginning, in the middle, of a division, and
// of searches that find nothing, also of players and of games. Each is to take less than 50 ms with 100,000 teams.
func BenchmarkRowPages(b *testing.B) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("huge"), admin.Serve()) // 100,000 teams
	require.NoError(b, err)
	for name, query := range map[string]string{
		"first":          "teams?limit=50",
		"middle":         "teams?limit=50&after=50000",
		"division":       "teams?limit=50&division=2050",
		"search":         "teams?limit=50&q=zzzz",
		"search late":    "teams?limit=50&q=zzzz&after=90000",
		"id":             "teams?limit=1&q=90000",
		"divisions":      "divisions?limit=50&after=50",
		"players":        "players?limit=50&after=50000",
		"search players": "players?limit=50&q=zzzz&after=50000",
		"search games":   "games?limit=50&q=zzzz",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w := httptest.NewRecorder()
				srv.ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), http.MethodGet,
					"http://localhost/_mock/rows/"+query, nil))
				require.Equal(b, http.StatusOK, w.Code)
			}
		})
	}
}

// pagesOf reads all pages of a query, and returns their rows and the total of the first one.
func pagesOf[T any](
	t *testing.T, page func(stored.Query) stored.Page[T], q stored.Query,
) (rows []T, total int) {
	t.Helper()
	total = page(q).Total
	for range 10_000 {
		p := page(q)
		if q.Limit > 0 {
			require.LessOrEqual(t, len(p.Rows), q.Limit)
		}
		rows = append(rows, p.Rows...)
		if p.Next == 0 {
			return rows, total
		}
		require.Greater(t, p.Next, q.After, "a page goes on")
		q.After = p.Next
	}
	t.Fatal("the pages do not end")
	return nil, 0
}

// samePages compares the rows of pages of several sizes with the rows that pass.
func samePages[T any](
	t *testing.T, page func(stored.Query) stored.Page[T], q stored.Query, all []T,
	passes func(T) bool, total bool,
) {
	t.Helper()
	want := slices.DeleteFunc(slices.Clone(all), func(row T) bool { return !passes(row) })
	for _, q.Limit = range []int{0, len(want)/2 + 1} {
		rows, counted := pagesOf(t, page, q)
		require.Empty(t, cmp.Diff(want, rows, cmpopts.EquateEmpty()), "%+v", q)
		if total {
			require.Equal(t, len(want), counted, "%+v", q)
		} else {
			require.Equal(t, -1, counted, "%+v", q)
		}
	}
}

// TestRowPages compares the pages of each noun with the rows that the filter selects of all rows.
func TestRowPages(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer, admin.Serve())
	srv.Teams.Remove(srv.Teams.All()[3].ID) // leaves a place empty
	other := srv.Events.Add(tourney.Event{Name: "Other"})
	beside := srv.Divisions.Add(tourney.Division{Name: "Beside", Event: &tourney.Event{ID: other}})
	srv.Teams.Add(tourney.Team{Name: "Kites", Division: &tourney.TeamDivision{ID: beside}, Players: []tourney.TeamPlayer{{
		FirstName: "Ann", LastName: "Lee",
	}}})
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(srv)
		events, divisions, teams := srv.Events.All(), srv.Divisions.All(), srv.Teams.All()
		players, venues, games := srv.Players.All(), srv.Venues.All(), srv.Games.All()
		for i := range divisions {
			divisions[i].Teams = nil
		}
		listed := teams[slices.IndexFunc(teams, func(team tourney.Team) bool { return mocktest.DetailsOf(srv.Teams, team.ID).EventID != 0 })]
		event, division, team := mocktest.DetailsOf(srv.Teams, listed.ID).EventID, listed.Division.ID, listed.ID
		day := games[len(games)/2].Date

		samePages(t, door.Events.Page, stored.Query{}, events, every, true)
		samePages(t, door.Divisions.Page, stored.Query{}, divisions, every, true)
		samePages(t, door.Divisions.Page, stored.Query{EventID: other}, divisions,
			func(d tourney.Division) bool { return d.ID == beside }, true)
		samePages(t, door.Venues.Page, stored.Query{}, venues, every, true)
		samePages(t, door.Venues.Page, stored.Query{EventID: other}, venues, none, true)
		inDivision := func(team tourney.Team) bool { return team.Division != nil && team.Division.ID == division }
		samePages(t, door.Teams.Page, stored.Query{}, teams, every, true)
		samePages(t, door.Teams.Page, stored.Query{DivisionID: division}, teams, inDivision, true)
		samePages(t, door.Teams.Page, stored.Query{DivisionID: division, EventID: event}, teams, inDivision, false)
		samePages(t, door.Teams.Page, stored.Query{DivisionID: division, EventID: other}, teams, none, false)
		samePages(t, door.Teams.Page, stored.Query{EventID: other}, teams,
			func(team tourney.Team) bool { return team.Name == "Kites" }, true)
		onTeam := func(p tourney.Player) bool {
			return slices.ContainsFunc(p.Teams, func(of tourney.PlayerTeam) bool { return of.ID == team })
		}
		samePages(t, door.Players.Page, stored.Query{}, players, every, true)
		samePages(t, door.Players.Page, stored.Query{TeamID: team}, players, onTeam, true)
		samePages(t, door.Players.Page, stored.Query{TeamID: team, EventID: event}, players, onTeam, false)
		samePages(t, door.Players.Page, stored.Query{TeamID: team, EventID: other}, players, none, false)
		samePages(t, door.Games.Page, stored.Query{}, games, every, true)
		plays := func(side *tourney.GameSide) bool { return side != nil && side.TeamID != nil && *side.TeamID == team }
		samePages(t, door.Games.Page, stored.Query{TeamID: team}, games,
			func(g tourney.Game) bool { return plays(g.AwayTeam) || plays(g.HomeTeam) }, true)
		samePages(t, door.Games.Page, stored.Query{EventID: event, Day: day}, games,
			func(g tourney.Game) bool { return g.Date == day }, true)
		samePages(t, door.Games.Page, stored.Query{From: day}, games,
			func(g tourney.Game) bool { return g.Date.Compare(day) >= 0 }, false)
		samePages(t, door.Games.Page, stored.Query{To: day}, games,
			func(g tourney.Game) bool { return !g.Date.IsZero() && g.Date.Compare(day) <= 0 }, false)
		samePages(t, door.Games.Page, stored.Query{EventID: other, DivisionID: division}, games, none, false)
	})
}

func every[T any](T) bool { return true }

func none[T any](T) bool { return false }

// TestRowSearch: a text is a part of a name in any letter case, or the id of the row that comes first.
func TestRowSearch(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	division := srv.Divisions.Add(tourney.Division{Name: "Gold"})
	for id, name := range map[int64]string{1: "Red KITES", 2: "ÉCLAIR 77", 3: "éclair", 77: "Blue", 78: ""} {
		srv.Teams.Add(tourney.Team{ID: id, Name: name, Players: []tourney.TeamPlayer{{
			PlayerID: 100 + id, FirstName: "Ann", LastName: name,
		}}})
	}
	game := srv.Games.Add(tourney.Game{
		Division: &tourney.GameDivision{ID: division},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(1)), Name: "Old name"}, HomeTeam: &tourney.GameSide{Name: "Winner of 5"},
	})
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(srv)
		for text, want := range map[string][]int64{
			"kites": {1}, " KITES ": {1}, "éCLAIR": {2, 3}, "77": {77, 2}, "d k": {1}, "nobody": nil, "": {1, 2, 3, 77, 78}, "7": {2},
			"-1": nil, "99999999999999999999": nil,
		} {
			for _, limit := range []int{0, 1, 2} {
				rows, _ := pagesOf(t, door.Teams.Page, stored.Query{Text: text, Limit: limit})
				ids := make([]int64, len(rows))
				for i, row := range rows {
					ids[i] = row.ID
				}
				if text != "77" {
					slices.Sort(ids) // the map adds them in any order
				}
				require.Empty(t, cmp.Diff(want, ids, cmpopts.EquateEmpty()), "%q, %d rows a page", text, limit)
			}
		}
		require.Len(t, door.Players.Page(stored.Query{Text: "nn red"}).Rows, 1)
		require.Len(t, door.Players.Page(stored.Query{Text: "178"}).Rows, 1)
		require.Empty(t, door.Players.Page(stored.Query{Text: "178", TeamID: 1}).Rows, "the player is on another team")
		require.Empty(t, door.Teams.Page(stored.Query{Text: "77", DivisionID: division}).Rows)
		for _, text := range []string{"red kites", "winner of", fmt.Sprint(game)} {
			require.Len(t, door.Games.Page(stored.Query{Text: text}).Rows, 1, text)
		}
		require.Empty(t, door.Games.Page(stored.Query{Text: "old name"}).Rows)
		require.Len(t, door.Divisions.Page(stored.Query{Text: "gOLD"}).Rows, 1)
	})
}

// TestRowPageStaysInPlace: a page begins at its position, whatever was added or removed before it.
func TestRowPageStaysInPlace(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	for id := range int64(6) {
		srv.Teams.Add(tourney.Team{ID: id + 1})
	}
	first := srv.Teams.Page(stored.Query{Limit: 3})
	srv.Teams.Remove(2)
	srv.Teams.Remove(4)
	srv.Teams.Add(tourney.Team{ID: 2})
	second := srv.Teams.Page(stored.Query{Limit: 3, After: first.Next})
	require.EqualValues(t, 5, second.Rows[0].ID)
	require.EqualValues(t, 2, second.Rows[2].ID)
	require.Zero(t, second.Next)
}

// TestRowQueriesThatAreWrong: a query says which of its fields is wrong.
func TestRowQueriesThatAreWrong(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(srv)
		for want, call := range map[string]func(){
			"mockserver: Teams.Page: stored.Query.Limit is -1: expected 0 or more": func() {
				door.Teams.Page(stored.Query{Limit: -1})
			},
			"mockserver: Games.Page: stored.Query.After is -1: expected 0, or the Next of a page": func() {
				door.Games.Page(stored.Query{After: -1})
			},
			"mockserver: Events.Page: stored.Query.EventID: these rows are not found by it": func() {
				door.Events.Page(stored.Query{EventID: 1})
			},
			"mockserver: Teams.Page: stored.Query.To: these rows are not found by it": func() {
				door.Teams.Page(stored.Query{To: tourney.Date{Year: 2026, Month: 1, Day: 1}})
			},
		} {
			require.PanicsWithError(t, want, call)
		}
	})
	for query, want := range map[string]string{
		"rows/teams?limit=-1":  "limit: expected 0 or more, found -1",
		"rows/teams?after=x":   `after: expected a whole number, found \"x\"`,
		"rows/teams?team=1":    "team: unknown, expected one of limit, after, q, event, division",
		"rows/games?day=today": `day: expected a day such as 2026-06-12, found \"today\"`,
		"rows/games?to=":       `to: expected a day such as 2026-06-12, found \"\"`,
	} {
		a := mocktest.Send(t, srv, "GET", "/_mock/"+query, "")
		require.Equal(t, 400, a.Status)
		require.Contains(t, a.Body, want)
	}
	require.Equal(t, mocktest.Get(t, srv, "/_mock/rows/teams?limit=99"), mocktest.Get(t, srv, "/_mock/rows/teams?limit=4294967297"))
}
