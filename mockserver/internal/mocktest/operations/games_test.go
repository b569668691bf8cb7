package operations

import (
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
