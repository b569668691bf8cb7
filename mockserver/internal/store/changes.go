package store

import (
	"iter"
	"math"
)

// Rows returns the rows in their order.
func (t *Table[K, R]) Rows() iter.Seq[*R] {
	return func(yield func(*R) bool) {
		t.rows.differences(new(pages[R]), func(_ int, _, is *Cell[R]) bool { return yield(&is.Row) })
	}
}

// Put adds a row at the end, or replaces the row that has the same id. It returns the position of the row.
func (t *Table[K, R]) Put(row R) int32 {
	pos, there := t.at.Get(t.id(&row))
	if !there {
		t.Add(row)
		return t.Position(t.id(&row))
	}
	t.Change(t.id(&row), func(r *R) { *r = row })
	return pos
}

// EachChange calls f for each place in which the table differs from another one. The argument was is the row of the
// other table, and is the row of this table; nil means that there is no row. If the tables were forked from each other,
// the cost is the number of changes.
func (t *Table[K, R]) EachChange(before *Table[K, R], f func(was, is *R)) {
	t.rows.differences(&before.rows, func(_ int, was, is *Cell[R]) bool {
		f(was.row(), is.row())
		return true
	})
}

// Since returns the changes that turn the table before into this one: which ids to remove, and then which rows to Put,
// in this order. Afterwards both tables have the same rows in the same order. If the tables were forked from each
// other, the cost is the number of changes. Since needs no record of the writes.
func (t *Table[K, R]) Since(before *Table[K, R]) (removed []int64, put []*R) {
	from := math.MaxInt // all places from here on are filled anew
	t.rows.differences(&before.rows, func(i int, cellBefore, cell *Cell[R]) bool {
		was, is := cellBefore.row(), cell.row()
		moved := is != nil && i < before.rows.len && (was == nil || t.id(was) != t.id(is))
		switch {
		case moved:
			from = i // another row is in the place, so the order of the rows from here on changed
			return false
		case is == nil && was != nil:
			removed = append(removed, t.id(was))
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

// refilled extends the changes in the places before from: all rows at later places are removed and put again.
func (t *Table[K, R]) refilled(before *Table[K, R], from int, removed []int64, put []*R) ([]int64, []*R) {
	for i := from; i < before.rows.len; i++ {
		if r := before.rows.at(i).row(); r != nil {
			removed = append(removed, t.id(r))
		}
	}
	for i := from; i < t.rows.len; i++ {
		if r := t.rows.at(i).row(); r != nil {
			put = append(put, r)
		}
	}
	return removed, put
}
