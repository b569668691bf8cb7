package store

import "slices"

// AddAll appends n rows, as Add would in the order of their numbers, for a fraction of the cost. The function row fills
// in the row with a number, from 0, which is empty at first. The ids must be new and different.
//
// New rows have a piece of memory together, at most a block of them, which stays as long as one of them is in use.
func (t *Table[K, R]) AddAll(n int, row func(i int, r *R)) {
	for from := 0; from < n; {
		cells := newCells[R](min(n-from, perBlock-t.in().rows.len%perBlock))
		for i, cell := range cells {
			row(from+i, &cell.Row)
			t.derive(&cell.Row)
		}
		t.addCells(cells)
		from += len(cells)
	}
}

// addCells appends rows for which the last block has room, unless it is full.
func (t *Table[K, R]) addCells(cells []*Cell[R]) {
	by, first := t.owner(), int32(t.in().rows.len) //nolint:gosec // memory ends long before the range does
	t.in().rows.addAll(by, cells)
	t.in().at.setAll(by, len(cells), func(i int) (int64, int32) {
		return t.id(&cells[i].Row), first + int32(i) //nolint:gosec // as above
	})
	t.fileAll(by, first, cells)
}

// fileAll puts new rows, of which the first one has a position, into the lists of their keys. Rows in line with equal
// keys go there together.
func (t *Table[K, R]) fileAll(by *owner, first int32, cells []*Cell[R]) {
	spare := t.spareKeys()
	defer t.spare.Put(spare)
	from, pos := first, first
	spare.before = spare.before[:0]
	for _, cell := range cells {
		spare.after = t.keys(&cell.Row, spare.after[:0])
		if !slices.Equal(spare.before, spare.after) {
			t.insertAll(by, spare.before, from, pos)
			from, spare.before, spare.after = pos, spare.after, spare.before
		}
		pos++
	}
	t.insertAll(by, spare.before, from, pos)
}

// insertAll puts new rows into the lists of keys. Their positions begin at one and end before another.
func (t *Table[K, R]) insertAll(by *owner, keys []K, from, to int32) {
	for _, k := range keys {
		i, ok := t.in().lists.get(k)
		if !ok {
			t.in().lists.set(by, k, int32(t.in().runs.len)) //nolint:gosec // memory ends long before the range does
			t.in().runs.add(by, (*run)(nil).withAll(by, from, to))
			continue
		}
		t.in().runs.set(by, int(i), t.in().runs.at(int(i)).withAll(by, from, to))
	}
}

// withAll returns the run, which may be nil, with positions behind all others. They begin at one and end before
// another, and a block has room for them.
func (r *run) withAll(by *owner, from, to int32) *run {
	var room [perBlock]int32
	positions := room[:0]
	for ; from < to; from++ {
		positions = append(positions, from)
	}
	r = r.ownedBy(by)
	fit := min(perLeaf-len(r.last.All()), len(positions))
	r.last = r.last.Append(positions[:fit])
	if left := positions[fit:]; len(left) > 0 {
		r.tree = r.tree.push(by, &node{values: r.last.All()})
		r.last = Items[int32]{}.Append(left)
	}
	return r
}

// addAll appends pointers for which the last block has room, unless it is full.
func (v *vector[T]) addAll(by *owner, all []*T) {
	if v.len > 0 && v.len%perBlock == 0 {
		v.push(by)
	}
	v.last = v.last.Append(all)
	v.len += len(all)
}

// SetAll gives n keys values, as Set would in the order of their numbers. The function of returns the key and the value
// with a number, from 0. Ids that follow each other cost little more than one of them.
func (m *Map[K, V]) SetAll(n int, of func(i int) (K, V)) {
	if n > 0 {
		m.entries.setAll(m.owner(), n, of)
	}
}

// setAll gives n keys values. Keys in line that have one hash share the way to their bucket.
func (t *trie[K, V]) setAll(by *owner, n int, of func(i int) (K, V)) {
	var leaf *bucket[K, V]
	var depth int
	var hash, left uint64
	for i := range n {
		k, value := of(i)
		h := hashOf(k)
		if t.endsWith(by, h, k, 1<<idGroupBits) {
			t.tail.set(k, value)
			leaf = nil // the tail before can have gone there
			continue
		}
		if leaf == nil || h != hash {
			t.root = t.root.ownedBy(by)
			hash = h
			leaf, depth, left = t.root.leaf(h, min(n-i, 1<<idGroupBits))
		}
		*leaf.slot(depth, left, k) = value
	}
}

// leaf returns the bucket without kids on the way of a hash, for its owner to add this many entries, its depth, and the
// rest of the hash.
func (b *bucket[K, V]) leaf(hash uint64, room int) (leaf *bucket[K, V], depth int, left uint64) {
	for ; b.kids != nil; depth++ {
		kid := &b.kids[hash%fanOut]
		*kid = (*kid).ownedWithRoom(b.by, room)
		b, hash = *kid, hash>>hashBits
	}
	return b, depth, hash
}
