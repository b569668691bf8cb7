package mockserver_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// The payment is made, and its answer is lost.
func ExampleFaults_Add() {
	srv := must(tourney.Soccer)
	event := srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	lost := srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())
	_, err := srv.Client().Payments.Pay(context.Background(), tourney.PaymentInput{
		EventID: event, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
			Amount: new(tourney.NewDecimal(450, 0)), Title: new("Entry fee"), Description: new("One team"),
		},
	})
	fmt.Println(err)
	fmt.Println(errors.Is(err, tourney.ErrOutcomeUnknown), len(srv.Payments.All()), lost.Hits())
	fmt.Println(srv.Calls.All("Payments.Pay")[0].Fault, lost)
	// Output:
	// tourney: Payments.Pay: the outcome is unknown, it may have happened: Payments.Pay: POST /api/v1/payments: EOF
	// true 1 1
	// f1 On("Payments.Pay").Nth(1).AfterCommit().Drop()
}

func ExampleTry() {
	srv := must(tourney.Soccer)
	for _, rule := range []fault.Rule{
		fault.On("Payment.Pay").Nth(0).Drop(), fault.OnAny().Before().Truncate(10),
	} {
		fmt.Println(mockserver.Try(func() { srv.Faults.Add(rule) }))
	}
	// Output:
	// mockserver: Faults.Add: n: expected 1 or more, found 0; operation: there is no "Payment.Pay": the nearest is Payments.Pay
	// mockserver: Faults.Add: phase: Truncate has no meaning in Before: expected Writing or AfterCommit
}

// A handler around the server does what no rule says.
func ExampleWrap() {
	srv := must(tourney.Soccer, mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if req.Header.Get("X-Tenant") == "" {
				http.Error(w, "no tenant", http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, req)
		})
	}))
	ctx := context.Background()
	_, err := srv.Client().Venues.List(ctx, tourney.VenueListOptions{})
	fmt.Println(errors.Is(err, tourney.ErrForbidden))
	_, err = srv.Client(tourney.WithHeader("X-Tenant", "pond")).Venues.List(ctx, tourney.VenueListOptions{})
	fmt.Println(err)
	// Output:
	// true
	// <nil>
}

func ExampleWorld_Unreachable() {
	srv := must(tourney.Soccer)
	srv.Unreachable(time.Hour)
	_, err := srv.Client(tourney.WithRetry(tourney.Retry{})).Venues.List(context.Background(), tourney.VenueListOptions{})
	fmt.Println(err)
	// Output: tourney: Venues.List: GET /api/v1/venues: dial tcp: connect: connection refused
}
