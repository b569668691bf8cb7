package mockserver_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

func TestStandingsByPool(t *testing.T) {
	srv := world(t, tourney.Soccer)
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
	require.JSONEq(t, want, get(t, srv, "/api/v1/standings?eventid=1"))
	require.JSONEq(t, want, get(t, srv, "/api/v1/standings?eventid=1&display=pool&bracketid=61"), "bracketid is for display Bracket")
	require.JSONEq(t, want, get(t, srv, "/api/v1/standings?eventid=1&display=0"))
	only := get(t, srv, "/api/v1/standings?divisionid=11")
	require.InDelta(t, 11, at(t, only, "Groups.0.Id"), 0)
	requireAbsent(t, only, "Groups.1")
	for _, query := range []string{"eventid=9", "eventid=2&divisionid=11", "divisionid=13"} {
		require.JSONEq(t, `{"Columns":[],"Groups":[]}`, get(t, srv, "/api/v1/standings?"+query))
	}
	a := send(t, srv, "GET", "/api/v1/standings?display=Sideways", "")
	require.Equal(t, 400, a.status)
	require.Contains(t, messages(t, a), "display")
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
	srv := world(t, tourney.Soccer)
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":84,"AwayScore":2,"HomeScore":2}`)
	for o, want := range map[tourney.StandingsOptions][]string{
		{EventID: cup, Display: tourney.DisplayDivision}: {
			"Gold/Gold 1st Otters 1 1 0 0 3 0 +3 3", "Gold/Gold 2nd Herons 1 0 1 0 0 3 -3 0", "Silver/Silver 1st Swifts 1 0 0 1 2 2 0 1",
		},
		{EventID: cup, Display: tourney.DisplayEvent}: {
			"Firefly Cup/Firefly Cup 1st Otters 1 1 0 0 3 0 +3 3", "Firefly Cup/Firefly Cup 2nd Swifts 1 0 0 1 2 2 0 1",
			"Firefly Cup/Firefly Cup 3rd Herons 1 0 1 0 0 3 -3 0",
		},
		{EventID: cup, DivisionID: gold, Display: tourney.DisplayEvent}: {
			"Firefly Cup/Firefly Cup 1st Otters 1 1 0 0 3 0 +3 3", "Firefly Cup/Firefly Cup 2nd Herons 1 0 1 0 0 3 -3 0",
		},
		{EventID: cup, Display: tourney.DisplayBracket}: {
			"Gold/Gold Final 1st Otters 1 1 0 0 3 0 +3 3", "Gold/Gold Final 2nd Herons 1 0 1 0 0 3 -3 0",
		},
		{DivisionID: gold, BracketID: bracketGold, Display: tourney.DisplayBracket}: {
			"Gold/Gold Final 1st Otters 1 1 0 0 3 0 +3 3", "Gold/Gold Final 2nd Herons 1 0 1 0 0 3 -3 0",
		},
		{DivisionID: gold, BracketID: 999, Display: tourney.DisplayBracket}: {},
	} {
		require.Empty(t, cmp.Diff(want, table(t, srv, o)), "%+v", o)
	}
}

// TestStandingsLeaveOutDivisionsThatAreNotActive asks for the division's games in every display.
func TestStandingsLeaveOutDivisionsThatAreNotActive(t *testing.T) {
	srv := world(t, tourney.Soccer)
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":84,"AwayScore":2,"HomeScore":2}`)
	accept(t, srv, "PUT", "/api/v1/divisions", `{"Id":12,"Active":false}`)
	for _, display := range []tourney.Display{
		tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent, tourney.DisplayBracket,
	} {
		lines := table(t, srv, tourney.StandingsOptions{EventID: cup, Display: display})
		require.NotEmpty(t, lines)
		require.NotContains(t, strings.Join(lines, "\n"), "Swifts", display)
		require.Empty(t, table(t, srv, tourney.StandingsOptions{DivisionID: paidOnly, Display: display}))
	}
}

// contest returns a server with a pool of teams A, B, C and so on, and their games.
func contest(t *testing.T, v tourney.Variant, teams int, results ...string) *mockserver.Server {
	t.Helper()
	srv := empty(t, v)
	srv.Events.Add(tourney.Event{ID: 1, Name: "E"})
	srv.Divisions.Add(tourney.Division{ID: 1, Name: "D"})
	addPool(srv.World, tourney.Pool{ID: 1, Name: "P", Division: &tourney.TeamDivision{ID: 1}}, teams)
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
	eachVariant(t, func(t *testing.T, v tourney.Variant) {
		table(t, contest(t, v, 3, games...), tourney.StandingsOptions{}) // checks the number of texts and columns
	})
}

func TestStandingsFollowTheStoredGames(t *testing.T) {
	srv := world(t, tourney.Soccer)
	top := func() string { return table(t, srv, tourney.StandingsOptions{DivisionID: gold})[0] }
	require.Equal(t, "Gold/Pool A 1st Otters 1 1 0 0 3 0 +3 3", top())
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"AwayScore":"5","HomeScore":"0"}`)
	require.Equal(t, "Gold/Pool A 1st Herons 2 1 1 0 5 3 +2 3", top())
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeWonBy":7}`)
	require.Equal(t, "Gold/Pool A 1st Otters 2 2 0 0 3 0 +3 6", top(), "a side that forfeited gives its points to nobody")
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeWonBy":3}`)
	require.Equal(t, "Gold/Pool A 1st Otters 2 2 0 0 3 5 -2 6", top(), "whoever is declared the winner has won")
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeWonBy":0}`)
	require.Equal(t, "Gold/Pool A 1st Herons 2 1 1 0 5 3 +2 3", top(), "0 declares nothing")
	require.Equal(t, "Gold/Pool A 1st Otters 1 1 0 0 3 0 +3 3", func() string {
		srv := world(t, tourney.Soccer)
		accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"AwayScore":"5"}`)
		return table(t, srv, tourney.StandingsOptions{DivisionID: gold})[0]
	}(), "one score is no result")
}

func TestStandingsOfForfeits(t *testing.T) {
	srv := world(t, tourney.Football)
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"AwayTeamForfeited":true}`)
	require.Equal(t, []string{"Gold/Pool A 1st Otters 2 0 0 3 0 +3 1.000", "Gold/Pool A 2nd Herons 0 2 0 0 3 -3 .000"},
		table(t, srv, tourney.StandingsOptions{DivisionID: gold}))
}

func TestStandingsUpdate(t *testing.T) {
	srv := world(t, tourney.Soccer)
	later := srv.Games.Add(tourney.Game{
		Type: tourney.GamePool, Division: &tourney.GameDivision{ID: gold},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(otters)), TeamPoolID: new(int64(teamPool1))},
		HomeTeam: &tourney.GameSide{Name: "Third of A", TeamPoolID: new(int64(teamPool3))},
	})
	require.Equal(t, "{}", accept(t, srv, "PUT", "/api/v1/standings", `{"EventId":1,"TeamPoolId":313,"TeamId":100}`))
	require.Equal(t, []string{"Otters", "Otterford", "Herons"}, names(table(t, srv, tourney.StandingsOptions{DivisionID: gold})))
	body := get(t, srv, fmt.Sprintf("/api/v1/games?id=%d", later))
	require.InDelta(t, club, at(t, body, "Game.HomeTeam.TeamId"), 0, "a game of the position that is not played")
	require.Equal(t, "Otterford Club", at(t, body, "Game.HomeTeam.Name"))
	require.Contains(t, listed(t, srv, "/api/v1/games?teamid=100", "Games"), later)
	require.InDelta(t, 3, at(t, get(t, srv, "/api/v1/teams?id=100&includes=Pools"), "Team.Pools.0.Number"), 0)

	accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":"311","TeamId":"100"}`)
	require.Equal(t, []string{"Herons", "Otterford"},
		sorted(names(table(t, srv, tourney.StandingsOptions{DivisionID: gold}))), "it has left the third position")
	g, _ := srv.Games.Get(played)
	require.EqualValues(t, otters, *g.AwayTeam.TeamID, "a game that was played keeps its teams")
	require.Empty(t, at(t, get(t, srv, "/api/v1/teams?id=101&includes=Pools"), "Team.Pools"))

	before := dump(srv.World)
	accept(t, srv, "PUT", "/api/v1/standings", `{"EventId":1,"TeamPoolId":313}`)
	accept(t, srv, "PUT", "/api/v1/standings", `{"EventId":1}`)
	unchanged(t, before, srv.World)
	require.NoError(t, srv.Client().Standings.Update(t.Context(), tourney.StandingsUpdateInput{TeamPoolID: teamPool1, TeamID: otters}))
}

// TestStandingsUpdateKeepsDecidedGames includes a forfeited game, which has a result without scores.
func TestStandingsUpdateKeepsDecidedGames(t *testing.T) {
	srv := world(t, tourney.Football)
	accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeTeamForfeited":true}`)
	accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":100}`)
	g, _ := srv.Games.Get(open)
	require.EqualValues(t, otters, *g.HomeTeam.TeamID)
	srv.Games.Edit(open, func(g *tourney.Game) { g.AwayTeam.Exhibition = new(true) }) // it has a result, and counts nowhere
	accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":101}`)
	accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":100}`)
	g, _ = srv.Games.Get(open)
	require.EqualValues(t, otters, *g.HomeTeam.TeamID)
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
	srv := world(t, tourney.Soccer)
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
	require.Contains(t, get(t, srv, "/api/v1/standings"), "Otters")
}

// TestStandingsOfTwoForfeits checks that both sides have lost, whatever the scores are.
func TestStandingsOfTwoForfeits(t *testing.T) {
	srv := contest(t, tourney.Football, 2, "A 2 B 0")
	id := srv.Games.All()[0].ID
	accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayTeamForfeited":true,"HomeTeamForfeited":true}`, id))
	require.Equal(t, []string{"D/P T-1st A 0 1 0 0 0 0 .000", "D/P T-1st B 0 1 0 0 0 0 .000"}, table(t, srv, tourney.StandingsOptions{}))
	srv.Games.Add(tourney.Game{
		Type: tourney.GamePool, Division: &tourney.GameDivision{ID: 1},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(1)), Forfeited: new(true)},
		HomeTeam: &tourney.GameSide{TeamID: new(int64(2)), Forfeited: new(true)},
	})
	require.Equal(t, []string{"D/P T-1st A 0 2 0 0 0 0 .000", "D/P T-1st B 0 2 0 0 0 0 .000"}, table(t, srv, tourney.StandingsOptions{}))
}

// TestStandingsLeaveOutContradictions: a game that both sides won, or that a side both won and forfeited, does not
// count. An update stores such a result as supplied, in the order of its writes. A World refuses it.
func TestStandingsLeaveOutContradictions(t *testing.T) {
	srv := contest(t, tourney.Soccer, 2, "A 2 B 0", "A 0 B 5")
	id := srv.Games.All()[1].ID
	srv.Teams.Edit(srv.Teams.All()[0].ID, func(tm *tourney.Team) { tm.Players = []tourney.TeamPlayer{{FirstName: "Ann"}} })
	srv.Statistics.Set(id, srv.Teams.All()[0].Players[0].ID, "Goals", tourney.NewDecimal(2, 0))
	leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
	require.NoError(t, err)
	require.Len(t, leaders, 1)
	accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayWonBy":3}`, id))
	accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"HomeWonBy":7}`, id))
	require.Equal(t, []string{"D/P 1st A 1 1 0 0 2 0 +2 3", "D/P 2nd B 1 0 1 0 0 2 -2 0"}, table(t, srv, tourney.StandingsOptions{}))
	leaders, err = srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
	require.NoError(t, err)
	require.Empty(t, leaders)
	srv.Games.Edit(id, func(g *tourney.Game) { g.BracketName = "A" }) // what updates led to can stay
	saved := new(bytes.Buffer)
	require.NoError(t, srv.Save(saved))
	require.NoError(t, srv.Load(saved))
}

// TestSidesThatNoHostCouldHave: a World and fixtures refuse them.
func TestSidesThatNoHostCouldHave(t *testing.T) {
	type side = tourney.GameSide
	won, lost := &tourney.WonBy{Code: 3}, new(true)
	for says, game := range map[string]tourney.Game{
		"AwayTeam and HomeTeam have the same TeamId 1: a team cannot play itself": {
			AwayTeam: &side{TeamID: new(int64(1))}, HomeTeam: &side{TeamID: new(int64(1))},
		},
		"AwayTeam and HomeTeam have the same TeamPoolId 40000001: a team cannot play itself": {
			AwayTeam: &side{TeamPoolID: new(int64(40000001))}, HomeTeam: &side{TeamPoolID: new(int64(40000001))},
		},
		"AwayTeam and HomeTeam have a WonBy: only one side can have won": {
			AwayTeam: &side{WonBy: won}, HomeTeam: &side{WonBy: &tourney.WonByForfeit},
		},
		"HomeTeam has a WonBy and is Forfeited: a side that forfeited has not won": {
			HomeTeam: &side{WonBy: won, Forfeited: lost},
		},
		"AwayTeam has a WonBy and is Forfeited: a side that forfeited has not won": {
			AwayTeam: &side{WonBy: won, Forfeited: lost}, HomeTeam: &side{Forfeited: lost},
		},
	} {
		srv := contest(t, tourney.Soccer, 2, "A 2 B 0")
		before := dump(srv.World)
		require.PanicsWithError(t, "mockserver: Games.Add: "+says, func() { srv.Games.Add(game) })
		id := srv.Games.All()[0].ID
		require.PanicsWithError(t, "mockserver: Games.Edit: "+says, func() {
			srv.Games.Edit(id, func(g *tourney.Game) {
				for to, from := range map[*tourney.GameSide]*tourney.GameSide{g.AwayTeam: game.AwayTeam, g.HomeTeam: game.HomeTeam} {
					if from != nil {
						to.TeamID, to.TeamPoolID, to.WonBy, to.Forfeited = from.TeamID, from.TeamPoolID, from.WonBy, from.Forfeited
						to.Name = map[bool]string{true: "A"}[from.TeamID != nil]
					}
				}
			})
		})
		row, err := tourney.MarshalRow(game)
		require.NoError(t, err)
		err = srv.LoadFixtures(oneFile(`{"games":[`+string(row)+`]}`), "rows.json")
		require.EqualError(t, err, "mockserver: LoadFixtures: rows.json:1: games[0]: "+says)
		unchanged(t, before, srv.World)
	}
}

// TestExhibitionsAndForfeits: an exhibition counts nowhere, and a side that forfeits gives its points to nobody.
func TestExhibitionsAndForfeits(t *testing.T) {
	for file, want := range map[string][2]string{
		"B12-exhibition.json":         {"A 0 0 0 0 0 0 0 0", "B 0 0 0 0 0 0 0 0"},
		"B13-forfeit-with-score.json": {"B 1 1 0 0 0 0 0 3", "A 1 0 1 0 0 0 0 0"},
	} {
		srv := empty(t, tourney.Soccer)
		require.NoError(t, srv.LoadFixtures(os.DirFS("testdata/cases"), file))
		srv.Games.Edit(srv.ID("g"), func(g *tourney.Game) { g.BracketName = "Cup" })
		srv.Divisions.Edit(srv.ID("d"), func(d *tourney.Division) { d.Brackets = []tourney.Bracket{{Name: "Cup"}} })
		addPool(srv.World, tourney.Pool{ID: 1, Name: "P", Division: &tourney.TeamDivision{ID: srv.ID("d")}}, 2)
		for i, ref := range []string{"a", "b"} {
			srv.Teams.Edit(srv.ID(ref), func(tm *tourney.Team) {
				tm.Pools = []tourney.TeamPool{{Number: i + 1, Pool: tourney.Pool{ID: 1}}}
				tm.Players = []tourney.TeamPlayer{{FirstName: "Ann"}}
			})
		}
		for _, display := range []tourney.Display{
			tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent, tourney.DisplayBracket,
		} {
			lines := table(t, srv, tourney.StandingsOptions{Display: display})
			require.Len(t, lines, 2)
			for i, line := range lines {
				require.Regexp(t, " "+regexp.QuoteMeta(want[i])+"$", line, "%s %s", file, display)
			}
		}
		line, exhibition := srv.Teams.All()[0].Players[0].ID, file == "B12-exhibition.json"
		srv.Statistics.Set(srv.ID("g"), line, "Goals", tourney.NewDecimal(2, 0))
		for range 3 { // the leaders follow the flag
			leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
			require.NoError(t, err)
			require.Equal(t, exhibition, len(leaders) == 0)
			exhibition = !exhibition
			srv.Games.Edit(srv.ID("g"), func(g *tourney.Game) { g.AwayTeam.Exhibition = &exhibition })
		}
	}
}

// TestStandingsOfAPoolCountItsOwnGames has games against teams of another pool, with and without positions in them.
func TestStandingsOfAPoolCountItsOwnGames(t *testing.T) {
	for _, positions := range []bool{false, true} {
		srv := contest(t, tourney.Soccer, 2, "A 2 B 0")
		_, teamPools := addPool(srv.World, tourney.Pool{ID: 2, Name: "Q", Division: &tourney.TeamDivision{ID: 1}}, 1)
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
	srv := world(t, tourney.Soccer)
	poolB, teamPools := addPool(srv.World, tourney.Pool{Name: "B", Division: &tourney.TeamDivision{ID: gold}}, 2)
	next := srv.Games.Add(tourney.Game{
		Type: tourney.GamePool, Division: &tourney.GameDivision{ID: gold},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(herons)), TeamPoolID: new(teamPools[0]), Color: "AA0000"},
		HomeTeam: &tourney.GameSide{TeamID: new(int64(otters)), TeamPoolID: new(teamPools[1]), Color: "00AA00"},
	})
	for teamPool, team := range map[int64]int64{teamPools[0]: otters, teamPools[1]: otters} {
		a := send(t, srv, "PUT", "/api/v1/standings", fmt.Sprintf(`{"TeamPoolId":%d,"TeamId":%d}`, teamPool, team))
		require.Equal(t, 200, a.status, a.body)
		require.Equal(t, "team-pool-change", a.header.Get("X-Mock-Assumed"))
	}
	accept(t, srv, "PUT", "/api/v1/standings", fmt.Sprintf(`{"TeamPoolId":%d,"TeamId":101}`, teamPools[0]))
	require.Equal(t, []int64{0, herons, 0}, teamsOn(srv.World, poolA))
	require.Equal(t, []int64{otters, 0}, teamsOn(srv.World, poolB))
	accept(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":101}`)
	require.Equal(t, []int64{otters, herons, 0}, teamsOn(srv.World, poolA))
	require.Equal(t, []int64{0, 0}, teamsOn(srv.World, poolB))
	g, _ := srv.Games.Get(next)
	require.EqualValues(t, otters, *g.AwayTeam.TeamID)
	require.Empty(t, g.AwayTeam.Color, "that of the team before")
	require.Equal(t, "00AA00", g.HomeTeam.Color, "the team is the same")
}

func teamsOn(srv *mockserver.World, poolID int64) []int64 {
	var teams []int64
	for _, teamPool := range srv.Pools.Positions(poolID) {
		teams = append(teams, teamPool.TeamID)
	}
	return teams
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
