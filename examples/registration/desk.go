package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/reconcile"
)

// Desk registers teams and charges their fees.
type Desk struct {
	Client *tourney.Client

	// Settle is the time in which a host may still act on a request that failed.
	Settle time.Duration
}

// Enrolled is a team that was registered. Paid is false when its payment failed or is unknown; see the error.
type Enrolled struct {
	TeamID int64
	Paid   bool
}

// The errors of Pay for a team that it does not charge.
var (
	ErrPaid       = errors.New("the team is paid already: nothing was charged")
	ErrPaidUntold = errors.New("the host does not say whether the team is paid: nothing was charged")
)

// Enroll registers a team and pays its fee. It sends nothing when the form or the payment has a mistake that the client
// can see, and returns all mistakes of both in one ValidationError. Keep the result also when there is an error: the
// team may be registered although the card was declined.
//
// Registration and payment are separate calls on purpose. A registration can carry the payment, but then one lost
// answer leaves open whether the team is registered and whether the card was charged. The interface has no list of
// payments.
func (d Desk) Enroll(ctx context.Context, form tourney.RegistrationInput,
	payment tourney.PaymentDetailsInput) (Enrolled, error) {
	form.MarkAsPaid = new(false) // the default is true, and would make an unpaid team look paid
	form.EnableCreditCard = new(false)
	form.Payment = nil
	if err := d.check(form, payment); err != nil {
		return Enrolled{}, err
	}
	id, err := d.Register(ctx, form)
	if err != nil {
		return Enrolled{}, err
	}
	if err := d.Pay(ctx, id, payment); err != nil {
		return Enrolled{TeamID: id}, err
	}
	return Enrolled{TeamID: id, Paid: true}, nil
}

// check returns every mistake of a form and a payment. The interface requires no name, but the desk does, because
// nobody finds a team without one.
func (d Desk) check(form tourney.RegistrationInput, payment tourney.PaymentDetailsInput) error {
	all := &tourney.ValidationError{Op: "Registration.Register"}
	if form.Name == nil || strings.TrimSpace(*form.Name) == "" {
		all.Fields = []tourney.FieldError{{Path: "name", Code: tourney.CodeRequired, Message: "name is required"}}
	}
	const anyTeam = 1 // the team has no id before it is registered
	for _, in := range []tourney.Input{form, tourney.PaymentInput{TeamID: anyTeam, Payment: &payment}} {
		var wrong *tourney.ValidationError
		if err := d.Client.Check(in); errors.As(err, &wrong) {
			all.Fields = append(all.Fields, wrong.Fields...)
		} else if err != nil {
			return err
		}
	}
	if len(all.Fields) > 0 {
		return all
	}
	return nil
}

// Register registers a team. When no answer settles the registration, it finds out whether the team is there. When
// a registration may have arrived, the library does not send it again, because that could register the team twice.
func (d Desk) Register(ctx context.Context, form tourney.RegistrationInput) (int64, error) {
	note, err := reconcile.NoteBefore(ctx, d.Client, form)
	if err != nil {
		return 0, err
	}
	result, err := d.Client.Registration.Register(ctx, form)
	if !errors.Is(err, tourney.ErrOutcomeUnknown) {
		return result.TeamID, err
	}
	found, err := d.findOut(ctx, note, err)
	if found.Outcome == reconcile.OutcomeDidNotHappen { // the form carries no payment, so sending it again does no harm
		result, err = d.Client.Registration.Register(ctx, form)
		return result.TeamID, err
	}
	return found.ID, err
}

// Pay pays for a team if the host says that the team is unpaid, and otherwise returns ErrPaid or ErrPaidUntold. When no
// answer settles the payment, Pay looks whether the team is paid. The outcome of a payment that leaves no trace stays
// unknown, and a person has to decide.
//
// Two desks that look at the same moment both see an unpaid team, and both charge it: the interface cannot make a
// payment depend on what the team was before. Let one desk take the payments of a team.
func (d Desk) Pay(ctx context.Context, teamID int64, payment tourney.PaymentDetailsInput) error {
	in := tourney.PaymentInput{TeamID: teamID, Payment: &payment}
	note, err := reconcile.NoteBefore(ctx, d.Client, in)
	if err != nil {
		return err
	}
	switch {
	case note.Paid == nil:
		return ErrPaidUntold
	case *note.Paid:
		return ErrPaid
	}
	if _, err = d.Client.Payments.Pay(ctx, in); errors.Is(err, tourney.ErrOutcomeUnknown) {
		_, err = d.findOut(ctx, note, err)
	}
	return err
}

// findOut returns no error for a write that happened. It sets a deadline of its own, because the deadline of the write
// may have passed.
func (d Desk) findOut(ctx context.Context, note reconcile.Note, failure error) (reconcile.Finding, error) {
	const lookTime = 30 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.Settle+lookTime)
	defer cancel()
	found, err := reconcile.FindOut(ctx, d.Client, note, failure, d.Settle)
	if found.Outcome == reconcile.OutcomeHappened {
		return found, nil
	}
	return found, errors.Join(failure, err)
}

// Explain words an error for the person at the desk.
func Explain(err error) string {
	var (
		unknown *tourney.OutcomeUnknownError
		invalid *tourney.ValidationError
		refused *tourney.APIError
		lost    *tourney.TransportError
	)
	switch {
	case err == nil:
		return "done"
	case errors.As(err, &unknown): // first: it may wrap one of the others
		return "it may have gone through: do not repeat it, call the event director" + resultOf(unknown)
	case errors.As(err, &invalid): // never sent
		return "please correct: " + join(invalid.Fields, func(f tourney.FieldError) string { return f.Message })
	case errors.As(err, &refused):
		return explainRefusal(refused)
	case errors.As(err, &lost): // its outcome is known, so it did not arrive
		return "the host cannot be reached, nothing happened: try again later"
	case errors.Is(err, ErrPaid), errors.Is(err, ErrPaidUntold):
		return err.Error()
	}
	return "internal error: " + err.Error()
}

// resultOf names the result that the director can look up.
func resultOf(e *tourney.OutcomeUnknownError) string {
	switch {
	case e.TransactionID != "":
		return fmt.Sprintf(" about transaction %q", e.TransactionID)
	case e.TeamID != 0:
		return fmt.Sprintf(" about team %d", e.TeamID)
	}
	return ""
}

func explainRefusal(e *tourney.APIError) string {
	switch {
	case errors.Is(e, tourney.ErrRateLimited):
		return fmt.Sprintf("the host is busy: try again in %s", max(e.RetryAfter, time.Second))
	case e.Op == "Payments.Pay" && errors.Is(e, tourney.CodePermissionDenied):
		return "the card was declined, nothing was charged: take another card"
	case errors.Is(e, tourney.ErrUnauthorized):
		return "the desk has to sign in again"
	case len(e.Errors) > 0:
		return "refused: " + strings.Join(e.HostMessages(), "; ") // for the person at the desk, not for a log
	}
	return fmt.Sprintf("refused with status %d (request %s)", e.Status, e.RequestID)
}

func join[T any](items []T, text func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = text(item)
	}
	return strings.Join(texts, "; ")
}
