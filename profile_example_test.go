package tourney_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
)

// The code of docs/hosts.md. A test compares the page with this file.

func ExampleBasketball() {
	client, err := tourney.New("https://basketball.example.com", tourney.Basketball(),
		tourney.WithLogin("director", "password"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client.Profile().Name, "by the rows of", client.Variant())
	// Output:
	// basketball by the rows of multi-sport
}

func ExampleProfile() {
	handball := mockserver.Profile{
		Profile: tourney.Profile{
			Name:    "handball",
			Variant: tourney.Soccer, // its rows hold for what the profile does not say
			Results: tourney.ResultNamesTeamScore,
		},
		Columns: []mockserver.Column{
			{Name: "Won", Abbr: "W", Figure: mockserver.FigureWins},
			{Name: "Goal Difference", Abbr: "GD", Figure: mockserver.FigureDifference},
		},
		MaxPageSize: 100,
	}
	srv, err := mockserver.New(handball)
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := srv.Client().Standings.Get(context.Background(), tourney.StandingsOptions{DivisionID: 2001})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, column := range table.Columns {
		fmt.Println(column.Abbr, column.Name)
	}
	// Output:
	// W Won
	// GD Goal Difference
}

func ExampleProfile_UnmarshalJSON() {
	file := []byte("{\n\t\"Name\": \"handball\",\n\t\"Variant\": \"soccer\",\n\t\"Result\": \"awayteamscore\"\n}")
	read := func() error {
		var profile tourney.Profile
		if err := profile.UnmarshalJSON(file); err != nil { // json.Unmarshal does the same, without lines for broken JSON
			return err
		}
		client, err := tourney.New("https://handball.example.com", profile)
		fmt.Println(client.Profile().Name)
		return err
	}
	fmt.Println(read())
	file = bytes.Replace(file, []byte("Result"), []byte("Results"), 1)
	fmt.Println(read())
	// Output:
	// tourney: Profile.Result (line 4): unknown member: the nearest is Results
	// handball
	// <nil>
}

// A host with its own paths and names, which wants a league in each request.
func ExampleWithPrepare() {
	lake := mockserver.Profile{
		Profile: tourney.Profile{
			Variant:    tourney.Soccer,
			Paths:      map[string]string{"/api/v1": "/v2", "/api/v1/teams": "/v2/clubs"},
			Parameters: map[string]string{"page": "p", "pagesize": "limit"},
			Signer:     auth.HMAC{Header: "X-Signature"},
		},
		RequireSignature: true,
	}
	srv, err := mockserver.New(lake)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := srv.Client(tourney.WithPrepare(func(r *tourney.PreparedRequest) error { // the signer signs what it leaves
		r.Query.Set("league", "lake")
		return nil
	}))
	_, err = client.Teams.List(context.Background(), tourney.TeamListOptions{EventID: 1001, PageSize: 5})
	for _, call := range srv.Calls.All("Teams.List") {
		fmt.Println(call.Method, call.Path, call.Query, err)
	}
	// Output:
	// GET /v2/clubs eventid=1001&league=lake&limit=5 <nil>
}

// A mock that answers as a host does that differs from the mock's guesses.
func ExampleProfile_answers() {
	srv, err := mockserver.New(mockserver.Profile{
		ErrorStatuses: map[tourney.ErrorCode]int{tourney.CodeInvalid: 422}, // the mock's guess is 400
		NoErrorFields: true,                                                // Errors name no field beside the message
		UpdateAnswer:  mockserver.AnswerID,                                 // an update answers {"Id":4001}, not {}
		MaxPageSize:   100, RefuseLargePages: true,                         // more rows are refused, not cut down
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, client := context.Background(), srv.Client()
	_, err = client.Teams.List(ctx, tourney.TeamListOptions{EventID: 1001, PageSize: 250})
	fmt.Println(err)
	var body []byte
	err = client.Teams.Update(ctx, tourney.TeamUpdateInput{ID: 4001, Name: new("Otters")}, tourney.BodyInto(&body))
	fmt.Println(string(body), err)
	// Output:
	// tourney: Teams.List: GET /api/v1/teams: 400 Bad Request: Maximum (8): pagesize is larger than 100 (request mock-000001)
	// {"Id":4001} <nil>
}

func ExampleProfile_Category() {
	srv, err := mockserver.New(tourney.Basketball())
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := printLeaders(context.Background(), srv.Client()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ppg Points Per Game Pebblecroft 16.0
	// apg Assists Per Game Noodlebank 3.0
}

func printLeaders(ctx context.Context, client *tourney.Client) error {
	options := tourney.LeadersOptions{EventID: 1001, Categories: []string{"ppg", "apg"}, PageSize: 1}
	leaders, err := client.Statistics.Leaders(ctx, options)
	if err != nil {
		return err
	}
	for _, category := range leaders {
		known, _ := client.Profile().Category(category.Name)
		for _, leader := range category.Participants {
			fmt.Println(known.Code, known.Name, leader.LastName, leader.Value)
		}
	}
	return nil
}
