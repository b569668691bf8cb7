package store

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestListAgainstASlice adds rows to the list of a key and takes them out in every order.
func TestListAgainstASlice(t *testing.T) {
	const size = 3000
	rng := rand.New(rand.NewPCG(1, 2))
	ascending, descending := make([]int32, size), make([]int32, size)
	for i := range int32(size) {
		ascending[i], descending[i] = i, size-1-i
	}
	shuffled := slices.Clone(ascending)
	rng.Shuffle(size, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for name, order := range map[string][]int32{"ascending": ascending, "descending": descending, "shuffled": shuffled} {
		t.Run(name, func(t *testing.T) {
			tb := newTagged()
			for id := range int64(size) {
				Add(&tb, tagged{id: id})
			}
			for _, pos := range order {
				tb.Change(int64(pos), func(r *tagged) { r.tags = []string{"a"} })
			}
			whole := tb.List(tagKey("a"))
			tb = tb.Fork()
			for n, pos := range shuffled[:size-1] {
				tb.Change(int64(pos), func(r *tagged) { r.tags = nil })
				if n%97 == 0 {
					rest := slices.Sorted(slices.Values(shuffled[n+1:]))
					require.Empty(t, cmp.Diff(rest, tb.List(tagKey("a")).All()))
					for pos := int32(0); pos <= size; pos += 13 {
						at, _ := slices.BinarySearch(rest, pos)
						require.Equal(t, at, tb.List(tagKey("a")).Index(pos))
					}
				}
			}
			require.Equal(t, shuffled[size-1:], tb.List(tagKey("a")).All())
			tb.Remove(int64(shuffled[size-1]))
			require.Equal(t, List{}, tb.List(tagKey("a")))
			require.Empty(t, cmp.Diff(ascending, whole.All()), "a list never changes")
			for pos := range int32(size + 2) {
				require.EqualValues(t, min(pos, size), whole.Index(pos))
			}
		})
	}
}

func TestSlice(t *testing.T) {
	tb := newTagged()
	for id := range int64(500) {
		Add(&tb, tagged{id: id})
	}
	list, long := ListOf([]int32{3, 5, 8}), tb.List(tagKey(""))
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
		{long, 498, math.MaxInt, []int32{498, 499}},
	} {
		require.Equal(t, c.want, c.list.Slice(c.from, c.to), "%v", c)
		require.Equal(t, append([]int32{7}, c.want...), c.list.AppendSlice([]int32{7}, c.from, c.to))
		for _, pos := range c.want {
			require.Equal(t, pos, c.list.Slice(c.list.Index(pos), c.list.Len())[0])
		}
	}
}
