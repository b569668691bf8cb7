package tourney_test

import (
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/secret"
)

// TestHeadersThatCannotBeSentAreNotSent guards against an unknown outcome for a request that never went out.
func TestHeadersThatCannotBeSentAreNotSent(t *testing.T) {
	sent := 0
	count := func(*http.Request) (*http.Response, error) {
		sent++
		return nil, errors.New("not reached")
	}
	_, err := clienttest.Over(t, count).Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")}, tourney.WithHeader("X-A", "a\nb"))
	require.ErrorContains(t, err, "Header")
	signed := clienttest.Over(t, count, tourney.WithSigner(auth.Header{Key: "X-Key"}),
		tourney.WithCredentials(auth.Credentials{APIKey: "k\r\n", APISecret: secret.New("s")}))
	_, err = signed.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
	require.Error(t, err)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.Zero(t, sent)
}

func TestTransportsWithoutBodyOrAnswer(t *testing.T) {
	empty := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}}, nil
	})
	require.NoError(t, empty.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 1, AwayScore: tourney.Score(1)}))
	none := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
		return nil,
			nil
	}) //nolint:nilnil // the mistake of a broken transport
	require.ErrorContains(t, none.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 1, AwayScore: tourney.Score(1)}), "neither")
}

func TestLargestResponseLimit(t *testing.T) {
	c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
			Body: io.NopCloser(strings.NewReader(`{"Venue":{"Id":3,"Name":"Riverside"}}`)),
		}, nil
	}, tourney.WithMaxResponseBytes(math.MaxInt64))
	venue, err := c.Venues.Get(t.Context(), 3)
	require.NoError(t, err)
	require.Equal(t, "Riverside", venue.Name)
}

// TestEverythingThatIsWrongAtOnce: an empty update and a date without a day hide neither other violations nor their own names.
func TestEverythingThatIsWrongAtOnce(t *testing.T) {
	c := clienttest.Over(t, clienttest.Transport(clienttest.Broken(io.ErrUnexpectedEOF)))
	var invalid *tourney.ValidationError
	require.ErrorAs(t, c.Teams.Update(t.Context(), tourney.TeamUpdateInput{}), &invalid)
	require.Len(t, invalid.Fields, 2)
	_, err := c.Registration.Register(t.Context(), tourney.RegistrationInput{
		Players: []tourney.RegistrationPlayerInput{{Birthdate: tourney.Date{Year: 2026, Month: 2, Day: 31}}},
	})
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, "players[0].birthdate", invalid.Fields[0].Path)
	require.ErrorContains(t, err, "calendar")
}
