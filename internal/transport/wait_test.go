package transport

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWaitsDouble: a wait is random below a bound that doubles. The bound never passes MaxWait, nor what a duration
// holds.
func TestWaitsDouble(t *testing.T) {
	usual := Retry{MinWait: time.Second, MaxWait: 5 * time.Second}
	long := Retry{MinWait: math.MaxInt64/2 + 1, MaxWait: math.MaxInt64}
	for _, test := range []struct {
		retry Retry
		n     int
		bound time.Duration
	}{
		{usual, 1, time.Second}, {usual, 2, 2 * time.Second}, {usual, 3, 4 * time.Second}, {usual, 4, 5 * time.Second},
		{usual, 1000, 5 * time.Second}, {Retry{}, 9, 0},
		{long, 1, long.MinWait}, {long, 2, long.MaxWait}, {long, 3, long.MaxWait},
	} {
		var longest time.Duration
		for range 100 {
			wait, hinted, ok := test.retry.wait(test.n, nil)
			require.True(t, ok && !hinted)
			longest = max(longest, wait)
		}
		require.LessOrEqual(t, longest, test.bound, test.n)
		require.GreaterOrEqual(t, longest, test.bound/2, test.n)
	}
}
