package operations

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// seasonOfEvents returns a server with four events: a plain one, an archived one below it, and two of an organization,
// of which the last has no dates.
func seasonOfEvents(t *testing.T) *mockserver.Server {
	t.Helper()
	srv := mocktest.Empty(t, tourney.Soccer)
	day := func(d int) tourney.Date { return tourney.Date{Year: 2026, Month: 6, Day: d} }
	srv.Events.Add(tourney.Event{ID: 1, Name: "Cup", StartDate: day(12), EndDate: day(14), Type: "1"})
	srv.Events.Add(tourney.Event{ID: 2, Name: "Old Cup", StartDate: day(1), EndDate: day(3), Archive: new(true), Type: "League"})
	srv.Events.Add(tourney.Event{ID: 3, Name: "Open", StartDate: day(20), EndDate: day(30), Archive: new(false)})
	srv.Events.Add(tourney.Event{ID: 4, Name: "Some day"})
	srv.Events.EditDetails(2, func(d *stored.EventDetails) { *d = stored.EventDetails{ParentID: 1} })
	srv.Events.EditDetails(3, func(d *stored.EventDetails) { *d = stored.EventDetails{OrganizationID: 70} })
	srv.Events.EditDetails(4, func(d *stored.EventDetails) { *d = stored.EventDetails{OrganizationID: 70} })
	return srv
}

func TestFiltersOfEvents(t *testing.T) {
	srv := seasonOfEvents(t)
	for query, want := range map[string][]int64{
		"":                                      {1, 2, 3, 4},
		"?page=2&pagesize=3":                    {4},
		"?organizationid=70":                    {3, 4},
		"?OrganizationId=71":                    {},
		"?parentid=1":                           {2},
		"?parentid=99":                          {},
		"?startdate=6/12/2026":                  {1, 3},
		"?enddate=6/14/2026":                    {1, 2},
		"?startdate=6/2/2026&enddate=6/14/2026": {1},
		"?type=1":                               {1, 2},
		"?type=2":                               {},
		"?type=league":                          {1, 2},
		"?archive=true":                         {2},
		"?archive=false":                        {1, 3, 4},
		"?archive=true&organizationid=70":       {},
	} {
		require.Empty(t, cmp.Diff(want, mocktest.Listed(t, srv, "/api/v1/events"+query, "Events")), query)
	}
}

// TestSidesShowTheirPool: a side has the pool of its position and the external id of its team, unless the row itself
// says another.
func TestSidesShowTheirPool(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/games?id=82", "")
	require.Equal(t, "A", mocktest.At(t, a.Body, "Game.HomeTeam.PoolName"), "the name, and not the label: front ends index by it")
	require.InDelta(t, mocktest.PoolA, mocktest.At(t, a.Body, "Game.HomeTeam.PoolId"), 0)
	require.Equal(t, "T-OTTERS", mocktest.At(t, a.Body, "Game.HomeTeam.ExternalId"))
	require.Contains(t, a.Header.Get("X-Mock-Assumed"), "observed-sides")
	mocktest.RequireAbsent(t, a.Body, "Game.HomeTeam.ExternalBracketId")
	mocktest.RequireAbsent(t, a.Body, "Game.Number")
	bare := mocktest.Send(t, srv, http.MethodGet, "/api/v1/games?id=84", "") // neither side has a position or an external id
	require.NotContains(t, bare.Body, "Pool")
	require.NotContains(t, bare.Body, "ExternalId")
	require.NotContains(t, bare.Header.Get("X-Mock-Assumed"), "observed-sides")

	game, _ := srv.Games.Get(mocktest.Open)
	poolB, _ := mocktest.AddPool(srv.World, tourney.Pool{Name: "B"}, 0)
	game.HomeTeam.PoolName, game.HomeTeam.PoolID = new("Own"), &poolB
	game.HomeTeam.ExternalID = "own-1"
	srv.Games.Edit(mocktest.Open, func(g *tourney.Game) { g.HomeTeam = game.HomeTeam })
	again, err := srv.Client().Games.Get(t.Context(), mocktest.Open)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(game.HomeTeam, again.HomeTeam))
}

// TestExternalIDsOfTeams: lists show the external id of a team, the details do not.
func TestExternalIDsOfTeams(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	list := mocktest.Send(t, srv, http.MethodGet, "/api/v1/teams?teamids=101", "")
	require.Equal(t, "T-OTTERS", mocktest.At(t, list.Body, "Teams.Results.0.ExternalTeamId"))
	require.Contains(t, list.Header.Get("X-Mock-Assumed"), "team-rows")
	require.NotContains(t, mocktest.Get(t, srv, "/api/v1/teams?id=101"), "ExternalTeamId")
}

// TestIDsInPaths: clients were seen to write the id of an event and of a team behind the path. The forms of the
// document answer the same.
func TestIDsInPaths(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	byParameter := mocktest.Get(t, srv, "/api/v1/events?id=1")
	for _, target := range []string{"/api/v1/events/1", "/api/v1/events/1/", "/api/v1/events/1?ID=1"} {
		a := mocktest.Send(t, srv, http.MethodGet, target, "")
		require.Equal(t, byParameter, a.Body, target)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "ids-in-paths")
	}
	for name, body := range map[string]string{
		"Voles":   `{"Name":"Voles"}`,
		"Shrews":  `{"id":101,"Name":"Shrews"}`,
		"Martens": `{"Id":"101","Name":"Martens"}`,
		"Weasels": `{"Id":null,"Name":"Weasels"}`,
	} {
		mocktest.Accept(t, srv, http.MethodPut, "/api/v1/teams/101", body)
		team, _ := srv.Teams.Get(mocktest.Otters)
		require.Equal(t, name, team.Name)
	}
	require.Equal(t, "Teams.Update", srv.Calls.All("")[len(srv.Calls.All(""))-1].Op)

	for request, want := range map[string]struct {
		status        int
		message, body string
	}{
		"GET /api/v1/events/1?id=2":  {400, `id must be that of the path, 1, or be left out: found "2"`, ""},
		"PUT /api/v1/teams/101":      {400, `id must be that of the path, 101, or be left out: found "102"`, `{"Id":102,"Name":"x"}`},
		"PUT /api/v1/teams/101?ID=9": {400, `id must be that of the path, 101, or be left out: found "9"`, `{"Name":"x"}`},
		"PUT /api/v1/teams?id=9":     {400, `id must be that of the body, 101, or be left out: found "9"`, `{"Id":101,"Name":"x"}`},
		"PUT /api/v1/games?ID=9":     {400, `id must be that of the body, 81, or be left out: found "9"`, `{"Id":"81"}`},
		"PUT /api/v1/teams/9999":     {404, "id names no team: 9999", `{"Name":"x"}`},
		"GET /api/v1/events/99":      {404, "id names no event: 99", ""},
		"GET /api/v1/events/one":     {404, "no operation at this path", ""},
		"GET /api/v1/events/0":       {404, "no operation at this path", ""},
		"GET /api/v1/events/1/games": {404, "no operation at this path", ""},
		"GET /api/v1/games/81":       {404, "the nearest is /api/v1/games", ""},
		"GET /api/v1/teams/101":      {405, "use PUT, or /api/v1/teams with the parameter id", ""},
		"DELETE /api/v1/events/1":    {405, "use GET, HEAD", ""},
	} {
		method, target, _ := strings.Cut(request, " ")
		a := mocktest.Send(t, srv, method, target, want.body)
		require.Equal(t, want.status, a.Status, request)
		require.Contains(t, mocktest.Messages(t, a), want.message, request)
	}
}

// TestStrictSaysWhatWasObserved: a strict server tells paths that it leaves out from those that nobody serves.
func TestStrictSaysWhatWasObserved(t *testing.T) {
	srv := mocktest.World(t, tourney.Rugby, mockserver.Strict())
	const observed = "clients were seen to use it, and the interface document does not show it. The server has the option Strict"
	for request, message := range map[string]string{
		"GET /api/v1/events":    observed,
		"GET /api/v1/events/1":  observed,
		"PUT /api/v1/teams/101": observed,
		"GET /api/v1/bouts":     "the interface document shows it for other variants alone. The server has the option Strict",
		"GET /api/v1/teams/101": "the nearest is /api/v1/teams",
		"GET /api/v1/pools":     "none is like it; the paths are /api/v1/authenticate, /api/v1/divisions, ",
	} {
		method, target, _ := strings.Cut(request, " ")
		a := mocktest.Send(t, srv, method, target, "{}")
		require.Equal(t, http.StatusNotFound, a.Status, request)
		require.Contains(t, mocktest.Messages(t, a), message, request)
	}
	for _, c := range srv.Calls.All("") {
		require.False(t, c.Path == "/api/v1/pools" && c.Nearest != "", c.Nearest)
	}
	require.NotContains(t, mocktest.Messages(t,
		mocktest.Send(t, mocktest.World(t, tourney.Soccer), http.MethodGet, "/api/v1/pools", "")), "the nearest is")
	mocktest.Get(t, mocktest.World(t, tourney.MultiSport, mockserver.Strict()), "/api/v1/bouts")
}

// TestEmptyListsAsNull: every list is null where it selects nothing, and the client takes it for a list that the host
// did not state.
func TestEmptyListsAsNull(t *testing.T) {
	nulls := mocktest.HostOf(tourney.Soccer, mockserver.Profile{EmptyListsAsNull: true})
	bare := mocktest.Empty(t, nulls)
	full := mocktest.World(t, nulls)
	for target, want := range map[string]string{
		"teams?eventid=99": `{"Teams":null}`, "divisions": `{"Divisions":null}`, "games": `{"Games":null}`,
		"players": `{"Players":null}`, "venues": `{"Venues":null}`, "events": `{"Events":null}`,
		"standings": `{"Groups":null,"Columns":null}`, "statistics": `{"Players":null}`,
	} {
		a := mocktest.Send(t, bare, http.MethodGet, "/api/v1/"+target, "")
		require.JSONEq(t, want, a.Body, target)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "null-lists")
		require.NotContains(t, mocktest.Get(t, full, "/api/v1/"+strings.TrimSuffix(target, "?eventid=99")), "null", target)
	}
	require.JSONEq(t, `{"Games":{"Results":[],"Page":9,"PageSize":50,"Total":4}}`, mocktest.Get(t, full, "/api/v1/games?page=9"))

	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		c := bare.Client(tourney.WithFormat(format))
		games, err := c.Games.List(t.Context(), tourney.GameListOptions{})
		require.NoError(t, err)
		require.True(t, games.NotStated)
		venues, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.NoError(t, err)
		require.Nil(t, venues)
		standings, err := c.Standings.Get(t.Context(), tourney.StandingsOptions{})
		require.NoError(t, err)
		require.Empty(t, standings.Groups)
		leaders, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
		require.NoError(t, err)
		require.Empty(t, leaders)
	}
}
