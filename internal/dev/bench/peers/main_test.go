package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/dev/bench/timing"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestRun runs each codec once on each page, and checks that all of them read the same.
func TestRun(t *testing.T) {
	once := func(contenders []timing.Contender) (map[string][]time.Duration, error) {
		times := map[string][]time.Duration{}
		for _, c := range contenders {
			require.NoError(t, c.Do(), c.Name)
			times[c.Name] = []time.Duration{time.Millisecond}
		}
		return times, nil
	}
	var out strings.Builder
	require.NoError(t, run(&out, once))
	require.Equal(t, 3, strings.Count(out.String(), "ours : the best of the others"))
	require.Equal(t, 3, strings.Count(out.String(), "sonic"))
}
