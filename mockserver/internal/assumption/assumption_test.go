package assumption

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestSets: a set is one value, whatever the order in which it grew, also when many requests grow it at once.
func TestSets(t *testing.T) {
	var none *Set
	require.Nil(t, none.With())
	require.Nil(t, none.List())
	grow := func(ids ...ID) *Set { return none.With(ids...) }
	require.Empty(t, cmp.Diff([]string{"auth", "cards", "phone"}, grow("phone", "auth", "phone", "cards", "auth").List()))
	require.Equal(t, "auth, cards, phone", grow("cards", "phone", "auth").Header)
	require.Same(t, grow("cards", "phone", "auth"), grow("auth", "cards").With("phone"))
	require.NotSame(t, grow("cards"), grow("phone"))

	ids := []ID{"one", "two", "three", "four", "five"}
	var wait sync.WaitGroup
	found := make([]*Set, 20)
	for i := range found {
		wait.Go(func() { found[i] = grow(slices.Concat(ids[i%len(ids):], ids[:i%len(ids)])...) })
	}
	wait.Wait()
	require.Len(t, slices.Compact(found), 1)
	require.Equal(t, "five, four, one, three, two", found[0].Header)
}
