package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
)

// Desk registers teams and charges their fees.
type Desk struct {
	Client *tourney.Client

	// Patience is the wait before the desk looks up the outcome of an unanswered request. The host may still work on it.
	Patience time.Duration
}

// Enrolled is a team that was registered. Paid is false when its payment failed or is unknown; see the error.
type Enrolled struct {
	TeamID int64
	Paid   bool
}

// Enroll registers a team and pays its fee. Keep the result also when there is an error: the team may be registered
// although the card was declined.
//
// The two are separate calls on purpose. A registration can carry its payment, but then one lost answer leaves both
// open, and the interface has no list of payments to look one up in.
func (d Desk) Enroll(ctx context.Context, form tourney.RegistrationInput,
	payment tourney.PaymentDetailsInput) (Enrolled, error) {
	form.MarkAsPaid = new(false) // the default is true, and would make an unpaid team look paid
	form.EnableCreditCard = new(false)
	form.Payment = nil
	id, err := d.Register(ctx, form)
	if err != nil {
		return Enrolled{}, err
	}
	if err := d.Pay(ctx, id, payment); err != nil {
		return Enrolled{TeamID: id}, err
	}
	return Enrolled{TeamID: id, Paid: true}, nil
}

// Register registers a team. When no answer settles the registration, it looks the team up.
func (d Desk) Register(ctx context.Context, form tourney.RegistrationInput) (int64, error) {
	result, err := d.Client.Registration.Register(ctx, form)
	var unknown *tourney.OutcomeUnknownError
	if !errors.As(err, &unknown) {
		return result.TeamID, err
	}
	// The library does not send a registration again when it may have arrived: that could register the team twice. So the
	// desk looks the team up.
	id, lookErr := reconcile(ctx, d.Patience, func(ctx context.Context) (int64, error) { return d.find(ctx, form) })
	switch {
	case lookErr != nil:
		return 0, errors.Join(err, lookErr) // still unknown: a person has to decide
	case id != 0:
		return id, nil
	case unknown.TeamID != 0:
		return 0, err // the host named a team that the list does not show yet: do not register it again
	}
	result, err = d.Client.Registration.Register(ctx, form)
	return result.TeamID, err
}

// Pay pays for an unpaid team. When no answer came, it looks the payment up. It never charges a card twice: a payment
// that it cannot find stays an ErrOutcomeUnknown.
func (d Desk) Pay(ctx context.Context, teamID int64, payment tourney.PaymentDetailsInput) error {
	_, err := d.Client.Payments.Pay(ctx, tourney.PaymentInput{TeamID: teamID, Payment: &payment})
	if !errors.Is(err, tourney.ErrOutcomeUnknown) {
		return err
	}
	// A payment marks its team as paid, and that is its only visible trace.
	paid, lookErr := reconcile(ctx, d.Patience, func(ctx context.Context) (bool, error) {
		team, err := d.Client.Teams.Get(ctx, teamID)
		return team.Paid != nil && *team.Paid, err
	})
	if lookErr != nil {
		return errors.Join(err, lookErr) // still unknown: a person has to decide
	}
	if paid {
		return nil
	}
	// A missing trace proves nothing: the host may still work on the payment. A person has to decide whether to pay again.
	return err
}

// lookTime bounds the time of a look-up.
const lookTime = 30 * time.Second

// reconcile waits and looks the outcome up. The look-up has its own deadline, because the deadline of the request may
// have passed.
func reconcile[T any](ctx context.Context, patience time.Duration, look func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience+lookTime)
	defer cancel()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	found, err := look(ctx)
	if err != nil {
		return found, fmt.Errorf("looking up what happened: %w", err)
	}
	return found, nil
}

// find returns the id of the team that a form registered, 0 when there is none. A registration has no external id, so
// it compares the name of the team and the e-mail address of its contact.
func (d Desk) find(ctx context.Context, form tourney.RegistrationInput) (int64, error) {
	paid := form.MarkAsPaid == nil || *form.MarkAsPaid
	list := tourney.TeamListOptions{
		EventID:    form.EventID,
		DivisionID: form.DivisionID,
		Paid:       &paid, // this filter also lists the teams that the division's settings hide
		Includes:   []tourney.Include{tourney.IncludeCoaches},
	}
	for team, err := range d.Client.Teams.All(ctx, list) {
		if err != nil {
			return 0, err
		}
		if form.Name != nil && team.Name == *form.Name && hasContact(team, form) {
			return team.ID, nil
		}
	}
	return 0, nil
}

func hasContact(team tourney.Team, form tourney.RegistrationInput) bool {
	for _, contact := range form.Coaches {
		if contact.PrimaryContact == nil || !*contact.PrimaryContact || contact.Email == nil {
			continue
		}
		return slices.ContainsFunc(team.Coaches,
			func(c tourney.Coach) bool { return strings.EqualFold(c.Email, *contact.Email) })
	}
	return false
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
	case errors.Is(e, tourney.ErrUnauthorized):
		return "the desk has to sign in again"
	case len(e.Errors) > 0:
		return "refused: " + join(e.Errors, func(item tourney.ErrorItem) string { return item.Message })
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
