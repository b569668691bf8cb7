package mockserver_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// A session has rows, clock, faults and journal of its own.
func ExampleWorld_NewSession() {
	srv := must(tourney.Soccer)
	id := srv.Teams.Add(tourney.Team{Name: "Otters"})
	session, err := srv.NewSession("checkout")
	if err != nil {
		panic(err)
	}
	defer session.Close()
	session.Clock.Advance(time.Hour)
	client := session.Client()
	if err := client.Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: id, Name: new("Puffins")}); err != nil {
		panic(err)
	}
	inside, _ := session.Teams.Get(id)
	outside, _ := srv.Teams.Get(id)
	fmt.Println(session.URL(), session.Writes.Newest(), len(srv.Calls.All("")))
	fmt.Println(inside.Name, outside.Name)
	// Output:
	// https://mock.invalid/_mock/session/checkout 1 0
	// Puffins Otters
}

// In a test, the client of a session has rows that nobody else sees. The session ends with the test.
func ExampleWorld_StartSession() {
	srv := must(tourney.Soccer)
	id := srv.Teams.Add(tourney.Team{Name: "Otters"})
	t := &mocktest.TB{} // a *testing.T in a test
	client := srv.StartSession(t).Client()
	if err := client.Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: id, Name: new("Puffins")}); err != nil {
		panic(err)
	}
	team, _ := srv.Teams.Get(id)
	fmt.Println(team.Name)
	t.End()
	_, err := client.Teams.Get(context.Background(), id)
	fmt.Println(errors.Is(err, tourney.CodePermissionDenied), "the session has ended")
	// Output:
	// Otters
	// true the session has ended
}
