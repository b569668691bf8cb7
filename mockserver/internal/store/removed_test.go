package store

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// count returns the number of pages.
func (p *pages) count() (n int) {
	for _, s := range p.shelves {
		for i := range perPage {
			if s.page(i) != nil {
				n++
			}
		}
	}
	return n
}

// TestRemovedRowsLeaveNothing: many rows come and go in a mock that runs for long. Their places, ids and keys must not
// make it larger and slower.
func TestRemovedRowsLeaveNothing(t *testing.T) {
	const n = perPage*perPage + 5*perPage
	tb := newTagged()
	for id := range int64(n) {
		Add(&tb, tagged{id: id, tags: []string{strconv.FormatInt(id, 10)}})
	}
	full := tb.Fork()
	whole := full.core.rows.count()
	for id := range int64(n - 1) {
		tb.Remove(id)
	}
	require.Equal(t, 1, tb.core.rows.count())
	require.Nil(t, tb.core.rows.shelves[0])
	require.Equal(t, 1, tb.core.at.Len())
	require.Equal(t, 2, tb.core.lists.Len(), "of its tag, and of all rows")

	for id := int64(n); id < 2*n; id++ { // the places in front stay empty
		Add(&tb, tagged{id: id})
	}
	for id := range int64(n) {
		require.Equal(t, id == n-1, tb.Get(id) != nil)
		require.Equal(t, id, full.Get(id).id)
	}
	require.Len(t, tb.All(), n+1)
	require.Equal(t, idsOf(tb.Under(tagKey(""))), idsOf(tb.All()))
	require.Equal(t, whole, full.core.rows.count())
	require.Nil(t, tb.Row(7))

	removed, changed := since(&tb, &full)
	follower := full.Fork()
	for _, id := range removed {
		follower.Remove(id)
	}
	for _, r := range changed {
		put(&follower, *r)
	}
	require.Empty(t, cmp.Diff(tb.All(), follower.All(), cmp.AllowUnexported(tagged{})))
}
