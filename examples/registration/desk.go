package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/reconcile"
)

// Desk registers teams and charges their fees. Several desks may have one Store.
type Desk struct {
	Client *tourney.Client
	Store  deed.Store

	// Settle is the time in which a host may still act on a request that failed.
	Settle time.Duration
}

// Enrolled is a team that was registered. Paid is false when its payment failed or is unknown; see the error.
type Enrolled struct {
	TeamID int64
	Paid   bool
}

// Enroll registers the team of a form and pays its fee, once for the number of the form: a second call with the number,
// of any desk, waits for the first one and returns what it did. Enroll sends nothing when the form or the payment has a
// mistake that the client can see, and returns all mistakes of both in one ValidationError. Keep the result also when
// there is an error: the team may be registered although the card was declined.
//
// Registration and payment are separate calls on purpose. A registration can carry the payment, but then one lost
// answer leaves open whether the team is registered and whether the card was charged. The interface has no list of
// payments.
func (d Desk) Enroll(ctx context.Context, number string, form tourney.RegistrationInput,
	payment tourney.PaymentDetailsInput) (Enrolled, error) {
	form.MarkAsPaid = new(false) // the default is true, and would make an unpaid team look paid
	form.EnableCreditCard = new(false)
	form.Payment = nil
	if err := d.check(form, payment); err != nil {
		return Enrolled{}, err
	}
	team, err := d.once(ctx, number+"/team", form)
	if err != nil {
		return Enrolled{}, err
	}
	if err := d.Pay(ctx, number, team.ID, payment); err != nil {
		return Enrolled{TeamID: team.ID}, err
	}
	return Enrolled{TeamID: team.ID, Paid: true}, nil
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

// Pay pays the fee of a form's team. The outcome of a payment that leaves no trace stays unknown, and a person has to
// decide: see Decide.
func (d Desk) Pay(ctx context.Context, number string, teamID int64, payment tourney.PaymentDetailsInput) error {
	_, err := d.once(ctx, number+"/fee", tourney.PaymentInput{TeamID: teamID, Payment: &payment})
	return err
}

// Decide tells the desks what the event director learned from the payment provider about the fee of a form. If the card
// was not charged, the fee can be paid again.
func (d Desk) Decide(ctx context.Context, number string, charged bool) error {
	outcome := reconcile.OutcomeDidNotHappen
	if charged {
		outcome = reconcile.OutcomeHappened
	}
	return deed.Settle(ctx, d.Store, number+"/fee", outcome, deed.Done{}, 0)
}

func (d Desk) once(ctx context.Context, key string, in tourney.Input) (deed.Done, error) {
	return deed.Once(ctx, d.Store, key, d.Client, in, deed.Options{Settle: d.Settle})
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
	case errors.Is(err, deed.ErrUnderWay):
		return "another desk is at it: ask again in a moment"
	case errors.Is(err, deed.ErrThere):
		return "the host has it already: nothing was sent"
	case errors.Is(err, deed.ErrOtherInput):
		return "the form was sent with other entries: call the event director"
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
