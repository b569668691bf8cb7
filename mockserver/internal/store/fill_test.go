package store

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// rowsOf returns rows for a new table. Runs of them have the same tags.
func rowsOf(rt *rapid.T) []tagged {
	rows := make([]tagged, rapid.SampledFrom([]int{0, 1, 31, 32, 33, 64, 65, 1024, 1025, 2200}).Draw(rt, "rows"))
	length, kinds := rapid.IntRange(1, 70).Draw(rt, "run"), rapid.IntRange(1, 16).Draw(rt, "kinds")
	for i := range rows {
		rows[i] = tagged{int64(i), tagsOf(i / length % kinds), "first"}
	}
	return rows
}

// filled returns a table with the rows beside its model, and one that has them from Add. The table may get them later.
func filled(rows []tagged, later bool) (*pair, *Table[string, tagged]) {
	p, added := &pair{table: newTagged()}, newTagged()
	fill := p.table.Fill
	if later {
		fill = p.table.FillLater
	}
	fill(len(rows), func(i int, r *tagged) { *r = rows[i] })
	for _, r := range rows {
		added.Add(r)
		p.model.rows = append(p.model.rows, r)
	}
	return p, &added
}

// TestFillAgainstAdd: a table from Fill is like one from Add, and stays so through writes to it and to its forks.
func TestFillAgainstAdd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		later, looks := rapid.Bool().Draw(rt, "later"), rapid.Bool().Draw(rt, "looks")
		of, added := filled(rowsOf(rt), later)
		if diff := shapes(&of.table, added); looks && diff != "" {
			rt.Fatalf("(-Fill +Add):\n%s", diff)
		}
		alive := []*pair{of}
		for step := range rapid.IntRange(0, 40).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "fork")]
			if len(alive) < 4 && rapid.IntRange(0, 4).Draw(rt, "forks") == 0 {
				alive = append(alive, of.fork())
			}
			of.write(rt, fmt.Sprint(step))
			for i, p := range alive {
				if diff := p.differs(); diff != "" {
					rt.Fatalf("step %d, fork %d: %s", step, i, diff)
				}
			}
		}
	})
}

// shapes compares the vectors of two tables, their tries, and the trees of their lists.
func shapes(a, b *Table[string, tagged]) string {
	diff := cmp.Diff([]int{a.in().rows.len, a.rows.height}, []int{b.rows.len, b.rows.height})
	diff += cmp.Diff(shapeOf(a.at), shapeOf(b.at))
	diff += cmp.Diff(keysIn(a.lists.root), keysIn(b.lists.root))
	for _, tag := range append([]string{""}, allTags...) {
		diff += cmp.Diff(shape(a.List(tag).tree), shape(b.List(tag).tree))
		diff += cmp.Diff(a.List(tag).last, b.List(tag).last)
	}
	return diff
}

// TestFillLater: a table gets its rows when somebody asks for one, once for all forks, also when many ask at a time.
func TestFillLater(t *testing.T) {
	asks := map[string]func(tb *Table[string, tagged]) bool{
		"Get":        func(tb *Table[string, tagged]) bool { return tb.Get(3) != nil },
		"Cell":       func(tb *Table[string, tagged]) bool { return tb.Cell(3) != nil },
		"Position":   func(tb *Table[string, tagged]) bool { return tb.Position(3) == 3 },
		"Row":        func(tb *Table[string, tagged]) bool { return tb.Row(3).id == 3 },
		"RowsAt":     func(tb *Table[string, tagged]) bool { return tb.RowsAt([]int32{3})[0].id == 3 },
		"List":       func(tb *Table[string, tagged]) bool { return tb.List("").Len() == 100 },
		"First":      func(tb *Table[string, tagged]) bool { return tb.First("") != nil },
		"Union":      func(tb *Table[string, tagged]) bool { return tb.Union([]string{""}).Len() == 100 },
		"All":        func(tb *Table[string, tagged]) bool { return len(tb.All()) == 100 },
		"EachChange": differsInAHundredRows,
		"Since":      func(tb *Table[string, tagged]) bool { _, put := tb.Since(new(newTagged())); return len(put) == 100 },
		"Reading":    func(tb *Table[string, tagged]) bool { return tb.Reading(0, new(TableSet)).Get(3) != nil },
		"Add":        func(tb *Table[string, tagged]) bool { return tb.Add(tagged{id: 900}) != nil && tb.Row(100).id == 900 },
		"Put":        func(tb *Table[string, tagged]) bool { return tb.Put(tagged{id: 3}) == 3 },
		"Change": func(tb *Table[string, tagged]) bool {
			tb.Change(3, func(r *tagged) { r.text = "x" })
			return tb.Get(3).text == "x"
		},
		"Remove": func(tb *Table[string, tagged]) bool { tb.Remove(3); return tb.Get(3) == nil && tb.Get(4) != nil },
		"AddAll": func(tb *Table[string, tagged]) bool {
			tb.AddAll(2, func(i int, r *tagged) { r.id = int64(900 + i) })
			return tb.Row(101).id == 901
		},
	}
	for name, ask := range asks {
		t.Run(name, func(t *testing.T) {
			tb := newTagged()
			var calls atomic.Int64
			tb.FillLater(100, func(i int, r *tagged) { calls.Add(1); *r = tagged{id: int64(i), tags: []string{"t"}} })
			forks := []Table[string, tagged]{tb.Fork(), tb.Fork(), tb.Fork()}
			require.NotEqual(t, new(newTagged()).Generation(), tb.Generation())
			require.Zero(t, calls.Load())
			var asking sync.WaitGroup
			var answered atomic.Int64
			for i := range forks {
				asking.Go(func() {
					if ask(&forks[i]) {
						answered.Add(1)
					}
				})
			}
			asking.Wait()
			require.EqualValues(t, 3, answered.Load())
			require.EqualValues(t, 100, calls.Load())
			require.Len(t, tb.All(), 100)
			require.EqualValues(t, 100, calls.Load())
			require.Panics(t, func() { tb.FillLater(1, func(int, *tagged) {}) })
		})
	}
}

// differsInAHundredRows reports whether a table differs from an empty one in a hundred rows.
func differsInAHundredRows(tb *Table[string, tagged]) bool {
	empty, n := newTagged(), 0
	tb.EachChange(&empty, func(_, _ *tagged) { n++ })
	return n == 100
}

// shape describes a tree.
func shape(n *node) string {
	if n == nil {
		return ""
	}
	text := fmt.Sprint(n.values)
	for _, k := range n.kids {
		text += fmt.Sprint("(", k.first, k.count, shape(k.node), ")")
	}
	return text
}

// shapeOf describes a trie with its tail in the tree.
func shapeOf[K comparable, V any](t trie[K, V]) string {
	t.push(new(owner))
	return buckets(t.root)
}

// buckets describes a bucket. Its entries can have come in any order.
func buckets[K comparable, V any](b *bucket[K, V]) string {
	if b == nil {
		return ""
	}
	var entries []string
	for _, e := range b.entries {
		entries = append(entries, fmt.Sprint(e))
	}
	slices.Sort(entries)
	text := fmt.Sprint(entries)
	for _, kid := range b.kids {
		text += "(" + buckets(kid) + ")"
	}
	return text
}

// keysIn returns the keys of a trie in the order of its buckets.
func keysIn[K comparable, V any](b *bucket[K, V]) (keys []K) {
	if b == nil {
		return nil
	}
	for _, e := range b.entries {
		keys = append(keys, e.key)
	}
	for _, kid := range b.kids {
		keys = append(keys, keysIn(kid)...)
	}
	return keys
}

// TestFillOfAMap: a map from Fill is like one from Set, and stays so through writes to it and to its forks.
func TestFillOfAMap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, perBucket, perBucket + 1, 300, 5000}).Draw(rt, "keys")
		step := rapid.Int64Range(1, 40).Draw(rt, "step")
		var filled, set Map[int64, string]
		of := func(i int) (int64, string) { return int64(i) * step, fmt.Sprint(i) }
		filled.Fill(n, of)
		for i := range n {
			set.Set(of(i))
		}
		if diff := cmp.Diff(shapeOf(filled.entries), shapeOf(set.entries)); diff != "" {
			rt.Fatalf("(-Fill +Set):\n%s", diff)
		}
		before := filled.Fork()
		for range rapid.IntRange(0, 60).Draw(rt, "writes") {
			k := rapid.Int64Range(0, int64(n)*step+1).Draw(rt, "key")
			if rapid.Bool().Draw(rt, "delete") {
				filled.Delete(k)
				set.Delete(k)
				continue
			}
			filled.Set(k, "written")
			set.Set(k, "written")
		}
		for k := range int64(n)*step + 2 {
			got, has := filled.Get(k)
			if want, there := set.Get(k); got != want || has != there {
				rt.Fatalf("after writes, key %d: Fill %q %v, Set %q %v", k, got, has, want, there)
			}
		}
		for i := range n {
			k, want := of(i)
			if got, ok := before.Get(k); !ok || got != want {
				rt.Fatalf("key %d of the fork is %q", k, got)
			}
		}
	})
}

// TestFillOfEqualHashes: the keys of a deepest bucket stay together, however many there are.
func TestFillOfEqualHashes(t *testing.T) {
	entries := make([]entry[int64, int], 3*perBucket)
	for i := range entries {
		entries[i] = entry[int64, int]{int64(i % (1 << idGroupBits)), i}
	}
	root := trieOf(&owner{}, entries).root
	b, depth := root, 0
	for ; b.kids != nil; depth++ {
		b = b.kids[kidAt(depth, int64(0))]
	}
	require.Equal(t, deepest, depth)
	require.Len(t, b.entries, 3*perBucket)
}

func TestFillOfAMapWithKeys(t *testing.T) {
	var m Map[int64, string]
	m.Set(1, "one")
	require.Panics(t, func() { m.Fill(1, func(int) (int64, string) { return 2, "two" }) })
}

func TestFillOfATableWithRows(t *testing.T) {
	tb := newTagged()
	tb.Add(tagged{id: 1})
	tb.Remove(1)
	require.Panics(t, func() { tb.Fill(1, func(int, *tagged) {}) }, "the place of the removed row is taken")
}
