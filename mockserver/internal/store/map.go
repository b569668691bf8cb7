package store

import (
	"cmp"
	"sync"

	"github.com/tidwall/btree"
)

// Map is a map whose Fork takes the same time for every size. The zero value is empty. While a goroutine changes a map,
// no other goroutine may read that map, but others may read its forks.
type Map[K cmp.Ordered, V any] struct {
	entries *entries[K, V] // nil when it is empty
	own     bool           // no other map uses the entries
}

type entries[K cmp.Ordered, V any] struct {
	btree.Map[K, V]

	copying sync.Mutex
}

// Get returns the value of a key, and false when the map does not have the key.
func (m *Map[K, V]) Get(k K) (value V, ok bool) {
	if m.entries == nil {
		return value, false
	}
	return m.entries.Get(k)
}

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
	if m.own {
		return
	}
	own := new(entries[K, V])
	if before := m.entries; before != nil {
		before.copying.Lock() // copying the entries writes to the original too
		defer before.copying.Unlock()
		own.Map = *before.Copy()
	}
	m.entries, m.own = own, true
}
