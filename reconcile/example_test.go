package reconcile_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/reconcile"
)

// The host makes the team, and its answer is lost.
func Example() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Faults.Add(fault.On("Teams.Create").Nth(1).AfterCommit().Drop())

	ctx, client := context.Background(), srv.Client()
	otters := tourney.TeamCreateInput{DivisionID: 2001, Name: new("Otters")}
	note, err := reconcile.NoteBefore(ctx, client, otters)
	if err != nil {
		fmt.Println(err) // nothing was sent
		return
	}
	_, err = client.Teams.Create(ctx, otters)
	if errors.Is(err, tourney.ErrOutcomeUnknown) {
		found, err := reconcile.FindOut(ctx, client, note, err, 0)
		team, there := srv.Teams.Get(found.ID)
		fmt.Println(found.Outcome, err, team.Name, there)
	}
	// Output:
	// happened <nil> Otters true
}
