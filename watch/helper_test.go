package watch_test

import (
	"errors"
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
	if state := os.Getenv(forwardingChild); state != "" {
		forwardUntilKilled(state)
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

// leave is how a loop ends early.
type leave int

const (
	byBreak leave = iota
	byPanic
	byContext
	leaves
)

var errLoop = errors.New("the loop's own")
