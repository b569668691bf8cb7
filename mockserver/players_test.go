package mockserver_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

func TestPlayersGet(t *testing.T) {
	srv := world(t, tourney.Soccer)
	require.JSONEq(t, `{"Player":{"Id":2001,"ParentId":8,"FirstName":"Ada","LastName":"Loft"}}`, get(t, srv, "/api/v1/players?id=2001"))
	require.JSONEq(t, `{"Birthdate":"3/4/2012","BirthYear":2012,"Height":"5'2\"","Weight":104,"School":"Otterford High","GraduationYear":2030,
		"Grade":"9th","Position":"Guard","TravelTeam":"Comets","ACTScore":30,"SATScore":1400,"GPA":3.85}`,
		text(t, at(t, get(t, srv, "/api/v1/players?id=2001&includes=Profile"), "Player.Profile")))
	require.JSONEq(t, `[{"Id":101,"ExternalTeamId":"T-OTTERS","Number":0,"Name":"Otters","DivisionId":11,"DivisionName":"Gold","ParentId":100,
		"Games":[{"Id":81,"Date":"6/12/2026","Time":"9:00 AM","Venue":"Fieldhouse","Court":"Court 1"},{"Id":82,"Date":"6/13/2026"},
			{"Id":83,"Date":"6/13/2026"}]}]`,
		text(t, at(t, get(t, srv, "/api/v1/players?id=2001&includes=Teams,Statistics"), "Player.Teams")))
}

func TestPlayersCarryTheirGameStatistic(t *testing.T) {
	for _, v := range []tourney.Variant{tourney.Baseball, tourney.Softball} {
		srv := world(t, v)
		body := get(t, srv, "/api/v1/players?id=2001&includes=Teams,Statistics")
		requireAbsent(t, body, "Player.Teams.0.Games.1.Statistic")
		if v != tourney.Baseball {
			requireAbsent(t, body, "Player.Teams.0.Games.0.Statistic")
			continue
		}
		require.JSONEq(t, `{"InningsPitched":4,"InningsPitchedNumerator":1,"InningsPitchedDenominator":3,"PitchCount":61}`,
			text(t, at(t, body, "Player.Teams.0.Games.0.Statistic")))
		accept(t, srv, "PUT", "/api/v1/statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[
			{"Name":"pitchcount","Value":"70"},{"Name":"InningsPitched","Value":""}]}]}}`)
		body = get(t, srv, "/api/v1/players?id=2001&includes=Teams")
		require.InDelta(t, 70, at(t, body, "Player.Teams.0.Games.0.Statistic.PitchCount"), 0)
		require.InDelta(t, 0, at(t, body, "Player.Teams.0.Games.0.Statistic.InningsPitched"), 0)
	}
}

func TestPlayersList(t *testing.T) {
	srv := world(t, tourney.Soccer)
	stork := srv.Players.Add(tourney.Player{FirstName: "Gus", Teams: []tourney.PlayerTeam{{ID: storks}, {ID: herons}}})
	alone := srv.Players.Add(tourney.Player{FirstName: "Hal"})
	for query, want := range map[string][]int64{
		"":                                    {ada, ben, cleo, stork, alone},
		"eventid=1":                           {ada, ben, cleo, stork},
		"eventid=2":                           {stork},
		"divisionid=11":                       {ada, ben, cleo, stork},
		"divisionid=12":                       {},
		"eventid=2&divisionid=11":             {},
		"teamids=102":                         {cleo, stork},
		"teamids=101,106":                     {ada, ben, stork},
		"teamids=101,102,106&eventid=2":       {stork},
		"playerids=2003,2001":                 {ada, cleo},
		"playerids=2003&teamids=101":          {},
		"playerids=2003,2002&teamids=101,102": {ben, cleo},
		"playerids=2003&eventid=2":            {},
		"playerids=&teamids=":                 {ada, ben, cleo, stork, alone},
		"playerids=7":                         {},
		"pagesize=2&page=2":                   {cleo, stork},
	} {
		require.Empty(t, cmp.Diff(want, listed(t, srv, "/api/v1/players?"+query, "Players")), query)
	}
	page, err := srv.Client().Players.List(
		t.Context(), tourney.PlayerListOptions{TeamIDs: []int64{otters}}, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Equal(t, "Otters", page.Results[0].Teams[0].Name)
	require.Nil(t, page.Results[0].Profile)
}

func TestPlayersOfTheSideDoor(t *testing.T) {
	srv := empty(t, tourney.Baseball, mockserver.AllowDanglingReferences())
	want := tourney.Player{
		ID: 5, FirstName: "Ivy", LastName: "Moss", Profile: &tourney.PlayerProfile{School: "S", Bats: "Left"},
		Teams: []tourney.PlayerTeam{{
			ID: 6, Number: new(3), Name: "Owls", DivisionID: 7, DivisionName: "Gold",
			Games: []tourney.PlayerGame{{
				ID: 8, Date: friday, Time: &tourney.TimeOfDay{Hour: 13, Minute: 30}, Venue: "Park", Court: "C1",
				Statistic: &tourney.GameStatistic{InningsPitched: 2, InningsPitchedNumerator: 1, InningsPitchedDenominator: 3, PitchCount: 40},
			}},
		}},
	}
	require.EqualValues(t, 5, srv.Players.Add(want))
	got, err := srv.Client().Players.Get(t.Context(), 5, tourney.IncludeProfile, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want, got))
	team, _ := srv.Teams.Get(6)
	require.Equal(t, "Owls", team.Name, "added with the player")
}

// TestPlayerHasATeamOnce checks that a player who is twice on a roster shows the team once, by the first line.
func TestPlayerHasATeamOnce(t *testing.T) {
	srv := world(t, tourney.Soccer)
	srv.Teams.Edit(wrens, func(team *tourney.Team) {
		team.Players = []tourney.TeamPlayer{{PlayerID: 9001, Number: new(7)}, {PlayerID: 9001, Number: new(8)}}
	})
	for _, include := range []string{"", "&includes=teams"} {
		a := send(t, srv, "GET", "/api/v1/players?playerids=9001"+include, "")
		require.Equal(t, 200, a.status, a.body)
		require.Equal(t, include != "", strings.Contains(a.header.Get("X-Mock-Assumed"), "player-teams"))
		require.Equal(t, include != "", strings.Contains(a.body, `"Number":7`), a.body)
		require.NotContains(t, a.body, `"Number":8`)
	}
}
