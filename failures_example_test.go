package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/reconcile"
	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch"
)

// The code of "Test this failure" in docs/testing.md. A test compares the page with this file.

// troubled returns a server for the examples. In a test, mockserver.Start(t, tourney.Soccer) returns it.
func troubled(opts ...mockserver.Option) *mockserver.Server {
	srv, err := mockserver.New(tourney.Soccer, opts...)
	if err != nil {
		panic(err)
	}
	return srv
}

// entryFee is the entry fee of a team that has not paid, charged to a card.
func entryFee(card string) tourney.PaymentInput {
	return tourney.PaymentInput{TeamID: 4005, Payment: &tourney.PaymentDetailsInput{
		PriceID: 5001, FirstName: new("Kim"), LastName: new("Lark"), Email: new("kim@example.com"),
		CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New(card),
		CreditCardExpireYear: new(30), CreditCardExpireMonth: new(11), CreditCardCVV2: secret.New("123"),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("1 Quay"), ExtendedAddress: new("-"), City: new("Harbor"), StateRegion: new("IL"), PostalCode: new("60601"),
		},
	}}
}

// goodCard is a test number of its brand.
const goodCard = "4111111111111111"

// latecomers is a registration for a division.
func latecomers(division int64) tourney.RegistrationInput {
	return tourney.RegistrationInput{DivisionID: division, Name: new("Latecomers"), Coaches: []tourney.RegistrationCoachInput{{
		FirstName: new("Kim"), LastName: new("Lark"), Email: new("kim@example.com"), PrimaryContact: new(true),
	}}}
}

func Example_failureLostAnswer() {
	ctx, srv := context.Background(), troubled()
	client := srv.Client()

	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())
	fee := entryFee(goodCard)
	note, err := reconcile.NoteBefore(ctx, client, fee)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Payments.Pay(ctx, fee)
	if errors.Is(err, tourney.ErrOutcomeUnknown) { // look, and never pay again before
		found, err := reconcile.FindOut(ctx, client, note, err, 0)
		fmt.Println(found.Outcome, "for team", found.ID, err)
	}
	fmt.Println("payments:", len(srv.Payments.All()))
	// Output:
	// happened for team 4005 <nil>
	// payments: 1
}

func Example_failureNeverSent() {
	ctx, srv := context.Background(), troubled()

	srv.Unreachable(time.Hour)
	client := srv.Client(tourney.WithRetry(tourney.Retry{Max: 2})) // without waits
	_, err := client.Payments.Pay(ctx, entryFee(goodCard))
	var lost *tourney.TransportError
	if errors.As(err, &lost) && !errors.Is(err, tourney.ErrOutcomeUnknown) {
		fmt.Println("certainly not paid after", lost.Attempts, "attempts: pay again later")
	}
	fmt.Println("arrived:", len(srv.Calls.All("")))
	// Output:
	// certainly not paid after 3 attempts: pay again later
	// arrived: 0
}

func Example_failureTooManyRequests() {
	ctx, srv := context.Background(), troubled()

	srv.Faults.Add(fault.On("Teams.Get").Nth(1).Status(429).RetryAfterDate(time.Minute))
	_, err := srv.Client().Teams.Get(ctx, 4001)
	var answer *tourney.APIError
	if errors.As(err, &answer) && errors.Is(err, tourney.ErrRateLimited) {
		fmt.Println(answer.Attempts, "attempt, then wait", answer.RetryAfter.Round(time.Minute))
	}
	// Output:
	// 1 attempt, then wait 1m0s
}

func Example_failureBrokenPage() {
	ctx, srv := context.Background(), troubled()

	srv.Faults.Add(fault.On("Teams.List").Where("Page", "2").Truncate(100))
	client := srv.Client(tourney.WithRetry(tourney.Retry{Max: 2}))
	options := tourney.TeamListOptions{EventID: 1001, PageSize: 10}
	teams, err := tourney.Collect(client.Teams.All(ctx, options))
	fmt.Println(len(teams), "teams, then an error:", errors.Is(err, io.ErrUnexpectedEOF))
	fmt.Println(len(srv.Calls.All("Teams.List", journal.Where("Page", "2"))), "requests for page 2")
	// Output:
	// 10 teams, then an error: true
	// 3 requests for page 2
}

func Example_failureExpiredKey() {
	ctx := context.Background()

	srv, err := mockserver.New(mockserver.Profile{KeyLifetime: time.Hour}, mockserver.RequireAuth(auth.HMAC{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	client := srv.Client(tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword))
	keysAlone := srv.Client()
	_, before := client.Teams.Get(ctx, 4001)
	srv.Clock.Advance(2 * time.Hour)
	_, after := client.Teams.Get(ctx, 4001)
	fmt.Println(before, after, len(srv.Calls.All("Authentication.Authenticate")), "logins")
	_, err = keysAlone.Teams.Get(ctx, 4001)
	fmt.Println(errors.Is(err, tourney.ErrUnauthorized), errors.Is(err, tourney.CodeInvalidCredentials))
	// Output:
	// <nil> <nil> 2 logins
	// true true
}

func Example_failureSlowHost() {
	ctx, srv := context.Background(), troubled()

	srv.Faults.Add(fault.On("Teams.Get").First(2).Delay(time.Minute))
	patience := tourney.WithAttemptTimeout(20 * time.Millisecond)
	_, err := srv.Client(patience, tourney.WithRetry(tourney.Retry{})).Teams.Get(ctx, 4001)
	fmt.Println("gave up:", errors.Is(err, context.DeadlineExceeded))
	team, err := srv.Client(patience, tourney.WithRetry(tourney.Retry{Max: 3})).Teams.Get(ctx, 4001)
	fmt.Println("asked again:", team.ID, err)
	// Output:
	// gave up: true
	// asked again: 4001 <nil>
}

func Example_failureRedirect() {
	ctx, srv := context.Background(), troubled()
	client := srv.Client()

	srv.Faults.Add(fault.On("Teams.Get").Nth(1).Redirect(http.StatusTemporaryRedirect, "/api/v1/teams?id=4001"))
	team, err := client.Teams.Get(ctx, 4001)
	fmt.Println("followed:", team.ID, err)

	srv.Faults.Add(fault.On("Payments.Pay").Redirect(http.StatusTemporaryRedirect, "/api/v1/payments"))
	_, err = client.Payments.Pay(ctx, entryFee(goodCard))
	fmt.Println("unknown:", errors.Is(err, tourney.ErrOutcomeUnknown), len(srv.Calls.All("Payments.Pay")), "request")
	// Output:
	// followed: 4001 <nil>
	// unknown: true 1 request
}

func Example_failureClosedDivision() {
	ctx, srv := context.Background(), troubled()

	division, _ := srv.Special(mockserver.SpecialClosedDivision)
	_, err := srv.Client().Registration.Register(ctx, latecomers(division))
	if errors.Is(err, tourney.CodeInactive) && !errors.Is(err, tourney.ErrOutcomeUnknown) {
		fmt.Println("registration is closed; registered:", len(srv.Registrations.All()))
	}
	// Output:
	// registration is closed; registered: 0
}

func Example_failureDeclinedCard() {
	ctx, srv := context.Background(), troubled()

	for _, number := range []string{mockserver.CardDeclined, "4111111111111112"} { // the second ends with a wrong digit
		_, err := srv.Client().Payments.Pay(ctx, entryFee(number))
		switch {
		case errors.Is(err, tourney.ErrOutcomeUnknown): // asked first: such an error can have codes as well
			fmt.Println("look before you charge again")
		case errors.Is(err, tourney.CodePermissionDenied):
			fmt.Println("declined: take another card")
		case errors.Is(err, tourney.CodeInvalid):
			fmt.Println("mistyped: correct the number")
		}
	}
	fmt.Println("payments:", len(srv.Payments.All()))
	// Output:
	// declined: take another card
	// mistyped: correct the number
	// payments: 0
}

func Example_failureScoreChanges() {
	ctx, srv := context.Background(), troubled()

	client := srv.Client(tourney.WithRetry(tourney.Retry{})) // one attempt for each poll
	srv.Games.Edit(7001, func(g *tourney.Game) { g.AwayTeam.Score = tourney.Score(1) })
	srv.Faults.Add(fault.On("Games.List").Nth(2).Gateway(502))
	options := watch.Options{Interval: time.Millisecond, Existing: true}
	for change, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{DivisionID: 2001}, options) {
		switch {
		case err != nil: // the second poll; the watch goes on
			fmt.Println("a poll failed:", errors.Is(err, tourney.ErrUnavailable))
			srv.Games.Edit(7001, func(g *tourney.Game) { g.AwayTeam.Score = tourney.Score(2) })
		case change.Kind == watch.KindScore:
			fmt.Println(change.Before.AwayTeam.Score, "is now", change.After.AwayTeam.Score)
			return
		}
	}
	// Output:
	// a poll failed: true
	// 1 is now 2
}

func Example_failureProxyPage() {
	ctx, srv := context.Background(), troubled()

	client := srv.Client(tourney.WithRetry(tourney.Retry{})) // one attempt for each call
	srv.Faults.Add(fault.On("Teams.Get").Nth(1).Gateway(502))
	srv.Faults.Add(fault.On("Teams.Get").Nth(2).StatusBody(200, "text/html", "<h1>Sign in to this network</h1>"))
	_, err := client.Teams.Get(ctx, 4001)
	var answer *tourney.APIError
	if errors.As(err, &answer) && errors.Is(err, tourney.ErrUnavailable) {
		fmt.Println(answer.Status, "of a proxy:", strings.Contains(answer.Excerpt(), "<html>"))
	}
	_, err = client.Teams.Get(ctx, 4001)
	var unread *tourney.DecodeError
	if errors.As(err, &unread) {
		fmt.Println(unread.Status, unread.ContentType, unread.Excerpt())
	}
	// Output:
	// 502 of a proxy: true
	// 200 text/html <h1>Sign in to this network</h1>
}

func Example_failureFront() {
	ctx, srv := context.Background(), troubled()

	srv.Faults.Add(fault.OnAny().StatusBody(403, "text/html", "<h1>Your address is blocked</h1>"))
	_, err := srv.Client().Teams.Get(ctx, 4001)
	var answer *tourney.APIError
	if errors.As(err, &answer) && errors.Is(err, tourney.ErrForbidden) {
		fmt.Println(len(answer.Errors), "codes:", answer.Excerpt())
	}
	// Output:
	// 0 codes: <h1>Your address is blocked</h1>
}

func Example_failureNoResult() {
	ctx, srv := context.Background(), troubled()
	client := srv.Client()

	srv.Faults.Add(fault.On("Teams.Create").NoResult())
	_, err := client.Teams.Create(ctx, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Otters")})
	var unread *tourney.DecodeError
	if errors.Is(err, tourney.ErrOutcomeUnknown) && errors.As(err, &unread) {
		fmt.Println("the answer has no", unread.Path)
	}
	id, err := createOnce(ctx, client, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Herons")})
	herons, _ := srv.Teams.Get(id)
	fmt.Println(herons.Name, err)
	// Output:
	// the answer has no /Id
	// Herons <nil>
}

// TestFailuresThatTakeTime runs in bubbles of testing/synctest, in which no wait takes time.
func TestFailuresThatTakeTime(t *testing.T) {
	for name, test := range map[string]func(t *testing.T, srv *mockserver.Server, client *tourney.Client){
		"a 429 with a date":             waitsUntilTheDate,
		"a slow host":                   givesUpASlowPayment,
		"an answer lost, nothing paid":  cannotTellOfAPayment,
		"a request that never went out": paysOnceTheHostIsBack,
	} {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(name+", "+string(format), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					srv := troubled()
					defer srv.Close()
					test(t, srv, srv.Client(tourney.WithFormat(format)))
				})
			})
		}
	}
}

func waitsUntilTheDate(t *testing.T, srv *mockserver.Server, client *tourney.Client) {
	t.Helper()
	srv.Faults.Add(fault.OnAny().Nth(1).Status(429).RetryAfterDate(10 * time.Second))
	begun := time.Now()
	_, err := client.Teams.Get(t.Context(), 4001)
	require.NoError(t, err)
	require.InDelta(t, 10, time.Since(begun).Seconds(), 1, "the date has whole seconds")

	srv.Faults.Add(fault.On("Payments.Pay").Status(429).RetryAfterDate(10 * time.Second))
	_, err = client.Payments.Pay(t.Context(), entryFee(goodCard))
	require.ErrorIs(t, err, tourney.ErrRateLimited)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.Len(t, srv.Calls.All("Payments.Pay"), 1, "a charge is not sent again")
}

func givesUpASlowPayment(t *testing.T, srv *mockserver.Server, client *tourney.Client) {
	t.Helper()
	fee := entryFee(goodCard)
	note, err := reconcile.NoteBefore(t.Context(), client, fee)
	require.NoError(t, err)
	srv.Faults.Add(fault.On("Payments.Pay").AfterCommit().Delay(time.Hour))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = client.Payments.Pay(ctx, fee)
	require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	found, err := reconcile.FindOut(t.Context(), client, note, err, time.Minute)
	require.NoError(t, err)
	require.Equal(t, reconcile.OutcomeHappened, found.Outcome)
	require.Len(t, srv.Payments.All(), 1)
}

func cannotTellOfAPayment(t *testing.T, srv *mockserver.Server, client *tourney.Client) {
	t.Helper()
	fee := entryFee(goodCard)
	note, err := reconcile.NoteBefore(t.Context(), client, fee)
	require.NoError(t, err)
	srv.Faults.Add(fault.On("Payments.Pay").Before().Drop())
	_, err = client.Payments.Pay(t.Context(), fee)
	require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
	found, err := reconcile.FindOut(t.Context(), client, note, err, time.Minute)
	require.NoError(t, err)
	require.Equal(t, reconcile.OutcomeUnknown, found.Outcome)
	require.Empty(t, srv.Payments.All())
}

func paysOnceTheHostIsBack(t *testing.T, srv *mockserver.Server, client *tourney.Client) {
	t.Helper()
	srv.Unreachable(time.Minute)
	_, err := client.Payments.Pay(t.Context(), entryFee(goodCard))
	require.Error(t, err)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	<-time.After(time.Minute)
	_, err = client.Payments.Pay(t.Context(), entryFee(goodCard))
	require.NoError(t, err)
	require.Len(t, srv.Payments.All(), 1)
}
