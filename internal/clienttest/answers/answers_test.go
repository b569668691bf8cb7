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

func TestEmptyListsComeInThreeForms(t *testing.T) {
	for _, body := range []string{`{"Games":null}`, `{}`, `{"Games":{}}`, `{"Games":{"Results":null,"Total":0}}`} {
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		page, err := c.Games.List(t.Context(), tourney.GameListOptions{})
		require.NoError(t, err, body)
		require.Empty(t, page.Results, body)
		require.False(t, page.More(), body)
		for _, err := range c.Games.All(t.Context(), tourney.GameListOptions{}) {
			require.NoError(t, err)
			t.Fatal("an empty list yielded something")
		}
		require.Len(t, h.Requests(), 2)
	}
}

// TestAnswersWithoutTheRowAreNoRows: a zero Team, or an id of 0, would look like a row.
func TestAnswersWithoutTheRowAreNoRows(t *testing.T) {
	for _, body := range []string{`{}`, `{"Team":null}`, `{"Team":{}}`, `{"Teams":{}}`} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		var unreadable *tourney.DecodeError
		_, err := c.Teams.Get(t.Context(), 7)
		require.ErrorAs(t, err, &unreadable, body)
		require.Equal(t, 200, unreadable.Status)
		_, err = c.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
		require.ErrorAs(t, err, &unreadable, body)
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "the team may have been made")
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

	var unreadable *tourney.DecodeError
	err := list()
	require.ErrorAs(t, err, &unreadable)
	require.Equal(t, "Venues.List", unreadable.Op)
	require.Equal(t, 200, unreadable.Status)
	require.Equal(t, "text/html; charset=utf-8", unreadable.ContentType)
	require.Equal(t, page, unreadable.Excerpt())
	require.NotContains(t, err.Error(), "Sign in")

	var answered *tourney.APIError
	err = list()
	require.ErrorAs(t, err, &answered)
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

func TestContentTypesOfJSON(t *testing.T) {
	for contentType, ok := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "APPLICATION/JSON": true, "text/json": true,
		"application/problem+json": true, "": true, "text/html": false, "application/xml": false, "text/plain": false, ";;": true, "json": true,
		"application/json; charset=utf-8,application/json": true, "application/json; charset": true, "application/json, text/html": true,
		"application/json;;charset=utf-8": true, "application/json; a=1; a=2": true, "text/html, application/json": false,
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[{"Id":1,"Name":"A"}]}`, "Content-Type", contentType),
			clienttest.SentOnce)
		venues, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.Equal(t, ok, err == nil, "%q: %v", contentType, err)
		require.Equal(t, ok, len(venues) == 1)
	}
}

func TestUnknownMembersStayReachable(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer,
		clienttest.Always(200, `{"Game":{"Id":7,"Attendance":12,"AwayTeam":{"Name":"A","Coach":"Blue","Captain":null}}}`))
	game, err := c.Games.Get(t.Context(), 7)
	require.NoError(t, err)
	require.Equal(t, "12", string(game.Extra["Attendance"]))
	require.Equal(t, `"Blue"`, string(game.AwayTeam.Extra["Coach"]))
	require.Equal(t, "null", string(game.AwayTeam.Extra["Captain"]))
	require.Nil(t, game.HomeTeam)
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
