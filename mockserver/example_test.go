package mockserver_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/secret"
)

// In a test, mockserver.Start(t, tourney.Soccer) does the same with a socket, and closes the server at the end.
func ExampleNew() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		panic(err)
	}
	client := srv.Client()
	divisions, err := client.Divisions.List(context.Background(), tourney.DivisionListOptions{})
	if err != nil {
		panic(err)
	}
	for _, d := range divisions.Results {
		fmt.Println(d.ID, d.Name, d.Event.Name)
	}
	// Output:
	// 2001 12U Meadow Soccer Firefly Classic
	// 2002 14U Harbor Soccer Firefly Classic
	// 2003 18U Summit Soccer Firefly Classic
}

// must returns a server without rows, unless an option chooses a scenario.
func must(h tourney.Host, opts ...mockserver.Option) *mockserver.Server {
	srv, err := mockserver.New(h, append([]mockserver.Option{mockserver.Scenario("empty")}, opts...)...)
	if err != nil {
		panic(err)
	}
	return srv
}

// The methods of srv.Teams add and read rows without HTTP.
func ExampleWorld_teams() {
	srv := must(tourney.Soccer)
	srv.Divisions.Add(tourney.Division{ID: 7, Name: "Gold"})
	id := srv.Teams.Add(tourney.Team{
		Name: "Otters", Paid: new(false), Division: &tourney.TeamDivision{ID: 7}, ExternalTeamID: "T-1",
		Players: []tourney.TeamPlayer{{FirstName: "Ada", Number: new(0)}},
	})

	err := srv.Client().Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: id, Paid: new(true), Notes: new("paid in cash")})
	team, _ := srv.Teams.Get(id)
	details, _ := srv.Teams.Details(id)
	fmt.Println(err, team.Name, *team.Paid, team.ExternalTeamID, team.Division.Name, *team.Players[0].Number, details.Notes)
	// Output: <nil> Otters true T-1 Gold 0 paid in cash
}

// A call that would lose a row, or that refers to a row that is not there, panics.
func ExampleRows_Add() {
	srv := must(tourney.Soccer)
	defer func() { fmt.Println(recover()) }()
	srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: 7}})
	// Output:
	// mockserver: Games.Add: Division.Id 7 names no division: add it first
}

func ExampleRows_Edit() {
	srv := must(tourney.Soccer, mockserver.Scenario("mid-tournament"))
	srv.Games.Edit(7001, func(g *tourney.Game) {
		g.AwayTeam.Score, g.HomeTeam.Score = tourney.Score(2), new(tourney.NewDecimal(2, 0))
	})
	game, _ := srv.Games.Get(7001)
	fmt.Println(game.AwayTeam.Score, game.HomeTeam.Score, game.Winner())
	// Output: 2 2 tie
}

// A team withdraws. Its games keep its name.
func ExampleRows_Remove() {
	srv := must(tourney.Soccer)
	id := srv.Teams.Add(tourney.Team{Name: "Otters"})
	game := srv.Games.Add(tourney.Game{AwayTeam: &tourney.GameSide{TeamID: &id}})
	srv.Teams.Remove(id)
	_, there := srv.Teams.Get(id)
	left, _ := srv.Games.Get(game)
	fmt.Println(there, left.AwayTeam.Name, left.AwayTeam.TeamID == nil)
	// Output: false Otters true
}

func ExampleAllowDanglingReferences() {
	srv := must(tourney.Soccer, mockserver.AllowDanglingReferences())
	srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: 7}})
	fmt.Println(srv.Games.All()[0].Division.ID)
	// Output: 7
}

// A handle that the scenario does not have is false.
func ExampleWorld_Special() {
	srv := must(tourney.Soccer, mockserver.Scenario("registration-open"))
	for _, special := range []mockserver.Special{
		mockserver.SpecialFullDivision, mockserver.SpecialPartlyPaidTeam, mockserver.SpecialLateGame,
	} {
		id, ok := srv.Special(special)
		fmt.Println(special, special.Noun(), id, ok)
	}
	// Output:
	// FullDivision division 2002 true
	// PartlyPaidTeam team 4004 true
	// LateGame game 0 false
}

func ExampleWorld_Reset() {
	srv := must(tourney.Soccer, mockserver.Scenario("mid-tournament"))
	before := len(srv.Teams.All())
	srv.Teams.Add(tourney.Team{Name: "Otters"})
	fmt.Println(len(srv.Teams.All()) - before)
	srv.Reset()
	fmt.Println(len(srv.Teams.All()) - before)
	// Output:
	// 1
	// 0
}

func ExampleRequireAuth() {
	srv := must(tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}), mockserver.Account("pat", "pass", tourney.Account{
		Credentials: auth.Credentials{APIKey: "key", APISecret: secret.New("secret")},
	}))
	ctx := context.Background()
	_, err := srv.Client().Venues.List(ctx, tourney.VenueListOptions{}) // the client has the keys of the account
	fmt.Println(err)
	wrong := auth.Credentials{APIKey: "key", APISecret: secret.New("guessed")}
	_, err = srv.Client(tourney.WithCredentials(wrong)).Venues.List(ctx, tourney.VenueListOptions{})
	fmt.Println(errors.Is(err, tourney.ErrUnauthorized))
	// Output:
	// <nil>
	// true
}

// The interface document shows the creation of divisions for rugby only.
func ExampleStrict() {
	for _, v := range []tourney.Variant{tourney.Rugby, tourney.Soccer} {
		client := must(v, mockserver.Strict()).Client()
		_, err := client.Divisions.Create(context.Background(), tourney.DivisionCreateInput{Name: new("Gold")})
		var refused *tourney.APIError
		if errors.As(err, &refused) {
			fmt.Println(v, refused.Status, refused.Errors[0].Message)
		} else {
			fmt.Println(v, err)
		}
	}
	// Output:
	// rugby <nil>
	// soccer 405 the method POST is not known at /api/v1/divisions: use GET, HEAD
}

// A host can answer with smaller pages than the request names. Iterators handle that.
func ExampleProfile() {
	srv := must(mockserver.Profile{Profile: tourney.Profile{Variant: tourney.Soccer}, MaxPageSize: 2})
	for _, name := range []string{"Otters", "Herons", "Swifts"} {
		srv.Teams.Add(tourney.Team{Name: name})
	}
	ctx := context.Background()
	first, err := srv.Client().Teams.List(ctx, tourney.TeamListOptions{PageSize: 1000})
	fmt.Println(len(first.Results), first.PageSize, first.Total, err)
	for team, err := range srv.Client().Teams.All(ctx, tourney.TeamListOptions{PageSize: 1000}) {
		fmt.Println(team.Name, err)
	}
	// Output:
	// 2 2 3 <nil>
	// Otters <nil>
	// Herons <nil>
	// Swifts <nil>
}

func ExampleCalls_All() {
	srv := must(tourney.Soccer)
	client := srv.Client()
	_, _ = client.Teams.Get(context.Background(), 7)
	_, _ = client.Teams.List(context.Background(), tourney.TeamListOptions{DivisionID: 3})
	for _, call := range srv.Calls.All("Teams.Get") {
		fmt.Println(call.Number, call)
	}
	for _, call := range srv.Calls.All("", journal.Where("DivisionId", "3")) {
		fmt.Println(call.Number, call.Op, call.Status)
	}
	// Output:
	// 1 404 GET /api/v1/teams?id=7 (Teams.Get): id names no team: 7
	// 2 Teams.List 200
}

func ExampleWorld_SetNextID() {
	srv := must(tourney.Soccer)
	srv.SetNextID(42)
	id, err := srv.Client().Teams.Create(context.Background(), tourney.TeamCreateInput{Name: new("Otters")})
	fmt.Println(id, err)
	// Output: 42 <nil>
}

// The mock computes standings from the games, unless a test sets them.
func ExampleWorld_SetStandings() {
	srv := must(tourney.Soccer)
	srv.SetStandings(&tourney.Standings{
		Columns: []tourney.StandingsColumn{{Name: "Wins", Abbr: "W"}},
		Groups: []tourney.StandingsGroup{{Name: "Gold", List: []tourney.StandingsList{{Name: "Pool A", Participants: []tourney.Participant{
			{Name: "Otters", Place: "T-1st", Columns: []string{"3"}},
		}}}}},
	})
	table, err := srv.Client().Standings.Get(context.Background(), tourney.StandingsOptions{})
	p := table.Groups[0].List[0].Participants[0]
	fmt.Println(p.Place, p.Name, table.Columns[0].Abbr, p.Columns[0], err)
	// Output: T-1st Otters W 3 <nil>
}

// A client with a login gets over keys that are replaced under way.
func ExampleAccounts_RotateKeys() {
	srv := must(tourney.Soccer, mockserver.Scenario("mid-tournament"), mockserver.RequireAuth(auth.HMAC{}))
	client := srv.Client(tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword))
	for range 2 {
		team, err := client.Teams.Get(context.Background(), 4001)
		fmt.Println(team.ID, err, "logins:", len(srv.Calls.All("Authentication.Authenticate")))
		srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	}
	// Output:
	// 4001 <nil> logins: 1
	// 4001 <nil> logins: 2
}

// The clock of a server stands still by default, so a test decides when the next window begins.
func ExampleRateLimit() {
	srv := must(mockserver.Profile{RateLimit: mockserver.RateLimit{Requests: 1, Per: time.Minute}})
	client := srv.Client(tourney.WithRetry(tourney.Retry{}))
	for range 3 {
		_, err := client.Teams.Get(context.Background(), 4001)
		fmt.Println("refused:", errors.Is(err, tourney.ErrRateLimited))
		srv.Clock.Advance(30 * time.Second)
	}
	// Output:
	// refused: false
	// refused: true
	// refused: false
}

func ExampleStartDate() {
	srv := must(tourney.Soccer, mockserver.Scenario("mid-tournament"), mockserver.StartDate(tourney.Date{Year: 2027, Month: 3, Day: 5}))
	event, _ := srv.Events.Get(1001)
	fmt.Println(event.StartDate, "to", event.EndDate)
	fmt.Println(srv.Clock.Now())
	// Output:
	// 3/5/2027 to 3/7/2027
	// 2027-03-05 23:00:00 +0000 UTC
}

func ExampleWorld_Play() {
	srv := must(tourney.Soccer, mockserver.Scenario("not-started"))
	defer srv.Close()
	ten := srv.Clock.Now().Add(2 * time.Hour)
	for game := range srv.Play(context.Background(), mockserver.PlayOptions{Seed: 7, Until: ten}) {
		fmt.Println(game.ID, game.AwayTeam.Name, game.AwayTeam.Score, game.HomeTeam.Score, game.HomeTeam.Name)
	}
	fmt.Println(srv.Clock.Now().Format(time.TimeOnly))
	// Output:
	// 7001 River Skylarks 2 4 Juniper Foxes
	// 7002 Canyon Geckos 5 3 Granite Badgers
	// 7003 Pepper Kazoos 2 3 Birch Teacups
	// 7004 Copper Puffins 0 1 Willow Tumbleweeds
	// 7005 Kettle Sprockets 1 2 Marsh Wombats
	// 10:00:00
}

func ExamplePlayBrackets() {
	srv := must(tourney.Soccer, mockserver.Scenario("mid-tournament"), mockserver.PlayBrackets())
	defer srv.Close()
	pools := mockserver.PlayOptions{Until: time.Date(2026, 6, 14, 8, 0, 0, 0, time.UTC)}
	played := 0
	for range srv.Play(context.Background(), pools) {
		played++
	}
	fmt.Println(played, "games of pools were left")
	srv.Games.Edit(7037, func(g *tourney.Game) { g.AwayTeam.Score, g.HomeTeam.Score = tourney.Score(3), tourney.Score(1) })
	final, _ := srv.Games.Get(7044)
	fmt.Println(final.AwayTeam.Name, "plays", final.HomeTeam.Name)
	// Output:
	// 13 games of pools were left
	// River Skylarks plays W2 (Championship)
}
