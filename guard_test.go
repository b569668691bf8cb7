package tourney_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// transport is a transport from a user's function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func over(t *testing.T, f transport, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	opts = append([]tourney.Option{tourney.WithHTTPClient(&http.Client{Transport: f}), tourney.WithRetry(tourney.Retry{})}, opts...)
	c, err := tourney.New("https://soccer.example.com", tourney.Soccer, opts...)
	require.NoError(t, err)
	return c
}

// TestHeadersThatCannotBeSentAreNotSent guards against an unknown outcome for a request that never went out.
func TestHeadersThatCannotBeSentAreNotSent(t *testing.T) {
	sent := 0
	count := func(*http.Request) (*http.Response, error) {
		sent++
		return nil, errors.New("not reached")
	}
	_, err := over(t, count).Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")}, tourney.Header("X-A", "a\nb"))
	require.ErrorContains(t, err, "Header")
	signed := over(t, count, tourney.WithSigner(tourney.HeaderSigner{Key: "X-Key"}),
		tourney.WithCredentials(tourney.Credentials{APIKey: "k\r\n", APISecret: tourney.NewSecret("s")}))
	_, err = signed.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
	require.Error(t, err)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.Zero(t, sent)
}

func TestTransportsWithoutBodyOrAnswer(t *testing.T) {
	empty := over(t, func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}}, nil
	})
	require.NoError(t, empty.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 1, AwayScore: new(1)}))
	none := over(t, func(*http.Request) (*http.Response, error) { return nil, nil }) //nolint:nilnil // the mistake of a broken transport
	require.ErrorContains(t, none.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 1, AwayScore: new(1)}), "neither")
}

// TestAPanicGivesItsSlotBack guards against a client that hangs after the caller recovered from a panic of the transport, as servers do.
func TestAPanicGivesItsSlotBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		c := over(t, func(*http.Request) (*http.Response, error) {
			if calls++; calls == 1 {
				panic("out of order")
			}
			return nil, errors.New("in order")
		}, tourney.WithMaxConcurrent(1))
		list := func() error { return second(c.Venues.List(t.Context(), tourney.VenueListOptions{})) }
		require.PanicsWithValue(t, "out of order", func() { _ = list() })
		require.ErrorContains(t, list(), "in order")
	})
}

func TestLargestResponseLimit(t *testing.T) {
	c := over(t, func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
			Body: io.NopCloser(strings.NewReader(`{"Venue":{"Id":3,"Name":"Riverside"}}`)),
		}, nil
	}, tourney.WithMaxResponseBytes(math.MaxInt64))
	venue, err := c.Venues.Get(t.Context(), 3)
	require.NoError(t, err)
	require.Equal(t, "Riverside", venue.Name)
}

// TestSecretsInWhatOthersSay: errors hide the secrets that transports and hosts repeat.
func TestSecretsInWhatOthersSay(t *testing.T) {
	var log bytes.Buffer
	c := over(t, func(req *http.Request) (*http.Response, error) {
		return nil, fmt.Errorf("cannot reach %s", req.URL)
	}, tourney.WithSigner(tourney.QuerySigner{Key: "key", Secret: "secret"}),
		tourney.WithCredentials(tourney.Credentials{APIKey: "k/1", APISecret: tourney.NewSecret("s&cret")}),
		tourney.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
	requireNoTrace(t, err.Error()+log.String(), "s&cret", "s%26cret", "k%2F1")

	const card = "4111111111111111"
	echo := over(t, func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
			Body: io.NopCloser(strings.NewReader(`{"TransactionId":[` + card + `]}`)),
		}, nil
	}, tourney.WithoutChecks())
	_, err = echo.Payments.Pay(t.Context(),
		tourney.PaymentInput{Payment: &tourney.PaymentDetailsInput{CreditCardNumber: tourney.NewSecret(card)}})
	require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
	requireNoTrace(t, err.Error(), card)

	lost := over(t, transport(broken(io.ErrUnexpectedEOF)))
	_, err = lost.Payments.Pay(t.Context(), tourney.PaymentInput{Payment: &tourney.PaymentDetailsInput{CreditCardType: new(card)}})
	require.ErrorIs(t, err, tourney.ErrInvalid)
	requireNoTrace(t, err.Error(), card)
}

func TestRawBodiesStayOffPlainHTTP(t *testing.T) {
	c, err := tourney.New("http://soccer.example.com", tourney.Soccer)
	require.NoError(t, err)
	_, err = c.Do(t.Context(), tourney.RawRequest{Method: http.MethodPost, Path: "/api/v1/authenticate", Body: []byte(`{"Password":"p"}`)})
	require.ErrorContains(t, err, "plain http")
}

// TestEverythingThatIsWrongAtOnce: an empty update and a date without a day hide neither other violations nor their own names.
func TestEverythingThatIsWrongAtOnce(t *testing.T) {
	c := over(t, transport(broken(io.ErrUnexpectedEOF)))
	var invalid *tourney.ValidationError
	require.ErrorAs(t, c.Teams.Update(t.Context(), tourney.TeamUpdateInput{}), &invalid)
	require.Len(t, invalid.Fields, 2)
	_, err := c.Registration.Register(t.Context(), tourney.RegistrationInput{
		Players: []tourney.RegistrationPlayerInput{{Birthdate: tourney.BirthDate{Year: 2026, Month: 2, Day: 31}}},
	})
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, "players[0].birthdate", invalid.Fields[0].Path)
	require.ErrorContains(t, err, "calendar")
}

// TestOptionsAreCopied: changes of the options after the call of All do not change the list.
func TestOptionsAreCopied(t *testing.T) {
	var queries []string
	c := over(t, func(req *http.Request) (*http.Response, error) {
		queries = append(queries, req.URL.RawQuery)
		return nil, context.Canceled
	})
	paid, ids := true, []int64{1, 2}
	list := c.Teams.All(t.Context(), tourney.TeamListOptions{Paid: &paid, TeamIDs: ids})
	paid, ids[0] = false, 9
	for _, err := range list {
		require.Error(t, err)
	}
	require.Equal(t, []string{"page=1&paid=true&teamids=1%2C2"}, queries)
}
