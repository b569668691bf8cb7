package tourney_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// The code of docs/faults.md. A test compares the page with this file.

func Example_faults() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())    // paid, and the answer is lost
	srv.Faults.Add(fault.On("Teams.List").Where("Page", "2").Truncate(100)) // a page breaks off in its middle
	srv.Faults.Add(fault.On("Games.List").First(2).Status(429).RetryAfterDate(time.Minute))
	srv.Faults.Add(fault.On("Registration.Register").Errors(tourney.ErrorItem{Code: tourney.CodeInactive, Message: "closed"}))
	srv.Faults.Add(fault.OnPath("/api/v1/*").Every(100).Gateway(502))      // the page of a proxy
	srv.Faults.Add(fault.OnAny().Probability(0.01).Delay(3 * time.Second)) // a host that is slow at times
	for _, f := range srv.Faults.All() {
		fmt.Println(f.ID(), f, "hits:", f.Hits())
	}
	// Output:
	// f1 On("Payments.Pay").Nth(1).AfterCommit().Drop() hits: 0
	// f2 On("Teams.List").Where("Page", "2").Writing().Truncate(100) hits: 0
	// f3 On("Games.List").First(2).Before().Status(429, Retry-After 1m0s) hits: 0
	// f4 On("Registration.Register").Before().Status(code 10) hits: 0
	// f5 OnPath("/api/v1/*").Every(100).Before().Gateway(502) hits: 0
	// f6 OnAny().Probability(0.01).Before().Delay(3s) hits: 0
}

// payment is a payment that charges no card.
func payment() tourney.PaymentInput {
	return tourney.PaymentInput{EventID: 1001, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
		Amount: new(tourney.NewDecimal(450, 0)), Title: new("Entry fee"), Description: new("One team"),
	}}
}

// TestFaultsPageSequence runs the code of docs/faults.md.
func TestFaultsPageSequence(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	srv.Faults.Add(fault.On("Games.Update").First(2).Status(503))        // Before: two requests end here
	srv.Faults.Add(fault.On("Games.Update").Nth(1).AfterCommit().Drop()) // the third is the first that gets so far
	client := srv.Client(tourney.WithRetry(tourney.Retry{Max: 3}))
	require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(3)}))
	require.Len(t, srv.Calls.All("Games.Update"), 4)
	for _, rule := range srv.Faults.All() {
		require.NotZero(t, rule.Hits(), "%s never fired", rule)
	}
}

func Example_wrap() {
	proxy := mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			w.Header().Set("Via", "1.1 proxy.example.com")
			next.ServeHTTP(w, req)
		})
	})
	srv, err := mockserver.New(tourney.Soccer, proxy)
	if err != nil {
		fmt.Println(err)
		return
	}
	var response tourney.Response
	_, err = srv.Client().Events.List(context.Background(), tourney.EventListOptions{}, tourney.ResponseInto(&response))
	fmt.Println(response.Header.Get("Via"), err)
	// Output:
	// 1.1 proxy.example.com <nil>
}
