package watch_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(killedChild); path != "" {
		saveUntilKilled(path)
	}
	goleak.VerifyTestMain(m)
}

// transport is a transport from a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// over returns a client of a host that the function plays.
func over(t *testing.T, f transport) *tourney.Client {
	t.Helper()
	return of(t, tourney.Soccer, f)
}

// of returns a client of such a host that the function plays.
func of(t *testing.T, host tourney.Host, f transport) *tourney.Client {
	t.Helper()
	c, err := tourney.New("https://host.example.com", host,
		tourney.WithHTTPClient(&http.Client{Transport: f}), tourney.WithRetry(tourney.Retry{}))
	require.NoError(t, err)
	return c
}

// reply is an answer with a status, a body and headers, which are alternating names and values.
func reply(req *http.Request, status int, body string, header ...string) (*http.Response, error) {
	res := &http.Response{
		StatusCode: status, Body: io.NopCloser(strings.NewReader(body)), Request: req,
		Header: http.Header{"Content-Type": {"application/json"}},
	}
	for i := 0; i+1 < len(header); i += 2 {
		res.Header.Set(header[i], header[i+1])
	}
	return res, nil
}

// pageBody is a page of games with these ids.
func pageBody(ids []int64, number, size, total int) string {
	rows := make([]map[string]int64, len(ids))
	for i, id := range ids {
		rows[i] = map[string]int64{"Id": id}
	}
	page := map[string]any{"Results": rows, "Page": number, "PageSize": size, "Total": total}
	data, _ := json.Marshal(map[string]any{"Games": page})
	return string(data)
}

// gamesPage is a page of games with these ids, and with the rest of the page. A negative id stands for a game that
// cannot be read, and 0 for one without an id that cannot be read either.
func gamesPage(ids []int64, rest string) string {
	rows := make([]string, len(ids))
	for i, id := range ids {
		switch {
		case id < 0:
			rows[i] = fmt.Sprintf(`{"Id":%d,"Time":"TBD"}`, -id)
		case id == 0:
			rows[i] = `{"Time":"TBD"}`
		default:
			rows[i] = fmt.Sprintf(`{"Id":%d}`, id)
		}
	}
	return `{"Games":{"Results":[` + strings.Join(rows, ",") + `]` + rest + `}}`
}

// upTo returns the ids 1 to n.
func upTo(n int) []int64 {
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	return ids
}

// leave is how a loop ends early.
type leave int

const (
	byBreak leave = iota
	byPanic
	byContext
	leaves
)

var errLoop = errors.New("the loop's own")
