package operations

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestEveryOperationAnswers sends the client's request of every operation, with a socket and without.
func TestEveryOperationAnswers(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		for _, c := range valid(v) {
			t.Run(c.op, func(t *testing.T) {
				srv := mocktest.World(t, v)
				a := mocktest.Send(t, srv, c.method, c.target, c.body)
				require.Equal(t, http.StatusOK, a.Status, a.Body)
				require.Equal(t, c.op, a.Header.Get("X-Mock-Operation"))
				require.Equal(t, "application/json; charset=utf-8", a.Header.Get("Content-Type"))
				require.Equal(t, "mock-000001", a.Header.Get("X-Request-Id"))
				require.Equal(t, fmt.Sprint(len(a.Body)), a.Header.Get("Content-Length"))
				require.Empty(t, a.Header.Get("X-Mock-Ignored"))
			})
		}
	})
	require.Len(t, valid(tourney.Soccer), len(contract.Operations()))
}

// valid returns a request for each operation. A world carries it out.
func valid(v tourney.Variant) []request {
	list := []request{
		{"Authentication.Authenticate", "POST", "/api/v1/authenticate", `{"Username":"director","Password":"let-me-in"}`},
		{"Teams.Get", "GET", "/api/v1/teams?id=101", ""},
		{"Events.Get", "GET", "/api/v1/events?id=1", ""},
		{"Events.List", "GET", "/api/v1/events", ""},
		{"Teams.List", "GET", "/api/v1/teams?eventid=1", ""},
		{"Teams.Create", "POST", "/api/v1/teams", `{"DivisionId":11,"Name":"Terns"}`},
		{"Teams.Update", "PUT", "/api/v1/teams", `{"Id":101,"Name":"Sea Otters"}`},
		{"Divisions.Get", "GET", "/api/v1/divisions?id=11", ""},
		{"Divisions.List", "GET", "/api/v1/divisions", ""},
		{"Divisions.Create", "POST", "/api/v1/divisions", `{"EventId":1,"Name":"Tin"}`},
		{"Divisions.Update", "PUT", "/api/v1/divisions", `{"Id":11,"Order":9}`},
		{"Games.Get", "GET", "/api/v1/games?id=81", ""},
		{"Games.List", "GET", "/api/v1/games", ""},
		{"Games.Update", "PUT", "/api/v1/games", `{"Id":82,"` + score("Away", v) + `":"4","ExternalId":"V-82"}`},
		{"Players.Get", "GET", "/api/v1/players?id=2001", ""},
		{"Players.List", "GET", "/api/v1/players", ""},
		{"Venues.Get", "GET", "/api/v1/venues?Id=71", ""},
		{"Venues.List", "GET", "/api/v1/venues", ""},
		{"Standings.Get", "GET", "/api/v1/standings?eventid=1", ""},
		{"Standings.Update", "PUT", "/api/v1/standings", `{"EventId":1,"TeamPoolId":313,"TeamId":100}`},
		{"Statistics.Leaders", "GET", "/api/v1/statistics?EventId=1", ""},
		{"Statistics.Update", "PUT", "/api/v1/statistics", mocktest.StatisticsBody},
		{"Registration.Register", "POST", "/api/v1/register", mocktest.RegisterBody},
		{"Payments.Pay", "POST", "/api/v1/payments", mocktest.PayBody},
	}
	return list
}

// request is a request of an operation.
type request struct{ op, method, target, body string }

// score returns the name of a score in an update of a game.
func score(side string, v tourney.Variant) string {
	if v == tourney.Football {
		return side + "TeamScore"
	}
	return side + "Score"
}

func TestPathsAreFoundWithASlashAtTheEnd(t *testing.T) {
	require.Contains(t, mocktest.Get(t, mocktest.World(t, tourney.Soccer), "/api/v1/venues/"), "Fieldhouse")
}

func TestAliasesOfGames(t *testing.T) {
	srv := mocktest.World(t, tourney.MultiSport)
	for _, path := range []string{"/api/v1/bouts", "/api/v1/races", "/api/v1/matchs"} {
		require.JSONEq(t, mocktest.Get(t, srv, "/api/v1/games"), mocktest.Get(t, srv, path))
		require.JSONEq(t, mocktest.Get(t, srv, "/api/v1/games?id=82"), mocktest.Get(t, srv, path+"?id=82"))
		require.JSONEq(t, "{}", mocktest.Accept(t, srv, "PUT", path, `{"Id":82,"HomeScore":1}`))
		require.Contains(t, mocktest.Send(t, srv, "GET", path, "").Header.Get("X-Mock-Assumed"), "game-names")
	}
	c := srv.Client()
	for _, service := range []tourney.GamesService{c.Games, c.Bouts, c.Races, c.Matches} {
		g, err := service.Get(t.Context(), mocktest.Open)
		require.NoError(t, err)
		require.Equal(t, "1", g.HomeTeam.Score.String())
	}
}

func TestServersShareNothing(t *testing.T) {
	one, two := mocktest.World(t, tourney.Soccer), mocktest.World(t, tourney.Soccer)
	before := mocktest.Dump(two.World)
	for _, c := range valid(tourney.Soccer) {
		mocktest.Send(t, one, c.method, c.target, c.body)
	}
	mocktest.Unchanged(t, before, two.World)
	require.Empty(t, two.Calls.All(""))
}
