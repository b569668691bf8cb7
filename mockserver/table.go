package mockserver

import "slices"

// table keeps rows in the order in which they were added. For each filter of a list it keeps the positions of the rows
// that the filter selects, so that every page of a list costs the same: it is a slice of positions.
//
// The interface removes no row, and only the side door does. A removed row leaves an empty place, so that the positions
// of the others, their order and the pointers to them stay as they are. A removed id can be added again, and comes last
// then.
//
// The function keys returns the keys of a row, and depends on nothing but the row. The positions under a key are in
// ascending order.
type table[K comparable, R any] struct {
	id   func(*R) int64
	keys func(*R) []K

	rows  chunks[R]
	at    map[int64]int32
	lists map[K][]int32
}

func newTable[K comparable, R any](id func(*R) int64, keys func(*R) []K) *table[K, R] {
	return &table[K, R]{id: id, keys: keys, at: map[int64]int32{}, lists: map[K][]int32{}}
}

// add appends a row and returns it. The id must be new.
func (t *table[K, R]) add(row R) *R {
	pos := int32(t.rows.len) //nolint:gosec // memory ends long before the range does
	r := t.rows.add(row)
	t.at[t.id(r)] = pos
	for _, k := range t.keys(r) {
		t.lists[k] = append(t.lists[k], pos)
	}
	return r
}

// get returns the row with this id, nil when there is none. Only change and extend may change the row.
func (t *table[K, R]) get(id int64) *R {
	pos, ok := t.at[id]
	if !ok {
		return nil
	}
	return t.rows.at(int(pos))
}

// known reports whether there is a row with this id. An id of 0 names no row and counts as known.
func (t *table[K, R]) known(id int64) bool { return id == 0 || t.get(id) != nil }

// change applies f to the row with this id, and updates the lists of the row's keys.
func (t *table[K, R]) change(id int64, f func(*R)) {
	pos, ok := t.at[id]
	if !ok {
		return
	}
	r := t.rows.at(int(pos))
	before := t.keys(r)
	f(r)
	after := t.keys(r)
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

// extend applies f to the row with this id. f may add keys to the row and remove none, and returns the keys that it
// added. Unlike change, extend does not compare all keys, of which a row can have many.
func (t *table[K, R]) extend(id int64, f func(*R) (added []K)) {
	pos, ok := t.at[id]
	if !ok {
		return
	}
	for _, k := range f(t.rows.at(int(pos))) {
		t.insert(k, pos)
	}
}

// remove removes the row with this id. It costs the length of the lists that have the row.
func (t *table[K, R]) remove(id int64) {
	pos, ok := t.at[id]
	if !ok {
		return
	}
	r := t.rows.at(int(pos))
	for _, k := range t.keys(r) {
		t.drop(k, pos)
	}
	delete(t.at, id)
	var none R
	*r = none
}

// where returns the rows that a filter selects. It costs the length of the table.
func (t *table[K, R]) where(selects func(*R) bool) []*R {
	var rows []*R
	for i := range t.rows.len {
		r := t.rows.at(i)
		if pos, ok := t.at[t.id(r)]; ok && int(pos) == i && selects(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func (t *table[K, R]) drop(k K, pos int32) {
	i, ok := slices.BinarySearch(t.lists[k], pos)
	switch {
	case ok && len(t.lists[k]) == 1:
		delete(t.lists, k)
	case ok:
		t.lists[k] = slices.Delete(t.lists[k], i, i+1)
	}
}

func (t *table[K, R]) insert(k K, pos int32) {
	if i, ok := slices.BinarySearch(t.lists[k], pos); !ok {
		t.lists[k] = slices.Insert(t.lists[k], i, pos)
	}
}

// under returns the rows that have a key.
func (t *table[K, R]) under(k K) []*R { return t.rowsAt(t.lists[k]) }

// has reports whether a row has a key.
func (t *table[K, R]) has(r *R, k K) bool { return slices.Contains(t.keys(r), k) }

func (t *table[K, R]) rowsAt(positions []int32) []*R {
	rows := make([]*R, len(positions))
	for i, pos := range positions {
		rows[i] = t.rows.at(int(pos))
	}
	return rows
}

// positionsOf returns the positions of the rows that have one of these ids and the key, in ascending order.
func (t *table[K, R]) positionsOf(ids []int64, k K) []int32 {
	var positions []int32
	for _, id := range ids {
		if pos, ok := t.at[id]; ok && t.has(t.rows.at(int(pos)), k) {
			positions = append(positions, pos)
		}
	}
	slices.Sort(positions)
	return slices.Compact(positions)
}

// union returns the positions of the rows that have one of the keys, in ascending order.
func (t *table[K, R]) union(keys []K) []int32 {
	var positions []int32
	for _, k := range keys {
		positions = append(positions, t.lists[k]...)
	}
	slices.Sort(positions)
	return slices.Compact(positions)
}

// window returns the items of a list that are on a page.
func window[T any](list []T, page, size int) []T {
	if size <= 0 || page < 1 || page-1 > len(list)/size {
		return nil
	}
	from := (page - 1) * size
	return list[min(from, len(list)):min(from+size, len(list))]
}
