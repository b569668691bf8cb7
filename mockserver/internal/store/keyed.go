package store

import "github.com/tidwall/btree"

// keyed contains a key and its list: the positions of the rows that have the key.
type keyed[K comparable] struct {
	by        Generation
	key       K
	positions *btree.Map[int32, struct{}]
	next      *keyed[K] // the list of another key with the same hash
}

// degree bounds how much of a list a write copies.
const degree = 8

// of returns the list of a key, or nil if the key has no list.
func (l *keyed[K]) of(k K) *keyed[K] {
	for l != nil && l.key != k {
		l = l.next
	}
	return l
}

// without returns the lists of the other keys.
func (l *keyed[K]) without(k K) *keyed[K] {
	switch {
	case l == nil:
		return nil
	case l.key == k:
		return l.next
	}
	other := *l
	other.next = l.next.without(k)
	return &other
}

// list returns the list of a key, nil when there is none.
func (t *Table[K, R]) list(k K) *keyed[K] {
	first, _ := t.lists.Get(t.hash(k))
	return first.of(k)
}

// insert puts a row into the list of a key.
func (t *Table[K, R]) insert(k K, pos int32) {
	hash := t.hash(k)
	first, _ := t.lists.Get(hash)
	list := first.of(k)
	if list == nil || list.by != t.generation {
		list = &keyed[K]{t.generation, k, t.copied(list), first.without(k)}
		t.lists.Set(hash, list)
	}
	list.positions.Set(pos, struct{}{})
}

// drop takes a row out of the list of a key. It removes a key without rows.
func (t *Table[K, R]) drop(k K, pos int32) {
	t.insert(k, pos) // replaces a list that other tables share by a copy
	hash := t.hash(k)
	first, _ := t.lists.Get(hash)
	list := first.of(k)
	if list.positions.Delete(pos); list.positions.Len() > 0 {
		return
	}
	if others := first.without(k); others != nil {
		t.lists.Set(hash, others)
	} else {
		t.lists.Delete(hash)
	}
}

// copied returns a copy of the positions of a list for the table to change. The list may be nil.
func (t *Table[K, R]) copied(list *keyed[K]) *btree.Map[int32, struct{}] {
	if list == nil {
		return btree.NewMap[int32, struct{}](degree)
	}
	t.copying.Lock()
	defer t.copying.Unlock()
	return list.positions.Copy()
}
