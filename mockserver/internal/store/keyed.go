package store

import "github.com/tidwall/btree"

// keyed contains a key and its list: the positions of the rows that have the key.
type keyed struct {
	by        Generation
	key       Key
	positions positions
	next      *keyed // the list of another key with the same hash
}

// positions is a tree of positions. It is behind an interface, as the trees of core.go are.
type positions interface {
	add(pos int32)
	remove(pos int32)
	length() int
	at(i int) int32
	appendSlice(dst []int32, from, to int) []int32
	copied() positions
}

// degree bounds how much of a list a write copies.
const degree = 8

// of returns the list of a key, or nil if the key has no list.
func (l *keyed) of(k Key) *keyed {
	for l != nil && l.key != k {
		l = l.next
	}
	return l
}

// without returns the lists of the other keys.
func (l *keyed) without(k Key) *keyed {
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

func (t *Untyped) list(k Key) *keyed {
	first, _ := t.lists.Get(t.hash(k))
	return first.of(k)
}

// insert puts a row into the list of a key.
func (t *Untyped) insert(k Key, pos int32) {
	hash := t.hash(k)
	first, _ := t.lists.Get(hash)
	list := first.of(k)
	if list == nil || list.by != t.generation {
		list = &keyed{t.generation, k, t.copied(list), first.without(k)}
		t.lists.Set(hash, list)
	}
	list.positions.add(pos)
}

// drop takes a row out of the list of a key. It removes a key without rows.
func (t *Untyped) drop(k Key, pos int32) {
	t.insert(k, pos) // replaces a list that other tables share by a copy
	hash := t.hash(k)
	first, _ := t.lists.Get(hash)
	list := first.of(k)
	if list.positions.remove(pos); list.positions.length() > 0 {
		return
	}
	if others := first.without(k); others != nil {
		t.lists.Set(hash, others)
	} else {
		t.lists.Delete(hash)
	}
}

// copied returns a copy of the positions of a list for the table to change. The list may be nil.
func (t *Untyped) copied(list *keyed) positions {
	if list == nil {
		return &positionTree{*btree.NewMap[int32, struct{}](degree)}
	}
	t.copying.Lock()
	defer t.copying.Unlock()
	return list.positions.copied()
}

type positionTree struct{ btree.Map[int32, struct{}] }

func (p *positionTree) add(pos int32)     { p.Set(pos, struct{}{}) }
func (p *positionTree) remove(pos int32)  { p.Delete(pos) }
func (p *positionTree) length() int       { return p.Len() }
func (p *positionTree) copied() positions { return &positionTree{*p.Copy()} }

func (p *positionTree) at(i int) int32 {
	pos, _, _ := p.GetAt(i)
	return pos
}

// appendSlice appends the positions with the indexes from up to to, without to. There must be at least one.
func (p *positionTree) appendSlice(dst []int32, from, to int) []int32 {
	p.Ascend(p.at(from), func(pos int32, _ struct{}) bool {
		dst = append(dst, pos)
		from++
		return from < to
	})
	return dst
}
