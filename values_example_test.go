package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The code of docs/start.md. A test compares the page with this file.

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

// The code of docs/start.md that needs no database. A test compares the page with this file.

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

// A date without a zone: the day of a game, as the host wrote it.
func ExampleDate() {
	day, err := tourney.ParseDate("06/02/2026")
	fmt.Println(day, day.AddDays(30), day.ISO(), err)
	_, err = tourney.ParseDate("2/30/2026")
	fmt.Println(err)
	// Output:
	// 6/2/2026 7/2/2026 2026-06-02 <nil>
	// "2/30/2026" is not a day of the calendar
}

func ExampleDateTime_In() {
	at, err := tourney.ParseDateTime("6/12/2026 6:15 PM")
	fmt.Println(at.In(time.FixedZone("CDT", -5*60*60)).UTC().Format(time.RFC3339), err)
	// Output:
	// 2026-06-12T23:15:00Z <nil>
}

// Start needs a date and a time, and the zone of the venue.
func ExampleGame_Start() {
	game, err := mock().Client().Games.Get(context.Background(), 7036) // a game that is not scheduled yet
	_, ok := game.Start(time.UTC)
	fmt.Println(ok, err)
	game.Date, game.Time = tourney.Date{Year: 2026, Month: time.June, Day: 14}, &tourney.TimeOfDay{Hour: 18, Minute: 15}
	start, ok := game.Start(time.FixedZone("CDT", -5*60*60))
	fmt.Println(start.Format(time.RFC1123), ok)
	// Output:
	// false <nil>
	// Sun, 14 Jun 2026 18:15:00 CDT true
}

func ExampleDecimal() {
	fee := tourney.MustDecimal("89.90")
	fmt.Println(fee, fee.Add(tourney.NewDecimal(10, 2)), fee.Equal(tourney.MustDecimal("89.9")))
	fmt.Println(tourney.MustDecimal("0.1").Add(tourney.MustDecimal("0.2")))
	// Output:
	// 89.90 90.00 true
	// 0.3
}

// Enumerations are open: a number without a name is kept.
func ExampleParseEnum() {
	gender, err := tourney.ParseEnum[tourney.Gender]("female")
	fmt.Println(gender, int(gender), err)
	status, err := tourney.ParseEnum[tourney.TeamStatus]("42")
	fmt.Println(status, err)
	// Output:
	// Female 2 <nil>
	// TeamStatus(42) <nil>
}

// A score that was not entered is not 0.
func ExampleScore() {
	srv := mock()
	before, _ := srv.Games.Get(7030)
	err := srv.Client().Games.Update(context.Background(), tourney.GameUpdateInput{ID: 7030, AwayScore: tourney.Score(0)})
	after, _ := srv.Games.Get(7030)
	fmt.Println(before.AwayTeam.Score == nil, after.AwayTeam.Score, after.HomeTeam.Score == nil, err)
	// Output:
	// true 0 true <nil>
}
