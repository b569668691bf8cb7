package store

import (
	"iter"
	"math"
)

// Rows returns the rows in their order.
func (t *Table[K, R]) Rows() iter.Seq[*R] {
	return func(yield func(*R) bool) {
		t.in().rows.each(func(c *Cell[R]) bool { return yield(&c.Row) })
	}
}

// Put adds a row behind the others, or puts it in the place of the row that has its id. It returns the position.
func (t *Table[K, R]) Put(row R) int32 {
	pos, there := t.in().at.get(t.id(&row))
	if !there {
		t.Add(row)
		return int32(t.in().rows.len - 1) //nolint:gosec // memory ends long before the range does
	}
	t.Change(t.id(&row), func(r *R) { *r = row })
	return pos
}

// EachChange calls f with the rows of each place in which the table differs from another one: the other's row and its
// own, nil where there is none. Of tables that were forked from each other it costs the number of changes.
func (t *Table[K, R]) EachChange(before *Table[K, R], f func(was, is *R)) {
	t.in().rows.differences(&before.in().rows, func(_ int, was, is *Cell[R]) { f(was.row(), is.row()) })
}

// Since returns how the table differs from another one: which ids to remove, and then which rows to Put, in this order,
// so that the other table has the rows of this one in the same order. Of tables that were forked from each other it
// costs the number of changes, and needs no notes of the writes.
func (t *Table[K, R]) Since(before *Table[K, R]) (removed []int64, put []*R) {
	from := math.MaxInt // the places from here on are filled anew
	t.in().rows.differences(&before.in().rows, func(i int, cellBefore, cell *Cell[R]) {
		was, is := cellBefore.row(), cell.row()
		moved := is != nil && i < before.in().rows.len && (was == nil || t.id(was) != t.id(is))
		switch {
		case i >= from:
		case moved:
			from = i // another row has the place, so the rows from here on come in another order
		case is == nil && was != nil:
			removed = append(removed, t.id(was))
		case is != nil:
			put = append(put, is)
		}
	})
	if from == math.MaxInt {
		return removed, put
	}
	return t.refilled(before, from, removed, put)
}

// refilled adds to the changes in the places before from that all other rows are removed and put again.
func (t *Table[K, R]) refilled(before *Table[K, R], from int, removed []int64, put []*R) ([]int64, []*R) {
	for i := from; i < before.in().rows.len; i++ {
		if r := before.in().rows.at(i).row(); r != nil {
			removed = append(removed, t.id(r))
		}
	}
	for i := from; i < t.in().rows.len; i++ {
		if r := t.in().rows.at(i).row(); r != nil {
			put = append(put, r)
		}
	}
	return removed, put
}

// differences calls f with the places whose pointers differ from those of another vector, in ascending order, and with
// nil for a place that a vector does not have. It leaves out the blocks that both share.
func (v *vector[T]) differences(before *vector[T], f func(i int, was, is *T)) {
	was, is := before.whole(), v.whole()
	height := max(was.height, is.height)
	differences(was.raised(height), is.raised(height), height, 0, f)
}

// whole returns the vector with its last block in the tree as well.
func (v vector[T]) whole() vector[T] {
	if v.len > 0 {
		v.push(new(owner))
	}
	return v
}

// raised returns the root of the vector at a level at which it may have no block.
func (v *vector[T]) raised(height int) *block[T] {
	root := v.root
	for level := v.height; level < height && root != nil; level++ {
		root = &block[T]{kids: []*block[T]{root}}
	}
	return root
}

func differences[T any](was, is *block[T], level, from int, f func(i int, was, is *T)) {
	if was == is {
		return
	}
	for slot := range perBlock {
		at := from | slot<<(level*indexBits)
		if level > 0 {
			differences(was.kid(slot), is.kid(slot), level-1, at, f)
		} else if a, b := was.value(slot), is.value(slot); a != b {
			f(at, a, b)
		}
	}
}

func (b *block[T]) kid(slot int) *block[T] {
	if b == nil || slot >= len(b.kids) {
		return nil
	}
	return b.kids[slot]
}

func (b *block[T]) value(slot int) *T {
	if b == nil || slot >= len(b.values) {
		return nil
	}
	return b.values[slot]
}
