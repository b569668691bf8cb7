package store

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// two are the tables of a version.
type two struct {
	texts, links Table[*tagged]
	stamp        *Stamp
}

// fork returns a version with changed tables.
func (v *two) fork(change func(*two)) *two {
	next := &two{texts: v.texts.Fork(), links: v.links.Fork()}
	change(next)
	next.stamp = Seal(v.stamp, []Generation{next.texts.Generation(), next.links.Generation()})
	return next
}

// twoOf returns a version whose tables have the rows 1 and 2.
func twoOf() *two {
	v := &two{texts: newTagged(), links: newTagged()}
	v.links.Untyped().SetIndex(1)
	return v.fork(func(v *two) {
		for id := range int64(2) {
			Add(&v.texts, tagged{id: id + 1})
			Add(&v.links, tagged{id: id + 1})
		}
	})
}

// sight is what a view of a text shows: the text, and for an odd one the link with its id and those with a tag.
func (v *two) sight(r *tagged, read *TableSet) string {
	text, links := fmt.Sprint(*r), v.links.Reading(read)
	if r.id%2 == 0 {
		return text
	}
	if other := links.Get(r.id); other != nil {
		text += " " + other.text
	}
	for _, other := range links.Under(tagKey("a")) {
		text += " " + other.text
	}
	return text
}

// look returns what a view of a text shows, from the form if there is one. It reports whether there was.
func (v *two) look(t require.TestingT, keeper *Keeper, id int64) (text string, kept bool) {
	cell, key := v.texts.Cell(id), FormKey{Of: 7, Variety: 1}
	if f := cell.Kept.Find(key, v.stamp); f != nil {
		require.Equal(t, key, f.Key)
		return string(f.Bytes), true
	}
	var read TableSet
	text = v.sight(RowOf[*tagged](cell), &read)
	other := func() { keeper.Keep(&cell.Kept, NewForm(FormKey{Of: 8}, nil, nil, 0, v.stamp)) }
	other()
	keeper.Keep(&cell.Kept, NewForm(key, []byte(text), nil, read, v.stamp))
	other() // replaces the form behind the new one, which is copied for it
	return text, false
}

// TestFormsShowWhatAViewWould writes at random to versions that fork.
func TestFormsShowWhatAViewWould(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		keeper, alive := NewKeeper(1<<20), []*two{twoOf()}
		for n := range rapid.IntRange(1, 40).Draw(rt, "steps") {
			i := rapid.IntRange(0, len(alive)-1).Draw(rt, "branch")
			id, what := rapid.Int64Range(1, 3).Draw(rt, "id"), rapid.IntRange(0, 4).Draw(rt, "what")
			next := alive[i].fork(func(v *two) {
				tb := rapid.SampledFrom([]*Table[*tagged]{&v.texts, &v.links}).Draw(rt, "table")
				switch known := tb.Get(id) != nil; {
				case what == 0 && !known:
					Add(tb, tagged{id: id, text: fmt.Sprint(n)})
				case what == 1:
					tb.Change(id, func(r *tagged) { r.text = fmt.Sprint(n) })
				case what == 2:
					tb.Change(id, func(r *tagged) { r.tags = tagsOf(n % 3) })
				case what == 3:
					tb.Remove(id)
				}
			})
			alive[i] = next
			if what == 4 {
				alive = append(alive, next)
			}
			for _, r := range next.texts.All() {
				got, _ := next.look(rt, keeper, r.id)
				require.Equal(rt, next.sight(r, new(TableSet)), got)
				_, kept := next.look(rt, keeper, r.id)
				require.True(rt, kept, "it was found just now")
			}
		}
	})
}

// TestAFormStandsAsLongAsItsTables: it falls with its own row and with each write to a table that it was computed from.
func TestAFormStandsAsLongAsItsTables(t *testing.T) {
	text := func(r *tagged) { r.text = "x" }
	for name, c := range map[string]struct {
		write func(*two)
		kept  []int64
	}{
		"nothing":             {func(*two) {}, []int64{1, 2}},
		"a link":              {func(v *two) { v.links.Change(1, text) }, []int64{2}},
		"a link it has not":   {func(v *two) { v.links.Change(2, text) }, []int64{2}},
		"a new link":          {func(v *two) { Add(&v.links, tagged{id: 3}) }, []int64{2}},
		"a link that is gone": {func(v *two) { v.links.Remove(2) }, []int64{2}},
		"another text":        {func(v *two) { v.texts.Change(2, text) }, []int64{1}},
		"a new text":          {func(v *two) { Add(&v.texts, tagged{id: 3}) }, []int64{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			keeper, before := NewKeeper(1<<20), twoOf()
			for id := range int64(2) {
				before.look(t, keeper, id+1)
			}
			var kept []int64
			next := before.fork(c.write)
			for id := range int64(2) {
				if _, ok := next.look(t, keeper, id+1); ok {
					kept = append(kept, id+1)
				}
			}
			require.Equal(t, c.kept, kept)
		})
	}
}

// TestTwoForksHaveTwoStamps: both make one write after a fork, so a count of writes would be the same.
func TestTwoForksHaveTwoStamps(t *testing.T) {
	before, keeper := twoOf(), NewKeeper(1<<20)
	before.look(t, keeper, 1)
	for i := range 2 {
		next := before.fork(func(v *two) {
			v.links.Change(1, func(r *tagged) { r.text = fmt.Sprint("fork", i) })
		})
		text, kept := next.look(t, keeper, 1)
		require.False(t, kept)
		require.Contains(t, text, fmt.Sprint("fork", i))
	}
	require.Same(t, before.stamp, before.fork(func(*two) {}).stamp, "nothing changed")
}

// numbered returns a table with these rows, and its stamp.
func numbered(ids ...int64) (*Table[*tagged], *Stamp) {
	tb := newTagged()
	for _, id := range ids {
		Add(&tb, tagged{id: id})
	}
	return &tb, Seal(nil, []Generation{tb.Generation()})
}

// TestARowHasFewForms: the newest stay, each key once.
func TestARowHasFewForms(t *testing.T) {
	tb, in := numbered(1)
	cell, keeper := tb.Cell(1), NewKeeper(1<<20)
	put := func(key uint64, text string) {
		keeper.Keep(&cell.Kept, NewForm(FormKey{Variety: key}, []byte(text), nil, 0, in))
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
		keeper.Keep(&tb.Cell(id).Kept, NewForm(FormKey{}, make([]byte, 1, size), nil, 0, in)) // the room counts
	}
	has := func(id int64) bool { return tb.Cell(id).Kept.Find(FormKey{}, in) != nil }
	for _, id := range ids {
		keep(id, bytes)
		require.True(t, has(id))
		require.LessOrEqual(t, keeper.used, keeper.limit)
		require.LessOrEqual(t, cap(keeper.queue), 64)
	}
	require.Equal(t, ids[990:], slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return !has(id) }))
	tb.Remove(994) // its form is gone, and counts until it is the oldest
	runtime.GC()
	for _, id := range ids[100:110] {
		keep(id, bytes)
	}
	require.Len(t, slices.DeleteFunc(slices.Clone(ids[100:110]), func(id int64) bool { return !has(id) }), 10)
	keep(5, 10*(bytes+perForm))
	require.False(t, has(5), "it is larger than the limit")
	require.True(t, has(109))
	require.False(t, NewKeeper(0).Keeps())
}

// TestARowThatIsGoneLeavesNothing: neither the keeper nor the forms of rows that showed a row keep it in memory.
func TestARowThatIsGoneLeavesNothing(t *testing.T) {
	before, keeper := twoOf(), NewKeeper(1<<20)
	gone := make(chan string, 2)
	func() {
		before.look(t, keeper, 1)
		before.look(t, keeper, 2)
		link, text := before.links.Cell(1), before.texts.Cell(2)
		runtime.AddCleanup(link, func(what string) { gone <- what }, "row")
		runtime.AddCleanup(text.Kept.first.Load(), func(what string) { gone <- what }, "form")
		before.links.Change(1, func(r *tagged) { r.text = "x" })
		before.texts.Change(2, func(r *tagged) { r.text = "x" })
	}()
	for range 2 {
		runtime.GC()
		<-gone
	}
	require.NotNil(t, before.texts.Cell(1).Kept.first.Load(), "it read the row")
	runtime.KeepAlive(keeper)
}
