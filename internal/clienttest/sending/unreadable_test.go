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
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

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
