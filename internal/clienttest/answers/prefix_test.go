package answers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/watch"
)

// signs is a custom Signer.
type signs func(*http.Request, auth.Credentials) error

func (f signs) Sign(req *http.Request, keys auth.Credentials) error { return f(req, keys) }

// states is a watch.State that fails.
type states struct{ load, save error }

func (s states) Load(context.Context) ([]byte, error) { return nil, s.load }

func (s states) Save(context.Context, []byte) error { return s.save }

// waits is a Limiter that answers with an error.
type waits struct{ err error }

func (w waits) Wait(context.Context) error { return w.err }

// watched returns all errors of a watch, which leave cancels after the first change.
func watched(t *testing.T, c *tourney.Client, state watch.State, leave bool) (all []error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := watch.Options{State: state, Existing: true}
	for _, err := range watch.Games(ctx, c.Games, tourney.GameListOptions{}, o) {
		switch {
		case err == nil && leave:
			cancel()
		case err != nil:
			all = append(all, err)
		}
		if len(all) > 1 {
			break
		}
	}
	return all
}

// ourErrors are errors of every kind of this package, alone and wrapping each other, each with a part of its text.
func ourErrors(t *testing.T) map[string][]error {
	t.Helper()
	once := tourney.WithRetry(tourney.Retry{})
	keys, hmac := tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(auth.HMAC{})
	login := tourney.WithLogin("director", "hunter22")
	calls := func(answer httpmock.Responder, opts ...tourney.Option) (all []error) {
		for _, name := range []string{"read", "set", "login", "create", "charge", "raw POST"} {
			if clienttest.ClassCalls[name] == nil {
				continue
			}
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(answer), append([]tourney.Option{once}, opts...)...)
			all = append(all, clienttest.ClassCalls[name](t.Context(), c))
		}
		return all
	}
	// Errors that wrap another error of ours, or a user's error around it.
	_, below := tourney.ParseHost("quidditch")
	wrapped := fmt.Errorf("of mine: %w", below)
	joined := errors.Join(errors.New("first"), below)
	signedBy := func(err error) []error {
		return calls(clienttest.Reply(200, `{}`), keys, tourney.WithSigner(signs(func(*http.Request, auth.Credentials) error { return err })))
	}
	showing := func(_ *http.Request, keys auth.Credentials) error {
		return fmt.Errorf("%w %s", below, keys.APISecret.Reveal())
	}
	games, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Games":{"Results":[{"Id":1}]}}`), once)
	down, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``), once)
	gone, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(404, ``), once)
	list, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Games":{"Results":[{"Id":1}],"Page":1,"PageSize":1,"Total":1}}`))
	var listing []error
	for _, err := range list.Games.Pages(t.Context(), tourney.GameListOptions{}, tourney.Prefetch(99)) {
		listing = append(listing, err)
	}
	return map[string][]error{
		"refused":           calls(clienttest.Reply(400, `{"Errors":[{"Code":2,"Message":"no"}]}`)),
		"failed":            calls(clienttest.Reply(500, `{"Errors":[{"Code":0,"Message":"no"}]}`)),
		"errors in a 200":   calls(clienttest.Reply(200, `{"Errors":[{"Code":0,"Message":"no"}]}`)),
		"unreadable":        calls(clienttest.Reply(200, `{"Id":"x","TransactionId":{},"Venues":7,"ApiKey":"!"`)),
		"a page":            calls(clienttest.Reply(200, `<html>`, "Content-Type", "text/html")),
		"broken":            calls(clienttest.Broken(errors.New("no route"))),
		"broken by ours":    calls(clienttest.Broken(below)),
		"broken by wrapped": calls(clienttest.Broken(wrapped)),
		"broken by joined":  calls(clienttest.Broken(joined)),
		"redirected":        calls(clienttest.Reply(302, ``, "Location", "https://evil.example.com/")),
		"plain http": {clienttest.Err(func() (int, error) {
			c, _ := clienttest.ServeAt(t, "http://host.example.com", tourney.Soccer, clienttest.Always(200, `{}`))
			return 0, clienttest.ClassCalls["login"](t.Context(), c)
		}())},
		"a signer without keys":      calls(clienttest.Reply(200, `{}`), keys, tourney.WithSigner(auth.Header{})),
		"a query without keys":       calls(clienttest.Reply(200, `{}`), keys, tourney.WithSigner(auth.Query{})),
		"a signer without a secret":  calls(clienttest.Reply(200, `{}`), tourney.WithCredentials(auth.Credentials{APIKey: "k"}), hmac),
		"a signer with ours":         signedBy(below),
		"a signer with wrapped":      signedBy(wrapped),
		"a signer with joined":       signedBy(joined),
		"a signer with a secret":     calls(clienttest.Reply(200, `{}`), keys, tourney.WithSigner(signs(showing))),
		"a limiter with ours":        calls(clienttest.Reply(200, `{}`), tourney.WithRateLimit(waits{below})),
		"a limiter with wrapped":     calls(clienttest.Reply(200, `{}`), tourney.WithRateLimit(waits{wrapped})),
		"a login refused":            calls(clienttest.Reply(401, `{"Errors":[{"Code":5,"Message":"no"}]}`), login, hmac),
		"a login broken":             calls(clienttest.Broken(errors.New("no route")), login, hmac),
		"a login unreadable":         calls(clienttest.Reply(200, `{"ApiKey":"!"}`), login, hmac),
		"a login not sent":           calls(clienttest.Reply(200, `{}`), tourney.WithLogin(strings.Repeat("u", 51), "p"), hmac),
		"a watch that cannot load":   watched(t, games, states{load: below}, false),
		"a watch that cannot save":   watched(t, games, states{save: wrapped}, false),
		"a watch left and not saved": watched(t, games, states{save: below}, true),
		"a watch of a host away":     watched(t, down, nil, false),
		"a watch of a list gone":     watched(t, gone, nil, false),
		"a listing":                  listing,
		"the keys":                   {clienttest.Err(auth.Decode("!", "!")), clienttest.Err(auth.Decode("", ""))},
		"names":                      {below, clienttest.Err(tourney.New("https://h.example.com", tourney.Variant("quidditch")))},
		"a client": {clienttest.Err((&tourney.Client{}).Teams.Get(t.Context(), 1)),
			clienttest.Err(tourney.New("x", tourney.Soccer))},
	}
}

// TestOurPrefixStandsOnceAndInFront: an error that wraps another one names the package once, and so does each error
// below it.
func TestOurPrefixStandsOnceAndInFront(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, all := range ourErrors(t) {
			seen := 0
			for _, err := range all {
				if err == nil {
					continue // of a class to which this does not happen
				}
				seen++
				require.True(t, strings.HasPrefix(err.Error(), "tourney: "), "%s: %v", name, err)
				eachBelow(err, func(err error) {
					text := err.Error()
					require.LessOrEqual(t, strings.Count(text, "tourney:"), 1, "%s: %s", name, text)
				})
			}
			require.Positive(t, seen, name)
		}
	})
}

// eachBelow calls f for an error and for each error of ours below it. Errors of others around ours do not count.
func eachBelow(err error, f func(error)) {
	if err == nil {
		return
	}
	f(err)
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range many.Unwrap() {
			eachBelow(err, f)
		}
	}
	eachBelow(errors.Unwrap(err), f)
}

// TestErrorsAboutNothing: printing the zero values of the error types does not panic.
func TestErrorsAboutNothing(t *testing.T) {
	for _, err := range []error{
		&tourney.APIError{}, &tourney.DecodeError{}, &tourney.TransportError{}, &tourney.OutcomeUnknownError{},
		&tourney.ValidationError{}, &tourney.ListChangedError{}, &watch.Error{}, &watch.Error{Final: true},
	} {
		require.True(t, strings.HasPrefix(err.Error(), "tourney: "), "%T", err)
	}
}

// TestWordsOfOthersStay: only our own prefix is removed, and no word that looks like it.
func TestWordsOfOthersStay(t *testing.T) {
	failed := errors.New("the spring tourney: it is full (mytourney: 7)")
	err := &tourney.OutcomeUnknownError{Op: "Payments.Pay", Err: &tourney.TransportError{Err: failed}}
	require.ErrorContains(t, err, failed.Error())
	require.ErrorIs(t, err, failed)
}
