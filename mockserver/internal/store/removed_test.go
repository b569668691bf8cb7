package store

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// blocks counts the blocks of a tree.
func (b *block[T]) blocks() int {
	if b == nil {
		return 0
	}
	count := 1
	for _, kid := range b.kids {
		count += kid.blocks()
	}
	return count
}

// TestRemovedRowsLeaveNothing: many rows come and go in a mock that runs for long. Their places, ids and keys must not
// make it larger and slower.
func TestRemovedRowsLeaveNothing(t *testing.T) {
	const n = 5 * perBlock * perBlock
	tb := newTagged()
	for id := range int64(n) {
		tb.Add(tagged{id: id, tags: []string{strconv.FormatInt(id, 10)}})
	}
	full := tb.Fork()
	whole := full.rows.root.blocks()
	for id := range int64(n - 1) {
		tb.Remove(id)
	}
	require.Nil(t, tb.rows.root)
	require.Less(t, tb.runs.root.blocks(), 4)
	require.Nil(t, tb.at.root, "the newest id stands beside the tree")
	require.Equal(t, []string{"", strconv.Itoa(n - 1)}, slices.Sorted(slices.Values(keysIn(tb.lists.root))))

	for id := int64(n); id < 2*n; id++ { // the places in front stay empty
		tb.Add(tagged{id: id})
	}
	for id := range int64(n) {
		require.Equal(t, id == n-1, tb.Get(id) != nil)
		require.Equal(t, id, full.Get(id).id)
	}
	require.Len(t, tb.All(), n+1)
	require.Equal(t, idsOf(tb.Under("")), idsOf(tb.All()))
	require.Equal(t, whole, full.rows.root.blocks())
	require.Nil(t, tb.Row(7))

	removed, put := tb.Since(&full)
	follower := full.Fork()
	for _, id := range removed {
		follower.Remove(id)
	}
	for _, r := range put {
		follower.Put(*r)
	}
	require.Empty(t, cmp.Diff(tb.All(), follower.All(), cmp.AllowUnexported(tagged{})))
}
