package operations

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

func TestStandingsByPool(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	want := `{"Columns":[{"Name":"Games Played","Abbr":"GP"},{"Name":"Wins","Abbr":"W"},{"Name":"Losses","Abbr":"L"},
		{"Name":"Ties","Abbr":"T"},
		{"Name":"Goals For","Abbr":"GF"},{"Name":"Goals Against","Abbr":"GA"},{"Name":"Goal Difference","Abbr":"GD"},
			{"Name":"Points","Abbr":"Pts"}],
		"Groups":[{"Id":11,"Name":"Gold","List":[{"Id":31,"Name":"Pool A","Participants":[
			{"Name":"Otters","Id":101,"ParticipantId":311,"Columns":["1","1","0","0","3","0","+3","3"],
				"Place":"1st","Number":"1","ExternalId":"T-OTTERS"},
			{"Name":"Herons","Id":102,"ParticipantId":312,"Columns":["1","0","1","0","0","3","-3","0"],
				"Place":"2nd","Number":"2","ExternalId":"T-HERONS"}]}]},
		{"Id":12,"Name":"Silver","List":[]}]}`
	require.JSONEq(t, want, mocktest.Get(t, srv, "/api/v1/standings?eventid=1"))
	require.JSONEq(t, want, mocktest.Get(t, srv, "/api/v1/standings?eventid=1&display=pool&bracketid=61"), "bracketid is for display Bracket")
	require.JSONEq(t, want, mocktest.Get(t, srv, "/api/v1/standings?eventid=1&display=0"))
	only := mocktest.Get(t, srv, "/api/v1/standings?divisionid=11")
	require.InDelta(t, 11, mocktest.At(t, only, "Groups.0.Id"), 0)
	mocktest.RequireAbsent(t, only, "Groups.1")
	for _, query := range []string{"eventid=9", "eventid=2&divisionid=11", "divisionid=13"} {
		require.JSONEq(t, `{"Columns":[],"Groups":[]}`, mocktest.Get(t, srv, "/api/v1/standings?"+query))
	}
	a := mocktest.Send(t, srv, "GET", "/api/v1/standings?display=Sideways", "")
	require.Equal(t, 400, a.Status)
	require.Contains(t, mocktest.Messages(t, a), "display")
}

// table returns the lines of a list of standings.
func table(t *testing.T, srv *mockserver.Server, o tourney.StandingsOptions) []string {
	t.Helper()
	s, err := srv.Client().Standings.Get(t.Context(), o)
	require.NoError(t, err)
	lines := []string{}
	for _, g := range s.Groups {
		for _, l := range g.List {
			for _, p := range l.Participants {
				require.Len(t, p.Columns, len(s.Columns))
				lines = append(lines, fmt.Sprintf("%s/%s %s %s %s", g.Name, l.Name, p.Place, p.Name, strings.Join(p.Columns, " ")))
			}
		}
	}
	return lines
}

func TestStandingsByDivisionEventAndBracket(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":84,"AwayScore":2,"HomeScore":2}`)
	for o, want := range map[tourney.StandingsOptions][]string{
		{EventID: mocktest.Cup, Display: tourney.DisplayDivision}: {
			"Gold/Gold 1st Otters 1 1 0 0 3 0 +3 3", "Gold/Gold 2nd Herons 1 0 1 0 0 3 -3 0", "Silver/Silver 1st Swifts 1 0 0 1 2 2 0 1",
		},
		{EventID: mocktest.Cup, Display: tourney.DisplayEvent}: {
			"Firefly Cup/Firefly Cup 1st Otters 1 1 0 0 3 0 +3 3", "Firefly Cup/Firefly Cup 2nd Swifts 1 0 0 1 2 2 0 1",
			"Firefly Cup/Firefly Cup 3rd Herons 1 0 1 0 0 3 -3 0",
		},
		{EventID: mocktest.Cup, DivisionID: mocktest.Gold, Display: tourney.DisplayEvent}: {
			"Firefly Cup/Firefly Cup 1st Otters 1 1 0 0 3 0 +3 3", "Firefly Cup/Firefly Cup 2nd Herons 1 0 1 0 0 3 -3 0",
		},
		{EventID: mocktest.Cup, Display: tourney.DisplayBracket}: {
			"Gold/Gold Final 1st Otters 1 1 0 0 3 0 +3 3", "Gold/Gold Final 2nd Herons 1 0 1 0 0 3 -3 0",
		},
		{DivisionID: mocktest.Gold, BracketID: mocktest.BracketGold, Display: tourney.DisplayBracket}: {
			"Gold/Gold Final 1st Otters 1 1 0 0 3 0 +3 3", "Gold/Gold Final 2nd Herons 1 0 1 0 0 3 -3 0",
		},
		{DivisionID: mocktest.Gold, BracketID: 999, Display: tourney.DisplayBracket}: {},
	} {
		require.Empty(t, cmp.Diff(want, table(t, srv, o)), "%+v", o)
	}
	srv.Divisions.Edit(mocktest.PaidOnly, func(d *tourney.Division) { d.Brackets = []tourney.Bracket{{ID: 7, Name: "Plate"}} })
	srv.Games.Edit(mocktest.Other, func(g *tourney.Game) { g.AwayTeam.BracketID = new(int64(7)) })
	lines := table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.PaidOnly, Display: tourney.DisplayBracket})
	require.Len(t, lines, 2, "a side names the bracket")
}

// TestStandingsLeaveOutDivisionsThatAreNotActive asks for the division's games in every display.
func TestStandingsLeaveOutDivisionsThatAreNotActive(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":84,"AwayScore":2,"HomeScore":2}`)
	mocktest.Accept(t, srv, "PUT", "/api/v1/divisions", `{"Id":12,"Active":false}`)
	for _, display := range []tourney.Display{
		tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent, tourney.DisplayBracket,
	} {
		lines := table(t, srv, tourney.StandingsOptions{EventID: mocktest.Cup, Display: display})
		require.NotEmpty(t, lines)
		require.NotContains(t, strings.Join(lines, "\n"), "Swifts", display)
		require.Empty(t, table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.PaidOnly, Display: display}))
	}
}

// contest returns a server with a pool of teams A, B, C and so on, and their games.
func contest(t *testing.T, v tourney.Variant, teams int, results ...string) *mockserver.Server {
	t.Helper()
	srv := mocktest.Empty(t, v)
	srv.Events.Add(tourney.Event{ID: 1, Name: "E"})
	srv.Divisions.Add(tourney.Division{ID: 1, Name: "D"})
	mocktest.AddPool(srv.World, tourney.Pool{ID: 1, Name: "P", Division: &tourney.TeamDivision{ID: 1}}, teams)
	for i := range teams {
		srv.Teams.Add(tourney.Team{
			ID: int64(i + 1), Name: string(rune('A' + i)), Division: &tourney.TeamDivision{ID: 1},
			Pools: []tourney.TeamPool{{Number: i + 1, Pool: tourney.Pool{ID: 1}}},
		})
	}
	for _, r := range results {
		var away, home string
		var x, y int
		_, err := fmt.Sscanf(r, "%1s %d %1s %d", &away, &x, &home, &y)
		require.NoError(t, err)
		side := func(name string, score int) *tourney.GameSide {
			return &tourney.GameSide{TeamID: new(int64(name[0]-'A') + 1), Score: tourney.Score(score)}
		}
		srv.Games.Add(tourney.Game{
			Type: tourney.GamePool, Division: &tourney.GameDivision{ID: 1}, AwayTeam: side(away, x), HomeTeam: side(home, y),
		})
	}
	return srv
}

func TestStandingsPlacesOfTies(t *testing.T) {
	require.Equal(t, []string{
		"D/P 1st A 1 1 0 0 2 0 +2 3", "D/P T-2nd C 1 0 0 1 1 1 0 1", "D/P T-2nd D 1 0 0 1 1 1 0 1", "D/P 4th E 0 0 0 0 0 0 0 0",
		"D/P 5th B 1 0 1 0 0 2 -2 0",
	}, table(t, contest(t, tourney.Soccer, 5, "A 2 B 0", "C 1 D 1"), tourney.StandingsOptions{}))
	places := []string{}
	var results []string
	for i := range 23 { // each team beats the teams below it, by one more each time
		results = append(results, fmt.Sprintf("%c %d %c 0", 'A'+i, 100-i, 'A'+i+1))
	}
	for _, line := range table(t, contest(t, tourney.Soccer, 24, results...), tourney.StandingsOptions{}) {
		places = append(places, strings.Fields(line)[1])
	}
	for _, place := range []string{"1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "24th"} {
		require.Contains(t, places, place)
	}
	require.Equal(t, "T-1st", strings.Fields(table(t, contest(t, tourney.Soccer, 2), tourney.StandingsOptions{})[0])[1])
}

func TestStandingsColumnsFollowTheSport(t *testing.T) {
	games := []string{"A 2 B 1", "A 2 C 2", "B 3 C 0"}
	for v, want := range map[tourney.Variant]string{
		tourney.Volleyball: "D/P 1st A 1 0 4 3 +1 .750",
		tourney.Baseball:   "D/P 1st A 1 0 1 4 3 +1 .750",
		tourney.Rugby:      "D/P 1st A 2 1 1 0 4 3 +1 6",
		tourney.Hockey:     "D/P 1st A 2 1 0 1 4 3 +1 3",
		tourney.WaterPolo:  "D/P 1st A 2 1 0 1 4 3 +1 3",
	} {
		require.Equal(t, want, table(t, contest(t, v, 3, games...), tourney.StandingsOptions{})[0], "%s", v)
	}
	require.Equal(t, "D/P 1st A 1 0 0 1 0 +1 1.000", table(t, contest(t, tourney.Baseball, 2, "A 1 B 0"), tourney.StandingsOptions{})[0])
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		table(t, contest(t, v, 3, games...), tourney.StandingsOptions{}) // checks the number of texts and columns
	})
}

func TestStandingsFollowTheStoredGames(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	top := func() string { return table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.Gold})[0] }
	require.Equal(t, "Gold/Pool A 1st Otters 1 1 0 0 3 0 +3 3", top())
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"AwayScore":"5","HomeScore":"0"}`)
	require.Equal(t, "Gold/Pool A 1st Herons 2 1 1 0 5 3 +2 3", top())
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeWonBy":7}`)
	require.Equal(t, "Gold/Pool A 1st Otters 2 2 0 0 3 0 +3 6", top(), "a side that forfeited gives its points to nobody")
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeWonBy":3}`)
	require.Equal(t, "Gold/Pool A 1st Otters 2 2 0 0 3 5 -2 6", top(), "whoever is declared the winner has won")
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeWonBy":0}`)
	require.Equal(t, "Gold/Pool A 1st Herons 2 1 1 0 5 3 +2 3", top(), "0 declares nothing")
	require.Equal(t, "Gold/Pool A 1st Otters 1 1 0 0 3 0 +3 3", func() string {
		srv := mocktest.World(t, tourney.Soccer)
		mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"AwayScore":"5"}`)
		return table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.Gold})[0]
	}(), "one score is no result")
}

func TestStandingsUpdate(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	later := srv.Games.Add(tourney.Game{
		Type: tourney.GamePool, Division: &tourney.GameDivision{ID: mocktest.Gold},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(mocktest.Otters)), TeamPoolID: new(int64(mocktest.TeamPool1))},
		HomeTeam: &tourney.GameSide{Name: "Third of A", TeamPoolID: new(int64(mocktest.TeamPool3))},
	})
	require.Equal(t, "{}", mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"EventId":1,"TeamPoolId":313,"TeamId":100}`))
	require.Equal(t, []string{"Otters", "Otterford", "Herons"}, names(table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.Gold})))
	body := mocktest.Get(t, srv, fmt.Sprintf("/api/v1/games?id=%d", later))
	require.InDelta(t, mocktest.Club, mocktest.At(t, body, "Game.HomeTeam.TeamId"), 0, "a game of the position that is not played")
	require.Equal(t, "Otterford Club", mocktest.At(t, body, "Game.HomeTeam.Name"))
	require.Contains(t, mocktest.Listed(t, srv, "/api/v1/games?teamid=100", "Games"), later)
	require.InDelta(t, 3, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=100&includes=Pools"), "Team.Pools.0.Number"), 0)

	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":"311","TeamId":"100"}`)
	require.Equal(t, []string{"Herons", "Otterford"},
		mocktest.Sorted(names(table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.Gold}))), "it has left the third position")
	g, _ := srv.Games.Get(mocktest.Played)
	require.EqualValues(t, mocktest.Otters, *g.AwayTeam.TeamID, "a game that was played keeps its teams")
	require.Empty(t, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Pools"), "Team.Pools"))

	before := mocktest.Dump(srv.World)
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"EventId":1,"TeamPoolId":313}`)
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"EventId":1}`)
	mocktest.Unchanged(t, before, srv.World)
	require.NoError(t, srv.Client().Standings.Update(t.Context(),
		tourney.StandingsUpdateInput{TeamPoolID: mocktest.TeamPool1, TeamID: mocktest.Otters}))
}

// TestStandingsUpdateKeepsDecidedGames includes a forfeited game, which has a result without scores, and sides that keep
// their teams although the game has no result.
func TestStandingsUpdateKeepsDecidedGames(t *testing.T) {
	srv := mocktest.World(t, tourney.Football)
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeTeamForfeited":true}`)
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":100}`)
	g, _ := srv.Games.Get(mocktest.Open)
	require.EqualValues(t, mocktest.Otters, *g.HomeTeam.TeamID)
	srv.Games.Edit(mocktest.Open, func(g *tourney.Game) { g.AwayTeam.Exhibition = new(true) }) // it has a result, and counts nowhere
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":101}`)
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":100}`)
	g, _ = srv.Games.Get(mocktest.Open)
	require.EqualValues(t, mocktest.Otters, *g.HomeTeam.TeamID)
	for name, change := range map[string]func(*tourney.Game){
		"a score":        func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(2) },
		"a bracket game": func(g *tourney.Game) { g.Type = tourney.GameBracket },
	} {
		srv := mocktest.World(t, tourney.Soccer)
		srv.Games.Edit(mocktest.Open, change)
		mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":100}`)
		g, _ := srv.Games.Get(mocktest.Open)
		require.EqualValues(t, mocktest.Otters, model.TeamOf(g.HomeTeam), name)
	}
}

func names(lines []string) []string {
	var list []string
	for _, line := range lines {
		_, rest, _ := strings.Cut(line, "st ")
		if !strings.Contains(line, "1st ") {
			_, rest, _ = strings.Cut(line, "d ")
		}
		list = append(list, strings.Fields(rest)[0])
	}
	return list
}

func TestSetStandings(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	want := tourney.Standings{
		Columns: []tourney.StandingsColumn{{Name: "Wins", Abbr: "W"}},
		Groups: []tourney.StandingsGroup{{ID: 1, Name: "g", List: []tourney.StandingsList{{ID: 2, Name: "l", Participants: []tourney.Participant{
			{Name: "p", ID: 3, ParticipantID: 4, Columns: []string{""}, Place: "1st", Number: "1", ExternalID: "x"},
		}}}}},
	}
	srv.SetStandings(&want)
	got, err := srv.Client().Standings.Get(t.Context(), tourney.StandingsOptions{EventID: 999, Display: tourney.DisplayBracket})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want, got))
	srv.SetStandings(nil)
	require.Contains(t, mocktest.Get(t, srv, "/api/v1/standings"), "Otters")
}

// TestStandingsOfAPoolCountItsOwnGames has games against teams of another pool, with and without positions in them.
func TestStandingsOfAPoolCountItsOwnGames(t *testing.T) {
	for _, positions := range []bool{false, true} {
		srv := contest(t, tourney.Soccer, 2, "A 2 B 0")
		_, teamPools := mocktest.AddPool(srv.World, tourney.Pool{ID: 2, Name: "Q", Division: &tourney.TeamDivision{ID: 1}}, 1)
		srv.Teams.Add(tourney.Team{
			ID: 3, Name: "C", Division: &tourney.TeamDivision{ID: 1}, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: 2}}},
		})
		side := func(team, score, teamPool int64) *tourney.GameSide {
			s := &tourney.GameSide{TeamID: &team, Score: tourney.Score(int(score))}
			if positions {
				s.TeamPoolID = &teamPool
			}
			return s
		}
		srv.Games.Add(tourney.Game{
			Type: tourney.GamePool, Division: &tourney.GameDivision{ID: 1},
			AwayTeam: side(1, 0, srv.Pools.Positions(1)[0].ID), HomeTeam: side(3, 5, teamPools[0]),
		})
		require.Equal(t, []string{"D/P 1st A 1 1 0 0 2 0 +2 3", "D/P 2nd B 1 0 1 0 0 2 -2 0", "D/Q 1st C 0 0 0 0 0 0 0 0"},
			table(t, srv, tourney.StandingsOptions{}))
		require.Equal(t, "D/D 1st C 1 1 0 0 5 0 +5 3", table(t, srv, tourney.StandingsOptions{Display: tourney.DisplayDivision})[0])
	}
}

// TestStandingsUpdateLeavesOtherPools checks that a team has one position in the pools of a division afterwards.
func TestStandingsUpdateLeavesOtherPools(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	poolB, teamPools := mocktest.AddPool(srv.World, tourney.Pool{Name: "B", Division: &tourney.TeamDivision{ID: mocktest.Gold}}, 2)
	next := srv.Games.Add(tourney.Game{
		Type: tourney.GamePool, Division: &tourney.GameDivision{ID: mocktest.Gold},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(mocktest.Herons)), TeamPoolID: new(teamPools[0]), Color: "AA0000"},
		HomeTeam: &tourney.GameSide{TeamID: new(int64(mocktest.Otters)), TeamPoolID: new(teamPools[1]), Color: "00AA00"},
	})
	for teamPool, team := range map[int64]int64{teamPools[0]: mocktest.Otters, teamPools[1]: mocktest.Otters} {
		a := mocktest.Send(t, srv, "PUT", "/api/v1/standings", fmt.Sprintf(`{"TeamPoolId":%d,"TeamId":%d}`, teamPool, team))
		require.Equal(t, 200, a.Status, a.Body)
		require.Equal(t, "team-pool-change", a.Header.Get("X-Mock-Assumed"))
	}
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", fmt.Sprintf(`{"TeamPoolId":%d,"TeamId":101}`, teamPools[0]))
	require.Equal(t, []int64{0, mocktest.Herons, 0}, mocktest.TeamsOn(srv.World, mocktest.PoolA))
	require.Equal(t, []int64{mocktest.Otters, 0}, mocktest.TeamsOn(srv.World, poolB))
	g, _ := srv.Games.Get(next)
	require.EqualValues(t, mocktest.Otters, *g.AwayTeam.TeamID)
	require.Empty(t, g.AwayTeam.Color, "that of the team before")
	require.Nil(t, g.HomeTeam.TeamID, "the team left the position")
	srv.Games.Edit(next, func(g *tourney.Game) { g.AwayTeam.Color = "00AA00" })
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", fmt.Sprintf(`{"TeamPoolId":%d,"TeamId":101}`, teamPools[0]))
	g, _ = srv.Games.Get(next)
	require.Equal(t, "00AA00", g.AwayTeam.Color, "the team is the same")
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":101}`)
	require.Equal(t, []int64{mocktest.Otters, mocktest.Herons, 0}, mocktest.TeamsOn(srv.World, mocktest.PoolA))
	require.Equal(t, []int64{0, 0}, mocktest.TeamsOn(srv.World, poolB))
	g, _ = srv.Games.Get(next)
	require.Nil(t, g.AwayTeam.TeamID)
	require.Equal(t, "Position 1 in B", g.AwayTeam.Name)

	abroad, _ := mocktest.AddPool(srv.World, tourney.Pool{Name: "C", Division: &tourney.TeamDivision{ID: mocktest.Abroad}}, 1)
	guest := srv.Teams.Add(tourney.Team{Name: "Guests", Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: abroad}}}})
	mocktest.Accept(t, srv, "PUT", "/api/v1/standings", fmt.Sprintf(`{"TeamPoolId":313,"TeamId":%d}`, guest))
	require.Equal(t, []int64{guest}, mocktest.TeamsOn(srv.World, abroad), "it stays in the pools of other divisions")
}

// TestStandingsOfDecimals: points may have any number of places, and any size.
func TestStandingsOfDecimals(t *testing.T) {
	srv := contest(t, tourney.Soccer, 2, "A 1 B 0", "A 0 B 0", "B 7 A 0")
	for i, score := range []string{"2.25", "-1.5", "1234567890123456789"} {
		srv.Games.Edit(srv.Games.All()[i].ID, func(g *tourney.Game) { g.AwayTeam.Score = new(tourney.MustDecimal(score)) })
	}
	require.Equal(t, []string{
		"D/P 1st B 3 2 1 0 1234567890123456789 0.75 +1234567890123456788.25 6",
		"D/P 2nd A 3 1 2 0 0.75 1234567890123456789 -1234567890123456788.25 3",
	}, table(t, srv, tourney.StandingsOptions{}))
}
