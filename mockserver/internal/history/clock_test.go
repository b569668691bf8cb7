package history

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestUndoOfAReset: it brings back how the clock was moved, unless somebody changed the clock since.
func TestUndoOfAReset(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 7, 1, hour, 0, 0, 0, time.UTC) }
	for name, test := range map[string]struct {
		since func(*Clock)
		want  time.Time
	}{
		"nothing": {func(*Clock) {}, at(1)},
		"set":     {func(c *Clock) { c.Set(at(5)) }, at(5)},
		"advance": {func(c *Clock) { c.Advance(time.Hour) }, at(4)},
		"reset":   {func(c *Clock) { c.Reset(time.Time{}) }, at(0)},
	} {
		c := &Clock{Base: func() time.Time { return at(0) }}
		c.Set(at(1))
		undo := c.Reset(at(3))
		require.Equal(t, at(3), c.Now(), name)
		test.since(c)
		undo()
		require.Equal(t, test.want, c.Now(), name)
	}
}
