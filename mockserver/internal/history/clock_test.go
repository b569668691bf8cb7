package history

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestUndoOfAReset: it brings back how the clock was moved, unless somebody changed the clock since.
func TestUndoOfAReset(t *testing.T) {
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	for since, want := range map[time.Duration]time.Duration{0: time.Hour, time.Minute: time.Minute} {
		c := &Clock{Base: func() time.Time { return now }}
		c.Set(now.Add(time.Hour))
		undo := c.Reset(time.Time{})
		if since > 0 {
			c.Advance(since)
		}
		undo()
		require.Equal(t, now.Add(want), c.Now())
	}
}
