package operations

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestPlayersGet(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.JSONEq(t, `{"Player":{"Id":2001,"ParentId":8,"FirstName":"Ada","LastName":"Loft"}}`,
		mocktest.Get(t, srv, "/api/v1/players?id=2001"))
	require.JSONEq(t, `{"Birthdate":"3/4/2012","BirthYear":2012,"Height":"5'2\"","Weight":104,"School":"Otterford High","GraduationYear":2030,
		"Grade":"9th","Position":"Guard","TravelTeam":"Comets","ACTScore":30,"SATScore":1400,"GPA":3.85}`,
		mocktest.Text(t, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Profile"), "Player.Profile")))
	require.JSONEq(t, `[{"Id":101,"ExternalTeamId":"T-OTTERS","Number":0,"Name":"Otters","DivisionId":11,"DivisionName":"Gold","ParentId":100,
		"Games":[{"Id":81,"Date":"6/12/2026","Time":"9:00 AM","Venue":"Fieldhouse","Court":"Court 1"},{"Id":82,"Date":"6/13/2026"},
			{"Id":83,"Date":"6/13/2026"}]}]`,
		mocktest.Text(t, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Teams,Statistics"), "Player.Teams")))
}

func TestPlayersCarryTheirGameStatistic(t *testing.T) {
	for _, v := range []tourney.Variant{tourney.Baseball, tourney.Softball} {
		srv := mocktest.World(t, v)
		body := mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Teams,Statistics")
		mocktest.RequireAbsent(t, body, "Player.Teams.0.Games.1.Statistic")
		if v != tourney.Baseball {
			mocktest.RequireAbsent(t, body, "Player.Teams.0.Games.0.Statistic")
			continue
		}
		require.JSONEq(t, `{"InningsPitched":4,"InningsPitchedNumerator":1,"InningsPitchedDenominator":3,"PitchCount":61}`,
			mocktest.Text(t, mocktest.At(t, body, "Player.Teams.0.Games.0.Statistic")))
		mocktest.Accept(t, srv, "PUT", "/api/v1/statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[
			{"Name":"pitchcount","Value":"70"},{"Name":"InningsPitched","Value":""}]}]}}`)
		body = mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Teams")
		require.InDelta(t, 70, mocktest.At(t, body, "Player.Teams.0.Games.0.Statistic.PitchCount"), 0)
		require.InDelta(t, 0, mocktest.At(t, body, "Player.Teams.0.Games.0.Statistic.InningsPitched"), 0)
	}
}

func TestPlayersList(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	stork := srv.Players.Add(tourney.Player{FirstName: "Gus", Teams: []tourney.PlayerTeam{{ID: mocktest.Storks}, {ID: mocktest.Herons}}})
	alone := srv.Players.Add(tourney.Player{FirstName: "Hal"})
	for query, want := range map[string][]int64{
		"":                                    {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork, alone},
		"eventid=1":                           {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork},
		"eventid=2":                           {stork},
		"divisionid=11":                       {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork},
		"divisionid=12":                       {},
		"eventid=2&divisionid=11":             {},
		"teamids=102":                         {mocktest.Cleo, stork},
		"teamids=101,106":                     {mocktest.Ada, mocktest.Ben, stork},
		"teamids=101,102,106&eventid=2":       {stork},
		"playerids=2003,2001":                 {mocktest.Ada, mocktest.Cleo},
		"playerids=2003&teamids=101":          {},
		"playerids=2003,2002&teamids=101,102": {mocktest.Ben, mocktest.Cleo},
		"playerids=2003&eventid=2":            {},
		"playerids=&teamids=":                 {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork, alone},
		"playerids=7":                         {},
		"pagesize=2&page=2":                   {mocktest.Cleo, stork},
	} {
		require.Empty(t, cmp.Diff(want, mocktest.Listed(t, srv, "/api/v1/players?"+query, "Players")), query)
	}
	page, err := srv.Client().Players.List(
		t.Context(), tourney.PlayerListOptions{TeamIDs: []int64{mocktest.Otters}}, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Equal(t, "Otters", page.Results[0].Teams[0].Name)
	require.Nil(t, page.Results[0].Profile)
}

func TestPlayersOfTheSideDoor(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Baseball, mockserver.AllowDanglingReferences())
	want := tourney.Player{
		ID: 5, FirstName: "Ivy", LastName: "Moss", Profile: &tourney.PlayerProfile{School: "S", Bats: "Left"},
		Teams: []tourney.PlayerTeam{{
			ID: 6, Number: new(3), Name: "Owls", DivisionID: 7, DivisionName: "Gold",
			Games: []tourney.PlayerGame{{
				ID: 8, Date: mocktest.Friday, Time: &tourney.TimeOfDay{Hour: 13, Minute: 30}, Venue: "Park", Court: "C1",
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
	srv := mocktest.World(t, tourney.Soccer)
	srv.Teams.Edit(mocktest.Wrens, func(team *tourney.Team) {
		team.Players = []tourney.TeamPlayer{{PlayerID: 9001, Number: new(7)}, {PlayerID: 9001, Number: new(8)}}
	})
	for _, include := range []string{"", "&includes=teams"} {
		a := mocktest.Send(t, srv, "GET", "/api/v1/players?playerids=9001"+include, "")
		require.Equal(t, 200, a.Status, a.Body)
		require.Equal(t, include != "", strings.Contains(a.Header.Get("X-Mock-Assumed"), "player-teams"))
		require.Equal(t, include != "", strings.Contains(a.Body, `"Number":7`), a.Body)
		require.NotContains(t, a.Body, `"Number":8`)
	}
}

// TestPlayersShareNoProfileThatChanges: a change of a player whose profile was empty changes no other player.
func TestPlayersShareNoProfileThatChanges(t *testing.T) {
	s, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(t, err)
	s.Teams.Add(tourney.Team{
		ID: 1, Name: "Terns", Players: []tourney.TeamPlayer{{ID: 1, PlayerID: 1}, {ID: 2, PlayerID: 2}},
	})
	s.Players.Edit(1, func(p *tourney.Player) { p.Profile.School = "Otterford High" })
	s.Teams.Edit(1, func(of *tourney.Team) { of.Players[1].Grade = "9" })
	s.Teams.Add(tourney.Team{ID: 2, Name: "Gulls", Players: []tourney.TeamPlayer{{ID: 3, PlayerID: 3}}})

	got := map[int64]tourney.PlayerProfile{}
	for id := range int64(3) {
		p, _ := s.Players.Get(id + 1)
		got[id+1] = *p.Profile
	}
	want := map[int64]tourney.PlayerProfile{1: {School: "Otterford High"}, 2: {Grade: "9"}, 3: {}}
	require.Empty(t, cmp.Diff(want, got))
}

// TestPlayersShareNoStatusThatChanges: an edit behind the pointer of one new line changes no other line.
func TestPlayersShareNoStatusThatChanges(t *testing.T) {
	s, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(t, err)
	s.Events.Add(tourney.Event{ID: 1})
	s.Divisions.Add(tourney.Division{ID: 1})
	person := tourney.PlayerInput{FirstName: new("Ada"), LastName: new("Loft")}
	id, err := s.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{
		EventID: 1, DivisionID: 1, Name: new("Terns"), Players: []tourney.PlayerInput{person, person},
	})
	require.NoError(t, err)
	s.Teams.Edit(id, func(of *tourney.Team) { *of.Players[0].Active = false })
	team, _ := s.Teams.Get(id)
	require.Equal(t, []bool{false, true}, []bool{*team.Players[0].Active, *team.Players[1].Active})
}
