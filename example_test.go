package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/secret"
)

// mock returns a server for the examples. In a test, mockserver.Start(t, tourney.Soccer) returns it.
func mock(opts ...mockserver.Option) *mockserver.Server {
	srv, err := mockserver.New(tourney.Soccer, opts...)
	if err != nil {
		panic(err)
	}
	return srv
}

// canned is a host for the examples: it answers each method and path with a body.
type canned map[string]string

func (c canned) RoundTrip(req *http.Request) (*http.Response, error) {
	status, body := http.StatusOK, c[req.Method+" "+req.URL.RequestURI()]
	if body == "" {
		status, body = http.StatusNotFound, `{"Errors":[{"Code":1,"Message":"there is no such row"}]}`
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: req,
	}, nil
}

func (c canned) client(opts ...tourney.Option) *tourney.Client {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
		append(opts, tourney.WithHTTPClient(&http.Client{Transport: c}))...)
	if err != nil {
		panic(err)
	}
	return client
}

func ExampleNew() {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithLogin("director", "a password from the environment"),
		tourney.WithSigner(auth.HMAC{}),
		tourney.WithTimeout(20*time.Second))
	fmt.Println(client.Variant(), client.BaseURL(), err)

	_, err = tourney.New("https://curling.example.com", tourney.Variant("curling"))
	fmt.Println(err)
	// Output:
	// soccer https://soccer.example.com <nil>
	// tourney: unknown variant "curling": choose one of multi-sport, baseball, softball, football, volleyball, rugby, lacrosse, hockey, pickleball, soccer, water-polo
}

// A client like another one, for a call that must not be sent twice.
func ExampleClient_With() {
	srv := mock()
	client := srv.Client()
	once, err := client.With(tourney.WithRetry(tourney.Retry{}), tourney.WithHeader("X-Tenant", "pond"))
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Faults.Add(fault.On("Venues.List").Nth(1).Status(503))
	_, err = once.Venues.List(context.Background(), tourney.VenueListOptions{})
	fmt.Println(errors.Is(err, tourney.ErrUnavailable), len(srv.Calls.All("Venues.List")), "request")
	// Output:
	// true 1 request
}

// Check says what is wrong with a form before anything is sent.
func ExampleClient_Check() {
	client := mock().Client()
	err := client.Check(tourney.TeamCreateInput{Website: new("teacups.example.com"), TwitterHandle: new("@teacups")})
	var invalid *tourney.ValidationError
	if errors.As(err, &invalid) {
		for _, field := range invalid.Fields {
			fmt.Printf("%s: %s\n", field.Path, field.Message)
		}
	}
	// Output:
	// website: website must start with http://, found "teacups.example.com"
	// twitterhandle: twitterhandle must be without the @ sign, found "@teacups"
}

func ExampleClient_Authenticate() {
	client := mock().Client()
	account, err := client.Authenticate(context.Background(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	fmt.Println(account.ID, account.Credentials, err)
	_, err = client.Authenticate(context.Background(), mockserver.DefaultUsername, "a wrong one")
	fmt.Println(errors.Is(err, tourney.ErrUnauthorized))
	// Output:
	// 90001 {mock-api-key [redacted]} <nil>
	// true
}

// A request that the library has no method for.
func ExampleClient_Do() {
	answer, err := mock().Client().Do(context.Background(), tourney.RawRequest{
		Method: http.MethodGet, Path: "/api/v1/games", Query: url.Values{"date": {"6/13/2026"}, "pagesize": {"1"}},
	})
	fmt.Println(answer.Status, answer.Header.Get("Content-Type"), len(answer.Body) > 0, err)
	// Output:
	// 200 application/json; charset=utf-8 true <nil>
}

// The teams of an event, from as many pages as there are.
func ExampleTeamsService_All() {
	teams := mock().Client().Teams
	for team, err := range teams.All(context.Background(), tourney.TeamListOptions{DivisionID: 2001, PageSize: 3}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(team.ID, team.Name)
	}
	// Output:
	// 4001 Granite Badgers
	// 4002 River Skylarks
	// 4003 Canyon Geckos
	// 4004 Juniper Foxes
	// 4005 Pepper Kazoos
	// 4006 Birch Teacups
	// 4007 Copper Puffins
	// 4008 Willow Tumbleweeds
}

// Players come only when the request asks for them.
func ExampleTeamsService_Get() {
	team, err := mock().Client().Teams.Get(context.Background(), 4001, tourney.IncludePlayers, tourney.IncludeCoaches)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(team.Name, len(team.Players), "players, coach", team.Coaches[0].LastName)
	// Output:
	// Granite Badgers 8 players, coach Puddleworth
}

func ExampleTeamsService_Create() {
	srv := mock()
	id, err := srv.Client().Teams.Create(context.Background(), tourney.TeamCreateInput{
		DivisionID: 2001, Name: new("Otters"), ExternalTeamID: new("OTT-13"),
		Paid: new(false), // the default is true, although no money came
	})
	team, _ := srv.Teams.Get(id)
	fmt.Println(id, team.Name, *team.Paid, err)
	// Output:
	// 50000001 Otters false <nil>
}

// An update changes what it names, and leaves the rest alone.
func ExampleTeamsService_Update() {
	srv := mock()
	err := srv.Client().Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: 4005, Paid: new(true)})
	team, _ := srv.Teams.Get(4005)
	fmt.Println(team.Name, *team.Paid, err)
	fmt.Println(srv.Client().Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: 4005}))
	// Output:
	// Pepper Kazoos true <nil>
	// tourney: Teams.Update: not sent: nothing is set: an update changes only what it names
}

func ExampleDivisionsService_Get() {
	division, err := mock().Client().Divisions.Get(context.Background(), 2001, tourney.IncludePrices)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, price := range division.Prices {
		fmt.Println(division.Name, price.ID, price.Name, price.Amount)
	}
	// Output:
	// 12U Meadow 5001 Team entry 395.00
	// 12U Meadow 5002 Weekend pass 12.50
	// 12U Meadow 5003 Sanction 25.00
	// 12U Meadow 5004 College coach packet 40.00
	// 12U Meadow 5005 Firefly lantern 7.25
}

// The summaries of a division have all its teams, also those that Teams.All leaves out.
func ExampleDivisionsService_All() {
	divisions := mock().Client().Divisions
	for division, err := range divisions.All(context.Background(), tourney.DivisionListOptions{EventID: 1001}, tourney.IncludeTeams) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(division.ID, division.Name, len(division.Teams), "teams")
	}
	// Output:
	// 2001 12U Meadow 8 teams
	// 2002 14U Harbor 9 teams
	// 2003 18U Summit 8 teams
}

// The games of a day, and which of them have a result.
func ExampleGamesService_All() {
	options := tourney.GameListOptions{DivisionID: 2001, Date: tourney.Date{Year: 2026, Month: time.June, Day: 12}}
	for game, err := range mock().Client().Games.All(context.Background(), options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if !game.Played() {
			fmt.Println(game.ID, game.Time, game.AwayTeam.Name, "at", game.HomeTeam.Name)
		}
	}
	// Output:
	// 7016 12:30 PM Birch Teacups at Copper Puffins
}

func ExampleGamesService_Update() {
	srv := mock()
	err := srv.Client().Games.Update(context.Background(), tourney.GameUpdateInput{
		ID: 7030, AwayScore: tourney.Score(1), HomeScore: tourney.Score(2),
	})
	game, _ := srv.Games.Get(7030)
	fmt.Println(game.AwayTeam.Score, ":", game.HomeTeam.Score, err)
	// Output:
	// 1 : 2 <nil>
}

// Bouts, Races and Matches are games at other paths.
func ExampleGamesService_String() {
	client, err := tourney.New("https://sports.example.com", tourney.MultiSport)
	fmt.Println(client.Games, client.Races, err)
	// Output:
	// multi-sport /games multi-sport /races <nil>
}

func ExamplePlayersService_Get() {
	player, err := mock().Client().Players.Get(context.Background(), 60201, tourney.IncludeTeams, tourney.IncludeProfile)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, team := range player.Teams {
		fmt.Println(player.FirstName, player.LastName, "plays for", team.Name)
	}
	// Output:
	// Hazel Bumblethorpe plays for River Skylarks
	// Hazel Bumblethorpe plays for Thistle Waffles
}

func ExampleVenuesService_List() {
	venues, err := mock().Client().Venues.List(context.Background(), tourney.VenueListOptions{EventID: 1001})
	for _, venue := range venues {
		fmt.Println(venue.ID, venue.Name, len(venue.Locations), "courts")
	}
	fmt.Println(err)
	// Output:
	// 9001 Whistlestop Fieldhouse 3 courts
	// 9002 Teapot Park 2 courts
	// <nil>
}

// Columns differ between sports, so the answer names them.
func ExampleStandingsService_Get() {
	standings, err := mock().Client().Standings.Get(context.Background(), tourney.StandingsOptions{DivisionID: 2001})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, column := range standings.Columns {
		fmt.Printf("%s=%s ", column.Abbr, column.Name)
	}
	fmt.Println("in pool", standings.Groups[0].List[0].Name)
	for _, line := range standings.Groups[0].List[0].Participants {
		fmt.Println(line.Place, line.Name, line.Columns)
	}
	// Output:
	// GP=Games Played W=Wins L=Losses T=Ties GF=Goals For GA=Goals Against GD=Goal Difference Pts=Points in pool Pool A
	// 1st River Skylarks [3 3 0 0 11 5 +6 9]
	// 2nd Canyon Geckos [3 2 1 0 7 5 +2 6]
	// 3rd Juniper Foxes [3 0 2 1 5 8 -3 1]
	// 4th Granite Badgers [3 0 2 1 1 6 -5 1]
}

func ExampleStatisticsService_Leaders() {
	categories, err := mock().Client().Statistics.Leaders(context.Background(), tourney.LeadersOptions{
		DivisionID: 2001, Categories: []string{"Goals"}, PageSize: 2,
	})
	for _, category := range categories {
		for _, leader := range category.Participants {
			fmt.Println(category.Name, leader.FirstName, leader.LastName, leader.Value)
		}
	}
	fmt.Println(err)
	// Output:
	// Goals Biscuit Noodlebank 8
	// Goals Hazel Bumblethorpe 7
	// <nil>
}

func ExampleStatisticsService_Update() {
	srv := mock()
	game, _ := srv.Games.Get(7001)
	team, _ := srv.Teams.Get(*game.HomeTeam.TeamID)
	scorer := team.Players[0]
	err := srv.Client().Statistics.Update(context.Background(), tourney.StatisticsUpdateInput{
		GameID: game.ID,
		Home: &tourney.SideStatisticsInput{ID: team.ID, Players: []tourney.PlayerStatisticsInput{{
			TeamPlayerID: scorer.ID, Statistics: []tourney.StatisticInput{{Name: "Goals", Value: new("3")}},
		}}},
	})
	for _, statistic := range srv.Statistics.OfGame(game.ID) {
		if statistic.TeamPlayerID == scorer.ID && statistic.Name == "Goals" {
			fmt.Println(scorer.FirstName, scorer.LastName, statistic.Value)
		}
	}
	fmt.Println(err)
	// Output:
	// Pippa Dillypond 3
	// <nil>
}

// A registration without a payment: the team pays later.
func ExampleRegistrationService_Register() {
	srv := mock()
	registered, err := srv.Client().Registration.Register(context.Background(), tourney.RegistrationInput{
		DivisionID: 2001, Name: new("Lantern Otters"), MarkAsPaid: new(false), EnableCreditCard: new(false),
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Nettie"), LastName: new("Butterwhisk"), Email: new("nettie@example.com"),
		}},
	})
	if errors.Is(err, tourney.ErrOutcomeUnknown) {
		fmt.Println("look with reconcile.FindOut before you register again")
	}
	team, _ := srv.Teams.Get(registered.TeamID)
	fmt.Println(team.Name, registered.Status, *team.Paid, err)
	// Output:
	// Lantern Otters Active false <nil>
}

func ExamplePaymentsService_Pay() {
	srv := mock()
	paid, err := srv.Client().Payments.Pay(context.Background(), tourney.PaymentInput{
		TeamID: 4005,
		Payment: &tourney.PaymentDetailsInput{
			PriceID: 5001, FirstName: new("Kim"), LastName: new("Lark"), Email: new("kim@example.com"),
			CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New("4111 1111 1111 1111"),
			CreditCardExpireYear: new(30), CreditCardExpireMonth: new(11), CreditCardCVV2: secret.New("123"),
			Address: &tourney.PersonAddressInput{ // with a card every line is required
				StreetAddress: new("1 Quay"), ExtendedAddress: new("-"), City: new("Harbor"),
				StateRegion: new("IL"), PostalCode: new("60601"),
			},
		},
	})
	if errors.Is(err, tourney.ErrOutcomeUnknown) {
		fmt.Println("look with reconcile.FindOut before you pay again")
	}
	team, _ := srv.Teams.Get(4005)
	fmt.Println(paid.TransactionID, *team.Paid, err)
	// Output:
	// MOCK-000001 true <nil>
}

// The id of an event is the start of most programs. GET /events is observed, not stated by the interface document.
func ExampleEventsService_All() {
	options := tourney.EventListOptions{StartDate: tourney.Date{Year: 2026, Month: 6, Day: 1}, Archive: new(false)}
	for event, err := range mock().Client().Events.All(context.Background(), options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if strings.Contains(event.Name, "Firefly") {
			fmt.Println(event.ID, event.Name, event.StartDate)
		}
	}
	// Output:
	// 1001 Soccer Firefly Classic 6/12/2026
}

// The bytes of an answer, and how it came.
func ExampleResponseInto() {
	var response tourney.Response
	var body []byte
	venue, err := mock().Client().Venues.Get(context.Background(), 9001, tourney.ResponseInto(&response), tourney.BodyInto(&body))
	fmt.Println(venue.Name, response.Status, response.Attempts, len(body) > 0, err)
	// Output:
	// Whistlestop Fieldhouse 200 1 true <nil>
}

// With Max and no waits a failed read is sent again at once. The default waits longer each time.
func ExampleWithRetry() {
	srv := mock()
	srv.Faults.Add(fault.On("Teams.Get").First(2).Gateway(502))
	client := srv.Client(tourney.WithRetry(tourney.Retry{Max: 3}))
	team, err := client.Teams.Get(context.Background(), 4001)
	fmt.Println(team.Name, len(srv.Calls.All("Teams.Get")), "requests", err)
	// Output:
	// Granite Badgers 3 requests <nil>
}

// A host that is away gets few requests beyond the first attempts.
func ExampleWithRetryBudget() {
	srv := mock()
	srv.Faults.Add(fault.OnAny().Status(503))
	client := srv.Client(tourney.WithRetry(tourney.Retry{Max: 3}), tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 4}))
	for range 10 {
		_, _ = client.Teams.Get(context.Background(), 4001)
	}
	fmt.Println(len(srv.Calls.All("Teams.Get")), "requests for 10 calls")
	// Output:
	// 14 requests for 10 calls
}

// The log has no query, no body and no key.
func ExampleWithLogger() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "took" {
				return slog.Attr{}
			}
			return a
		},
	}))
	_, err := mock().Client(tourney.WithLogger(logger)).Teams.Get(context.Background(), 4001)
	fmt.Println(err)
	// Output:
	// level=DEBUG msg="tourney: attempt" op=Teams.Get method=GET path=/api/v1/teams attempt=1 status=200
	// level=DEBUG msg="tourney: operation" op=Teams.Get method=GET path=/api/v1/teams attempts=1 status=200
	// <nil>
}

// Without its checks the client sends what breaks a rule, and the host decides.
func ExampleWithoutChecks() {
	srv := mock()
	wrong := tourney.TeamCreateInput{DivisionID: 2001, Website: new("teacups.example.com")}
	_, err := srv.Client().Teams.Create(context.Background(), wrong)
	fmt.Println(errors.Is(err, tourney.ErrNotSent), len(srv.Calls.All("Teams.Create")))
	_, err = srv.Client(tourney.WithoutChecks()).Teams.Create(context.Background(), wrong)
	fmt.Println(errors.Is(err, tourney.ErrNotSent), len(srv.Calls.All("Teams.Create")), errors.Is(err, tourney.ErrInvalid))
	// Output:
	// true 0
	// false 1 true
}
