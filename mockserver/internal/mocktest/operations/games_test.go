package operations

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestGamesGet(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.JSONEq(t, `{"Game":{"Id":81,"Type":1,"Date":"6/12/2026","Time":"9:00 AM","BracketName":"Gold Final","Round":0,"Number":12,
		"Division":{"Id":11,"Name":"Gold","Event":{"Id":1,"Name":"Firefly Cup"}},
		"VenueCourt":{"Id":75,"Court":{"Id":76,"Sport":8,"Name":"Court 1","Abbr":"C1"},"Venue":{"Id":71,"Name":"Fieldhouse","Abbr":"FH",
			"Address":{"Location":"Behind the tower","StreetAddress":"1 Loop","ExtendedAddress":"Gate 2","City":"Otterford",
				"StateRegion":"MO","PostalCode":"64101","Latitude":39.5,"Longitude":-94.25}}},
		"AwayTeam":{"Name":"Otters","Pool":"A","PoolNumber":1,"Score":3,"TeamId":101,"TeamPoolId":311,"BracketName":"Gold Final","BracketId":61,
			"DivisionSeed":1,"Seed":2,"DivisionId":11,"DivisionName":"Gold","PoolSeed":1,"Exhibition":false,"Color":"00FF7F","WonBy":7,
			"PoolName":"A","PoolId":31,"ExternalId":"T-OTTERS","ExternalBracketId":"B-1"},
		"HomeTeam":{"Name":"Herons","Score":1,"TeamId":102,"TeamPoolId":312,"PoolName":"A","PoolId":31,
			"ExternalId":"T-HERONS"}}}`, mocktest.Get(t, srv, "/api/v1/games?id=81"))
	body := mocktest.Get(t, srv, "/api/v1/games?id=83&includes=Season")
	mocktest.RequireAbsent(t, body, "Game.HomeTeam.Score")
	mocktest.RequireAbsent(t, body, "Game.HomeTeam.TeamId")
	mocktest.RequireAbsent(t, body, "Game.Time")
	require.Equal(t, "2nd in A", mocktest.At(t, body, "Game.HomeTeam.Name"))
}

func TestGamesList(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for query, want := range map[string][]int64{
		"":                         {mocktest.Played, mocktest.Open, mocktest.Final, mocktest.Other},
		"eventid=1":                {mocktest.Played, mocktest.Open, mocktest.Final, mocktest.Other},
		"eventid=2":                {},
		"divisionid=11":            {mocktest.Played, mocktest.Open, mocktest.Final},
		"eventid=2&divisionid=11":  {},
		"teamid=101":               {mocktest.Played, mocktest.Open, mocktest.Final},
		"teamid=102":               {mocktest.Played, mocktest.Open},
		"teamid=102&divisionid=12": {},
		"teamid=999":               {},
		"date=6/12/2026":           {mocktest.Played},
		"date=06/12/2026":          {mocktest.Played},
		"date=6%2F13%2F2026":       {mocktest.Open, mocktest.Final, mocktest.Other},
		"date=6/13/2026&divisionid=11&teamid=101": {mocktest.Open, mocktest.Final},
		"date=6/14/2026":    {},
		"date=":             {mocktest.Played, mocktest.Open, mocktest.Final, mocktest.Other},
		"pagesize=1&page=3": {mocktest.Final},
		"eventid=1&date=06/13/2026&pagesize=2&page=2": {mocktest.Other},
	} {
		require.Empty(t, cmp.Diff(want, mocktest.Listed(t, srv, "/api/v1/games?"+query, "Games")), query)
	}
	page, err := srv.Client().Games.List(t.Context(), tourney.GameListOptions{Date: mocktest.Saturday, TeamID: mocktest.Herons})
	require.NoError(t, err)
	require.Equal(t, 1, page.Total)
}

func TestGamesUpdateChangesWhatItNames(t *testing.T) {
	away := func(f func(*tourney.GameSide)) func(*tourney.Game) {
		return func(g *tourney.Game) { f(g.AwayTeam) }
	}
	soccer := map[string]func(*tourney.Game){
		`{"Id":81,"AwayScore":"4"}`:                           away(func(s *tourney.GameSide) { s.Score = tourney.Score(4) }),
		`{"Id":81,"AwayScore":2.5}`:                           away(func(s *tourney.GameSide) { s.Score = new(tourney.MustDecimal("2.5")) }),
		`{"Id":81,"AwayScore":0}`:                             away(func(s *tourney.GameSide) { s.Score = tourney.Score(0) }),
		`{"Id":81,"awayscore":null}`:                          func(*tourney.Game) {},
		`{"Id":81,"HomeScore":"2"}`:                           func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(2) },
		`{"Id":81,"AwayWonBy":3}`:                             away(func(s *tourney.GameSide) { s.WonBy = &tourney.WonBy{Code: 3} }),
		`{"Id":81,"AwayWonBy":"Forfeit"}`:                     func(*tourney.Game) {},
		`{"Id":81,"HomeWonBy":7}`:                             func(g *tourney.Game) { g.HomeTeam.WonBy = new(tourney.WonByForfeit) },
		`{"Id":81,"ExternalId":"V-81"}`:                       func(*tourney.Game) {},
		`{"Id":81,"AwayTeam":{"Name":"no"},"ExternalId":"V"}`: func(*tourney.Game) {},
	}
	football := map[string]func(*tourney.Game){
		`{"Id":81,"AwayTeamScore":"4"}`:         soccer[`{"Id":81,"AwayScore":"4"}`],
		`{"Id":81,"hometeamscore":2}`:           soccer[`{"Id":81,"HomeScore":"2"}`],
		`{"Id":81,"AwayTeamForfeited":true}`:    away(func(s *tourney.GameSide) { s.Forfeited = new(true) }),
		`{"Id":81,"HomeTeamForfeited":"false"}`: func(g *tourney.Game) { g.HomeTeam.Forfeited = new(false) },
		`{"Id":81,"ExternalId":"V-81"}`:         func(*tourney.Game) {},
	}
	for v, cases := range map[tourney.Variant]map[string]func(*tourney.Game){tourney.Soccer: soccer, tourney.Football: football} {
		for body, change := range cases {
			srv := mocktest.World(t, v)
			want := srv.Games.All()
			change(&want[0])
			require.Equal(t, "{}", mocktest.Accept(t, srv, "PUT", "/api/v1/games", body))
			require.Empty(t, cmp.Diff(want, srv.Games.All()), body)
		}
	}
}

// TestGamesUpdateOfAGameWithoutSides checks that a result adds its side to the game.
func TestGamesUpdateOfAGameWithoutSides(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	id := srv.Games.Add(tourney.Game{})
	require.NoError(t, srv.Client().Games.Update(t.Context(), tourney.GameUpdateInput{ID: id, HomeScore: tourney.Score(1)}))
	g, _ := srv.Games.Get(id)
	require.Nil(t, g.AwayTeam)
	require.Equal(t, "1", g.HomeTeam.Score.String())
}

func TestGamesShowTeamsUnderTheirPresentNames(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Name":"Sea Otters"}`)
	require.Equal(t, "Sea Otters", mocktest.At(t, mocktest.Get(t, srv, "/api/v1/games?id=81"), "Game.AwayTeam.Name"))
	require.Equal(t, "Sea Otters", mocktest.At(t, mocktest.Get(t, srv, "/api/v1/games"), "Games.Results.1.HomeTeam.Name"))
}

func TestStandingsOfForfeits(t *testing.T) {
	srv := mocktest.World(t, tourney.Football)
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"AwayTeamForfeited":true}`)
	require.Equal(t, []string{"Gold/Pool A 1st Otters 2 0 0 3 0 +3 1.000", "Gold/Pool A 2nd Herons 0 2 0 0 3 -3 .000"},
		table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.Gold}))
}

// TestStandingsOfTwoForfeits checks that both sides have lost, whatever the scores are.
func TestStandingsOfTwoForfeits(t *testing.T) {
	srv := contest(t, tourney.Football, 2, "A 2 B 0")
	id := srv.Games.All()[0].ID
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayTeamForfeited":true,"HomeTeamForfeited":true}`, id))
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
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayWonBy":3}`, id))
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"HomeWonBy":7}`, id))
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
		before := mocktest.Dump(srv.World)
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
		err = srv.LoadFixtures(mocktest.OneFile(`{"games":[`+string(row)+`]}`), "rows.json")
		require.EqualError(t, err, "mockserver: LoadFixtures: rows.json:1: games[0]: "+says)
		mocktest.Unchanged(t, before, srv.World)
	}
}

// TestExhibitionsAndForfeits: an exhibition counts nowhere, and a side that forfeits gives its points to nobody.
func TestExhibitionsAndForfeits(t *testing.T) {
	for file, want := range map[string][2]string{
		"B12-exhibition.json":         {"A 0 0 0 0 0 0 0 0", "B 0 0 0 0 0 0 0 0"},
		"B13-forfeit-with-score.json": {"B 1 1 0 0 0 0 0 3", "A 1 0 1 0 0 0 0 0"},
	} {
		srv := mocktest.Empty(t, tourney.Soccer)
		require.NoError(t, srv.LoadFixtures(os.DirFS("testdata/cases"), file))
		srv.Games.Edit(srv.ID("g"), func(g *tourney.Game) { g.BracketName = "Cup" })
		srv.Divisions.Edit(srv.ID("d"), func(d *tourney.Division) { d.Brackets = []tourney.Bracket{{Name: "Cup"}} })
		mocktest.AddPool(srv.World, tourney.Pool{ID: 1, Name: "P", Division: &tourney.TeamDivision{ID: srv.ID("d")}}, 2)
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
