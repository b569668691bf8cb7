package sending

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

// TestWhichErrorsSettleAWrite: the status and the codes of Errors decide whether a create or a charge may have happened.
func TestWhichErrorsSettleAWrite(t *testing.T) {
	const (
		settled = false
		open    = true
	)
	codes := map[string]bool{
		"0": open, "1": settled, "2": settled, "3": settled, "4": open, "5": settled, "6": settled, "7": settled, "8": settled,
		"9": settled, "10": settled, "11": settled, "12": open, "13": settled, "14": settled, "99": open, "-1": open,
	}
	body := func(codes ...string) string {
		items := make([]string, len(codes))
		for i, code := range codes {
			items[i] = fmt.Sprintf(`{"Code":%s,"Message":"m"}`, code)
		}
		return `{"Errors":[` + strings.Join(items, ",") + `]}`
	}
	bodies := map[string]bool{
		body(): open, body("3", "2"): settled, body("3", "0"): open, body("99", "7"): open, `{"Errors":"in words"}`: open,
		`{"Errors":["in words"]}`: open,
	}
	for code, want := range codes {
		bodies[body(code)] = want
	}
	for _, status := range []int{
		200, 201, 300, 302, 304, 307, 308, 399, 400, 401, 403, 404, 408, 409, 422, 429, 500, 501, 502, 503, 504, 520,
	} {
		for body, want := range bodies {
			switch {
			case status/100 == 4 && status != http.StatusRequestTimeout:
				want = settled
			case status/100 == 3:
				want = open // whatever the codes: what was sent may be made elsewhere
			}
			for _, class := range []string{"create", "charge", "charge by registering"} {
				if status/100 == 2 && !strings.Contains(body, "Code") && !strings.Contains(body, "words") {
					continue // an empty list of Errors is none
				}
				synctest.Test(t, func(t *testing.T) {
					c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(status, body))
					err := clienttest.ClassCalls[class](t.Context(), c)
					require.Error(t, err)
					var unknown *tourney.OutcomeUnknownError
					require.Equal(t, want, errors.As(err, &unknown), "%s %d %s: %v", class, status, body, err)
				})
			}
		}
	}
}

// TestBrokenRefusalsAreRefusals: a refusal whose body is cut is still a refusal, unless it may name a result.
func TestBrokenRefusalsAreRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for class, call := range clienttest.ClassCalls {
			c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Torn(404)))
			err := call(t.Context(), c)
			require.ErrorIs(t, err, tourney.ErrNotFound, class)
			require.Equal(t, !idempotentCalls[class], errors.Is(err, tourney.ErrOutcomeUnknown), class)
			answered := clienttest.As[*tourney.APIError](t, err)
			excerpt := `{"Id":`
			if class == "login" || class == "charge" {
				excerpt = "" // which could be keys, or the card
			}
			require.Equal(t, excerpt, answered.Excerpt())
			require.Len(t, h.Requests(), 1)

			c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.Always(404, `far too much`), tourney.WithMaxResponseBytes(3))
			err = call(t.Context(), c)
			require.ErrorContains(t, err, "limit", class)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
		}
	})
}

func TestRedirects(t *testing.T) {
	read := func(c *tourney.Client) error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: 1}))
	}
	write := func(c *tourney.Client) error {
		return c.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7, ExternalID: new("x")})
	}
	for name, c := range map[string]struct {
		base, location string
		status         int
		call           func(*tourney.Client) error
		message        string // "" when it is followed
	}{
		"same origin":             {clienttest.BaseURL, "/elsewhere/api/v1/venues?EventId=1", 302, read, ""},
		"same origin, absolute":   {clienttest.BaseURL, clienttest.BaseURL + "/elsewhere/api/v1/venues?EventId=1", 301, read, ""},
		"a write that stays one":  {clienttest.BaseURL, "/elsewhere/api/v1/games", 307, write, ""},
		"a write that would read": {clienttest.BaseURL, "/elsewhere/api/v1/games", 302, write, "PUT into GET"},
		"see other":               {clienttest.BaseURL, "/elsewhere/api/v1/games", 303, write, "PUT into GET"},
		"another host":            {clienttest.BaseURL, "https://evil.example.com/api/v1/venues", 302, read, "another origin"},
		"another port":            {clienttest.BaseURL, "https://host.example.com:8443/api/v1/venues", 302, read, "another origin"},
		"another host, write":     {clienttest.BaseURL, "https://evil.example.com/api/v1/games", 307, write, "another origin"},
		"https to http":           {clienttest.BaseURL, "http://host.example.com/api/v1/venues", 302, read, "https to http"},
		"a default port":          {clienttest.BaseURL, "https://HOST.example.com:443/elsewhere/api/v1/venues", 302, read, ""},
		"a dot and zeros":         {clienttest.BaseURL, "https://host.example.com.:0443/elsewhere/api/v1/venues", 302, read, ""},
		"an international name":   {"https://b\u00fccher.example", "https://xn--bcher-kva.example/elsewhere/api/v1/venues", 302, read, ""},
		"another address":         {"https://[::1]", "https://[0:0::1]:443/elsewhere/api/v1/venues", 302, read, ""},
		"a port that is none":     {clienttest.BaseURL, "https://host.example.com:99999999999999999999/", 302, read, "another origin"},
		"another domain":          {clienttest.BaseURL, "https://host.example.org/elsewhere", 302, read, "another origin"},
		"http to https":           {"http://127.0.0.1", "https://127.0.0.1/api/v1/venues", 302, read, "another origin"},
	} {
		t.Run(name, func(t *testing.T) {
			client, h := clienttest.ServeAt(t, c.base, tourney.Soccer,
				[]httpmock.Responder{clienttest.Reply(c.status, ``, "Location", c.location), clienttest.Reply(200, `{}`)},
				tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(auth.HMAC{}))
			err := c.call(client)
			if c.message != "" {
				require.ErrorContains(t, err, c.message)
				require.Len(t, h.Requests(), 1, "nothing went on, and nothing went out again")
				return
			}
			require.NoError(t, err)
			require.Len(t, h.Requests(), 2)
			followed := h.Requests()[1]
			require.True(t, strings.HasPrefix(followed.Path, "/elsewhere/"))
			require.Equal(t, h.Requests()[0].Method, followed.Method)
			require.Equal(t, h.Requests()[0].Body, followed.Body)
			for _, r := range h.Requests() {
				require.Len(t, r.Header.Values("Authentication"), 1)
				require.NoError(t, auth.HMAC{}.Verify(r.Request, clienttest.Keys))
			}
		})
	}
	loop, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(302, ``, "Location", "/api/v1/venues"))
	require.ErrorContains(t, read(loop), "redirects")
	require.Len(t, h.Requests(), 6)
}

// unreadables are successes that are no answer of the interface.
var unreadables = map[string]httpmock.Responder{
	"a portal":              clienttest.Reply(200, `<html>sign in</html>`, "Content-Type", "text/html"),
	"a portal as XML":       clienttest.Reply(200, `<html/>`, "Content-Type", "application/xml"),
	"nothing":               clienttest.Reply(200, ``),
	"cut JSON":              clienttest.Reply(200, `{"Team":{"Id":7,"Name":"A`),
	"cut behind its Errors": clienttest.Reply(200, `{"Errors":[{"Code":2,"Message":"m"}],"Te`),
	"garbled XML":           clienttest.Reply(200, `<Response><Team><Id>7</Id></Te`, "Content-Type", "application/xml"),
	"an unknown coding":     clienttest.Reply(200, `{"Team":{"Id":7}}`, "Content-Encoding", "br"),
}

// TestUnreadableAnswersAreReplaced: a read is sent again after them, and what it returns is of the answer that was read.
func TestUnreadableAnswersAreReplaced(t *testing.T) {
	good := map[string]httpmock.Responder{
		"JSON": clienttest.Reply(200, `{"Team":{"Id":7,"Name":"A"}}`),
		"XML":  clienttest.Reply(200, `<Response><Team><Id>7</Id><Name>A</Name></Team></Response>`, "Content-Type", "application/xml"),
	}
	for name, bad := range unreadables {
		for format, answer := range good {
			synctest.Test(t, func(t *testing.T) {
				var response tourney.Response
				var body []byte
				var told []string
				c, h := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{bad, answer}, tourney.WithObserver(observe.Observer{
					AttemptEnd: func(_ context.Context, e observe.AttemptEnd) { told = append(told, "attempt "+string(e.Error)) },
					Retry: func(_ context.Context, d observe.RetryDecision) {
						told = append(told, fmt.Sprintf("retry %s %d %s", d.Error, d.Status, d.Refusal))
					},
					OperationEnd: func(_ context.Context, e observe.OperationEnd) { told = append(told, "end "+string(e.Error)) },
				}))
				team, err := c.Teams.Get(t.Context(), 7, tourney.ResponseInto(&response), tourney.BodyInto(&body))
				require.NoError(t, err, "%s %s", name, format)
				require.Equal(t, "A", team.Name)
				require.Len(t, h.Requests(), 2)
				require.Equal(t, 2, response.Attempts)
				require.Contains(t, string(body), "Name")
				require.Empty(t, cmp.Diff([]string{"attempt decode", "retry decode 200 ", "attempt ", "end "}, told))
			})
		}
	}
}

// TestWhereUnreadableAnswersAreFinal: without retries, with the field of Retry, when the body is of the interface, and
// for everything that is no read.
func TestWhereUnreadableAnswersAreFinal(t *testing.T) {
	final := tourney.DefaultRetry()
	final.UnreadableIsFinal = true
	synctest.Test(t, func(t *testing.T) {
		for name, bad := range unreadables {
			c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(bad), tourney.WithRetry(final))
			failed := clienttest.As[*tourney.DecodeError](t, clienttest.Err(c.Teams.Get(t.Context(), 7)), name)
			require.Len(t, h.Requests(), 1, name)
			require.Equal(t, 1, failed.Attempts)

			c, h = clienttest.Serve(t, tourney.Soccer, clienttest.One(bad))
			require.ErrorAs(t, clienttest.Err(c.Teams.Get(t.Context(), 7, tourney.WithRetry(tourney.Retry{}))), &failed, name)
			require.Len(t, h.Requests(), 1, name)
			for class, call := range clienttest.ClassCalls {
				if class != "read" {
					before := len(h.Requests())
					_ = call(t.Context(), c)
					require.Len(t, h.Requests(), before+1, "%s %s", class, name)
				}
			}
		}
		for _, own := range []string{`{"Team":{"Id":"x"}}`, `{"Team":null}`, `{"Other":1}`, `{"Errors":[{"Code":0}]}`} {
			c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, own))
			require.Error(t, clienttest.Err(c.Teams.Get(t.Context(), 7)), own)
			require.Len(t, h.Requests(), 1, own)
		}
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Team":{"Id":7,"Players":[`+strings.Repeat("{},", 9_000)+`{}]}}`),
			tourney.WithMaxResponseMemory(1<<16))
		require.Equal(t, observe.ErrorTooLarge, tourney.ErrorTypeOf(clienttest.Err(c.Teams.Get(t.Context(), 7))))
		require.Len(t, h.Requests(), 1)
	})
}

// TestAPageIsReadAgain: of a list, the page that cannot be read is asked for again, and rows that were left out of a
// page that was cut are those of the page that came instead.
func TestAPageIsReadAgain(t *testing.T) {
	page := func(number, rows string) string {
		return `{"Teams":{"Page":` + number + `,"PageSize":2,"Total":4,"Results":[` + rows + `]}}`
	}
	synctest.Test(t, func(t *testing.T) {
		c, h := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
			clienttest.Reply(200, page("1", `{"Id":1},{"Id":2}`)), clienttest.Reply(200, page("2", `{"Id":"x"},{"Id":3}`)[:60]),
			clienttest.Reply(200, page("2", `{"Id":3},{"Id":4}`)),
		})
		var ids []int64
		for team, err := range c.Teams.All(t.Context(), tourney.TeamListOptions{EventID: 1, PageSize: 2}, tourney.SkipBadRows()) {
			require.NoError(t, err)
			ids = append(ids, team.ID)
		}
		require.Equal(t, []int64{1, 2, 3, 4}, ids)
		require.Len(t, h.Requests(), 3)
	})
}

// TestErrorsCountAttempts: every error after several attempts says how many there were, and one that an empty budget
// ended says so.
func TestErrorsCountAttempts(t *testing.T) {
	reset := clienttest.Broken(errors.New("reset"))
	const (
		counted = " (after 3 attempts)"
		spent   = " (after 1 attempt: the retry budget is used up)"
	)
	for name, test := range map[string]struct {
		answer httpmock.Responder
		label  observe.ErrorType
	}{
		"an answer":            {clienttest.Reply(503, ``), "503"},
		"no answer":            {reset, observe.ErrorOther},
		"an unreadable answer": {clienttest.Reply(200, `what`, "Content-Type", "text/plain"), observe.ErrorDecode},
	} {
		synctest.Test(t, func(t *testing.T) {
			retry := tourney.WithRetry(tourney.Retry{Max: 2, MinWait: time.Second, MaxWait: time.Second})
			budget := tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 3})
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(test.answer), retry, budget)
			err := clienttest.ClassCalls["read"](t.Context(), c)
			require.True(t, strings.HasSuffix(err.Error(), counted), "%s: %v", name, err)
			require.Equal(t, []any{3, observe.RefusedAttempts}, ended(err), name)
			require.Equal(t, test.label, tourney.ErrorTypeOf(fmt.Errorf("wrapped: %w", err)))
			err = clienttest.ClassCalls["read"](t.Context(), c)
			require.Contains(t, err.Error(), " (after 2 attempts: the retry budget is used up)", name)
			err = clienttest.ClassCalls["read"](t.Context(), c)
			require.True(t, strings.HasSuffix(err.Error(), spent), "%s: %v", name, err)
			require.Equal(t, []any{1, observe.RefusedBudget}, ended(err), name)
		})
	}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(http.StatusNotFound, ``))
	err := clienttest.ClassCalls["read"](t.Context(), c)
	require.NotContains(t, err.Error(), "attempt")
	require.Equal(t, []any{1, observe.RefusedNone}, ended(err))
	require.Equal(t, observe.ErrorNone, tourney.ErrorTypeOf(nil))
	require.Equal(t, observe.ErrorOther, tourney.ErrorTypeOf(&tourney.ValidationError{}))
}

// ended returns how often the request of an error was sent, and why it was not sent again.
func ended(err error) []any {
	var (
		answered *tourney.APIError
		lost     *tourney.TransportError
		garbled  *tourney.DecodeError
	)
	switch {
	case errors.As(err, &answered):
		return []any{answered.Attempts, answered.Refusal}
	case errors.As(err, &lost):
		return []any{lost.Attempts, lost.Refusal}
	case errors.As(err, &garbled):
		return []any{garbled.Attempts, garbled.Refusal}
	}
	return nil
}
