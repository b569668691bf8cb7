package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
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

// The code of docs/errors.md. A test holds the two to each other.

func pay(ctx context.Context, client *tourney.Client, payment tourney.PaymentInput) (string, error) {
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
	note, err := reconcile.NoteBefore(ctx, client, team)
	if err != nil {
		return 0, err // nothing was sent
	}
	id, err := client.Teams.Create(ctx, team)
	if !errors.Is(err, tourney.ErrOutcomeUnknown) {
		return id, err
	}
	found, lookErr := reconcile.FindOut(context.WithoutCancel(ctx), client, note, err, time.Minute)
	switch found.Outcome {
	case reconcile.OutcomeHappened:
		return found.ID, nil
	case reconcile.OutcomeDidNotHappen:
		return 0, fmt.Errorf("%w: %s", errNotCreated, found.Reason)
	}
	return 0, errors.Join(err, lookErr) // ErrOutcomeUnknown: a person decides
}

// errNotCreated says that the team is not there, so the caller may create it again.
var errNotCreated = errors.New("the team was not created")

// setHome sets the home side's score, and sends it at most once. With an error it returns the game as it is then.
func setHome(ctx context.Context, client *tourney.Client, id int64, score tourney.Decimal) (tourney.Game, error) {
	err := client.Games.Update(ctx, tourney.GameUpdateInput{ID: id, HomeScore: &score}, tourney.WithRetry(tourney.Retry{}))
	if err == nil {
		return tourney.Game{}, nil
	}
	game, lookErr := client.Games.Get(context.WithoutCancel(ctx), id) // ctx may have ended with the update
	home := game.HomeTeam
	if home != nil && home.Score != nil && home.Score.Equal(score) {
		return game, nil // the score stands
	}
	return game, errors.Join(err, lookErr)
}

// TestCreateOnceTellsItsOutcomesApart runs the code of docs/errors.md: a caller knows when it may create the team again.
func TestCreateOnceTellsItsOutcomesApart(t *testing.T) {
	for name, test := range map[string]struct {
		fault   fault.Rule
		name    string
		want    error
		unknown bool
	}{
		"the host acted":             {fault.On("Teams.Create").AfterCommit().Drop(), "Otters", nil, false},
		"the host acts late":         {fault.On("Teams.Create").CommitAfter(time.Second).Drop(), "Otters", nil, false},
		"the host did not act":       {fault.On("Teams.Create").Drop(), "Otters", errNotCreated, false},
		"two rows look like the new": {fault.On("Teams.Create").AfterCommit().Drop(), "Twins", tourney.ErrOutcomeUnknown, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := troubled()
				defer srv.Close()
				fault := srv.Faults.AddWhen(test.fault, func(journal.Call) bool {
					if test.name == "Twins" { // another program creates one of that name, too
						srv.Teams.Add(tourney.Team{Name: test.name, Division: &tourney.TeamDivision{ID: 2001}})
					}
					return true
				})
				_, err := createOnce(t.Context(), srv.Client(), tourney.TeamCreateInput{DivisionID: 2001, Name: &test.name})
				require.ErrorIs(t, err, test.want)
				require.Equal(t, test.unknown, errors.Is(err, tourney.ErrOutcomeUnknown))
				require.Equal(t, 1, fault.Hits())
			})
		})
	}
}

// TestUpdatesAndOtherWriters runs the code of docs/errors.md: the client's own repetition overwrites what another
// program wrote after the first attempt, and setHome does not.
func TestUpdatesAndOtherWriters(t *testing.T) {
	corrected := func(t *testing.T) (*mockserver.Server, *tourney.Client) {
		t.Helper()
		srv := troubled()
		lost := srv.Faults.Add(fault.On("Games.Update").Nth(1).AfterCommit().Drop())
		return srv, srv.Client(
			tourney.WithRetry(tourney.Retry{Max: 3}),
			tourney.WithHTTPClient(&http.Client{Transport: clienttest.Transport(func(req *http.Request) (*http.Response, error) {
				res, err := srv.RoundTrip(req)
				if err != nil && lost.Hits() == 1 {
					srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(5) })
				}
				return res, err
			})}))
	}
	score := func(srv *mockserver.Server) string {
		game, _ := srv.Games.Get(7001)
		return game.HomeTeam.Score.String()
	}

	srv, client := corrected(t)
	require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(3)}))
	require.Equal(t, "3", score(srv), "the correction is gone")

	srv, client = corrected(t)
	game, err := setHome(t.Context(), client, 7001, tourney.NewDecimal(3, 0))
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, "5", game.HomeTeam.Score.String())
	require.Equal(t, "5", score(srv))
	require.Len(t, srv.Calls.All("Games.Update"), 1)

	srv, client = corrected(t)
	_, err = setHome(t.Context(), client, 7001, tourney.NewDecimal(5, 0))
	require.NoError(t, err, "the score stands")
	require.Equal(t, "5", score(srv))
}

// TestNotFoundOfAProxy runs what docs/errors.md says of 404.
func TestNotFoundOfAProxy(t *testing.T) {
	srv := troubled()
	srv.Faults.Add(fault.On("Teams.Get").Where("id", "4001").StatusBody(404, "text/html", "<h1>no such site</h1>"))
	astray := srv.Client(tourney.WithHTTPClient(&http.Client{Transport: clienttest.Transport(
		func(req *http.Request) (*http.Response, error) {
			req = req.Clone(req.Context())
			req.URL.Path = "/api" + req.URL.Path
			return srv.RoundTrip(req)
		})}))
	for name, test := range map[string]struct {
		client *tourney.Client
		id     int64
		code   bool
	}{
		"a proxy":           {srv.Client(), 4001, false},
		"no such row":       {srv.Client(), 99, true},
		"a wrong base path": {astray, 4001, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := test.client.Teams.Get(t.Context(), test.id)
			require.ErrorIs(t, err, tourney.ErrNotFound)
			require.Equal(t, test.code, errors.Is(err, tourney.CodeNotFound))
		})
	}
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
	division := srv.Divisions.Add(tourney.Division{
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

// reason returns what a desk tells the payer whose card was refused. It goes into no log.
func reason(err error) string {
	var answer *tourney.APIError
	if errors.Is(err, tourney.ErrOutcomeUnknown) || !errors.As(err, &answer) {
		return "ask the event director"
	}
	return strings.Join(answer.HostMessages(), "; ")
}

func ExampleAPIError_HostMessages() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = srv.Client().Payments.Pay(context.Background(), entryFee(mockserver.CardDeclined))
	fmt.Println(err) // as a log may have it
	fmt.Println(reason(err))
	// Output:
	// tourney: Payments.Pay: POST /api/v1/payments: 403 Forbidden: PermissionDenied (6) in payment.creditcardnumber: [withheld: the request held a secret] (request mock-000001)
	// payment.creditcardnumber was declined by the card's issuer
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
		transaction, err := pay(ctx, canned{"POST /api/v1/payments": body}.client(), payment)
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
	client := host.Client(tourney.WithHTTPClient(&http.Client{Transport: clienttest.Transport(
		func(req *http.Request) (*http.Response, error) {
			res, err := host.RoundTrip(req)
			if err == nil && req.Method == http.MethodPost { // the host acts, and its answer is lost
				_ = res.Body.Close()
				err = io.ErrUnexpectedEOF
			}
			return res, err
		})}))
	id, err := createOnce(ctx, client, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Otters")})
	team, _ := host.Teams.Get(id)
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

func ExampleAPIError() {
	_, err := mock().Client().Teams.Get(context.Background(), 99)
	if errors.Is(err, tourney.ErrNotFound) {
		fmt.Println("no such team")
	}
	var answer *tourney.APIError
	if errors.As(err, &answer) {
		fmt.Println(answer.Op, answer.Status, answer.Errors[0].Code, answer.Errors[0].Message)
	}
	// Output:
	// no such team
	// Teams.Get 404 NotFound id names no team: 99
}

// The client finds all mistakes at once, and sends nothing.
func ExampleValidationError() {
	srv := mock()
	err := srv.Client().Divisions.Update(context.Background(), tourney.DivisionUpdateInput{})
	var refused *tourney.ValidationError
	if errors.As(err, &refused) {
		for _, field := range refused.Fields {
			fmt.Println(field.Path, field.Code, field.Message)
		}
	}
	fmt.Println(errors.Is(err, tourney.ErrNotSent), len(srv.Calls.All("")))
	// Output:
	// Required nothing is set: an update changes only what it names
	// id Required id is required
	// true 0
}

// An answer that is no list of games: the path and the place say where.
func ExampleDecodeError() {
	srv := mock()
	srv.Faults.Add(fault.On("Games.Get").StatusBody(200, "application/json", `{"Game":{"Id":7001,"Date":"soon"}}`))
	_, err := srv.Client().Games.Get(context.Background(), 7001)
	var unread *tourney.DecodeError
	if errors.As(err, &unread) {
		fmt.Println(unread.Path, unread.Line, unread.Err)
	}
	// Output:
	// /Game/Date 1 /Game/Date (line 1, offset 26): found string "soon", expected a Date: "soon" is not a date: expected m/d/yyyy
}

func ExampleTransportError() {
	srv := mock()
	srv.Faults.Add(fault.On("Venues.List").Reset())
	_, err := srv.Client(tourney.WithRetry(tourney.Retry{Max: 1})).Venues.List(context.Background(), tourney.VenueListOptions{})
	var lost *tourney.TransportError
	if errors.As(err, &lost) {
		fmt.Println(lost.Op, lost.Attempts, errors.Is(err, syscall.ECONNRESET), tourney.ErrorTypeOf(err))
	}
	// Output:
	// Venues.List 2 true broken
}

// The team may have been made: look for it before you send it again.
func ExampleOutcomeUnknownError() {
	srv := mock()
	srv.Faults.Add(fault.On("Teams.Create").Nth(1).AfterCommit().Gateway(502))
	otters := tourney.TeamCreateInput{DivisionID: 2001, Name: new("Otters"), ExternalTeamID: new("OTT-13")}
	id, err := srv.Client().Teams.Create(context.Background(), otters)
	if errors.Is(err, tourney.ErrOutcomeUnknown) {
		var division tourney.Division
		division, err = srv.Client().Divisions.Get(context.Background(), 2001, tourney.IncludeTeams)
		for _, team := range division.Teams {
			if team.ExternalTeamID == "OTT-13" {
				id = team.ID
			}
		}
	}
	fmt.Println(id, err) // with 0 and nil it is not there, and can be sent again
	// Output:
	// 50000001 <nil>
}
