package mockserver_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The payment is made, and its answer is lost.
func ExampleFaults_Add() {
	srv := must(tourney.Soccer)
	event := srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	lost := srv.Faults.Add(mockserver.On("Payments.Pay").Nth(1).AfterCommit().Drop())
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
	for _, rule := range []mockserver.FaultRule{
		mockserver.On("Payment.Pay").Nth(0).Drop(), mockserver.OnAny().Before().Truncate(10),
	} {
		fmt.Println(mockserver.Try(func() { srv.Faults.Add(rule) }))
	}
	// Output:
	// mockserver: Faults.Add: n: expected 1 or more, found 0; operation: there is no "Payment.Pay": the nearest is Payments.Pay
	// mockserver: Faults.Add: phase: Truncate has no meaning in Before: expected Writing or AfterCommit
}

func ExampleFaultRule_RetryAfter() {
	srv := must(tourney.Soccer)
	srv.Faults.Add(mockserver.On("Venues.List").Status(429).RetryAfter(90 * time.Second))
	_, err := srv.Client().Venues.List(context.Background(), tourney.VenueListOptions{})
	var busy *tourney.APIError
	if errors.As(err, &busy) {
		fmt.Println(busy.Status, busy.RetryAfter, errors.Is(err, tourney.ErrRateLimited))
	}
	// Output: 429 1m30s true
}

func ExampleFaultRule_UnmarshalJSON() {
	var rule mockserver.FaultRule
	err := json.Unmarshal([]byte(`{"operation": "Teams.Get", "trigger": "first", "n": 2, "action": "gateway", "status": 502}`), &rule)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(must(tourney.Soccer).Faults.Add(rule))
	fmt.Println(json.Unmarshal([]byte(`{"action": "drop", "trigger": "nth", "n": 0}`), &rule))
	// Output:
	// On("Teams.Get").First(2).Before().Gateway(502)
	// mockserver: FaultRule: n: expected 1 or more, found 0
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
