package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The code of docs/errors.md. A test holds the two to each other.

func payOnce(ctx context.Context, client *tourney.Client, payment tourney.PaymentInput) (string, error) {
	result, err := client.Payments.Pay(ctx, payment)
	var unknown *tourney.OutcomeUnknownError
	switch {
	case err == nil:
		return result.TransactionID, nil // paid
	case errors.As(err, &unknown) && unknown.TransactionID != "":
		return "", fmt.Errorf("do not pay again, ask the host about transaction %s: %w", unknown.TransactionID, err)
	case errors.As(err, &unknown):
		return "", fmt.Errorf("do not pay again before somebody has looked: %w", err)
	default:
		return "", err // certainly not paid
	}
}

// createOnce creates a team. It finds out whether the team is there when no answer settles it.
func createOnce(ctx context.Context, client *tourney.Client, team tourney.TeamCreateInput) (int64, error) {
	note, err := client.NoteBefore(ctx, team)
	if err != nil {
		return 0, err // nothing was sent
	}
	id, err := client.Teams.Create(ctx, team)
	if !errors.Is(err, tourney.ErrOutcomeUnknown) {
		return id, err
	}
	found, lookErr := client.FindOut(context.WithoutCancel(ctx), note, err, time.Minute)
	if found.Outcome == tourney.Happened {
		return found.ID, nil
	}
	return 0, errors.Join(err, lookErr) // after DidNotHappen it may be created again
}

func pause(err error) time.Duration {
	var answer *tourney.APIError
	if errors.Is(err, tourney.ErrOutcomeUnknown) || !errors.As(err, &answer) {
		return 0
	}
	return answer.RetryAfter // 0 when the host says nothing
}

// register returns a sentence for the person who registers a team.
func register(ctx context.Context, client *tourney.Client, team tourney.RegistrationInput) string {
	_, err := client.Registration.Register(ctx, team)
	var answer *tourney.APIError
	switch {
	case err == nil:
		return "registered"
	case errors.Is(err, tourney.ErrOutcomeUnknown): // asked first: such an error can have codes as well
		return "look before you register again"
	case errors.Is(err, tourney.CodeInactive):
		return "registration is closed"
	case errors.As(err, &answer) && len(answer.Errors) > 0 && answer.Errors[0].Field != "":
		return "correct " + answer.Errors[0].Field
	}
	return err.Error()
}

func Example_errorCodes() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	division := srv.AddDivision(tourney.Division{
		Name: "14U Late", Settings: &tourney.DivisionSettings{EnableRegistration: new(false)},
	})
	contact := tourney.RegistrationCoachInput{
		FirstName: new("Kim"), LastName: new("Lark"), Email: new("kim@example.com"), PrimaryContact: new(true),
	}
	team := tourney.RegistrationInput{
		DivisionID: division, Name: new("Otters"), Coaches: []tourney.RegistrationCoachInput{contact},
	}
	fmt.Println(register(context.Background(), srv.Client(), team))

	naming := canned{"POST /api/v1/register": `{"Errors":[{"Code":2,"Message":"unknown","field":"AgeGroup"}]}`}
	fmt.Println(register(context.Background(), naming.client(), team))
	// Output:
	// registration is closed
	// correct AgeGroup
}

func Example_errors() {
	ctx := context.Background()
	payment := tourney.PaymentInput{TeamID: 7, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 51}}
	for _, body := range []string{
		`{"TransactionId":"TX-1"}`,
		`{"TransactionId":"TX-2","Errors":[{"Code":0,"Message":"the receipt was not sent"}]}`,
		`{"Message":"queued"}`,
		`{"Errors":[{"Code":10,"Message":"payments are closed"}]}`,
	} {
		transaction, err := payOnce(ctx, canned{"POST /api/v1/payments": body}.client(), payment)
		if err != nil {
			why, _, _ := strings.Cut(err.Error(), ": tourney: Payments.Pay: ") // the first of the errors in it
			fmt.Println(why)
			continue
		}
		fmt.Println(transaction)
	}

	host, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := host.Client(tourney.WithHTTPClient(&http.Client{Transport: transport(
		func(req *http.Request) (*http.Response, error) {
			res, err := host.RoundTrip(req)
			if err == nil && req.Method == http.MethodPost { // the host acts, and its answer is lost
				_ = res.Body.Close()
				err = io.ErrUnexpectedEOF
			}
			return res, err
		})}))
	id, err := createOnce(ctx, client, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Otters")})
	team, _ := host.Team(id)
	fmt.Println(team.Name, err)

	busy := &tourney.APIError{Status: http.StatusTooManyRequests, RetryAfter: time.Minute}
	fmt.Println(pause(busy), pause(&tourney.OutcomeUnknownError{Err: busy}), pause(nil))
	// Output:
	// TX-1
	// do not pay again, ask the host about transaction TX-2
	// do not pay again before somebody has looked
	// tourney: Payments.Pay: POST /api/v1/payments: 200 OK: Inactive (10): payments are closed
	// Otters <nil>
	// 1m0s 0s 0s
}
