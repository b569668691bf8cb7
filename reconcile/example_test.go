package reconcile_test

import (
	"context"
	"encoding/json"
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

// A note is plain data: a program that was killed reads it back, and has no error to give to FindOut.
func ExampleNote() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, client := context.Background(), srv.Client()
	payment := tourney.PaymentInput{TeamID: 4005, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
		Amount: new(tourney.MustDecimal("395.00")), Title: new("Entry fee"), Description: new("One team"),
	}}
	note, err := reconcile.NoteBefore(ctx, client, payment)
	if err != nil {
		fmt.Println(err)
		return
	}
	kept, err := json.Marshal(note) // into a file, before the payment
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = client.Payments.Pay(ctx, payment) // and the program is killed here

	var again reconcile.Note
	if err := json.Unmarshal(kept, &again); err != nil {
		fmt.Println(err)
		return
	}
	found, err := reconcile.FindOut(ctx, client, again, nil, 0)
	fmt.Println(found.Outcome, "for team", found.ID, err)
	// Output:
	// happened for team 4005 <nil>
}

// One note serves all teams of a division: 500 rows need no 500 readings of it.
func ExampleNote_For() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Faults.Add(fault.On("Teams.Create").Nth(2).AfterCommit().Drop())
	ctx, client := context.Background(), srv.Client()
	place, err := reconcile.NoteBefore(ctx, client, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Otters")})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"Otters", "Herons", "Badgers"} {
		team := tourney.TeamCreateInput{DivisionID: 2001, Name: &name}
		note, err := place.For(team)
		if err != nil {
			fmt.Println(err)
			return
		}
		id, err := client.Teams.Create(ctx, team)
		if errors.Is(err, tourney.ErrOutcomeUnknown) {
			found, err := reconcile.FindOut(ctx, client, note, err, 0)
			fmt.Println(name, found.Outcome, err)
			id = found.ID
		}
		place.Learn(id)
	}
	fmt.Println(len(place.Ours), "teams")
	// Output:
	// Herons happened <nil>
	// 3 teams
}
