package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestKeysWithEqualHashes writes to lists that are in one chain, because all keys have one hash. The newest list of a
// chain is the first: d, c, b, a, and the list of all rows. A list of a fork is copied, and so moves to the front.
func TestKeysWithEqualHashes(t *testing.T) {
	chain := map[string][]int64{"": {1, 2, 3, 4}, "a": {1}, "b": {2}, "c": {3}, "d": {4}, "e": {}}
	for name, test := range map[string]struct {
		write func(*Table[*tagged])
		want  map[string][]int64 // the lists that differ from those of chain
	}{
		"find":              {func(*Table[*tagged]) {}, nil},
		"insert":            {func(tb *Table[*tagged]) { Add(tb, tagged{id: 5, tags: []string{"e"}}) }, map[string][]int64{"": {1, 2, 3, 4, 5}, "e": {5}}},
		"insert into first": {func(tb *Table[*tagged]) { Add(tb, tagged{id: 5, tags: []string{"d"}}) }, map[string][]int64{"": {1, 2, 3, 4, 5}, "d": {4, 5}}},
		"insert in middle":  {func(tb *Table[*tagged]) { Add(tb, tagged{id: 5, tags: []string{"b"}}) }, map[string][]int64{"": {1, 2, 3, 4, 5}, "b": {2, 5}}},
		"insert into last":  {func(tb *Table[*tagged]) { Add(tb, tagged{id: 5}) }, map[string][]int64{"": {1, 2, 3, 4, 5}}},
		"delete the first":  {func(tb *Table[*tagged]) { tb.Remove(4) }, map[string][]int64{"": {1, 2, 3}, "d": {}}},
		"delete the middle": {func(tb *Table[*tagged]) { tb.Remove(2) }, map[string][]int64{"": {1, 3, 4}, "b": {}}},
		"delete two":        {func(tb *Table[*tagged]) { tb.Remove(2); tb.Remove(3) }, map[string][]int64{"": {1, 4}, "b": {}, "c": {}}},
		"delete the last":   {func(tb *Table[*tagged]) { tb.Remove(1) }, map[string][]int64{"": {2, 3, 4}, "a": {}}},
		"replace":           {func(tb *Table[*tagged]) { put(tb, tagged{id: 2, tags: []string{"e"}}) }, map[string][]int64{"b": {}, "e": {2}}},
		"change":            {func(tb *Table[*tagged]) { tb.Change(3, func(r *tagged) { r.tags = []string{"a"} }) }, map[string][]int64{"a": {1, 3}, "c": {}}},
		"extend": {
			func(tb *Table[*tagged]) {
				Extend(tb, 1, func(r *tagged) []Key { r.tags = []string{"a", "c"}; return tagKeys(r.tags[1:]) })
			},
			map[string][]int64{"c": {1, 3}},
		},
	} {
		for _, forks := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				tb := newTagged()
				tb.core.hash = func(Key) uint64 { return 1 }
				for i, tag := range []string{"a", "b", "c", "d"} {
					Add(&tb, tagged{id: int64(i + 1), tags: []string{tag}})
				}
				before := tb
				if forks {
					tb = tb.Fork()
					before = tb.Fork()
				}
				test.write(&tb)
				for tag, want := range chain {
					if forks {
						require.Empty(t, cmp.Diff(want, idsOf(before.Under(tagKey(tag)))), "the fork, %q", tag)
					}
					if changed, ok := test.want[tag]; ok {
						want = changed
					}
					require.Empty(t, cmp.Diff(want, idsOf(tb.Under(tagKey(tag)))), "%q", tag)
				}
				require.Equal(t, 1, tb.core.lists.Len())
				for id := range int64(6) {
					tb.Remove(id)
				}
				require.Zero(t, tb.core.lists.Len(), "the chain ends with its last row")
			})
		}
	}
}
