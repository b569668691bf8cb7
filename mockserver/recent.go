package mockserver

import (
	"hash/maphash"
	"sync/atomic"
)

// recent remembers values by their keys. A key has one place, which it shares with other keys, and the newest key of a
// place drops the one before. So it never grows, and no look-up waits. It is safe for concurrent use.
type recent[K comparable, V any] struct {
	places [recentPlaces]atomic.Pointer[recentValue[K, V]]
}

// recentPlaces is how many values there can be. Programs and tests repeat fewer questions than that.
const recentPlaces = 256

// recentValue is a value with its key. Nothing changes it.
type recentValue[K comparable, V any] struct {
	key   K
	value V
}

// recentSeed keeps clients from choosing keys that share a place.
var recentSeed = maphash.MakeSeed()

func (r *recent[K, V]) place(key K) *atomic.Pointer[recentValue[K, V]] {
	return &r.places[maphash.Comparable(recentSeed, key)%recentPlaces]
}

// get returns the value of a key, and false when there is none.
func (r *recent[K, V]) get(key K) (value V, found bool) {
	if held := r.place(key).Load(); held != nil && held.key == key {
		return held.value, true
	}
	return value, false
}

func (r *recent[K, V]) put(key K, value V) {
	r.place(key).Store(&recentValue[K, V]{key, value})
}
