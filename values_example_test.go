package tourney_test

import (
	"context"
	"fmt"

	"github.com/tourney-go/tourney"
)

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
