package sending

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
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
