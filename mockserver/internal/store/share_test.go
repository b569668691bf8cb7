package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShares: shares take an eighth of the limit, the oldest go first, and forms get what is left.
func TestShares(t *testing.T) {
	const limit = 80_000
	k := NewKeeper(limit)
	var dropped []string
	share := func(name string, size int64) *Share {
		return k.Share(size, func() { dropped = append(dropped, name) })
	}
	require.Nil(t, share("large", limit/8+1))
	table := newTagged()
	table.Add(tagged{id: 1})
	table.Add(tagged{id: 2})
	of := Seal(nil, table.Generation())
	for id := range int64(2) {
		k.Keep(&table.Cell(id+1).Kept, NewForm(FormKey{}, make([]byte, 36_000), nil, 0, of))
	}
	one, two := share("one", 3000), share("two", 4000)
	require.EqualValues(t, 3000, one.Size())
	require.NotNil(t, table.Cell(1).Kept.Find(FormKey{}, of))
	three := share("three", 3000)
	require.Nil(t, table.Cell(1).Kept.Find(FormKey{}, of), "the oldest form makes room for the shares")
	require.NotNil(t, table.Cell(2).Kept.Find(FormKey{}, of))
	require.Empty(t, dropped)
	k.GiveBack(two)
	require.NotNil(t, share("four", 4000))
	require.Empty(t, dropped)
	require.NotNil(t, share("five", 5000))
	require.Equal(t, []string{"one", "three"}, dropped)
	k.GiveBack(one)
	k.GiveBack(three)
	require.EqualValues(t, 9000, k.shared, "the keeper took them back before")
	require.Nil(t, NewKeeper(0).Share(1, func() {}))
}
