package mockserver_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// TestEveryOperationAnswers sends the client's request of every operation, with a socket and without.
func TestEveryOperationAnswers(t *testing.T) {
	eachVariant(t, func(t *testing.T, v tourney.Variant) {
		for _, c := range valid(v) {
			t.Run(c.op, func(t *testing.T) {
				srv := world(t, v)
				a := send(t, srv, c.method, c.target, c.body)
				require.Equal(t, http.StatusOK, a.status, a.body)
				require.Equal(t, c.op, a.header.Get("X-Mock-Operation"))
				require.Equal(t, "application/json; charset=utf-8", a.header.Get("Content-Type"))
				require.Equal(t, "mock-000001", a.header.Get("X-Request-Id"))
				require.Equal(t, fmt.Sprint(len(a.body)), a.header.Get("Content-Length"))
				require.Empty(t, a.header.Get("X-Mock-Ignored"))
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
		{"Statistics.Update", "PUT", "/api/v1/statistics", statisticsBody},
		{"Registration.Register", "POST", "/api/v1/register", registerBody},
		{"Payments.Pay", "POST", "/api/v1/payments", payBody},
	}
	return list
}

// request is a request of an operation.
type request struct{ op, method, target, body string }

const (
	statisticsBody = `{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[{"Name":"Goals","Value":"3"}]}]}}`
	registerBody   = `{"EventId":1,"DivisionId":11,"Name":"Terns","Coaches":[{"PrimaryContact":true,"FirstName":"Pat"}]}`
	payBody        = `{"TeamId":102,"Payment":` + cardPayment + `}`
	cardPayment    = `{"PriceId":51,` + card + `}`
	card           = `"CreditCardType":"Visa","CreditCardNumber":"4111111111111111","CreditCardExpireYear":30,"CreditCardExpireMonth":12,
		"CreditCardCvv2":"123","Address":{"StreetAddress":"1 Loop","ExtendedAddress":"-","City":"C","StateRegion":"MO","PostalCode":"64101"}`
)

// score returns the name of a score in an update of a game.
func score(side string, v tourney.Variant) string {
	if v == tourney.Football {
		return side + "TeamScore"
	}
	return side + "Score"
}

func TestPathsAreFoundWithASlashAtTheEnd(t *testing.T) {
	require.Contains(t, get(t, world(t, tourney.Soccer), "/api/v1/venues/"), "Fieldhouse")
}

func TestAliasesOfGames(t *testing.T) {
	srv := world(t, tourney.MultiSport)
	for _, path := range []string{"/api/v1/bouts", "/api/v1/races", "/api/v1/matchs"} {
		require.JSONEq(t, get(t, srv, "/api/v1/games"), get(t, srv, path))
		require.JSONEq(t, get(t, srv, "/api/v1/games?id=82"), get(t, srv, path+"?id=82"))
		require.JSONEq(t, "{}", accept(t, srv, "PUT", path, `{"Id":82,"HomeScore":1}`))
		require.Contains(t, send(t, srv, "GET", path, "").header.Get("X-Mock-Assumed"), "game-names")
	}
	c := srv.Client()
	for _, service := range []tourney.GamesService{c.Games, c.Bouts, c.Races, c.Matches} {
		g, err := service.Get(t.Context(), open)
		require.NoError(t, err)
		require.Equal(t, "1", g.HomeTeam.Score.String())
	}
}

func TestParameterNamesInAnyLetterCase(t *testing.T) {
	srv := world(t, tourney.Soccer)
	for _, query := range []string{"teamids=102&PAGESIZE=1", "TeamIds=102&PageSize=1", "tEaMiDs=102&pagesize=1"} {
		body := get(t, srv, "/api/v1/teams?"+query)
		require.InDelta(t, 1, at(t, body, "Teams.PageSize"), 0, query)
		require.InDelta(t, herons, at(t, body, "Teams.Results.0.Id"), 0, query)
	}
	for _, name := range []string{"id", "ID", "Id", "iD"} {
		require.Equal(t, "Herons", at(t, get(t, srv, "/api/v1/teams?"+name+"=102"), "Team.Name"))
	}
	accept(t, srv, "PUT", "/api/v1/teams", `{"ID":102,"name":"a","ADDRESS":{"CITY":"b"},"pLAYERS":[{"FIRSTNAME":"c"}]}`)
	team, _ := srv.Teams.Get(herons)
	require.Equal(t, "a", team.Name)
	require.Equal(t, "b", team.Address.City)
	require.Equal(t, "c", team.Players[1].FirstName)
}

func TestStartAndClose(t *testing.T) {
	var stopped string
	t.Run("inner", func(t *testing.T) {
		srv := mockserver.Start(t, tourney.Soccer)
		require.Regexp(t, `^http://127\.0\.0\.1:\d+$`, srv.URL())
		page, err := srv.Client().Teams.List(t.Context(), tourney.TeamListOptions{})
		require.NoError(t, err)
		require.NotZero(t, page.Total)
		require.Error(t, srv.Listen("127.0.0.1:0"), "it listens already")
		stopped = srv.URL()
	})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, stopped+"/api/v1/venues", nil)
	require.NoError(t, err)
	_, err = (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	require.Error(t, err, "the server is closed")
}

// tb is the test in which Start runs.
type tb struct {
	failed   bool
	log      string
	cleanups []func()
}

func (b *tb) Helper()                   {}
func (b *tb) Cleanup(f func())          { b.cleanups = append(b.cleanups, f) }
func (b *tb) Failed() bool              { return b.failed }
func (b *tb) Logf(f string, a ...any)   { b.log += fmt.Sprintf(f, a...) }
func (b *tb) Fatalf(f string, a ...any) { b.failed = true; b.Logf(f, a...) }

func (b *tb) end() {
	for _, f := range b.cleanups {
		f()
	}
}

func TestRoundTripper(t *testing.T) {
	srv := world(t, tourney.Soccer)
	body := &closing{Reader: strings.NewReader(`{"Id":101,"Name":"x"}`)}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "http://host.example.com/api/v1/teams", body)
	require.NoError(t, err)
	res, err := srv.RoundTrip(req)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)
	require.Equal(t, req, res.Request)
	require.EqualValues(t, 2, res.ContentLength)
	require.True(t, body.closed)

	req, err = http.NewRequestWithContext(t.Context(), "", "http://host.example.com/api/v1/venues", nil)
	require.NoError(t, err)
	req.Method = "" // http.Client takes the empty method for GET
	res, err = srv.RoundTrip(req)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = srv.RoundTrip(req.WithContext(ctx))
	require.ErrorIs(t, err, context.Canceled)
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

func TestServersShareNothing(t *testing.T) {
	one, two := world(t, tourney.Soccer), world(t, tourney.Soccer)
	before := dump(two.World)
	for _, c := range valid(tourney.Soccer) {
		send(t, one, c.method, c.target, c.body)
	}
	unchanged(t, before, two.World)
	require.Empty(t, two.Calls.All(""))
}

func TestReset(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	before := dump(srv.World)
	id := srv.Teams.Add(tourney.Team{Name: "x"})
	srv.SetStandings(&tourney.Standings{})
	srv.SetLeaders([]tourney.StatisticCategory{})
	srv.SetNextID(5)
	require.NoError(t, srv.Client().Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 4001, Name: new("x")}))
	srv.Reset()
	unchanged(t, before, srv.World)
	require.Len(t, srv.Calls.All(""), 1, "the journal is apart")
	require.Equal(t, id, srv.Teams.Add(tourney.Team{Name: "x"}), "ids are given out anew")
	require.Contains(t, get(t, srv, "/api/v1/standings"), "Pool A", "no table is pinned")
	require.NotContains(t, get(t, srv, "/api/v1/statistics"), `"Statistics":[]`)
}

func TestSideDoorCopies(t *testing.T) {
	srv := world(t, tourney.Soccer)
	before := dump(srv.World)
	for _, team := range srv.Teams.All() {
		for i := range team.Players {
			team.Players[i].FirstName = "changed"
			*team.Paid = !*team.Paid
		}
	}
	d, _ := srv.Divisions.Get(gold)
	d.Settings.EnableRegistration = new(false)
	d.Brackets[0].Results[0].Images[0].Name = "changed"
	g, _ := srv.Games.Get(played)
	*g.AwayTeam.Score = tourney.NewDecimal(99, 0)
	p, _ := srv.Players.Get(ada)
	p.Teams[0].Games[0].Venue = "changed"
	unchanged(t, before, srv.World)

	side := &tourney.GameSide{TeamID: new(int64(otters))}
	id := srv.Games.Add(tourney.Game{AwayTeam: side})
	*side.TeamID = herons
	g, _ = srv.Games.Get(id)
	require.EqualValues(t, otters, *g.AwayTeam.TeamID)
	require.Contains(t, listed(t, srv, "/api/v1/games?teamid=101", "Games"), id)

	table := &tourney.Standings{Groups: []tourney.StandingsGroup{{Name: "mine"}}}
	srv.SetStandings(table)
	table.Groups[0].Name = "changed"
	require.Contains(t, get(t, srv, "/api/v1/standings"), "mine")
}

// TestEditTeamToNothing blanks a team on purpose. Its people must be gone, and its details stay.
func TestEditTeamToNothing(t *testing.T) {
	srv := world(t, tourney.Soccer)
	accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"keep"}`)
	before := dump(srv.World)
	srv.Teams.Edit(otters, func(*tourney.Team) {})
	unchanged(t, before, srv.World)

	srv.Teams.Edit(otters, func(t *tourney.Team) { *t = tourney.Team{ID: otters, Name: "Bare"} })
	details, _ := srv.Teams.Details(otters)
	require.Equal(t, "keep", details.Notes)
	p, ok := srv.Players.Get(ada)
	require.True(t, ok)
	require.Empty(t, p.Teams)
	require.Empty(t, listed(t, srv, "/api/v1/players?teamids=101", "Players"))
	require.NotContains(t, listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), int64(otters))
	team, _ := srv.Teams.Get(otters)
	require.Nil(t, team.Pools)
	a := send(t, srv, "PUT", "/api/v1/teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`)
	require.Equal(t, 404, a.status)
}

// TestEditDivisionMovesIt checks that teams, players and games follow a division into another event.
func TestEditDivisionMovesIt(t *testing.T) {
	srv := world(t, tourney.Soccer)
	before, _ := srv.Teams.Get(otters)
	srv.Divisions.Edit(gold, func(d *tourney.Division) {
		d.Settings.RegistrationStatus = tourney.RegistrationActivePaid
		d.Event = &tourney.Event{ID: league}
	})
	require.Equal(t, []int64{played, open, final}, listed(t, srv, "/api/v1/games?eventid=2", "Games"))
	require.Equal(t, []int64{other}, listed(t, srv, "/api/v1/games?eventid=1", "Games"))
	require.Contains(t, get(t, srv, "/api/v1/statistics?EventId=2&Categories=Goals"), "Loft")
	require.Equal(t, []int64{ada, ben, cleo}, listed(t, srv, "/api/v1/players?eventid=2", "Players"))
	after, _ := srv.Teams.Get(otters)
	require.Len(t, after.Players, len(before.Players))
	require.Equal(t, before.Address, after.Address)
	require.Equal(t, []int64{otters}, listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), "herons have not paid")
	require.Contains(t, listed(t, srv, "/api/v1/teams?eventid=2", "Teams"), int64(otters))
	require.NotContains(t, listed(t, srv, "/api/v1/teams?eventid=1", "Teams"), int64(otters))
}

// TestAddDivisionWithTeams checks that unknown teams are added, and the event.
func TestAddDivisionWithTeams(t *testing.T) {
	srv := empty(t, tourney.Soccer, mockserver.AllowDanglingReferences())
	id := srv.Divisions.Add(tourney.Division{
		Name: "Gold", Event: &tourney.Event{ID: 4, Name: "Cup"},
		Teams: []tourney.Team{{ID: 5, Name: "Otters", ExternalTeamID: "T-5"}, {Name: "Herons"}},
	})
	require.Equal(t, []tourney.Event{{ID: 4, Name: "Cup"}}, srv.Events.All())
	require.Len(t, listed(t, srv, fmt.Sprintf("/api/v1/teams?eventid=4&divisionid=%d", id), "Teams"), 2)
	srv.Events.Edit(4, func(e *tourney.Event) { e.Name = "Mug" })
	require.Equal(t, "Mug", at(t, get(t, srv, fmt.Sprintf("/api/v1/divisions?id=%d", id)), "Division.Event.Name"))
}

func TestRecordsOfTheSideDoor(t *testing.T) {
	srv := empty(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	srv.Payments.Add(stored.Payment{TransactionID: "TX-1", Amount: tourney.MustDecimal("5.00")})
	team := srv.Teams.Add(tourney.Team{Name: "x"})
	srv.Registrations.Add(stored.Registration{
		TeamID: team, Request: tourney.RegistrationInput{Name: new("x"), Payment: paying(nil)},
	})
	require.Equal(t, "5.00", srv.Payments.All()[0].Amount.String())
	require.Equal(t, "x", *srv.Registrations.All()[0].Request.Name)
	noCardIn(t, srv.Registrations.All()[0].Request.Payment)
	srv.Payments.Add(stored.Payment{Request: tourney.PaymentInput{Payment: paying(nil)}})
	noCardIn(t, srv.Payments.All()[1].Request.Payment)

	second := auth.Credentials{APIKey: "second", APISecret: secret.New("s")}
	srv.Accounts.Add("sam", "pass", tourney.Account{ID: 2, Credentials: second})
	require.Equal(t, "mock-api-key", keysOf(srv.World).APIKey)
	for _, options := range [][]tourney.Option{nil, {tourney.WithCredentials(second)}, {tourney.WithLogin("sam", "pass")}} {
		_, err := srv.Client(options...).Venues.List(t.Context(), tourney.VenueListOptions{})
		require.NoError(t, err)
	}
}

func second[T any](_ T, ok bool) bool { return ok }

func TestRequireAuth(t *testing.T) {
	for name, signer := range map[string]auth.Verifier{
		"HMAC":        auth.HMAC{},
		"header":      auth.Header{Key: "X-Key", Secret: "X-Secret"},
		"secret only": auth.Header{Secret: "X-Secret"},
		"query":       auth.Query{Key: "key", Secret: "secret"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := world(t, tourney.Soccer, mockserver.RequireAuth(signer))
			before := dump(srv.World)
			for _, c := range valid(tourney.Soccer) {
				a := send(t, srv, c.method, c.target, c.body)
				want := http.StatusUnauthorized
				if c.op == "Authentication.Authenticate" {
					want = http.StatusOK
				}
				require.Equal(t, want, a.status, "%s: %s", c.op, a.body)
			}
			unchanged(t, before, srv.World)
			_, err := srv.Client().Teams.Get(t.Context(), otters)
			require.NoError(t, err, "the client has the keys")
			_, err = srv.Client(tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword)).Teams.Get(t.Context(), otters)
			require.NoError(t, err)
			wrong := auth.Credentials{APIKey: "mock-api-key", APISecret: secret.New("guessed")}
			_, err = srv.Client(tourney.WithCredentials(wrong)).Teams.Get(t.Context(), otters)
			require.ErrorIs(t, err, tourney.ErrUnauthorized)
		})
	}
}

func TestOnCall(t *testing.T) {
	var calls []journal.Call
	var srv *mockserver.Server
	srv = world(t, tourney.Soccer, mockserver.OnCall(func(c journal.Call) {
		calls = append(calls, c)
		srv.Teams.All() // the server holds no lock
	}))
	get(t, srv, "/api/v1/teams?id=101")
	send(t, srv, "PUT", "/api/v1/teams", `{"Id":7,"Name":"x"}`)
	require.Empty(t, cmp.Diff(srv.Calls.All(""), calls))
	require.Equal(t, []string{"101", ""}, []string{calls[0].Param("id"), calls[1].Param("Notes")})
	require.Len(t, calls, 2)
}

// TestEditGameMovesIt checks that the statistics of a game move with it.
func TestEditGameMovesIt(t *testing.T) {
	srv := world(t, tourney.Soccer)
	srv.Games.Edit(played, func(g *tourney.Game) { g.Division = &tourney.GameDivision{ID: abroad} })
	require.Contains(t, get(t, srv, "/api/v1/statistics?DivisionId=21&Categories=Goals"), "Loft")
	require.Contains(t, get(t, srv, "/api/v1/statistics?EventId=2&Categories=Goals"), "Loft")
	require.NotContains(t, get(t, srv, "/api/v1/statistics?DivisionId=11"), "Loft")
	require.NotContains(t, get(t, srv, "/api/v1/statistics?EventId=1"), "Loft")
	accept(t, srv, "PUT", "/api/v1/statistics",
		`{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[{"Name":"Goals","Value":""}]}]}}`)
	require.NotContains(t, get(t, srv, "/api/v1/statistics?Categories=Goals"), "Loft", "a cleared statistic stays cleared")
	srv.Games.Edit(played, func(g *tourney.Game) { g.Division = nil })
	require.NotContains(t, get(t, srv, "/api/v1/statistics?EventId=2"), "Reed")
	require.Contains(t, get(t, srv, "/api/v1/statistics"), "Reed")
	require.NotContains(t, get(t, srv, "/api/v1/statistics?Categories=Goals"), "Loft")
}

// TestEditPool checks that positions and teams stay, and that a team does not rename its pools.
func TestEditPool(t *testing.T) {
	srv := world(t, tourney.Soccer)
	srv.Pools.Edit(poolA, func(p *tourney.Pool) { p.Name, p.Label = "Blue", "Blue Pool" })
	require.EqualValues(t, 314, srv.Pools.AddPositions(poolA, 2, 314)[0])
	require.Empty(t, cmp.Diff([]tourney.Pool{
		{ID: poolA, Name: "Blue", Label: "Blue Pool", Division: &tourney.TeamDivision{ID: gold, Name: "Gold"}},
	}, srv.Pools.Page(stored.Query{DivisionID: gold}).Rows))
	require.EqualValues(t, otters, srv.Pools.Positions(poolA)[0].TeamID)
	require.Len(t, srv.Pools.Positions(poolA), 5)
	team, _ := srv.Teams.Get(herons)
	require.Equal(t, "Blue", team.Pools[0].Pool.Name)
	move := func() {
		srv.Pools.Edit(poolA, func(p *tourney.Pool) { p.Division = &tourney.TeamDivision{ID: paidOnly} })
	}
	require.PanicsWithError(t, "mockserver: Pools.Edit: Division.Id: the pool has team 101, which is in division 11", move)
	srv.Teams.Edit(otters, func(t *tourney.Team) { t.Pools = nil })
	srv.Teams.Edit(herons, func(t *tourney.Team) { t.Pools = nil })
	move()
	require.Equal(t, "Blue", srv.Pools.Page(stored.Query{DivisionID: paidOnly}).Rows[0].Name)
	require.Empty(t, srv.Pools.Page(stored.Query{DivisionID: gold}).Rows)
}

// TestEditDivisionKeepsTheExternalID because only writes and Divisions.EditDetails set it.
func TestEditDivisionKeepsTheExternalID(t *testing.T) {
	srv := world(t, tourney.Rugby)
	accept(t, srv, "PUT", "/api/v1/divisions", `{"Id":11,"ExternalId":"D-11"}`)
	srv.Divisions.Edit(gold, func(d *tourney.Division) { d.Name = "Golden" })
	require.Equal(t, "D-11", detailsOf(srv.Divisions, gold).ExternalID)
	require.Equal(t, "Golden", at(t, get(t, srv, "/api/v1/divisions?id=11"), "Division.Name"))
}

// TestAssumedIDs checks that the header of an answer names the assumptions that it relied on.
func TestAssumedIDs(t *testing.T) {
	duplicate := func(srv *mockserver.Server) {
		accept(t, srv, "PUT", "/api/v1/teams", `{"Id":102,"ExternalTeamId":"T-OTTERS"}`)
		accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Players":[{"Id":1002,"ExternalPlayerId":"P-ADA"}]}`)
	}
	for _, c := range []struct{ method, target, body, id string }{
		{"GET", "teams?eventid=9", "", "unknown-filters"}, {"GET", "teams?divisionid=9", "", "unknown-filters"},
		{"GET", "teams?eventid=1&teamids=101,9", "", "unknown-filters"}, {"GET", "players?teamids=9", "", "unknown-filters"},
		{"GET", "players?playerids=9", "", "unknown-filters"}, {"GET", "games?teamid=9", "", "unknown-filters"},
		{"GET", "divisions?eventid=9", "", "unknown-filters"}, {"GET", "venues?EventId=9", "", "unknown-filters"},
		{"GET", "standings?divisionid=9", "", "unknown-filters"}, {"GET", "statistics?EventId=9", "", "unknown-filters"},
		{"GET", "players?teamids=,", "", "empty-id-lists"}, {"POST", "divisions", `{"Name":"x"}`, "division-event"},
		{"PUT", "divisions", `{"Name":"x"}`, "addressed-updates"}, {"PUT", "games", `{"HomeScore":1}`, "addressed-updates"},
		{"PUT", "statistics", `{"Away":{"Id":101}}`, "addressed-updates"},
		{"PUT", "teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`, "external-ids"},
		{"PUT", "statistics", `{"GameId":82,"Away":{"ExternalTeamId":"T-OTTERS"}}`, "external-ids"},
		{"PUT", "statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"ExternalPlayerId":"P-ADA"}]}}`, "external-ids"},
		{"PUT", "teams", `{"Id":101,"Players":[{"Id":1001,"Phone":"1"}]}`, "phone"},
		{"PUT", "teams", `{"Id":101,"Coaches":[{"Id":3001,"Phone":"1"}]}`, "phone"},
		{"PUT", "teams", `{"Id":101,"Players":[{"Id":1001,"Bats":1}]}`, "hands"},
		{"PUT", "games", `{"Id":82,"HomeWonBy":"Luck"}`, "won-by-names"},
	} {
		v := tourney.Baseball
		srv := world(t, v)
		duplicate(srv)
		a := send(t, srv, c.method, "/api/v1/"+c.target, c.body)
		require.Contains(t, strings.Split(a.header.Get("X-Mock-Assumed"), ", "), c.id, "%s %s %s: %s", c.method, c.target, c.body, a.body)
	}
	srv := world(t, tourney.Soccer)
	for _, target := range []string{
		"teams?eventid=1&teamids=101", "games?teamid=101&divisionid=11", "players", "venues?EventId=1", "standings?eventid=1",
	} {
		require.NotContains(t, send(t, srv, "GET", "/api/v1/"+target, "").header.Get("X-Mock-Assumed"), "unknown-filters", target)
	}
	require.NotContains(t, send(t, srv, "PUT", "/api/v1/teams", `{"Name":"x"}`).header.Get("X-Mock-Assumed"),
		"addressed-updates", "the document says it")
}
