package store

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestItemsAgainstSlices inserts into lists and into lists that share their arrays. None may show an item of another.
func TestItemsAgainstSlices(t *testing.T) {
	type pair struct {
		tested Items[int]
		model  []int
	}
	rapid.Check(t, func(rt *rapid.T) {
		alive := []pair{{}, {ItemsOf([]int{1, 2}), []int{1, 2}}}
		for step := range rapid.IntRange(1, 100).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "of")]
			at := len(of.model)
			if rapid.IntRange(0, 3).Draw(rt, "anywhere") == 0 {
				at = rapid.IntRange(0, len(of.model)).Draw(rt, "at")
			}
			if rapid.IntRange(0, 3).Draw(rt, "append") == 0 {
				items := slices.Repeat([]int{step}, rapid.IntRange(0, 5).Draw(rt, "items"))
				alive = append(alive, pair{of.tested.Append(items), slices.Concat(of.model, items)})
			} else {
				alive = append(alive, pair{of.tested.Insert(at, step), slices.Insert(slices.Clone(of.model), at, step)})
			}
			for i, p := range alive {
				if !slices.Equal(p.tested.All(), p.model) {
					rt.Fatalf("list %d: %v, want %v", i, p.tested.All(), p.model)
				}
			}
		}
	})
}

// TestAppendAtTheSameTime appends to one list in many goroutines, beside others that insert.
func TestAppendAtTheSameTime(t *testing.T) {
	base := Items[int]{}.Append([]int{0, 1, 2, 3, 4}).Insert(5, 5) // whose array has room
	longer := make([]Items[int], 16)
	var all sync.WaitGroup
	for i := range longer {
		all.Go(func() {
			if i%2 == 0 {
				longer[i] = base.Append([]int{i, i + 1})
			} else {
				longer[i] = base.Insert(6, i).Insert(7, i+1)
			}
		})
	}
	all.Wait()
	for i := range longer {
		require.Equal(t, []int{0, 1, 2, 3, 4, 5, i, i + 1}, longer[i].All())
	}
}

// TestInsertAtTheEndDoesNotCopy counts the arrays of a list that grows.
func TestInsertAtTheEndDoesNotCopy(t *testing.T) {
	list, arrays := Items[int]{}, 0
	for i := range 10_000 {
		next := list.Insert(i, i)
		if i == 0 || &next.All()[0] != &list.All()[0] {
			arrays++
		}
		list = next
	}
	require.Less(t, arrays, 40)
}
