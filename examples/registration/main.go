// Command registration registers teams and pays for them, with everything that can go wrong on the way: forms with
// mistakes, declined cards, answers that get lost after the host has charged the card, and forms that come twice.
//
//	cd examples/registration && go run .
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/secret"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "registration:", err)
		os.Exit(1)
	}
}

// The divisions of the mock's tournament that the attempts go to.
const (
	open   = 2001
	closed = 2003 // takes no registrations
)

// run makes attempts with different outcomes.
func run(out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	srv, err := mockserver.New(tourney.Lacrosse)
	if err != nil {
		return fmt.Errorf("making the mock: %w", err)
	}
	store, closeStore, err := openStore(ctx)
	if err != nil {
		return fmt.Errorf("opening the store: %w", err)
	}
	defer closeStore()
	desk := Desk{Client: srv.Client(), Store: store, Settle: time.Second}

	mistakes := form(" ", open)
	mistakes.Coaches[0].Email, mistakes.Coaches[0].PrimaryContact = new("nettie at example.com"), nil
	for _, attempt := range []struct {
		number, about string
		lose          string // operation whose answer gets lost after the host has acted
		form          tourney.RegistrationInput
		card          string
	}{
		{"form-1", "everything is right", "", form("Lantern Otters", open), goodCard},
		{"form-2", "a form and a card with mistakes", "", mistakes, "4111 1111 1111 1112"},
		{"form-3", "a division that is closed", "", form("Harbor Latecomers", closed), goodCard},
		{"form-4", "a card that is declined", "", form("Copper Spenders", open), mockserver.CardDeclined},
		{"form-5", "the answer to the registration is lost", "Registration.Register", form("Thistle Echoes", open), goodCard},
		{"form-6", "the answer to the payment is lost", "Payments.Pay", form("Prairie Doubles", open), goodCard},
		{"form-6", "the same form comes again", "", form("Prairie Doubles", open), goodCard},
	} {
		if attempt.lose != "" {
			srv.Faults.Add(fault.On(attempt.lose).Nth(1).AfterCommit().Drop())
		}
		enrolled, err := desk.Enroll(ctx, attempt.number, attempt.form, fee(attempt.card))
		fmt.Fprintf(out, "%s\n  %s, %s\n", attempt.about, state(enrolled), Explain(err))
	}
	_, err = fmt.Fprintf(out, "\nThe host has %d registrations and %d payments.\n", len(srv.Registrations.All()),
		len(srv.Payments.All()))
	return err
}

// openStore opens a store in a file of SQLite, which the function that it returns removes. Real desks keep the file.
func openStore(ctx context.Context) (deed.Store, func(), error) {
	folder, err := os.MkdirTemp("", "registration")
	if err != nil {
		return nil, nil, err
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "desk.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	store, err := deed.SQL(ctx, db, deed.SQLite)
	return store, func() { _, _ = db.Close(), os.RemoveAll(folder) }, err
}

func state(e Enrolled) string {
	switch {
	case e.Paid:
		return "registered and paid"
	case e.TeamID != 0:
		return "registered, not paid"
	}
	return "not registered"
}

func form(name string, divisionID int64) tourney.RegistrationInput {
	return tourney.RegistrationInput{
		DivisionID: divisionID, Name: &name, Year: new(2026),
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Nettie"), LastName: new("Butterwhisk"),
			Email: new("nettie.butterwhisk@example.com"), Type: new(tourney.CoachHeadCoach),
		}},
	}
}

// goodCard is a test number.
const goodCard = "4111 1111 1111 1111"

func fee(card string) tourney.PaymentDetailsInput {
	return tourney.PaymentDetailsInput{
		Amount: new(tourney.MustDecimal("395.00")), Title: new("Team entry"), Description: new("Three games and the bracket"),
		FirstName: new("Nettie"), LastName: new("Butterwhisk"), Email: new("nettie.butterwhisk@example.com"),
		CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New(card),
		CreditCardCVV2:        secret.New("123"),
		CreditCardExpireMonth: new(12), CreditCardExpireYear: new(30),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("7 Kazoo Court"), ExtendedAddress: new("Unit 2"), City: new("Lanternwink"),
			StateRegion: new("Meadowland"), PostalCode: new("00012"),
		},
	}
}
