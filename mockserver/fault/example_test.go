package fault_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// Rules can share a beginning.
func Example() {
	payment := fault.On("Payments.Pay").AfterCommit()
	for _, rule := range []fault.Rule{payment.Nth(1).Drop(), payment.After(3).Status(503), payment.Nth(0).Hang()} {
		fmt.Println(rule, rule.Check())
	}
	// Output:
	// On("Payments.Pay").Nth(1).AfterCommit().Drop() <nil>
	// On("Payments.Pay").After(3).AfterCommit().Status(503) <nil>
	// On("Payments.Pay").Nth(0).AfterCommit().Hang() fault: n: expected 1 or more, found 0
}

func ExampleRule_RetryAfter() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Faults.Add(fault.On("Venues.List").Status(429).RetryAfter(90 * time.Second))
	_, err = srv.Client().Venues.List(context.Background(), tourney.VenueListOptions{})
	var busy *tourney.APIError
	if errors.As(err, &busy) {
		fmt.Println(busy.Status, busy.RetryAfter, errors.Is(err, tourney.ErrRateLimited))
	}
	// Output: 429 1m30s true
}

// The host lets the client down, and makes the team later.
func ExampleRule_CommitAfter() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer srv.Close()
	late := srv.Faults.Add(fault.On("Teams.Create").CommitAfter(30 * time.Second).Drop())
	name, before := "Newts", len(srv.Teams.All())
	_, err = srv.Client().Teams.Create(context.Background(), tourney.TeamCreateInput{DivisionID: 2001, Name: &name})
	fmt.Println(errors.Is(err, tourney.ErrOutcomeUnknown), len(srv.Teams.All())-before)
	srv.Clock.Advance(30 * time.Second)
	fmt.Println(len(srv.Teams.All())-before, srv.Calls.All("Teams.Create")[0].Write == srv.Writes.Newest())
	fmt.Println(late)
	// Output:
	// true 0
	// 1 true
	// On("Teams.Create").Before().CommitAfter(30s).Drop()
}

func ExampleRule_UnmarshalJSON() {
	var rule fault.Rule
	err := json.Unmarshal([]byte(`{"operation": "Teams.Get", "trigger": "first", "n": 2, "action": "gateway", "status": 502}`), &rule)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rule)
	fmt.Println(json.Unmarshal([]byte(`{"action": "drop", "trigger": "nth", "n": 0}`), &rule))
	// Output:
	// On("Teams.Get").First(2).Before().Gateway(502)
	// fault: n: expected 1 or more, found 0
}
