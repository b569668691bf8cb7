package answers

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

func TestMetaDescribesEveryAnswer(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
		clienttest.Reply(200, `{"Venues":[]}`, "X-Request-Id", "r-1", "X-Other", "o"),
		clienttest.Reply(404, `{"Errors":[{"Code":1,"Message":"none"}]}`, "Request-Id", "r-2"),
		clienttest.Reply(200, `[broken`, "X-Correlation-Id", "r-3"),
		clienttest.Broken(errors.New("lost")),
	}, tourney.WithRetry(tourney.Retry{}))
	var response tourney.Response
	list := func() error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.ResponseInto(&response)))
	}

	require.NoError(t, list())
	require.Equal(t, tourney.Response{Status: 200, Header: response.Header, Attempts: 1, RequestID: "r-1"}, response)
	require.Equal(t, "o", response.Header.Get("X-Other"))
	require.Error(t, list())
	require.Equal(t, tourney.Response{Status: 404, Header: response.Header, Attempts: 1, RequestID: "r-2"}, response)
	require.Error(t, list())
	require.Equal(t, tourney.Response{Status: 200, Header: response.Header, Attempts: 1, RequestID: "r-3"}, response)
	require.Error(t, list())
	require.Equal(t, tourney.Response{Attempts: 1}, response, "no answer")
	response.Status = 200
	require.Error(t, clienttest.Err(c.Games.List(t.Context(), tourney.GameListOptions{Page: -1}, tourney.ResponseInto(&response))))
	require.Zero(t, response, "nothing was sent: what an earlier call left must not pass for an answer")
}

func TestBodyIntoKeepsTheAnswer(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{clienttest.Reply(200, `{"Venues":[]}`),
		clienttest.Reply(200, `{"Venues":7}`), clienttest.Reply(404, `gone`)})
	for _, want := range []string{`{"Venues":[]}`, `{"Venues":7}`, `gone`} {
		raw := []byte("left over")
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.BodyInto(&raw))
		require.Equal(t, want == `{"Venues":[]}`, err == nil)
		require.Equal(t, want, string(raw))
	}
}

func TestUpdatesTakeAnyEmptyAnswer(t *testing.T) {
	update := tourney.GameUpdateInput{ID: 7, ExternalID: new("x")}
	for _, answer := range []httpmock.Responder{
		clienttest.Reply(200, `{}`), clienttest.Reply(200, ``), clienttest.Reply(200, " \r\n", "Content-Type", "text/html"),
		clienttest.Reply(204, ``), clienttest.Reply(200, `{"Note":"done"}`),
		clienttest.Reply(200, `{}`, "Content-Type", ""),
		clienttest.Reply(200, `[]`), clienttest.Reply(200, `true`), // section 4.5 leaves the answer open
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(answer))
		require.NoError(t, c.Games.Update(t.Context(), update))
	}
	for _, answer := range []httpmock.Responder{clienttest.Reply(200, `<html>login</html>`, "Content-Type", "text/html"),
		clienttest.Reply(200, `{`),
		clienttest.Reply(302, ``)} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(answer), tourney.WithRetry(tourney.Retry{}))
		require.Error(t, c.Games.Update(t.Context(), update))
	}
}

func TestWrongContentType(t *testing.T) {
	const page = "<html><h1>Sign in</h1></html>"
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
		clienttest.Reply(200, page, "Content-Type", "text/html; charset=utf-8"),
		clienttest.Reply(404, page, "Content-Type", "text/html"),
		clienttest.Reply(200, strings.Repeat("é", 1000), "Content-Type", "text/plain"),
		clienttest.Reply(200, page, "Content-Type", ""),
	})
	list := func() error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithRetry(tourney.Retry{})))
	}

	err := list()
	unreadable := clienttest.As[*tourney.DecodeError](t, err)
	require.Equal(t, "Venues.List", unreadable.Op)
	require.Equal(t, 200, unreadable.Status)
	require.Equal(t, "text/html; charset=utf-8", unreadable.ContentType)
	require.Equal(t, page, unreadable.Excerpt())
	require.NotContains(t, err.Error(), "Sign in")

	err = list()
	answered := clienttest.As[*tourney.APIError](t, err)
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.Equal(t, 404, answered.Status)
	require.Equal(t, page, answered.Excerpt())
	require.Empty(t, answered.Errors)
	require.NotContains(t, err.Error(), "Sign in")

	require.ErrorAs(t, list(), &unreadable)
	require.LessOrEqual(t, len(unreadable.Excerpt()), 512)
	require.Equal(t, strings.Repeat("é", 256), unreadable.Excerpt(), "cut at a character")

	require.EqualError(t, list(), "tourney: Venues.List: cannot read the answer (status 200, without a content type): "+
		"expected application/json or application/xml")
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
