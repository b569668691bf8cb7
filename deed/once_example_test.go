package deed_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/reconcile"
)

// The code of docs/paying.md and docs/errors.md. A test compares the pages with this file.

// The payment of the form is lost on its way, and leaves no trace. A person finds out that nothing was charged.
func ExampleOnce() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Teams.Edit(4005, func(t *tourney.Team) { t.Paid = new(false) })
	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).Drop())
	ctx, store, client := context.Background(), deed.Memory(), srv.Client()
	payment := clienttest.CardPayment()
	payment.TeamID = 4005

	_, err = payForm(ctx, store, client, "form-17", payment)
	fmt.Println("unknown:", errors.Is(err, tourney.ErrOutcomeUnknown))
	fmt.Println("settled:", notCharged(ctx, store, "form-17"))
	first, err := payForm(ctx, store, client, "form-17", payment)
	fmt.Println("paid:", err)
	again, err := payForm(ctx, store, client, "form-17", payment)
	fmt.Println("the same:", first == again, err)
	fmt.Println("payments:", len(srv.Payments.All()))
	// Output:
	// unknown: true
	// settled: <nil>
	// paid: <nil>
	// the same: true <nil>
	// payments: 1
}

// payForm pays the fee of a form once, in whichever process the form arrives, and however often.
func payForm(ctx context.Context, store deed.Store, client *tourney.Client, form string,
	payment tourney.PaymentInput) (string, error) {
	paid, err := deed.Once(ctx, store, form+"/fee", client, payment, deed.Options{Settle: time.Second})
	switch {
	case err == nil:
		return paid.TransactionID, nil // paid, by this call or by an earlier one
	case errors.Is(err, tourney.ErrOutcomeUnknown):
		return "", fmt.Errorf("a person has to look, and then calls deed.Settle: %w", err)
	case errors.Is(err, deed.ErrUnderWay):
		return "", fmt.Errorf("ask again: %w", err)
	}
	return "", err // this call did not pay
}

// notCharged says what a person learned from the payment provider: the card was not charged.
func notCharged(ctx context.Context, store deed.Store, form string) error {
	return deed.Settle(ctx, store, form+"/fee", reconcile.OutcomeDidNotHappen, deed.Done{}, 0)
}
