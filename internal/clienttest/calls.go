package clienttest

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/secret"
)

// Err drops the result of a call and returns its error.
func Err[T any](_ T, err error) error { return err }

// As returns the error of a type in the chain of an error. It fails the test if there is none.
func As[T error](t *testing.T, err error, about ...any) (found T) {
	t.Helper()
	require.ErrorAs(t, err, &found, about...)
	return found
}

// Many has n callers list venues at once, and returns their errors.
func Many(t *testing.T, c *tourney.Client, n int, opts ...tourney.ListOption) []error {
	t.Helper()
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, errs[i] = c.Venues.List(t.Context(), tourney.VenueListOptions{}, opts...) })
	}
	wg.Wait()
	return errs
}

// The secrets of CardPayment.
const (
	CardNumber = "4111111111111111"
	CardCode   = "012"
)

// CardPayment returns a payment by card that passes all checks of the client.
func CardPayment() tourney.PaymentInput {
	return tourney.PaymentInput{TeamID: 7, EnablePaymentConfirmation: new(true), Payment: &tourney.PaymentDetailsInput{
		Amount: new(tourney.MustDecimal("125.50")), Title: new("T"), Description: new("D"),
		CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New(CardNumber),
		CreditCardExpireYear: new(29), CreditCardExpireMonth: new(1), CreditCardCVV2: secret.New(CardCode),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("S"), ExtendedAddress: new("E"), City: new("C"), StateRegion: new("R"), PostalCode: new("01001"),
		},
	}}
}

// Limiter is a function that is a tourney.Limiter.
type Limiter func(context.Context) error

// Wait calls the function.
func (f Limiter) Wait(ctx context.Context) error { return f(ctx) }

// Call calls the method of a client for an operation, such as Teams.Get, or for an alias of the operation. It calls
// Authenticate for a tourney.Login, and Do for a tourney.RawRequest. Otherwise in is the struct of parameters of the
// method, or an id.
func Call(ctx context.Context, c *tourney.Client, op string, in any, opts ...tourney.ListOption) (out any, err error) {
	if login, ok := in.(tourney.Login); ok {
		return c.Authenticate(ctx, login.Username, login.Password.Reveal(), forCall(opts)...)
	}
	if raw, ok := in.(tourney.RawRequest); ok {
		return c.Do(ctx, raw, forCall(opts)...)
	}
	service, method, _ := strings.Cut(op, ".")
	given := []reflect.Value{reflect.ValueOf(&ctx).Elem(), reflect.ValueOf(in)}
	for _, o := range opts {
		given = append(given, reflect.ValueOf(o))
	}
	results := reflect.ValueOf(c).Elem().FieldByName(service).MethodByName(method).Call(given)
	err, _ = results[len(results)-1].Interface().(error)
	if len(results) == 1 { // an update returns only an error
		return struct{}{}, err
	}
	return results[0].Interface(), err
}

// A Method is a call that gets its client later.
type Method = func(context.Context, *tourney.Client, ...tourney.CallOption) error

// Calling returns a Method that passes op and in to Call.
func Calling(op string, in any, own ...tourney.CallOption) Method {
	return func(ctx context.Context, c *tourney.Client, opts ...tourney.CallOption) error {
		return Err(Call(ctx, c, op, in, ForList(slices.Concat(own, opts))...))
	}
}

// forCall returns options as options of any call. It panics for an option that only lists accept.
func forCall(opts []tourney.ListOption) []tourney.CallOption {
	all := make([]tourney.CallOption, len(opts))
	for i, o := range opts {
		all[i] = o.(tourney.CallOption) //nolint:forcetypeassert // the caller passes only options of any call
	}
	return all
}

// ForList returns options of any call, and more, as options of a list.
func ForList(opts []tourney.CallOption, more ...tourney.ListOption) []tourney.ListOption {
	all := make([]tourney.ListOption, len(opts), len(opts)+len(more))
	for i, o := range opts {
		all[i] = o
	}
	return append(all, more...)
}

// RequireUnknown requires that err is an OutcomeUnknownError, and returns it. An error that only wraps such an error
// fails.
func RequireUnknown(t *testing.T, err error, about string) *tourney.OutcomeUnknownError {
	t.Helper()
	require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, about)
	unknown, outermost := err.(*tourney.OutcomeUnknownError) //nolint:errorlint // no other error may wrap it
	require.True(t, outermost, "%s: %v", about, err)
	return unknown
}

// ClassCalls has a call for each class of operations, such as "read".
var ClassCalls = map[string]Method{
	"read": Calling("Venues.List", tourney.VenueListOptions{}),
	"set":  Calling("Games.Update", tourney.GameUpdateInput{ID: 7, ExternalID: new("x")}),
	"set players": Calling("Teams.Update", tourney.TeamUpdateInput{ID: 7, Players: []tourney.PlayerUpdateInput{
		{ID: 8, PlayerInput: tourney.PlayerInput{Number: new(9)}},
	}}),
	"login":           Calling("Authentication.Authenticate", tourney.Login{Username: "u", Password: secret.New("p")}),
	"create":          Calling("Teams.Create", tourney.TeamCreateInput{Name: new("A")}),
	"create division": Calling("Divisions.Create", tourney.DivisionCreateInput{Name: new("A")}),
	"create player": Calling("Teams.Update", tourney.TeamUpdateInput{ID: 7, Players: []tourney.PlayerUpdateInput{
		{ID: 8, PlayerInput: tourney.PlayerInput{Number: new(9)}}, {PlayerInput: tourney.PlayerInput{FirstName: new("Ada")}},
	}}),
	"create coach": Calling("Teams.Update", tourney.TeamUpdateInput{ID: 7, Coaches: []tourney.CoachUpdateInput{
		{CoachInput: tourney.CoachInput{FirstName: new("Ada")}},
	}}),
	"charge": Calling("Payments.Pay", CardPayment()),
	"charge by registering": Calling("Registration.Register", tourney.RegistrationInput{
		DivisionID: 1, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
	}),
	"raw read":   Calling("Do", tourney.RawRequest{Method: "GET", Path: "/x"}),
	"raw set":    Calling("Do", tourney.RawRequest{Method: "PUT", Path: "/x", Body: []byte(`{}`)}),
	"raw charge": Calling("Do", tourney.RawRequest{Method: "POST", Path: "/x", Body: []byte(`{}`)}),
}

// SentOnce is the option with which a client sends no request again.
var SentOnce = tourney.WithRetry(tourney.Retry{})

// Quick is the option with which a client sends a request again at most twice, without waiting. It is for tests on
// real connections.
var Quick = tourney.WithRetry(tourney.Retry{Max: 2})
