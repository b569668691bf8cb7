package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
)

func ExampleClient_Check() {
	client, err := tourney.New("https://lacrosse.example.com", tourney.Lacrosse)
	if err != nil {
		panic(err)
	}
	err = client.Check(tourney.TeamCreateInput{Website: new("teacups.example.com"), TwitterHandle: new("@teacups")})
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
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client.Variant())

	_, err = tourney.New("https://curling.example.com", tourney.Variant("curling"))
	fmt.Println(err)
	// Output:
	// soccer
	// tourney: unknown variant "curling": choose one of multi-sport, baseball, softball, football, volleyball, rugby, lacrosse, hockey, pickleball, soccer, water-polo
}

func ExampleSkipBadRows() {
	client := canned{
		"GET /api/v1/games?eventid=8801": `{"Games":{"Results":[{"Id":1,"Time":"8:00 AM"},{"Id":2,"Time":"TBD"}],"Total":2}}`,
	}.client()
	page, err := client.Games.List(context.Background(), tourney.GameListOptions{EventID: 8801}, tourney.SkipBadRows())
	var bad *tourney.BadRowsError
	if errors.As(err, &bad) {
		for _, row := range bad.Rows {
			fmt.Println("left out:", row.ID, row.Path, row.Excerpt())
		}
	}
	fmt.Println(len(page.Results), "game")
	// Output:
	// left out: 2 /Games/Results[1]/Time {"Id":2,"Time":"TBD"}
	// 1 game
}

func ExampleTeamsService_All() {
	client := canned{
		"GET /api/v1/teams?eventid=8801&page=1": `{"Teams":{"Results":[{"Id":1,"Name":"Otters"},{"Id":2,"Name":"Herons"}],` +
			`"Page":1,"PageSize":2,"Total":3}}`,
		"GET /api/v1/teams?eventid=8801&page=2": `{"Teams":{"Results":[{"Id":3,"Name":"Larks"}],"Page":2,"PageSize":2,"Total":3}}`,
	}.client()
	for team, err := range client.Teams.All(context.Background(), tourney.TeamListOptions{EventID: 8801}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(team.ID, team.Name)
	}
	// Output:
	// 1 Otters
	// 2 Herons
	// 3 Larks
}

// The id of an event is the start of most programs. GET /events is observed, not stated by the interface document.
func ExampleEventsService_All() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	options := tourney.EventListOptions{StartDate: tourney.Date{Year: 2026, Month: 6, Day: 1}, Archive: new(false)}
	for event, err := range srv.Client().Events.All(context.Background(), options) {
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

func ExampleCollect() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	teams := srv.Client().Teams
	rows, err := tourney.Collect(teams.All(context.Background(), tourney.TeamListOptions{EventID: 1001, PageSize: 10}))
	fmt.Println(len(rows), "teams", err)
	pages, err := tourney.Collect(teams.Pages(context.Background(), tourney.TeamListOptions{EventID: 1001, PageSize: 10}))
	fmt.Println(len(pages), "pages", err)
	// Output:
	// 24 teams <nil>
	// 3 pages <nil>
}

func ExampleConsistentRead() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	options := tourney.TeamListOptions{EventID: 1001, PageSize: 10}
	twice := tourney.ConsistentRead{MaxRows: 1000}
	teams, err := tourney.Collect(srv.Client().Teams.All(context.Background(), options, twice))
	fmt.Println(len(teams), "teams in", len(srv.Calls.All("Teams.List")), "requests", err)
	// Output:
	// 24 teams in 6 requests <nil>
}

func ExamplePrefetch() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	options := tourney.PlayerListOptions{EventID: 1001, PageSize: 25}
	players := 0
	for _, err := range srv.Client().Players.All(context.Background(), options, tourney.Prefetch(8)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		players++
	}
	fmt.Println(players, "players in", len(srv.Calls.All("Players.List")), "requests")
	// Output:
	// 223 players in 9 requests
}

func ExampleGamesService_String() {
	client, err := tourney.New("https://sports.example.com", tourney.MultiSport)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client.Games)
	fmt.Println(client.Races)
	// Output:
	// multi-sport /games
	// multi-sport /races
}

func ExampleTeamsService_Update() {
	client := canned{"PUT /api/v1/teams": `{}`}.client()
	err := client.Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: 7, Paid: new(false)})
	fmt.Println(err)
	err = client.Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: 7})
	fmt.Println(err)
	// Output:
	// <nil>
	// tourney: Teams.Update: not sent: nothing is set: an update changes only what it names
}

func ExampleAPIError() {
	client := canned{}.client()
	_, err := client.Teams.Get(context.Background(), 404)
	if errors.Is(err, tourney.ErrNotFound) {
		fmt.Println("no such team")
	}
	var answer *tourney.APIError
	if errors.As(err, &answer) {
		fmt.Println(answer.Op, answer.Status, answer.Errors[0].Code, answer.Errors[0].Message)
	}
	// Output:
	// no such team
	// Teams.Get 404 NotFound there is no such row
}

func ExampleValidationError() {
	client := canned{}.client()
	_, err := client.Teams.Create(context.Background(), tourney.TeamCreateInput{
		Website: new("www.example.com"), TwitterHandle: new("@otters"),
	})
	var refused *tourney.ValidationError
	if errors.As(err, &refused) {
		for _, field := range refused.Fields {
			fmt.Println(field.Path, field.Code)
		}
	}
	// Output:
	// website Invalid
	// twitterhandle Invalid
}

func ExampleOutcomeUnknownError() {
	client := canned{
		"POST /api/v1/teams":                           `the proxy's own words`,
		"GET /api/v1/divisions?id=2001&includes=Teams": `{"Division":{"Id":2001,"Teams":[{"Id":3044,"ExternalTeamId":"OTT-13"}]}}`,
	}.client()
	otters := tourney.TeamCreateInput{DivisionID: 2001, Name: new("Otters"), ExternalTeamID: new("OTT-13")}
	id, err := client.Teams.Create(context.Background(), otters)
	if errors.Is(err, tourney.ErrOutcomeUnknown) {
		// It may have been made: look for it by your own id before you send it again.
		var division tourney.Division
		division, err = client.Divisions.Get(context.Background(), 2001, tourney.IncludeTeams)
		for _, team := range division.Teams {
			if team.ExternalTeamID == "OTT-13" {
				id = team.ID
			}
		}
	}
	fmt.Println(id, err) // with 0 and nil it is not there, and can be sent again
	// Output:
	// 3044 <nil>
}

func ExampleResponseInto() {
	client := canned{"GET /api/v1/venues?Id=3": `{"Venue":{"Id":3,"Name":"Riverside"}}`}.client()
	var response tourney.Response
	venue, err := client.Venues.Get(context.Background(), 3, tourney.ResponseInto(&response))
	fmt.Println(venue.Name, err, response.Status, response.Attempts)
	// Output:
	// Riverside <nil> 200 1
}

func ExampleClient_Do() {
	client := canned{"GET /api/v1/events?page=2": `{"Events":{"Total":51}}`}.client()
	res, err := client.Do(context.Background(), tourney.RawRequest{
		Method: http.MethodGet, Path: "/api/v1/events", Query: map[string][]string{"page": {"2"}},
	})
	fmt.Println(res.Status, string(res.Body), err)
	// Output:
	// 200 {"Events":{"Total":51}} <nil>
}

func ExampleGame_Start() {
	game := tourney.Game{Date: tourney.Date{Year: 2026, Month: time.June, Day: 12}, Time: &tourney.TimeOfDay{Hour: 18, Minute: 15}}
	start, ok := game.Start(time.FixedZone("PDT", -7*3600))
	fmt.Println(start.Format(time.RFC1123), ok)

	_, ok = tourney.Game{Date: game.Date}.Start(time.UTC)
	fmt.Println(ok)
	// Output:
	// Fri, 12 Jun 2026 18:15:00 PDT true
	// false
}

func ExampleParseDate() {
	date, err := tourney.ParseDate("06/02/2026")
	fmt.Println(date, date.AddDays(30), err)
	_, err = tourney.ParseDate("2/30/2026")
	fmt.Println(err)
	// Output:
	// 6/2/2026 7/2/2026 <nil>
	// "2/30/2026" is not a day of the calendar
}

func ExampleDecimal() {
	fee := tourney.MustDecimal("89.90")
	fmt.Println(fee, fee.Add(tourney.NewDecimal(10, 2)), fee.Equal(tourney.MustDecimal("89.9")))
	fmt.Println(tourney.MustDecimal("0.1").Add(tourney.MustDecimal("0.2")))
	// Output:
	// 89.90 90.00 true
	// 0.3
}
