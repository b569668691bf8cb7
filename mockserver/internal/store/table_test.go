package store

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// tagged is a row of the tables under test. Its tags are its keys, together with "".
type tagged struct {
	id   int64
	tags []string
	text string
}

func newTagged() Table[*tagged] { return newDeriving(func(*tagged) {}) }

func newDeriving(derive func(*tagged)) Table[*tagged] {
	return NewDeriving(func(r *tagged) int64 { return r.id }, func(r *tagged, to []Key) []Key {
		return append(append(to, tagKey("")), tagKeys(r.tags)...)
	}, derive)
}

// put does what Untyped.Put does.
func put(t *Table[*tagged], row tagged) int32 { return t.Untyped().Put(newCell(row)) }

// since does what Untyped.Since does.
func since(t, before *Table[*tagged]) (removed []int64, put []*tagged) {
	removed, cells := t.Untyped().Since(before.Untyped())
	for _, c := range cells {
		put = append(put, RowOf[*tagged](c))
	}
	return removed, put
}

func tagKey(tag string) (k Key) {
	for i := range tag {
		k[3] = k[3]<<8 | int64(tag[i])
	}
	return k
}

func tagKeys(tags []string) []Key {
	keys := make([]Key, len(tags))
	for i, tag := range tags {
		keys[i] = tagKey(tag)
	}
	return keys
}

func idsOf(rows []*tagged) []int64 {
	ids := []int64{}
	for _, r := range rows {
		ids = append(ids, r.id)
	}
	return ids
}

func TestTable(t *testing.T) {
	tb := newTagged()
	for i, tags := range [][]string{{"a"}, {"a", "b"}, {}, {"b"}} {
		require.EqualValues(t, 10*i, Add(&tb, tagged{id: int64(10 * i), tags: tags}).id)
	}
	require.Equal(t, []int64{0, 10}, idsOf(tb.Under(tagKey("a"))))
	require.Empty(t, tb.Under(tagKey("c")))
	require.Nil(t, tb.Get(7))
	tb.Change(7, func(*tagged) { t.Error("there is no such row") })
	Extend(&tb, 7, func(*tagged) []Key { t.Error("there is no such row"); return nil })
	tb.Remove(7)
	require.True(t, tb.Known(0))
	require.True(t, tb.Known(10))
	require.False(t, tb.Known(7))

	tb.Change(20, func(r *tagged) { r.tags = []string{"a"} })
	tb.Change(0, func(r *tagged) { r.tags = []string{"b"} })
	require.Equal(t, []int64{10, 20}, idsOf(tb.Under(tagKey("a"))))
	require.Equal(t, []int64{0, 10, 30}, idsOf(tb.Under(tagKey("b"))), "in the order in which the rows were added")
	require.True(t, tb.Has(tb.Get(10), tagKey("b")))
	require.False(t, tb.Has(tb.Get(20), tagKey("b")))
	require.Equal(t, []int32{1, 3}, PositionsOf(&tb, []int64{30, 7, 10, 20, 10}, tagKey("b")).All())
	require.Equal(t, []int32{0, 1, 2, 3}, Union(&tb, tagKeys([]string{"b", "a", "c"})).All())
	require.Empty(t, Union(&tb, nil).All())

	for row := range tb.Rows() {
		require.Zero(t, row.id, "a loop that ends sees no more rows")
		break
	}
	tb.Remove(10)
	require.Equal(t, []int64{0, 20, 30}, idsOf(tb.Where(func(*tagged) bool { return true })))
	Add(&tb, tagged{id: 10, tags: []string{"a"}})
	require.Equal(t, []int64{20, 10}, idsOf(tb.Under(tagKey("a"))), "a removed id comes last")
	require.EqualValues(t, 10, tb.ID(tb.Row(4)))
}

// TestAPointerShowsTheRowAsItWas checks that no write changes a row that a reader holds.
func TestAPointerShowsTheRowAsItWas(t *testing.T) {
	tb := newTagged()
	added := Add(&tb, tagged{id: 1, text: "old"})
	tb.Change(1, func(r *tagged) { r.text = "new" })
	changed := tb.Get(1)
	Extend(&tb, 1, func(r *tagged) []Key {
		r.tags = []string{"a"}
		return tagKeys(r.tags)
	})
	tb.Remove(1)
	require.Equal(t, tagged{id: 1, text: "old"}, *added)
	require.Equal(t, tagged{id: 1, text: "new"}, *changed)
}

// TestDerivedFieldsFollowEveryWrite: there is no way to write a row around derive.
func TestDerivedFieldsFollowEveryWrite(t *testing.T) {
	added := newDeriving(func(r *tagged) { r.text = fmt.Sprint(r.id, r.tags) })
	Add(&added, tagged{id: 1})
	Add(&added, tagged{id: 2, tags: []string{"a"}})
	put(&added, tagged{id: 3})
	put(&added, tagged{id: 2, tags: []string{"b"}})
	fork := added.Fork()
	fork.Change(1, func(r *tagged) { r.tags = []string{"c"} })
	Extend(&fork, 3, func(r *tagged) []Key { r.tags = []string{"d"}; return tagKeys(r.tags) })
	for _, tb := range []*Table[*tagged]{&added, &fork} {
		for r := range tb.Rows() {
			require.Equal(t, fmt.Sprint(r.id, r.tags), r.text)
		}
	}
}

// naive is a table that copies everything for a fork.
type naive struct{ rows []tagged } // with empty places, whose id is -1

func (n *naive) index(id int64) int {
	return slices.IndexFunc(n.rows, func(r tagged) bool { return r.id == id })
}

func (n *naive) under(tag string) []int64 {
	ids := []int64{}
	for _, r := range n.rows {
		if r.id >= 0 && (tag == "" || slices.Contains(r.tags, tag)) {
			ids = append(ids, r.id)
		}
	}
	return ids
}

// pair is a table beside its model.
type pair struct {
	table Table[*tagged]
	model naive
}

func (p *pair) fork() *pair { return &pair{p.table.Fork(), naive{slices.Clone(p.model.rows)}} }

var allTags = []string{"a", "b", "c", "d"}

// tagsOf returns the tags whose bits are set.
func tagsOf(bits int) []string {
	var tags []string
	for i, tag := range allTags {
		if bits>>i&1 == 1 {
			tags = append(tags, tag)
		}
	}
	return tags
}

// write makes a random change in the table and in the model.
func (p *pair) write(rt *rapid.T, text string) {
	id, tags := rapid.Int64Range(0, 300).Draw(rt, "id"), tagsOf(rapid.IntRange(0, 15).Draw(rt, "tags"))
	i := p.model.index(id)
	switch action := rapid.SampledFrom([]string{"fill", "change", "extend", "remove"}).Draw(rt, "action"); {
	case i < 0:
		Add(&p.table, tagged{id, tags, text})
		p.model.rows = append(p.model.rows, tagged{id, tags, text})
	case action == "fill":
		p.fill(text)
	case action == "extend":
		added := slices.DeleteFunc(tags, func(tag string) bool { return slices.Contains(p.model.rows[i].tags, tag) })
		all := slices.Concat(p.model.rows[i].tags, added)
		Extend(&p.table, id, func(r *tagged) []Key { r.tags, r.text = all, text; return tagKeys(added) })
		p.model.rows[i] = tagged{id, all, text}
	case action == "remove":
		p.table.Remove(id)
		p.model.rows[i] = tagged{id: -1}
	default:
		p.table.Change(id, func(r *tagged) { r.tags, r.text = tags, text })
		p.model.rows[i] = tagged{id, tags, text}
	}
}

// fill adds rows until the nodes of the lists split, and a page is full.
func (p *pair) fill(text string) {
	for id := int64(1000); p.model.index(id) < 0 && id < 1200 || len(p.model.rows)%perPage != 1; id++ {
		if p.model.index(id) < 0 {
			row := tagged{id, tagsOf(int(id % 16)), text}
			Add(&p.table, row)
			p.model.rows = append(p.model.rows, row)
		}
	}
}

// differs describes how the table differs from its model, and returns "" if it does not.
func (p *pair) differs() string {
	for _, tag := range append([]string{""}, allTags...) {
		if diff := cmp.Diff(p.model.under(tag), idsOf(p.table.Under(tagKey(tag)))); diff != "" {
			return fmt.Sprintf("tag %q (-model +table):\n%s", tag, diff)
		}
	}
	for i, want := range p.model.rows {
		if got := p.table.Row(int32(i)); want.id < 0 {
			if got != nil {
				return fmt.Sprintf("row %d was removed, and is there", i)
			}
		} else if p.table.Get(want.id) != got || got.text != want.text || !slices.Equal(got.tags, want.tags) {
			return fmt.Sprintf("row %d: %v, want %v", i, got, want)
		}
	}
	return p.pagesDiffer()
}

// pagesDiffer compares the pages of a list with the list.
func (p *pair) pagesDiffer() string {
	all := p.table.List(tagKey("")).All()
	for from := 0; from < len(all); from += 7 {
		if page := p.table.List(tagKey("")).Slice(from, from+7); !slices.Equal(page, all[from:min(from+7, len(all))]) {
			return fmt.Sprintf("page at %d: %v", from, page)
		}
	}
	return ""
}

// TestTableAgainstAModel writes to a table and its forks at random, and compares all of them with models after each
// write. A fork that shows a change of another fork differs from its model. In some tables the hashes of all keys, or of
// half of them, are equal.
func TestTableAgainstAModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		alive := []*pair{{table: newTagged()}}
		if hashes := rapid.SampledFrom([]uint64{0, 1, 2}).Draw(rt, "hashes"); hashes > 0 {
			alive[0].table.core.hash = func(k Key) uint64 { return uint64(max(k[3], 'b')) % hashes }
		}
		for step := range rapid.IntRange(1, 60).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "fork")]
			if len(alive) < 6 && rapid.IntRange(0, 4).Draw(rt, "forks") == 0 {
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

// TestReadersBesideAWriter reads versions while newer ones are written. The race detector sees a write to a shared node.
func TestReadersBesideAWriter(t *testing.T) {
	const versions = 40
	version := newTagged()
	for i := range int64(500) {
		Add(&version, tagged{id: i, tags: tagsOf(int(i % 16)), text: "0"})
	}
	var readers sync.WaitGroup
	wrong := make([]string, versions)
	newest := &version
	for n := range versions {
		old, next := newest, newest.Fork()
		readers.Go(func() {
			for i, r := range old.Under(tagKey("a")) {
				if old.Get(r.id) != r || int64(old.List(tagKey("a")).Slice(i, i+1)[0]) != r.id {
					wrong[n] = fmt.Sprintf("version %d: row %d is not found", n, r.id)
				}
			}
			if len(old.Under(tagKey(""))) != 500+n || old.Get(7).text != fmt.Sprint(n) {
				wrong[n] = fmt.Sprintf("version %d shows another version: %v", n, old.Get(7))
			}
		})
		next.Change(7, func(r *tagged) { r.text, r.tags = fmt.Sprint(n+1), tagsOf(n%16) })
		Add(&next, tagged{id: int64(500 + n), tags: []string{"b"}})
		newest = &next
	}
	readers.Wait()
	require.Equal(t, make([]string, versions), wrong)
}

// TestForksAtTheSameTime forks a table that was built once in many goroutines, each of which writes to its fork.
func TestForksAtTheSameTime(t *testing.T) {
	built := newTagged()
	for i := range int64(300) {
		Add(&built, tagged{id: i, tags: tagsOf(int(i % 16))})
	}
	base := built.Fork()
	forks := make([]Table[*tagged], 8)
	entries := NewMap[int, int]()
	entries.Set(0, -1)
	empty := entries.Fork()
	var writers sync.WaitGroup
	for n := range forks {
		writers.Go(func() {
			forks[n] = base.Fork()
			forks[n].Change(int64(n), func(r *tagged) { r.text = "mine" })
			mine := empty.Fork()
			mine.Set(n, n)
		})
	}
	writers.Wait()
	for n := range forks {
		mine := forks[n].Where(func(r *tagged) bool { return r.text == "mine" })
		require.Equal(t, []int64{int64(n)}, idsOf(mine))
	}
	require.Empty(t, base.Where(func(r *tagged) bool { return r.text != "" }))
}
