package store

import (
	"hash/maphash"
	"slices"
)

// Map is a map whose Fork costs the same for every size. The zero value is empty. The goroutines that read a map must
// not run beside one that changes it, and may run beside those that change its forks.
type Map[K comparable, V any] struct {
	hold

	entries trie[K, V]
}

// Get returns the value of a key, and false when the map does not have the key.
func (m *Map[K, V]) Get(k K) (value V, ok bool) { return m.entries.get(k) }

// Set gives a key a value.
func (m *Map[K, V]) Set(k K, value V) { m.entries.set(m.owner(), k, value) }

// Delete removes a key.
func (m *Map[K, V]) Delete(k K) { m.entries.delete(m.owner(), k) }

// Fork returns a copy. A change of either is not seen in the other. See Table.Fork for its use by several goroutines.
func (m *Map[K, V]) Fork() Map[K, V] {
	m.release()
	return *m
}

// The shape of a trie. A bucket that splits leaves entries enough in each part that buckets stay well filled.
const (
	hashBits  = 3 // of the hash, for each level of branches
	fanOut    = 1 << hashBits
	perBucket = 32
	deepest   = 64 / hashBits // a bucket at this depth grows, because its keys have equal hashes
)

// seed makes the shape of tries differ between processes, so that no list of keys is slow everywhere.
var seed = maphash.MakeSeed()

// Ids come one after another, and a write often adds several. The ids of a group have one hash, so that they are in one
// bucket, which the write copies once.
const idGroupBits = 4

// hashOf returns the hash of a key.
func hashOf[K comparable](k K) uint64 {
	if id, ok := any(k).(int64); ok {
		return maphash.Comparable(seed, id>>idGroupBits)
	}
	return maphash.Comparable(seed, k)
}

// trie holds entries in buckets, by the hashes of their keys. The newest group of ids stands beside the tree, so that
// most new ids copy no path.
type trie[K comparable, V any] struct {
	root    *bucket[K, V]
	tail    *tail[K, V] // nil when there is none, and never empty
	highest int64       // no greater id was ever a key, so most new ids need no look at the tree
}

// bucket has either entries or kids. A branch has fanOut kids, of which some are nil.
type bucket[K comparable, V any] struct {
	by      *owner
	entries []entry[K, V]
	kids    []*bucket[K, V]
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// isNew reports whether a key is an id that is greater than all before it.
func (t *trie[K, V]) isNew(k K) bool {
	id, isID := any(k).(int64)
	return isID && id > t.highest
}

func (t *trie[K, V]) get(k K) (value V, ok bool) {
	if t.isNew(k) {
		return value, false
	}
	hash := hashOf(k)
	entries := t.entriesOf(hash)
	if i := indexIn(entries, k); i >= 0 {
		return entries[i].value, true
	}
	return value, false
}

// entriesOf returns entries, among which are all those whose keys have a hash.
func (t *trie[K, V]) entriesOf(hash uint64) []entry[K, V] {
	if t.tail.has(hash) {
		return t.tail.entries.All()
	}
	b := t.root
	for b != nil && b.kids != nil {
		b, hash = b.kids[hash%fanOut], hash>>hashBits
	}
	if b == nil {
		return nil
	}
	return b.entries
}

func (t *trie[K, V]) set(by *owner, k K, value V) {
	hash := hashOf(k)
	if t.endsWith(by, hash, k, 1) {
		t.tail.set(k, value)
		return
	}
	t.root = t.root.ownedBy(by)
	*t.root.slot(0, hash, k) = value
}

func (t *trie[K, V]) delete(by *owner, k K) {
	hash := hashOf(k)
	switch i := indexIn(t.entriesOf(hash), k); {
	case i < 0:
	case !t.tail.has(hash):
		t.root = t.root.delete(by, hash, k)
	default:
		t.tail = t.tail.without(by, i)
	}
}

// indexIn returns the index of a key in a list of entries, -1 when it is not there.
func indexIn[K comparable, V any](entries []entry[K, V], k K) int {
	for i := range entries {
		if entries[i].key == k {
			return i
		}
	}
	return -1
}

// ownedBy returns the bucket if the owner made it, and else a copy.
func (b *bucket[K, V]) ownedBy(by *owner) *bucket[K, V] { return b.ownedWithRoom(by, 1) }

// ownedWithRoom is ownedBy for a bucket that gets more entries.
func (b *bucket[K, V]) ownedWithRoom(by *owner, more int) *bucket[K, V] {
	switch {
	case b == nil:
		return &bucket[K, V]{by: by, entries: make([]entry[K, V], 0, more)}
	case b.by == by:
		return b
	case b.kids != nil:
		return &bucket[K, V]{by: by, kids: slices.Clone(b.kids)}
	}
	return &bucket[K, V]{by: by, entries: withRoom(b.entries, more)}
}

// slot returns the value of a key, for the bucket's owner to replace. The hash is that of the key, without the bits of
// the levels above.
func (b *bucket[K, V]) slot(depth int, hash uint64, k K) *V {
	for ; ; depth++ {
		if i := indexIn(b.entries, k); i >= 0 {
			return &b.entries[i].value
		}
		if len(b.entries) >= perBucket && depth < deepest {
			b.split(depth)
		}
		if b.kids == nil {
			b.entries = append(b.entries, entry[K, V]{key: k})
			return &b.entries[len(b.entries)-1].value
		}
		kid := &b.kids[hash%fanOut]
		*kid = (*kid).ownedBy(b.by)
		b, hash = *kid, hash>>hashBits
	}
}

// split makes a bucket a branch.
func (b *bucket[K, V]) split(depth int) {
	entries := b.entries
	b.entries, b.kids = nil, make([]*bucket[K, V], fanOut)
	var sizes [fanOut]int
	for i := range entries {
		sizes[kidAt(depth, entries[i].key)]++
	}
	for i := range entries {
		at := kidAt(depth, entries[i].key)
		kid := &b.kids[at]
		*kid = (*kid).ownedWithRoom(b.by, sizes[at]+1) // one more is about to come
		(*kid).entries = append((*kid).entries, entries[i])
	}
}

// delete returns the bucket without a key that it has, nil when it is empty then.
func (b *bucket[K, V]) delete(by *owner, hash uint64, k K) *bucket[K, V] {
	b = b.ownedBy(by)
	if b.kids != nil {
		kid := &b.kids[hash%fanOut]
		*kid = (*kid).delete(by, hash>>hashBits, k)
		if *kid == nil && !slices.ContainsFunc(b.kids, func(kid *bucket[K, V]) bool { return kid != nil }) {
			return nil
		}
		return b
	}
	i := indexIn(b.entries, k)
	if b.entries = slices.Delete(b.entries, i, i+1); len(b.entries) == 0 {
		return nil
	}
	return b
}
