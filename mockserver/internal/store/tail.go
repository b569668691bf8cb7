package store

import "slices"

// tail is the newest group of ids of a trie. The tree has no key with its hash. Its entries are in an array that
// versions share, so another id behind the others copies none of them.
type tail[K comparable, V any] struct {
	by      *owner
	hash    uint64
	entries Items[entry[K, V]]
}

// has reports whether the keys with a hash are in the tail, which may be nil, and not in the tree.
func (t *tail[K, V]) has(hash uint64) bool { return t != nil && t.hash == hash }

// endsWith makes the tail the owner's, and one for the keys with a hash, unless the key is no id, or the tree has keys
// of its group. The tail that was there goes into the tree. A new tail has the room for its first entries.
func (t *trie[K, V]) endsWith(by *owner, hash uint64, k K, room int) bool {
	id, isID := any(k).(int64)
	if !isID {
		return false
	}
	begins := id>>idGroupBits > t.highest>>idGroupBits // a group of which the tree has no key
	t.highest = max(t.highest, id)
	if t.tail.has(hash) {
		if t.tail.by != by {
			t.tail = &tail[K, V]{by, hash, t.tail.entries}
		}
		return true
	}
	if !begins && t.hasGroup(hash) {
		return false
	}
	t.push(by)
	t.tail = &tail[K, V]{by, hash, shared(make([]entry[K, V], 0, room))}
	return true
}

// hasGroup reports whether the tree has a key with a hash.
func (t *trie[K, V]) hasGroup(hash uint64) bool {
	return slices.ContainsFunc(t.entriesOf(hash), func(e entry[K, V]) bool { return hashOf(e.key) == hash })
}

// push puts the tail into the tree.
func (t *trie[K, V]) push(by *owner) {
	if t.tail == nil {
		return
	}
	entries := t.tail.entries.All()
	t.root = t.root.ownedBy(by)
	leaf, depth, left := t.root.leaf(t.tail.hash, len(entries))
	for _, e := range entries {
		*leaf.slot(depth, left, e.key) = e.value
	}
	t.tail = nil
}

// set gives a key a value.
func (t *tail[K, V]) set(k K, value V) {
	list := t.entries.All()
	if i := indexIn(list, k); i >= 0 {
		list = slices.Clone(list)
		list[i].value = value
		t.entries = ItemsOf(list)
		return
	}
	t.entries = t.entries.Insert(len(list), entry[K, V]{k, value})
}

// without returns the tail without the entry with an index, nil when it is empty then.
func (t *tail[K, V]) without(by *owner, i int) *tail[K, V] {
	list := t.entries.All()
	if len(list) == 1 {
		return nil
	}
	return &tail[K, V]{by, t.hash, ItemsOf(slices.Delete(slices.Clone(list), i, i+1))}
}
