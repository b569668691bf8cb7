package store

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeysWithEqualHashes writes to lists that are in one chain, because all keys have one hash. The newest list of a
// chain is the first: c, b, a, and the list of all rows. A list of a fork is copied, and so moves to the front.
func TestKeysWithEqualHashes(t *testing.T) {
	chain := map[string][]int64{"": {1, 2, 3}, "a": {1}, "b": {2}, "c": {3}, "d": {}}
	chained := func() Table[*tagged] {
		tb := newTagged()
		tb.core.hash = func(Key) uint64 { return 1 }
		for i, tag := range []string{"a", "b", "c"} {
			Add(&tb, tagged{int64(i + 1), []string{tag}, ""})
		}
		return tb
	}
	lists := func(tb *Table[*tagged]) map[string][]int64 {
		all := map[string][]int64{}
		for tag := range chain {
			all[tag] = idsOf(tb.Under(tagKey(tag)))
		}
		return all
	}
	for name, test := range map[string]struct {
		write func(*Table[*tagged])
		want  map[string][]int64 // the lists that change
	}{
		"insert":      {func(tb *Table[*tagged]) { Add(tb, tagged{4, []string{"d"}, ""}) }, map[string][]int64{"": {1, 2, 3, 4}, "d": {4}}},
		"insert in b": {func(tb *Table[*tagged]) { Add(tb, tagged{4, []string{"b"}, ""}) }, map[string][]int64{"": {1, 2, 3, 4}, "b": {2, 4}}},
		"delete c":    {func(tb *Table[*tagged]) { tb.Remove(3) }, map[string][]int64{"": {1, 2}, "c": {}}},
		"delete b":    {func(tb *Table[*tagged]) { tb.Remove(2) }, map[string][]int64{"": {1, 3}, "b": {}}},
		"delete a":    {func(tb *Table[*tagged]) { tb.Remove(1) }, map[string][]int64{"": {2, 3}, "a": {}}},
		"replace b":   {func(tb *Table[*tagged]) { put(tb, tagged{2, []string{"d"}, ""}) }, map[string][]int64{"b": {}, "d": {2}}},
	} {
		made, want := chained(), maps.Clone(chain)
		maps.Copy(want, test.want)
		test.write(&made)
		require.Equal(t, want, lists(&made), name)

		made = chained()
		fork := made.Fork()
		test.write(&fork)
		require.Equal(t, want, lists(&fork), name)
		require.Equal(t, chain, lists(&made), name)
		for id := range int64(5) {
			fork.Remove(id)
		}
		require.Zero(t, fork.core.lists.Len(), "the chain ends with its last row")
	}
}
