package mockserver_test

import (
	"bytes"
	"context"
	"fmt"
	"testing/fstest"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// All rows go to a file, and another server takes them.
func ExampleWorld_Save() {
	srv, other := must(tourney.Soccer), must(tourney.Soccer)
	srv.Events.Add(tourney.Event{ID: 7, Name: "Pond Cup"})
	var file bytes.Buffer
	if err := srv.Save(&file); err != nil {
		fmt.Println(err)
		return
	}
	err := other.Load(&file)
	event, _ := other.Events.Get(7)
	fmt.Println(event.Name, err)
	// Output:
	// Pond Cup <nil>
}

// Rows that people write refer to each other by names of their own.
func ExampleFixtures() {
	files := fstest.MapFS{"cup.json": {Data: []byte(`{
		"divisions": [{"ref": "gold", "Name": "Gold"}],
		"teams": [{"ref": "otters", "Name": "Otters", "Division": "$gold"}]
	}`)}}
	srv := must(tourney.Soccer, mockserver.Fixtures(files, "cup.json"))
	team, _ := srv.Teams.Get(srv.ID("otters"))
	fmt.Println(team.Name, team.Division.Name)
	// Output:
	// Otters Gold
}

// The clock stands still until the test moves it, and keys expire by it.
func ExampleClock_Advance() {
	srv := must(mockserver.Profile{KeyLifetime: time.Hour})
	before := srv.Clock.Now()
	srv.Clock.Advance(90 * time.Minute)
	fmt.Println(srv.Clock.Now().Sub(before))
	// Output:
	// 1h30m0s
}

// A program that runs the mock prints what came.
func ExampleOnCall() {
	srv := must(tourney.Soccer, mockserver.OnCall(func(c journal.Call) {
		fmt.Println(c.Op, c.Status)
	}))
	_, _ = srv.Client().Teams.Get(context.Background(), 99)
	// Output:
	// Teams.Get 404
}

// The names say what the mock does where the interface document is silent.
func ExampleWorld_Assumptions() {
	srv := must(tourney.Soccer)
	_, _ = srv.Client().Teams.List(context.Background(), tourney.TeamListOptions{})
	for _, assumption := range srv.Assumptions() {
		if assumption.ID == "list-order" {
			fmt.Println(assumption.Does, "–", assumption.Why)
		}
	}
	// Output:
	// lists are in the order in which rows were added – guessed
}
