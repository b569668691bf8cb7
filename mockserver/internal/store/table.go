// Package store contains tables of rows that can be forked. Forking a table takes the same time for any number of rows,
// because both tables share all rows and indexes. A write copies the row that it changes and the few nodes that lead to
// the row.
package store

import (
	"hash/maphash"
	"iter"
	"slices"
	"sync"

	"github.com/tidwall/btree"
)

// Table keeps rows in the order in which they were added. For each filter of a list it keeps the positions of the rows
// that the filter selects, so that every page of a list costs the same.
//
// No operation of the interface removes a row; only methods of a World do. A removed row leaves an empty place, so that
// the positions and the order of the other rows do not change. Long runs of empty places take no memory and no time. A
// row with a removed id can be added again, at the end.
//
// A row never changes. Change and Extend replace the row by a changed copy, so a pointer to a row shows the row as it
// was when the caller got the pointer. Slices, maps and pointers in a row must be replaced and never changed in place,
// because the copies share them.
//
// While a goroutine changes a table, no other goroutine may read that table, but others may read its forks.
type Table[K comparable, R any] struct {
	*content[K, R]

	own bool // no other table uses the content
}

// content is the rows and indexes of a table. Forks share one content until a fork writes.
type content[K comparable, R any] struct {
	*kind[K, R]

	generation Generation
	rows       pages[R]
	at         btree.Map[int64, int32]      // the positions of the ids
	lists      btree.Map[uint64, *keyed[K]] // by the hashes of their keys
}

// kind contains what a table shares with all its forks: functions and a lock.
type kind[K comparable, R any] struct {
	id      func(*R) int64
	keys    func(*R, []K) []K
	derive  func(*R)
	hash    func(K) uint64
	copying sync.Mutex // copying a tree writes to the original too, which forks share
}

// New returns an empty table. The function keys appends the keys of a row to a list, each key once. The keys depend
// only on the row.
func New[K comparable, R any](id func(*R) int64, keys func(r *R, to []K) []K) Table[K, R] {
	return NewDeriving(id, keys, func(*R) {})
}

// NewDeriving returns an empty table of rows in which some fields are computed from other fields. The function derive
// sets the computed fields. The table calls derive for each row that was added or changed, before it asks for the keys
// of the row.
func NewDeriving[K comparable, R any](
	id func(*R) int64, keys func(r *R, to []K) []K, derive func(*R),
) Table[K, R] {
	seed := maphash.MakeSeed()
	hash := func(k K) uint64 { return maphash.Comparable(seed, k) }
	return Table[K, R]{content: &content[K, R]{kind: &kind[K, R]{id: id, keys: keys, derive: derive, hash: hash}}}
}

// write gives the table its own copy of the content before the first change after a fork.
func (t *Table[K, R]) write() {
	if t.own {
		return
	}
	t.copying.Lock()
	defer t.copying.Unlock()
	rows := pages[R]{t.rows.len, slices.Clone(t.rows.shelves)}
	t.content = &content[K, R]{t.kind, newGeneration(), rows, *t.at.Copy(), *t.lists.Copy()}
	t.own = true
}

// usualKeys is the largest number of keys that most rows have.
const usualKeys = 8

func (t *Table[K, R]) keysOf(r *R) []K { return t.keys(r, make([]K, 0, usualKeys)) }

// Generation returns the present generation.
func (t *Table[K, R]) Generation() Generation { return t.generation }

// Fork returns a copy of the table. A change of the copy does not affect the original, and a change of the original
// does not affect the copy. Several goroutines can fork a table that nobody has changed since it was last forked.
func (t *Table[K, R]) Fork() Table[K, R] {
	if t.own {
		t.own = false
	}
	return *t
}

// Add appends a row and returns it. The id must be new.
func (t *Table[K, R]) Add(row R) *R {
	t.write()
	cell := &Cell[R]{Row: row}
	t.derive(&cell.Row)
	pos := int32(t.rows.len) //nolint:gosec // memory ends long before the range does
	t.rows.set(t.generation, pos, cell)
	t.at.Set(t.id(&cell.Row), pos)
	for _, k := range t.keysOf(&cell.Row) {
		t.insert(k, pos)
	}
	return &cell.Row
}

// ID returns the id of a row.
func (t *Table[K, R]) ID(r *R) int64 { return t.id(r) }

// Get returns the row with an id, nil when there is none.
func (t *Table[K, R]) Get(id int64) *R {
	return t.Cell(id).row()
}

// Cell returns the cell of the row with an id, nil when there is none.
func (t *Table[K, R]) Cell(id int64) *Cell[R] {
	pos, ok := t.at.Get(id)
	if !ok {
		return nil
	}
	return t.rows.at(int(pos))
}

// Position returns the position of the row with an id, -1 when there is none.
func (t *Table[K, R]) Position(id int64) int32 {
	if pos, ok := t.at.Get(id); ok {
		return pos
	}
	return -1
}

// Known reports whether there is a row with an id. The id 0 means that no row is named, and counts as known.
func (t *Table[K, R]) Known(id int64) bool { return id == 0 || t.Get(id) != nil }

// Change applies f to a copy of the row with an id. The copy replaces the row, and Change updates the lists of the
// row's keys. f must not change the same row through the table.
func (t *Table[K, R]) Change(id int64, f func(*R)) {
	pos, ok := t.at.Get(id)
	if !ok {
		return
	}
	r := t.replace(pos)
	before := t.keysOf(r)
	f(r)
	t.derive(r)
	t.refile(pos, before, t.keysOf(r))
}

// refile puts a row into the lists of its keys after a change.
func (t *Table[K, R]) refile(pos int32, before, after []K) {
	if slices.Equal(before, after) {
		return
	}
	for _, k := range before {
		if !slices.Contains(after, k) {
			t.drop(k, pos)
		}
	}
	for _, k := range after {
		if !slices.Contains(before, k) {
			t.insert(k, pos)
		}
	}
}

// Extend works as Change does, for an f that adds keys to the row and removes none. f returns the keys that it added.
// Unlike Change, Extend does not compare all keys, of which a row can have many.
func (t *Table[K, R]) Extend(id int64, f func(*R) (added []K)) {
	pos, ok := t.at.Get(id)
	if !ok {
		return
	}
	r := t.replace(pos)
	added := f(r)
	t.derive(r)
	for _, k := range added {
		t.insert(k, pos)
	}
}

// replace replaces a row by a copy, and returns the copy.
func (t *Table[K, R]) replace(pos int32) *R {
	t.write()
	changed := &Cell[R]{Row: t.rows.at(int(pos)).Row}
	t.rows.set(t.generation, pos, changed)
	return &changed.Row
}

// Remove removes the row with an id.
func (t *Table[K, R]) Remove(id int64) {
	pos, ok := t.at.Get(id)
	if !ok {
		return
	}
	t.write()
	for _, k := range t.keysOf(t.Row(pos)) {
		t.drop(k, pos)
	}
	t.at.Delete(id)
	t.rows.set(t.generation, pos, nil)
}

// Where returns the rows that a filter selects. It looks at every row of the table.
func (t *Table[K, R]) Where(selects func(*R) bool) []*R {
	var rows []*R
	for r := range t.Rows() {
		if selects(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

// List returns the positions of the rows that have a key.
func (t *Table[K, R]) List(k K) List {
	if list := t.list(k); list != nil {
		return List{tree: list.positions}
	}
	return List{}
}

// Under returns the rows that have a key.
func (t *Table[K, R]) Under(k K) []*R { return t.RowsAt(t.List(k).All()) }

// First returns the first row that has a key, nil when there is none.
func (t *Table[K, R]) First(k K) *R {
	for _, pos := range t.List(k).Slice(0, 1) {
		return t.Row(pos)
	}
	return nil
}

// Has reports whether a row has a key.
func (t *Table[K, R]) Has(r *R, k K) bool { return slices.Contains(t.keysOf(r), k) }

// Row returns the row at a position.
func (t *Table[K, R]) Row(pos int32) *R { return t.rows.at(int(pos)).row() }

// All returns all rows.
func (t *Table[K, R]) All() []*R { return t.Where(func(*R) bool { return true }) }

// RowsAt returns the rows at these positions.
func (t *Table[K, R]) RowsAt(positions []int32) []*R {
	rows := make([]*R, len(positions))
	for i, c := range t.CellsAt(positions) {
		rows[i] = c.row()
	}
	return rows
}

// CellsAt goes over the cells of the rows at these positions, with the indexes of the positions.
func (t *Table[K, R]) CellsAt(positions []int32) iter.Seq2[int, *Cell[R]] {
	return func(yield func(int, *Cell[R]) bool) {
		for i, pos := range positions {
			if !yield(i, t.rows.at(int(pos))) {
				return
			}
		}
	}
}

// PositionsOf returns the positions of the rows that have one of these ids and the key.
func (t *Table[K, R]) PositionsOf(ids []int64, k K) List {
	var positions []int32
	for _, id := range ids {
		if pos, ok := t.at.Get(id); ok && t.Has(t.Row(pos), k) {
			positions = append(positions, pos)
		}
	}
	return sorted(positions)
}

// Union returns the positions of the rows that have one of the keys.
func (t *Table[K, R]) Union(keys []K) List {
	var positions []int32
	for _, k := range keys {
		positions = append(positions, t.List(k).All()...)
	}
	return sorted(positions)
}

func sorted(positions []int32) List {
	slices.Sort(positions)
	return ListOf(slices.Compact(positions))
}
