package history

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// TestFilesOfThePastAreBounded: the rows of large files that were replaced do not stay for the next thousand writes.
// The last file stays, whatever its size.
func TestFilesOfThePastAreBounded(t *testing.T) {
	const limit = 10
	for name, c := range map[string]struct {
		size int64
		kept int // after more writes than the limit, of which every second one is a load
	}{
		"small":      {maxPast / 100, limit},
		"a fourth":   {maxPast / 4, limit},
		"a third":    {maxPast / 3, 2 * 4},
		"a half":     {maxPast / 2, 2 * 3},
		"too large":  {maxPast + 1, 2},
		"very large": {1 << 60, 2},
	} {
		t.Run(name, func(t *testing.T) {
			p, newest := Past{Limit: limit}, &model.Version{}
			for range 3 * limit {
				next := &model.Version{Number: newest.Number + 1, Source: newest.Source}
				if next.Number%2 == 0 {
					next.Source = (*model.Source)(nil).With(c.size, 0)
				}
				p.Add(newest, next)
				newest = next
				require.LessOrEqual(t, len(p.kept), limit)
				for back := range len(p.kept) + 1 {
					at, err := p.At(newest.Number-int64(back), newest)
					require.NoError(t, err)
					require.Equal(t, newest.Number-int64(back), at.Number)
				}
			}
			require.Len(t, p.kept, c.kept)
			_, err := p.At(newest.Number-int64(c.kept)-1, newest)
			why := values.IfElse(c.kept == limit, "the server keeps the last 10",
				"a restart, large files and scenarios end what is kept")
			require.ErrorContains(t, err, "is no longer kept: expected ")
			require.ErrorContains(t, err, why)
		})
	}
}
