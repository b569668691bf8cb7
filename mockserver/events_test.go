package mockserver_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// seasonOfEvents returns a server with four events: a plain one, an archived one below it, and two of an organization,
// of which the last has no dates.
func seasonOfEvents(t *testing.T) *mockserver.Server {
	t.Helper()
	srv := empty(t, tourney.Soccer)
	day := func(d int) tourney.Date { return tourney.Date{Year: 2026, Month: 6, Day: d} }
	srv.AddEvent(tourney.Event{ID: 1, Name: "Cup", StartDate: day(12), EndDate: day(14), Type: "1"})
	srv.AddEvent(tourney.Event{ID: 2, Name: "Old Cup", StartDate: day(1), EndDate: day(3), Archive: new(true), Type: "League"})
	srv.AddEvent(tourney.Event{ID: 3, Name: "Open", StartDate: day(20), EndDate: day(30), Archive: new(false)})
	srv.AddEvent(tourney.Event{ID: 4, Name: "Some day"})
	require.True(t, srv.SetEventOwner(2, mockserver.EventOwner{ParentID: 1}))
	require.True(t, srv.SetEventOwner(3, mockserver.EventOwner{OrganizationID: 70}))
	require.True(t, srv.SetEventOwner(4, mockserver.EventOwner{OrganizationID: 70}))
	require.False(t, srv.SetEventOwner(99, mockserver.EventOwner{OrganizationID: 70}))
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
		"?type=1":                               {1},
		"?type=league":                          {2},
		"?archive=true":                         {2},
		"?archive=false":                        {1, 3, 4},
		"?archive=true&organizationid=70":       {},
	} {
		require.Empty(t, cmp.Diff(want, listed(t, srv, "/api/v1/events"+query, "Events")), query)
	}
}

func TestEventsThatAreRefused(t *testing.T) {
	srv := seasonOfEvents(t)
	for query, message := range map[string]string{
		"?startdate=2026-06-12": "startdate",
		"?archive=perhaps":      "archive",
		"?organizationid=0":     "organizationid",
		"?id=x":                 "id",
	} {
		a := send(t, srv, http.MethodGet, "/api/v1/events"+query, "")
		require.Equal(t, http.StatusBadRequest, a.status, query)
		require.Contains(t, messages(t, a), message)
	}
	require.Equal(t, http.StatusNotFound, send(t, srv, http.MethodGet, "/api/v1/events?id=99", "").status)
	require.Equal(t, http.StatusNotFound, send(t, srv, http.MethodGet, "/api/v1/events/1", "").status)
	require.Equal(t, http.StatusMethodNotAllowed, send(t, srv, http.MethodPost, "/api/v1/events", "{}").status)
}

// TestNestedEventsStayShort: the fields of an event that were observed are in the event operations alone.
func TestNestedEventsStayShort(t *testing.T) {
	eachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv := world(t, v)
		for target, path := range map[string]string{
			"divisions?id=11": "Division.Event", "games?id=81": "Game.Division.Event", "teams?id=101": "Team.Division",
		} {
			body := get(t, srv, "/api/v1/"+target)
			require.NotNil(t, at(t, body, path))
			require.NotContains(t, body, "TimeZone", target)
		}
	})
}

// TestSidesShowTheirPool: a side has the pool of its position and the external id of its team, unless the row itself
// says another.
func TestSidesShowTheirPool(t *testing.T) {
	srv := world(t, tourney.Soccer)
	a := send(t, srv, http.MethodGet, "/api/v1/games?id=82", "")
	require.Equal(t, "A", at(t, a.body, "Game.HomeTeam.PoolName"), "the name, and not the label: front ends index by it")
	require.InDelta(t, poolA, at(t, a.body, "Game.HomeTeam.PoolId"), 0)
	require.Equal(t, "T-OTTERS", at(t, a.body, "Game.HomeTeam.ExternalId"))
	require.Contains(t, a.header.Get("X-Mock-Assumed"), "observed-sides")
	requireAbsent(t, a.body, "Game.HomeTeam.ExternalBracketId")
	requireAbsent(t, a.body, "Game.Number")
	bare := send(t, srv, http.MethodGet, "/api/v1/games?id=84", "") // neither side has a position or an external id
	require.NotContains(t, bare.body, "Pool")
	require.NotContains(t, bare.body, "ExternalId")
	require.NotContains(t, bare.header.Get("X-Mock-Assumed"), "observed-sides")

	game, _ := srv.Game(open)
	poolB, _ := srv.AddPool(tourney.Pool{Name: "B"}, 0)
	game.HomeTeam.PoolName, game.HomeTeam.PoolID = new("Own"), &poolB
	game.HomeTeam.ExternalID = new(tourney.ExternalID("own-1"))
	srv.EditGame(open, func(g *tourney.Game) { g.HomeTeam = game.HomeTeam })
	again, err := srv.Client().Games.Get(t.Context(), open)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(game.HomeTeam, again.HomeTeam))
}

// TestExternalIDsOfTeams: lists show the external id of a team, the details do not.
func TestExternalIDsOfTeams(t *testing.T) {
	srv := world(t, tourney.Soccer)
	list := send(t, srv, http.MethodGet, "/api/v1/teams?teamids=101", "")
	require.Equal(t, "T-OTTERS", at(t, list.body, "Teams.Results.0.ExternalTeamId"))
	require.Contains(t, list.header.Get("X-Mock-Assumed"), "team-rows")
	require.NotContains(t, get(t, srv, "/api/v1/teams?id=101"), "ExternalTeamId")
}
