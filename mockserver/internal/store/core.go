package store

import (
	"hash/maphash"
	"math"
	"slices"
	"sync"

	"github.com/tidwall/btree"
)

// Untyped is a table without the type of its rows, for code that treats all tables alike. Its rows are pointers of the
// table's row type. A package that names a generic type compiles all methods of that type, so what tables do is here,
// where it is compiled once, and a Table only adds the type.
type Untyped struct {
	*content

	own bool // no other table uses the content
}

// Key is a key of rows: what the rows of a list have in common, such as their event. Each table has its own type of
// keys, whose method Key returns a key in this form. The compiler does not see a key of another table.
type Key [4]int64

// content is the rows and indexes of a table. Forks share one content until a fork writes.
type content struct {
	*kind

	generation Generation
	rows       pages
	at         ids   // the positions of the ids
	lists      lists // by the hashes of their keys
}

// kind contains what a table shares with all its forks: functions of its rows, which are pointers, and a lock.
type kind struct {
	id      func(row any) int64
	keys    func(row any, to []Key) []Key
	derive  func(row any)
	copyOf  func(row any) *Cell
	zero    func() *Cell
	index   uint8 // of the table in the stamps of its version
	hash    func(Key) uint64
	copying sync.Mutex // copying a tree writes to the original too, which forks share
}

// The trees are behind interfaces, so that packages that only use tables do not compile them. Each interface has one
// implementation.
type (
	ids interface {
		Get(id int64) (int32, bool)
		Set(id int64, pos int32) (int32, bool)
		Delete(id int64) (int32, bool)
		Len() int
	}
	lists interface {
		Get(hash uint64) (*keyed, bool)
		Set(hash uint64, first *keyed) (*keyed, bool)
		Delete(hash uint64) (*keyed, bool)
		Len() int
	}
	idTree   = btree.Map[int64, int32]
	listTree = btree.Map[uint64, *keyed]
)

// newCore returns a table without rows. It is not inlined, so that its callers do not compile the trees.
//
//go:noinline
func newCore(k *kind) Untyped {
	seed := maphash.MakeSeed()
	k.hash = func(key Key) uint64 { return maphash.Comparable(seed, key) }
	return Untyped{content: &content{kind: k, at: new(idTree), lists: new(listTree)}}
}

// write gives the table its own copy of the content before the first change after a fork.
func (t *Untyped) write() {
	if t.own {
		return
	}
	t.copying.Lock()
	defer t.copying.Unlock()
	rows := pages{t.rows.len, slices.Clone(t.rows.shelves)}
	at, lists := t.at.(*idTree).Copy(), t.lists.(*listTree).Copy() //nolint:forcetypeassert // the only types
	t.content = &content{t.kind, newGeneration(), rows, at, lists}
	t.own = true
}

// Share makes the next write copy the content, so that a copy of the table is a fork. It writes only if it has to,
// because several goroutines can fork a table that nobody has changed since it was last forked.
func (t *Untyped) Share() {
	if t.own {
		t.own = false
	}
}

func (t *Untyped) cell(id int64) *Cell {
	pos, ok := t.at.Get(id)
	if !ok {
		return nil
	}
	return t.cellAt(pos)
}

func (t *Untyped) cellAt(pos int32) *Cell { return t.rows.at(int(pos)) }

// Position returns the position of the row with an id, -1 when there is none.
func (t *Untyped) Position(id int64) int32 {
	if pos, ok := t.at.Get(id); ok {
		return pos
	}
	return -1
}

func (t *Untyped) under(k Key) List {
	if list := t.list(k); list != nil {
		return List{tree: list.positions}
	}
	return List{}
}

func (t *Untyped) positionsOf(ids []int64, k Key) List {
	var positions []int32
	for _, id := range ids {
		if pos, ok := t.at.Get(id); ok && slices.Contains(t.keysOf(t.cellAt(pos).row), k) {
			positions = append(positions, pos)
		}
	}
	return sorted(positions)
}

func (t *Untyped) union(keys []Key) List {
	var positions []int32
	for _, k := range keys {
		positions = append(positions, t.under(k).All()...)
	}
	return sorted(positions)
}

func sorted(positions []int32) List {
	slices.Sort(positions)
	return ListOf(slices.Compact(positions))
}

// Remove removes the row with an id.
func (t *Untyped) Remove(id int64) {
	pos, ok := t.at.Get(id)
	if !ok {
		return
	}
	t.write()
	for _, k := range t.keysOf(t.cellAt(pos).row) {
		t.drop(k, pos)
	}
	t.at.Delete(id)
	t.rows.set(t.generation, pos, nil)
}

// usualKeys is the largest number of keys that most rows have.
const usualKeys = 8

func (t *Untyped) keysOf(row any) []Key { return t.keys(row, make([]Key, 0, usualKeys)) }

func (t *Untyped) add(c *Cell) int32 {
	t.write()
	t.derive(c.row)
	pos := int32(t.rows.len) //nolint:gosec // memory ends long before the range does
	t.rows.set(t.generation, pos, c)
	t.at.Set(t.id(c.row), pos)
	for _, k := range t.keysOf(c.row) {
		t.insert(k, pos)
	}
	return pos
}

// replace replaces the row with an id by a copy. It returns the copy, or nil if there is no row.
func (t *Untyped) replace(id int64) (row any, pos int32) {
	pos, ok := t.at.Get(id)
	if !ok {
		return nil, 0
	}
	t.write()
	changed := t.copyOf(t.cellAt(pos).row)
	t.rows.set(t.generation, pos, changed)
	return changed.row, pos
}

// Put adds the row of a cell at the end, or replaces the row that has the same id. It returns the position of the row.
func (t *Untyped) Put(c *Cell) int32 {
	pos := t.Position(t.id(c.row))
	if pos < 0 {
		return t.add(c)
	}
	before := t.keysOf(t.cellAt(pos).row)
	t.write()
	t.rows.set(t.generation, pos, c)
	t.finish(change{c.row, pos, before})
	return pos
}

// change is a change of a row that is not finished.
type change struct {
	row    any // the copy to change, nil if there is no row
	pos    int32
	before []Key
}

func (t *Untyped) begin(id int64) (c change) {
	if c.row, c.pos = t.replace(id); c.row != nil {
		c.before = t.keysOf(c.row)
	}
	return c
}

// finish puts a row into the lists of its keys after a change.
func (t *Untyped) finish(c change) {
	t.derive(c.row)
	after := t.keysOf(c.row)
	if slices.Equal(c.before, after) {
		return
	}
	for _, k := range c.before {
		if !slices.Contains(after, k) {
			t.drop(k, c.pos)
		}
	}
	for _, k := range after {
		if !slices.Contains(c.before, k) {
			t.insert(k, c.pos)
		}
	}
}

// each calls yield with all cells in their order, until yield returns false.
func (t *Untyped) each(yield func(*Cell) bool) {
	t.rows.differences(new(pages), func(_ int, _, is *Cell) bool { return yield(is) })
}

// Since returns the changes that turn the table before into this one: which ids to remove, and then the cells whose
// rows to Put, in this order. Afterwards both tables have the same rows in the same order. If the tables were forked
// from each other, the cost is the number of changes. Since needs no record of the writes.
func (t *Untyped) Since(before *Untyped) (removed []int64, put []*Cell) {
	from := math.MaxInt // all places from here on are filled anew
	t.rows.differences(&before.rows, func(i int, was, is *Cell) bool {
		switch {
		case is != nil && (was == nil || t.id(was.row) != t.id(is.row)):
			from = i // another row is in the place, so the order of the rows from here on changed
			return false
		case is == nil && was != nil:
			removed = append(removed, t.id(was.row))
		case is != nil:
			put = append(put, is)
		}
		return true
	})
	if from == math.MaxInt {
		return removed, put
	}
	return t.refilled(before, from, removed, put)
}

func (t *Untyped) refilled(before *Untyped, from int, removed []int64, put []*Cell) ([]int64, []*Cell) {
	for i := from; i < before.rows.len; i++ {
		if c := before.rows.at(i); c != nil {
			removed = append(removed, t.id(c.row))
		}
	}
	for i := from; i < t.rows.len; i++ {
		if c := t.rows.at(i); c != nil {
			put = append(put, c)
		}
	}
	return removed, put
}
