package watch_test

import (
	"errors"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
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

// of returns a client of such a host that the function plays.
func of(t *testing.T, host tourney.Host, f clienttest.Transport) *tourney.Client {
	t.Helper()
	c, err := tourney.New("https://host.example.com", host,
		tourney.WithHTTPClient(&http.Client{Transport: f}), tourney.WithRetry(tourney.Retry{}))
	require.NoError(t, err)
	return c
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
