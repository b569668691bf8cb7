// Package store contains tables of rows that can be forked. Forking a table takes the same time for any number of rows,
// because both tables share all rows and indexes. A write copies the row that it changes and the few nodes that lead to
// the row.
package store

import (
	"iter"
	"slices"
)

// Table keeps rows in the order in which they were added. P is the type of pointers to its rows. For each filter of a
// list it keeps the positions of the rows that the filter selects, so that every page of a list costs the same.
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
//
// Every package that names a table compiles its methods. All tables share one compiled form, because P is always a
// pointer; a type parameter for the row itself would cost each package a form for each type of row. What few packages
// use is a function, because a package compiles only the functions that it calls.
type Table[P any] struct {
	_    [0]P    // the type of the rows, for reflection
	core Untyped // not embedded, because its own methods would count as methods of each type of table
}

// New returns an empty table. The function keys appends the keys of a row to a list, each key once. The keys depend
// only on the row.
func New[R any](id func(*R) int64, keys func(r *R, to []Key) []Key) Table[*R] {
	return NewDeriving(id, keys, func(*R) {})
}

// NewDeriving returns an empty table of rows in which some fields are computed from other fields. The function derive
// sets the computed fields. The table calls derive for each row that was added or changed, before it asks for the keys
// of the row.
func NewDeriving[R any](id func(*R) int64, keys func(r *R, to []Key) []Key, derive func(*R)) Table[*R] {
	return Table[*R]{core: newCore(&kind{
		id:     func(row any) int64 { return id(row.(*R)) },
		keys:   func(row any, to []Key) []Key { return keys(row.(*R), to) },
		derive: func(row any) { derive(row.(*R)) },
		copyOf: func(row any) *Cell { return newCell(*row.(*R)) },
		zero:   func() *Cell { return newCell(*new(R)) },
	})}
}

// Fork returns a copy of the table. A change of the copy does not affect the original, and a change of the original
// does not affect the copy. Several goroutines can fork a table that nobody has changed since it was last forked.
func (t *Table[P]) Fork() Table[P] {
	t.core.Share()
	return Table[P]{core: t.core}
}

// Untyped returns the table without the type of its rows.
func (t *Table[P]) Untyped() *Untyped { return &t.core }

// Generation returns the present generation.
func (t *Table[P]) Generation() Generation { return t.core.Generation() }

// Len returns the number of rows.
func (t *Table[P]) Len() int { return t.core.Len() }

// Known reports whether there is a row with an id. The id 0 means that no row is named, and counts as known.
func (t *Table[P]) Known(id int64) bool { return t.core.Known(id) }

// Cell returns the cell of the row with an id, nil when there is none.
func (t *Table[P]) Cell(id int64) *Cell { return t.core.cell(id) }

// CellAt returns the cell at a position, nil when its row was removed.
func (t *Table[P]) CellAt(pos int32) *Cell { return t.core.cellAt(pos) }

// Position returns the position of the row with an id, -1 when there is none.
func (t *Table[P]) Position(id int64) int32 { return t.core.Position(id) }

// List returns the positions of the rows that have a key.
func (t *Table[P]) List(k Key) List { return t.core.under(k) }

// Remove removes the row with an id.
func (t *Table[P]) Remove(id int64) { t.core.Remove(id) }

// ID returns the id of a row.
func (t *Table[P]) ID(row P) int64 { return t.core.ID(row) }

// Get returns the row with an id, nil when there is none.
func (t *Table[P]) Get(id int64) P { return RowOf[P](t.core.cell(id)) }

// Row returns the row at a position.
func (t *Table[P]) Row(pos int32) P { return RowOf[P](t.core.cellAt(pos)) }

// RowsAt returns the rows at these positions.
func (t *Table[P]) RowsAt(positions []int32) []P {
	rows := make([]P, len(positions))
	for i, pos := range positions {
		rows[i] = t.Row(pos)
	}
	return rows
}

// Under returns the rows that have a key.
func (t *Table[P]) Under(k Key) []P { return t.RowsAt(t.core.under(k).All()) }

// First returns the first row that has a key, nil when there is none.
func (t *Table[P]) First(k Key) (first P) {
	if list := t.core.under(k); list.Len() > 0 {
		first = t.Row(list.At(0))
	}
	return first
}

// Has reports whether a row has a key.
func (t *Table[P]) Has(row P, k Key) bool { return slices.Contains(t.core.keysOf(row), k) }

// Rows returns the rows in their order.
func (t *Table[P]) Rows() iter.Seq[P] {
	return func(yield func(P) bool) {
		t.core.each(func(c *Cell) bool { return yield(RowOf[P](c)) })
	}
}

// All returns all rows.
func (t *Table[P]) All() []P { return slices.Collect(t.Rows()) }

// Where returns the rows that a filter selects. It looks at every row of the table.
func (t *Table[P]) Where(selects func(P) bool) []P {
	var rows []P
	for row := range t.Rows() {
		if selects(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// Change applies f to a copy of the row with an id. The copy replaces the row, and Change updates the lists of the
// row's keys. f must not change the same row through the table.
func (t *Table[P]) Change(id int64, f func(P)) {
	if c := t.core.begin(id); c.row != nil {
		f(c.row.(P))
		t.core.finish(c)
	}
}

// Extend works as Change does, for an f that adds keys to the row and removes none. f returns the keys that it added.
// Unlike Change, Extend does not compare all keys, of which a row can have many.
func Extend[P any](t *Table[P], id int64, f func(P) (added []Key)) {
	row, pos := t.core.replace(id)
	if row == nil {
		return
	}
	added := f(row.(P))
	t.core.derive(row)
	for _, k := range added {
		t.core.insert(k, pos)
	}
}

// EachChange calls f for each place in which the table differs from another one. The argument was is the row of the
// other table, and is the row of this table; nil means that there is no row. If the tables were forked from each other,
// the cost is the number of changes.
func (t *Table[P]) EachChange(before *Table[P], f func(was, is P)) {
	t.core.rows.differences(&before.core.rows, func(_ int, was, is *Cell) bool {
		f(RowOf[P](was), RowOf[P](is))
		return true
	})
}

// Add appends a row to a table and returns it. The id must be new.
func Add[R any](t *Table[*R], row R) *R {
	c := newCell(row)
	t.core.add(c)
	return RowOf[*R](c)
}

// PositionsOf returns the positions of the rows that have one of these ids and the key.
func PositionsOf[P any](t *Table[P], ids []int64, k Key) List { return t.core.positionsOf(ids, k) }

// Union returns the positions of the rows that have one of the keys.
func Union[P any](t *Table[P], keys []Key) List { return t.core.union(keys) }
