package store

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestListAgainstASlice inserts and removes positions in every order, so that nodes split and become empty on three
// levels.
func TestListAgainstASlice(t *testing.T) {
	const size = 3 * perLeaf * perBranch
	rng := rand.New(rand.NewPCG(1, 2))
	ascending, descending := make([]int32, size), make([]int32, size)
	for i := range int32(size) {
		ascending[i], descending[i] = i, size-1-i
	}
	shuffled := slices.Clone(ascending)
	rng.Shuffle(size, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for name, order := range map[string][]int32{"ascending": ascending, "descending": descending, "shuffled": shuffled} {
		t.Run(name, func(t *testing.T) {
			by, tested := &owner{}, (*run)(nil)
			for _, pos := range order {
				require.False(t, tested.has(pos))
				tested = tested.with(by, pos)
				require.True(t, tested.has(pos))
			}
			require.Empty(t, cmp.Diff(ascending, tested.list().All()))
			for pos := range int32(size + 2) {
				require.EqualValues(t, min(pos, size), tested.list().Index(pos))
			}
			for n, pos := range shuffled[:size-1] {
				tested = tested.without(by, pos)
				require.False(t, tested.has(pos))
				if n%997 == 0 {
					rest := slices.Sorted(slices.Values(shuffled[n+1:]))
					require.Empty(t, cmp.Diff(rest, tested.list().All()))
					for pos := int32(0); pos <= size; pos += 13 {
						at, _ := slices.BinarySearch(rest, pos)
						require.Equal(t, at, tested.list().Index(pos))
					}
				}
			}
			require.Equal(t, shuffled[size-1:], tested.list().All())
			require.Nil(t, tested.without(by, shuffled[size-1]))
		})
	}
}

func TestSlice(t *testing.T) {
	list, grown := ListOf([]int32{3, 5, 8}), (*run)(nil)
	for pos := range int32(500) {
		grown = grown.with(&owner{}, pos)
	}
	long := grown.list()
	for _, c := range []struct {
		list     List
		from, to int
		want     []int32
	}{
		{list, 0, 2, []int32{3, 5}},
		{list, 2, 9, []int32{8}},
		{list, 3, 4, nil},
		{list, 2, 2, nil},
		{list, 2, 1, nil},
		{list, -1, 2, nil},
		{List{}, 0, 1, nil},
		{ListOf(nil), 0, 1, nil},
		{long, 63, 66, []int32{63, 64, 65}},
		{long, 446, 450, []int32{446, 447, 448, 449}},
		{long, 498, 1 << 40, []int32{498, 499}},
	} {
		require.Equal(t, c.want, c.list.Slice(c.from, c.to), "%v", c)
		for _, pos := range c.want {
			require.Equal(t, pos, c.list.Slice(c.list.Index(pos), c.list.Len())[0])
		}
	}
}

// TestAppendingKeepsLeavesFull: a list of rows in the order in which they came has no half-empty leaves.
func TestAppendingKeepsLeavesFull(t *testing.T) {
	by, tested := &owner{}, (*run)(nil)
	for pos := range int32(perLeaf*perBranch + 1) {
		tested = tested.with(by, pos)
	}
	require.Len(t, tested.tree.kids, perBranch)
	for _, k := range tested.tree.kids {
		require.EqualValues(t, perLeaf, k.count)
	}
	require.Equal(t, []int32{perLeaf * perBranch}, tested.last.All())
}

// TestAppendingCopiesNoPosition: a version whose list got one more position shares the array of the version before.
func TestAppendingCopiesNoPosition(t *testing.T) {
	before := (*run)(nil).with(&owner{}, 1).with(&owner{}, 2).with(&owner{}, 3)
	after := before.with(&owner{}, 4)
	require.Same(t, &before.last.All()[0], &after.last.All()[0])
	require.Equal(t, []int32{1, 2, 3}, before.list().All())
	require.Equal(t, []int32{1, 2, 3, 4}, after.list().All())
	beside := before.with(&owner{}, 5)
	require.Equal(t, []int32{1, 2, 3, 5}, beside.list().All(), "the place in the array is taken")
	require.Equal(t, []int32{1, 2, 3, 4}, after.list().All())
}
