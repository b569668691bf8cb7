package store

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sight is what a view of a row shows: the row, the rows with the ids in its text, and those with a tag.
func sight(r *tagged, rows Reading[string, tagged]) string {
	text := fmt.Sprint(*r)
	for _, id := range []int64{r.id + 1, r.id + 2} {
		if other := rows.Get(id); other != nil {
			text += " " + other.text
		} else {
			text += " none"
		}
	}
	for _, other := range rows.Under("a") {
		text += " " + other.text
	}
	return text
}

// look returns what a view of a row shows, from the form if there is one. It reports whether there was.
func look(
	t require.TestingT, tb *Table[string, tagged], in *Tables, keeper *Keeper, id int64,
) (text string, kept bool) {
	cell, key := tb.Cell(id), FormKey{Of: 7, Variety: 1}
	if f := cell.Kept.Find(key, in); f != nil {
		require.Equal(t, key, f.Key)
		return string(f.Bytes), true
	}
	var reads Reads
	text = sight(&cell.Row, tb.Reading(0, &reads))
	keeper.Keep(&cell.Kept, NewForm(key, []byte(text), nil, &reads, in))
	return text, false
}

// TestFormsStandAsLongAsTheirReads writes at random to tables that fork. A form is found again if and only if the view
// would read the same rows.
func TestFormsStandAsLongAsTheirReads(t *testing.T) {
	type branch struct {
		table *Table[string, tagged]
		stamp *Stamp
	}
	rapid.Check(t, func(rt *rapid.T) {
		first, keeper := newTagged(), NewKeeper(1<<20)
		alive := []branch{{&first, nil}}
		for n := range rapid.IntRange(1, 40).Draw(rt, "steps") {
			b := &alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "branch")]
			id := rapid.Int64Range(1, 6).Draw(rt, "id")
			next := b.table.Fork()
			switch known := next.Get(id) != nil; rapid.IntRange(0, 4).Draw(rt, "what") {
			case 0:
				if !known {
					next.Add(tagged{id: id, text: fmt.Sprint(n)})
				}
			case 1:
				next.Change(id, func(r *tagged) { r.text = fmt.Sprint(n) })
			case 2:
				next.Change(id, func(r *tagged) { r.tags = tagsOf(n % 3) })
			case 3:
				next.Remove(id)
			default:
				alive = append(alive, *b)
				b = &alive[len(alive)-1]
			}
			in := Seal(b.stamp, &next)
			b.table, b.stamp = &next, in.Stamp()
			for _, r := range next.All() {
				want := sight(r, next.Reading(0, nil))
				got, _ := look(rt, &next, in, keeper, r.id)
				require.Equal(rt, want, got)
				_, kept := look(rt, &next, in, keeper, r.id)
				require.True(rt, kept, "it was found just now")
			}
		}
	})
}

// numbered returns a table with these rows, and its seal.
func numbered(ids ...int64) (*Table[string, tagged], *Tables) {
	tb := newTagged()
	for _, id := range ids {
		tb.Add(tagged{id: id})
	}
	return &tb, Seal(nil, &tb)
}

// TestAWriteToOtherRowsLeavesForms: a form that reads rows and a list of a table stands after a write to other rows of it,
// and falls with those that it read.
func TestAWriteToOtherRowsLeavesForms(t *testing.T) {
	keeper := NewKeeper(1 << 20)
	for name, c := range map[string]struct {
		write func(*Table[string, tagged])
		kept  bool
	}{
		"nothing":          {func(*Table[string, tagged]) {}, true},
		"another row":      {func(tb *Table[string, tagged]) { tb.Change(5, func(r *tagged) { r.text = "x" }) }, true},
		"another tag":      {func(tb *Table[string, tagged]) { tb.Change(5, func(r *tagged) { r.tags = []string{"b"} }) }, true},
		"a removed row":    {func(tb *Table[string, tagged]) { tb.Remove(5) }, true},
		"an added row":     {func(tb *Table[string, tagged]) { tb.Add(tagged{id: 7}) }, true},
		"the row":          {func(tb *Table[string, tagged]) { tb.Change(1, func(r *tagged) { r.text = "x" }) }, false},
		"a row it read":    {func(tb *Table[string, tagged]) { tb.Change(2, func(r *tagged) { r.text = "x" }) }, false},
		"a row it lost":    {func(tb *Table[string, tagged]) { tb.Remove(2) }, false},
		"a row it missed":  {func(tb *Table[string, tagged]) { tb.Add(tagged{id: 3}) }, false},
		"its list":         {func(tb *Table[string, tagged]) { tb.Change(5, func(r *tagged) { r.tags = []string{"a"} }) }, false},
		"a row it has now": {func(tb *Table[string, tagged]) { tb.Remove(2); tb.Add(tagged{id: 2}) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			tb, in := numbered(1, 2, 5)
			_, kept := look(t, tb, in, keeper, 1)
			require.False(t, kept)
			next := tb.Fork()
			c.write(&next)
			_, kept = look(t, &next, Seal(in.Stamp(), &next), keeper, 1)
			require.Equal(t, c.kept, kept)
			if name != "the row" {
				return
			}
			_, kept = look(t, tb, in, keeper, 1)
			require.True(t, kept, "the version before has the row before")
		})
	}
}

// TestTwoForksHaveTwoStamps: both make one write after a fork, so a count of writes would be the same.
func TestTwoForksHaveTwoStamps(t *testing.T) {
	tb, in := numbered(1, 2)
	keeper := NewKeeper(1 << 20)
	look(t, tb, in, keeper, 1)
	for i := range 2 {
		next := tb.Fork()
		next.Change(2, func(r *tagged) { r.text = fmt.Sprint("fork", i) })
		text, kept := look(t, &next, Seal(in.Stamp(), &next), keeper, 1)
		require.False(t, kept)
		require.Contains(t, text, fmt.Sprint("fork", i))
	}
	same := tb.Fork()
	require.Same(t, in.Stamp(), Seal(in.Stamp(), &same).Stamp(), "nothing changed")
}

// TestARowHasFewForms: the newest stay, each key once.
func TestARowHasFewForms(t *testing.T) {
	tb, in := numbered(1)
	cell, keeper := tb.Cell(1), NewKeeper(1<<20)
	put := func(key uint64, text string) {
		keeper.Keep(&cell.Kept, NewForm(FormKey{Variety: key}, []byte(text), nil, &Reads{}, in))
	}
	for key := range uint64(6) {
		put(key, "first")
	}
	put(3, "second")
	put(3, "third")
	var texts []string
	for key := range uint64(6) {
		if f := cell.Kept.Find(FormKey{Variety: key}, in); f != nil {
			texts = append(texts, fmt.Sprint(key, " ", string(f.Bytes)))
		}
	}
	require.Equal(t, []string{"2 first", "3 third", "4 first", "5 first"}, texts)
}

// TestTheKeeperDropsTheOldest: the forms stay within the limit, and the queue does not grow with what was dropped.
func TestTheKeeperDropsTheOldest(t *testing.T) {
	var ids []int64
	for id := range int64(1000) {
		ids = append(ids, id)
	}
	tb, in := numbered(ids...)
	const bytes = 500
	keeper := NewKeeper(10 * int64(bytes+perForm))
	keep := func(id int64, size int) {
		keeper.Keep(&tb.Cell(id).Kept, NewForm(FormKey{}, make([]byte, size), nil, &Reads{}, in))
	}
	has := func(id int64) bool { return tb.Cell(id).Kept.Find(FormKey{}, in) != nil }
	for _, id := range ids {
		keep(id, bytes)
		require.True(t, has(id))
		require.LessOrEqual(t, keeper.used, keeper.limit)
		require.LessOrEqual(t, cap(keeper.queue), 64)
	}
	require.Equal(t, ids[990:], slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return !has(id) }))
	keep(5, 10*(bytes+perForm))
	require.False(t, has(5), "it is larger than the limit")
	require.True(t, has(999))
	require.False(t, NewKeeper(0).Keeps())
}

// TestARowThatIsGoneLeavesNothing: neither the keeper nor the forms of rows that showed a row keep it in memory.
func TestARowThatIsGoneLeavesNothing(t *testing.T) {
	tb, in := numbered(1, 2)
	keeper := NewKeeper(1 << 20)
	gone := make(chan string, 2)
	func() {
		look(t, tb, in, keeper, 1)
		look(t, tb, in, keeper, 2)
		cell := tb.Cell(2)
		runtime.AddCleanup(cell, func(what string) { gone <- what }, "row")
		runtime.AddCleanup(cell.Kept.first.Load(), func(what string) { gone <- what }, "form")
		tb.Change(2, func(r *tagged) { r.text = "x" })
	}()
	for range 2 {
		runtime.GC()
		<-gone
	}
	require.NotNil(t, tb.Cell(1).Kept.first.Load(), "it read the row")
	runtime.KeepAlive(keeper)
}
