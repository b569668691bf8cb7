package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/secret"
)

// registerAndPay registers an unpaid team, and pays its fee with a test card.
func (t *tour) registerAndPay(ctx context.Context) error {
	registered, err := t.client.Registration.Register(ctx, t.registration())
	if err != nil {
		return err
	}
	if err := t.printTeam(ctx, registered.TeamID); err != nil {
		return err
	}
	fee, err := t.entryFee(ctx)
	if err != nil {
		return err
	}
	paid, err := t.client.Payments.Pay(ctx, payment(registered.TeamID, fee))
	if err != nil {
		return err // an OutcomeUnknownError may have charged the card: see examples/registration
	}
	t.printf("\npaid %s for %q: transaction %s\n\n", fee.Amount, fee.Name, paid.TransactionID)
	return t.printTeam(ctx, registered.TeamID)
}

// registration returns a team with a player and a coach. The coach is the primary contact: every registration must have
// exactly one.
func (t *tour) registration() tourney.RegistrationInput {
	return tourney.RegistrationInput{
		DivisionID: t.division.ID,
		Name:       new("Lantern Otters"),
		MarkAsPaid: new(false), // the default is true
		Address: &tourney.TeamAddressInput{
			City: new("Lanternwink"), StateRegion: new("Meadowland"), PostalCode: new("00012"),
		},
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true),
			FirstName:      new("Nettie"), LastName: new("Butterwhisk"),
			Email: new("nettie.butterwhisk@example.com"), MobilePhone: new("515-555-0142"),
			Type: new(tourney.CoachHeadCoach),
		}},
		Players: []tourney.RegistrationPlayerInput{{
			FirstName: new("Kip"), LastName: new("Quickstep"), Number: new(7),
			Birthdate: tourney.Date{Year: 2014, Month: 5, Day: 9},
		}},
		EnableCreditCard: new(false), // a separate call below charges the card
	}
}

// entryFee finds the price of a team in the division.
func (t *tour) entryFee(ctx context.Context) (tourney.Price, error) {
	division, err := t.client.Divisions.Get(ctx, t.division.ID, tourney.IncludePrices)
	if err != nil {
		return tourney.Price{}, err
	}
	for _, p := range division.Prices {
		if p.Type == tourney.PriceEventFee {
			return p, nil
		}
	}
	return tourney.Price{}, fmt.Errorf("%s has no entry fee", division.Name)
}

// payment pays a price with a test card. Card number and security code are secrets: they print as [redacted], and
// the client sends them over https or to this machine only.
func payment(teamID int64, fee tourney.Price) tourney.PaymentInput {
	return tourney.PaymentInput{TeamID: teamID, Payment: &tourney.PaymentDetailsInput{
		PriceID:   fee.ID,
		FirstName: new("Nettie"), LastName: new("Butterwhisk"), Email: new("nettie.butterwhisk@example.com"),
		CreditCardType:        new(tourney.CardVisa),
		CreditCardNumber:      secret.New("4111 1111 1111 1111"),
		CreditCardExpireMonth: new(12), CreditCardExpireYear: new(30),
		CreditCardCVV2: secret.New("123"),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("7 Kazoo Court"), ExtendedAddress: new("Unit 2"), City: new("Lanternwink"),
			StateRegion: new("Meadowland"), PostalCode: new("00012"),
		},
	}}
}

func (t *tour) printTeam(ctx context.Context, id int64) error {
	team, err := t.client.Teams.Get(ctx, id, tourney.IncludePlayers, tourney.IncludeCoaches)
	if err != nil {
		return err
	}
	table := t.table("ID", "TEAM", "STATUS", "PAID", "CONTACT", "PLAYERS")
	contact := ""
	if len(team.Coaches) > 0 {
		contact = team.Coaches[0].FirstName + " " + team.Coaches[0].LastName
	}
	table.row(team.ID, team.Name, value(team.Status), value(team.Paid), contact, len(team.Players))
	table.flush()
	return nil
}

// sendWrongRequest shows a refusal by the client and a refusal by the host.
func (t *tour) sendWrongRequest(ctx context.Context) error {
	wrong := t.registration()
	wrong.Coaches[0].PrimaryContact = nil
	wrong.Coaches[0].Email = new("nettie at example.com")
	wrong.Address.PostalCode = new("00012-0000-0000")
	wrong.Year = new(20026)

	// The client checks a request against the interface document before it goes out, and reports everything at once.
	_, err := t.client.Registration.Register(ctx, wrong)
	var invalid *tourney.ValidationError
	if !errors.As(err, &invalid) {
		return fmt.Errorf("expected the client to refuse, got: %w", err)
	}
	t.printf("The client refuses %s, nothing is sent:\n\n", invalid.Op)
	table := t.table("FIELD", "CODE", "WHAT IS WRONG")
	for _, f := range invalid.Fields {
		table.row(f.Path, f.Code, f.Message)
	}
	table.flush()

	// The host checks too. WithoutChecks skips the checks of the client.
	unchecked, err := t.client.With(tourney.WithoutChecks())
	if err != nil {
		return err
	}
	_, err = unchecked.Registration.Register(ctx, wrong)
	var refused *tourney.APIError
	if !errors.As(err, &refused) {
		return fmt.Errorf("expected the host to refuse, got: %w", err)
	}
	t.printf("\nThe host refuses %s %s with status %d:\n\n", refused.Method, refused.Path, refused.Status)
	table = t.table("CODE", "WHAT IS WRONG")
	for _, item := range refused.Errors {
		table.row(item.Code, item.Message)
	}
	table.flush()
	t.printf("\nBoth are ErrInvalid: %t, %t\n", errors.Is(invalid, tourney.ErrInvalid),
		errors.Is(refused, tourney.ErrInvalid))
	t.printf("The first is ErrNotSent: %t, %t\n", errors.Is(invalid, tourney.ErrNotSent),
		errors.Is(refused, tourney.ErrNotSent))
	return nil
}
