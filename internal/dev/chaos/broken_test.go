package chaos

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// liar is a transport that breaks the rules.
type liar func(req *http.Request) (*http.Response, error)

func (l liar) RoundTrip(req *http.Request) (*http.Response, error) { return l(req) }

// TestTheComparisonSees breaks the promises one by one, because a comparison that cannot fail proves nothing.
func TestTheComparisonSees(t *testing.T) {
	for name, test := range map[string]struct {
		worse func(next http.RoundTripper) http.RoundTripper
		want  []string
	}{
		"a client that sends everything again": {again, []string{"written 2 times", "sent again though it may have happened"}},
		"a lost answer that is called a failed dial": {claimsFailedDial, []string{
			"written 2 times", "called undone and there", "sent again though it may have happened",
		}},
		"a lost answer that is called a refusal": {forbidden, []string{"called undone and there"}},
		"an acknowledgement of nothing":          {acknowledged, []string{"acknowledged and missing", "acknowledged and since then tried were"}},
		"an answer of another write":             {swapped, []string{"answered with the id of another row"}},
		"a failed dial that looks like a loss":   {vague, []string{`should have been told "certainly not done"`}},
		"a named row that is kept back":          {forgetful, []string{"told nothing of the row that was named"}},
		"a write in the wrong place":             {mislaid, []string{"nobody wrote it"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wrong := chaos(t, 7, 600, tourney.FormatJSON, test.worse).compare()
			for _, want := range test.want {
				require.True(t, slices.ContainsFunc(wrong, func(s string) bool { return strings.Contains(s, want) }), "%s: %v", want,
					wrong[:min(3, len(wrong))])
			}
		})
	}
}

// copied returns a request that can be sent beside the first one.
func copied(req *http.Request) *http.Request {
	body, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	second := req.Clone(req.Context())
	second.Body = io.NopCloser(bytes.NewReader(body))
	return second
}

// again is a retry policy that repeats every request.
func again(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		second := copied(req)
		res, err := next.RoundTrip(req)
		if err != nil || res.StatusCode >= http.StatusInternalServerError {
			return next.RoundTrip(second)
		}
		return res, nil
	})
}

// claimsFailedDial reports every failure as a failed dial. It hides the trace of the connection, which would contradict
// it.
func claimsFailedDial(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(req.WithContext(untraced{req.Context()}))
		if err != nil {
			return nil, errRefused
		}
		return res, nil
	})
}

// untraced is a context without the values of httptrace.
type untraced struct{ context.Context }

// Value hides the trace of the connection.
func (u untraced) Value(key any) any {
	value := u.Context.Value(key)
	if _, traces := value.(*httptrace.ClientTrace); traces {
		return nil
	}
	return value
}

// forbidden answers 403 when the host does not answer.
func forbidden(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(req)
		if err != nil {
			return (&exchange{req: req}).says(http.StatusForbidden, tourney.CodePermissionDenied), nil //nolint:nilerr // the mistake to find
		}
		return res, nil
	})
}

// acknowledged answers every tenth write with 200 and drops it.
func acknowledged(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		if numberOf(req.Header.Get(header))%10 != 0 {
			return next.RoundTrip(req)
		}
		x := &exchange{req: req}
		return x.answer(http.StatusOK, "application/json", `{"Id":1,"TeamId":1,"TransactionId":"1"}`), nil
	})
}

// swapped answers with ids of no rows.
func swapped(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(req)
		if err != nil || res.StatusCode != http.StatusOK {
			return res, err
		}
		body, end := io.ReadAll(res.Body)
		if end == nil {
			end = io.EOF
		}
		res.Body = io.NopCloser(io.MultiReader(bytes.NewReader(bytes.ReplaceAll(body, []byte("0"), []byte("9"))), failing{end}))
		return res, nil
	})
}

// forgetful drops the result from refusals.
func forgetful(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(req)
		if err != nil || res.StatusCode != http.StatusConflict {
			return res, err
		}
		return (&exchange{req: req}).says(http.StatusInternalServerError, tourney.CodeOther), nil
	})
}

// vague hides the cause of a connection's failure.
func vague(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(req)
		if err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		return res, nil
	})
}

// mislaid changes the tags of writes.
func mislaid(next http.RoundTripper) http.RoundTripper {
	return liar(func(req *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		body = bytes.ReplaceAll(body, []byte("w-1"), []byte("x-1"))
		req = req.Clone(req.Context())
		req.Body = io.NopCloser(bytes.NewReader(body))
		return next.RoundTrip(req)
	})
}
