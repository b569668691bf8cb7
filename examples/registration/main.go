// Command registration registers teams and pays for them, with everything that can go wrong on the way: forms with
// mistakes, declined cards, and answers that get lost after the host has charged the card.
//
//	go run ./examples/registration
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
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
	network := &lossy{next: srv}
	desk := Desk{
		Client: srv.Client(tourney.WithHTTPClient(&http.Client{Transport: network})), Settle: time.Second,
	}

	mistakes := form(" ", open)
	mistakes.Coaches[0].Email, mistakes.Coaches[0].PrimaryContact = new("nettie at example.com"), nil
	for _, attempt := range []struct {
		about string
		lose  string // path of the request whose answer gets lost
		form  tourney.RegistrationInput
		card  string
	}{
		{"everything is right", "", form("Lantern Otters", open), goodCard},
		{"a form and a card with mistakes", "", mistakes, "4111 1111 1111 1112"},
		{"a division that is closed", "", form("Harbor Latecomers", closed), goodCard},
		{"a card that is declined", "", form("Copper Spenders", open), mockserver.CardDeclined},
		{"the answer to the registration is lost", "/register", form("Thistle Echoes", open), goodCard},
		{"the answer to the payment is lost", "/payments", form("Prairie Doubles", open), goodCard},
	} {
		network.lose = attempt.lose
		enrolled, err := desk.Enroll(ctx, attempt.form, fee(attempt.card))
		fmt.Fprintf(out, "%s\n  %s, %s\n", attempt.about, state(enrolled), Explain(err))
	}
	_, err = fmt.Fprintf(out, "\nThe host has %d registrations and %d payments.\n", len(srv.Registrations.All()),
		len(srv.Payments.All()))
	return err
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

// lossy is a network that loses the answer to one request after the host has executed it.
type lossy struct {
	next http.RoundTripper
	lose string // how the path of the request ends; "" loses nothing
}

// RoundTrip sends the request.
func (l *lossy) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := l.next.RoundTrip(req)
	if err != nil || l.lose == "" || !strings.HasSuffix(req.URL.Path, l.lose) {
		return res, err
	}
	l.lose = ""
	_ = res.Body.Close()
	return nil, io.ErrUnexpectedEOF
}
