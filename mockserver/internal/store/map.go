package store

import (
	"cmp"
	"sync"

	"github.com/tidwall/btree"
)

// Map is a map whose Fork takes the same time for every size. NewMap returns an empty one. While a goroutine changes a
// map, no other goroutine may read that map, but others may read its forks.
type Map[K cmp.Ordered, V any] struct {
	entries entries[K, V]
	own     bool // no other map uses the entries
}

// entries are behind an interface, so that only packages that call NewMap compile the tree.
type entries[K cmp.Ordered, V any] interface {
	Get(k K) (V, bool)
	Set(k K, value V) (V, bool)
	Delete(k K) (V, bool)
	copied() entries[K, V]
}

type treeOf[K cmp.Ordered, V any] struct {
	btree.Map[K, V]

	copying sync.Mutex
}

// NewMap returns an empty map.
func NewMap[K cmp.Ordered, V any]() Map[K, V] { return Map[K, V]{entries: new(treeOf[K, V])} }

// copied returns a copy. Copying the entries writes to the original too.
func (e *treeOf[K, V]) copied() entries[K, V] {
	e.copying.Lock()
	defer e.copying.Unlock()
	return &treeOf[K, V]{Map: *e.Copy()}
}

// Get returns the value of a key, and false when the map does not have the key.
func (m *Map[K, V]) Get(k K) (value V, ok bool) { return m.entries.Get(k) }

// Set gives a key a value.
func (m *Map[K, V]) Set(k K, value V) {
	m.write()
	m.entries.Set(k, value)
}

// Delete removes a key.
func (m *Map[K, V]) Delete(k K) {
	m.write()
	m.entries.Delete(k)
}

// Fork returns a copy. A change of the copy does not affect the original, and a change of the original does not affect
// the copy. The rules for several goroutines are the rules of Table.Fork.
func (m *Map[K, V]) Fork() Map[K, V] {
	if m.own {
		m.own = false
	}
	return *m
}

// write replaces entries that other maps share by a copy.
func (m *Map[K, V]) write() {
	if !m.own {
		m.entries, m.own = m.entries.copied(), true
	}
}
