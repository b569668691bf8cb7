package operations

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
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

// TestConcurrentReadsAndWrites checks that the state holds every write once.
func TestConcurrentReadsAndWrites(t *testing.T) {
	srv := mocktest.World(t, tourney.Rugby)
	teams := len(srv.Teams.All())
	err := mocktest.Together(func(worker int) error {
		rng := rand.New(rand.NewPCG(uint64(worker), 0))
		for round := range mocktest.Rounds {
			key := fmt.Sprintf("%d-%d", worker, round)
			err := errors.Join(
				mocktest.Quick(srv, "POST", "teams",
					`{"DivisionId":11,"Name":"`+key+`","ExternalTeamId":"`+key+`","Players":[{"FirstName":"`+key+`"}]}`),
				mocktest.Quick(srv, "PUT", "teams", `{"ExternalTeamId":"`+key+`","Notes":"`+key+`"}`),
				mocktest.Quick(srv, "PUT", "teams", `{"Id":101,"Players":[{"FirstName":"`+key+`"}]}`),
				mocktest.Quick(srv, "POST", "register", mocktest.Registering(`"DivisionId":11,"Name":"r`+key+`"`)),
				mocktest.Quick(srv, "POST", "payments", `{"TeamId":102,`+noCard+`"PriceId":51}}`),
				mocktest.Quick(srv, "PUT", "statistics", statisticsOf(fmt.Sprintf(`{"Name":"s%s","Value":"1"}`, key))),
				mocktest.Quick(srv, "PUT", "games", fmt.Sprintf(`{"Id":82,"AwayScore":%d,"HomeScore":%d}`, rng.IntN(9), rng.IntN(9))),
				mocktest.Quick(srv, "PUT", "standings", fmt.Sprintf(`{"TeamPoolId":313,"TeamId":%d}`, mocktest.Club+rng.IntN(3))),
				mocktest.Quick(srv, "PUT", "divisions", fmt.Sprintf(`{"Id":12,"Active":%v}`, rng.IntN(2) == 0)),
			)
			for _, target := range []string{
				"teams?divisionid=11&includes=Players,Coaches,Pools,Season", "teams?id=101&includes=Players", "divisions?includes=Teams,Settings",
				"games?teamid=101", "players?teamids=101&includes=Profile,Teams", "venues", "standings?display=Event", "statistics?PageSize=3",
			} {
				err = errors.Join(err, mocktest.Quick(srv, "GET", target, ""))
			}
			if err != nil {
				return err
			}
			dumpSome(srv)
		}
		return nil
	})
	require.NoError(t, err)

	const writes = mocktest.Workers * mocktest.Rounds
	require.Len(t, srv.Teams.All(), teams+2*writes)
	require.Len(t, srv.Registrations.All(), writes)
	require.Len(t, srv.Payments.All(), writes)
	team, _ := srv.Teams.Get(mocktest.Otters)
	require.Len(t, team.Players, 2+writes)
	consistent(t, srv, writes)
}

// dumpSome reads without HTTP.
func dumpSome(srv *mockserver.Server) {
	srv.Teams.Get(mocktest.Otters)
	srv.Payments.All()
	srv.Statistics.Get(mocktest.Played, mocktest.Line1, "Goals")
	srv.Calls.All("Teams.Get")
}

// consistent requires that no row exists twice, and that every row is found under its keys.
func consistent(t *testing.T, srv *mockserver.Server, writes int) {
	t.Helper()
	ids, lines, persons, transactions := map[int64]bool{}, map[int64]bool{}, map[int64]bool{}, map[string]bool{}
	for _, team := range srv.Teams.All() {
		ids[team.ID] = true
		for _, p := range team.Players {
			lines[p.ID], persons[p.PlayerID] = true, true
		}
		details, _ := srv.Teams.Details(team.ID)
		if strings.Contains(team.ExternalTeamID, "-") && !strings.HasPrefix(team.ExternalTeamID, "T-") {
			require.Equal(t, team.ExternalTeamID, details.Notes)
			require.Equal(t, team.ExternalTeamID, team.Name)
			require.Equal(t, team.ExternalTeamID, team.Players[0].FirstName)
		}
	}
	require.Len(t, ids, len(srv.Teams.All()))
	require.Len(t, lines, 3+2*writes)
	require.Len(t, persons, 3+2*writes)
	for _, p := range srv.Payments.All() {
		transactions[p.TransactionID] = true
	}
	require.Len(t, transactions, writes)
	page, err := srv.Client().Teams.List(t.Context(), tourney.TeamListOptions{DivisionID: mocktest.Gold, PageSize: 1})
	require.NoError(t, err)
	require.Equal(t, 2+2*writes, page.Total)
	leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
	require.NoError(t, err)
	for _, category := range leaders {
		if strings.HasPrefix(category.Name, "s") {
			writes--
		}
	}
	require.Zero(t, writes, "statistics of their own name")
}

// TestStandingsBesideAWriter asks for standings while scores and names are written. Each answer counts each game for
// both of its teams.
func TestStandingsBesideAWriter(t *testing.T) {
	srv := contest(t, tourney.Soccer, 4, "A 1 B 0", "C 1 D 0", "A 0 C 1", "B 2 D 0")
	session := srv.StartSession(t)
	inSession := strings.TrimPrefix(session.URL(), srv.URL())
	ctx, stop := context.WithCancel(t.Context())
	problems := make(chan error)
	asking := []*mockserver.World{srv.World, srv.World, session}
	for _, of := range asking {
		go func() { problems <- askWhile(ctx, of.Client()) }()
	}
	first, last := srv.Games.All()[0].ID, srv.Games.All()[3].ID
	for n := range 100 {
		mocktest.Accept(t, srv, http.MethodPut, "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayScore":%d}`, first, n%5))
		mocktest.Accept(t, srv, http.MethodPut, inSession+"/api/v1/games", fmt.Sprintf(`{"Id":%d,"HomeScore":%d}`, last, n%5))
		srv.Teams.Edit(1, func(r *tourney.Team) { r.Name = fmt.Sprint("Team ", n) })
	}
	stop()
	for range asking {
		require.NoError(t, <-problems)
	}
}

// askWhile asks for standings until the context ends, and adds up the columns for games played, wins and losses.
func askWhile(ctx context.Context, client *tourney.Client) error {
	for ctx.Err() == nil {
		got, err := client.Standings.Get(context.WithoutCancel(ctx), tourney.StandingsOptions{Display: tourney.DisplayDivision})
		if err != nil {
			return err
		}
		var sums [3]int
		for _, line := range got.Groups[0].List[0].Participants {
			for i := range sums {
				n, _ := strconv.Atoi(line.Columns[i])
				sums[i] += n
			}
		}
		if sums[0] != 8 || sums[1] != sums[2] {
			return fmt.Errorf("%d games of teams, %d won and %d lost", sums[0], sums[1], sums[2])
		}
	}
	return nil
}
