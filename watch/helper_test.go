package watch_test

import (
	"errors"
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if state := os.Getenv(forwardingChild); state != "" {
		forwardUntilKilled(state)
	}
	goleak.VerifyTestMain(m)
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
