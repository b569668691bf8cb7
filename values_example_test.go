package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The code of docs/formats.md. A test compares the page with this file.

func xmlClient() (*tourney.Client, error) {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer, tourney.WithFormat(tourney.FormatXML))
	if err != nil {
		return nil, err
	}
	return client, nil
}

func uncarried(ctx context.Context, client *tourney.Client) {
	_, err := client.Teams.Create(ctx, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Ot\x07ters")})
	var invalid *tourney.ValidationError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.Fields[0].Message)
	}
}

func Example_formats() {
	if _, err := xmlClient(); err != nil {
		fmt.Println(err)
	}
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	uncarried(context.Background(), srv.Client(tourney.WithFormat(tourney.FormatXML)))
	// Output:
	// name holds the character U+0007 (byte 2), which XML cannot carry
}

// The code of docs/values.md that needs no database. A test compares the page with this file.

func ExampleMarshalRow() {
	client := canned{
		"GET /api/v1/games?id=5": `{"Game":{"Id":5,"AwayTeam":{"Name":"Otters","Weather":"fog"},"Referees":2}}`,
	}.client()
	game, err := client.Games.Get(context.Background(), 5)
	if err == nil {
		err = keep(game)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"Id":5,"AwayTeam":{"Name":"Otters","Weather":"fog"},"Referees":2}
	// {"Referees":2} {"Weather":"fog"}
}

func keep(game tourney.Game) error {
	row, err := tourney.MarshalRow(game)
	if err != nil {
		return err
	}
	fmt.Println(string(row)) // {"Id":5,"AwayTeam":{"Name":"Otters","Weather":"fog"},"Referees":2}
	var again tourney.Game
	if err := tourney.UnmarshalRow(row, &again); err != nil {
		return err
	}
	fmt.Println(again.Extra, again.AwayTeam.Extra) // {"Referees":2} {"Weather":"fog"}
	return nil
}

func ExampleGame_Winner() {
	for _, body := range []string{
		`{"AwayTeam":{"Name":"Otters","Score":2},"HomeTeam":{"Name":"Herons","Score":1}}`,
		`{"AwayTeam":{"Name":"Otters","Score":2},"HomeTeam":{"Name":"Herons"}}`,
		`{"AwayTeam":{"Name":"Otters","Score":0},"HomeTeam":{"Name":"Herons","Score":0,"WonBy":7}}`,
		`{"AwayTeam":{"Name":"Otters","Score":4},"HomeTeam":{"Name":"Herons","Score":4}}`,
	} {
		client := canned{"GET /api/v1/games?id=5": `{"Game":` + strings.Replace(body, "{", `{"Id":5,`, 1) + `}`}.client()
		game, err := client.Games.Get(context.Background(), 5)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(headline(game))
	}
	// Output:
	// Otters won
	// no result yet
	// Herons won
	// a tie
}

func headline(game tourney.Game) string {
	switch game.Winner() {
	case tourney.WinnerAway:
		return game.AwayTeam.Name + " won"
	case tourney.WinnerHome:
		return game.HomeTeam.Name + " won"
	case tourney.WinnerTie:
		return "a tie"
	case tourney.WinnerNobody:
		return "both sides forfeited"
	}
	return "no result yet"
}
