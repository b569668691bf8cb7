package store

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// twins is a table with its model, and a table that gets the rows of each AddAll from Add.
type twins struct {
	pair  *pair
	added Table[string, tagged]
}

func (w *twins) fork() *twins { return &twins{w.pair.fork(), w.added.Fork()} }

// addAll adds rows to both tables and the model. Runs of rows have the same tags, and the ids have gaps or none.
func (w *twins) addAll(rt *rapid.T, text string) {
	n := rapid.SampledFrom([]int{0, 1, 2, 12, 31, 32, 33, 64, 65, 200}).Draw(rt, "rows")
	length, step := rapid.IntRange(1, 40).Draw(rt, "run"), rapid.SampledFrom([]int64{1, 1, 1, 3, 17, -1}).Draw(rt, "step")
	first := int64(5000 * (len(w.pair.model.rows) + 1)) // behind the ids of all others
	rows := make([]tagged, n)
	for i := range rows {
		rows[i] = tagged{first + int64(i)*step, tagsOf(i / length % 16), text}
		w.added.Add(rows[i])
	}
	w.pair.table.AddAll(n, func(i int, r *tagged) { *r = rows[i] })
	w.pair.model.rows = append(w.pair.model.rows, rows...)
}

// TestAddAllAgainstAdd: tables from AddAll have the rows, lists and inner shape of tables from Add, also their forks.
func TestAddAllAgainstAdd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		alive := []*twins{{pair: &pair{table: newTagged()}, added: newTagged()}}
		for step := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "fork")]
			if len(alive) < 4 && rapid.IntRange(0, 2).Draw(rt, "forks") == 0 {
				alive = append(alive, of.fork())
			}
			of.addAll(rt, fmt.Sprint(step))
			for i, w := range alive {
				if diff := w.pair.differs() + shapes(&w.pair.table, &w.added); diff != "" {
					rt.Fatalf("step %d, fork %d (-AddAll +Add): %s", step, i, diff)
				}
			}
		}
	})
}

// TestWritesAfterAddAll: rows from AddAll are changed, extended and removed like others, between further batches.
func TestWritesAfterAddAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		alive := []*twins{{pair: &pair{table: newTagged()}, added: newTagged()}}
		for step := range rapid.IntRange(1, 30).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "fork")]
			if len(alive) < 4 && rapid.IntRange(0, 4).Draw(rt, "forks") == 0 {
				alive = append(alive, of.fork())
			}
			if rapid.IntRange(0, 4).Draw(rt, "batch") == 0 {
				of.addAll(rt, fmt.Sprint(step))
			} else {
				of.pair.write(rt, fmt.Sprint(step))
			}
			for i, w := range alive {
				if diff := w.pair.differs(); diff != "" {
					rt.Fatalf("step %d, fork %d: %s", step, i, diff)
				}
			}
		}
	})
}

// TestSetAllAgainstSet: a map from SetAll has the values and the inner shape of one from Set, also its forks.
func TestSetAllAgainstSet(t *testing.T) {
	type twins struct{ all, single Map[int64, int] }
	rapid.Check(t, func(rt *rapid.T) {
		alive := []*twins{{}}
		for step := range rapid.IntRange(1, 40).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "fork")]
			if len(alive) < 5 && rapid.IntRange(0, 2).Draw(rt, "forks") == 0 {
				alive = append(alive, &twins{of.all.Fork(), of.single.Fork()})
			}
			keys := rapid.SliceOfN(rapid.Int64Range(0, 600), 0, 3).Draw(rt, "keys")
			for i := range rapid.Int64Range(0, 100).Draw(rt, "in line") {
				keys = append(keys, int64(step)*40+i)
			}
			of.all.SetAll(len(keys), func(i int) (int64, int) { return keys[i], step + i })
			for i, k := range keys {
				of.single.Set(k, step+i)
			}
			for i, w := range alive {
				if diff := cmp.Diff(shapeOf(w.all.entries), shapeOf(w.single.entries)); diff != "" {
					rt.Fatalf("step %d, fork %d (-SetAll +Set):\n%s", step, i, diff)
				}
			}
		}
	})
}

// TestABatchOfNothing: it is no change, so the table stays of its generation.
func TestABatchOfNothing(t *testing.T) {
	tb := newTagged()
	tb.AddAll(0, func(int, *tagged) { t.Error("there is no row") })
	require.Equal(t, Generation{}, tb.Generation())
	var m Map[int64, int]
	m.SetAll(0, func(int) (int64, int) { t.Error("there is no key"); return 0, 0 })
	require.Equal(t, Generation{}, m.Generation())
}
