package recording

import "sync"

// Ring keeps the newest entries. It is safe for concurrent use.
type Ring[T any] struct {
	most     int   // the largest number of entries
	maxBytes int64 // the largest number of bytes of all entries together

	mu      sync.Mutex
	slots   []Entry[T] // a ring buffer, which grows up to most slots
	first   int        // index of the oldest entry
	len     int
	bytes   int64
	dropped bool                       // whether a bound made Add drop entries since the last Clear
	number  int64                      // the number of the newest entry
	cleared int64                      // how often Clear was called
	closed  bool                       // after Close: no entry is added any more
	waiting map[chan struct{}]struct{} // the channels that the next entry closes
}

// Entry is a value with its number and the bytes that it counts for.
type Entry[T any] struct {
	Number int64
	Value  T
	size   int64
}

// NewRing returns a Ring that keeps at most this many entries, with at most this many bytes together. It keeps the
// newest entry even if that entry alone is larger.
func NewRing[T any](most int, maxBytes int64) *Ring[T] {
	return &Ring[T]{most: most, maxBytes: maxBytes, waiting: map[chan struct{}]struct{}{}}
}

// Add keeps a value and returns its number. Numbers count from 1. If the entries exceed a bound, Add drops the oldest
// ones.
func (r *Ring[T]) Add(value T, size int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.number++
	for r.len > 0 && (r.len == r.most || r.bytes+size > r.maxBytes) {
		r.dropLocked()
		r.dropped = true
	}
	if r.len == len(r.slots) {
		r.growLocked()
	}
	r.slots[(r.first+r.len)%len(r.slots)] = Entry[T]{r.number, value, size}
	r.len++
	r.bytes += size
	r.wakeLocked()
	return r.number
}

// dropLocked removes the oldest entry. It overwrites the slot, so that the memory of the entry becomes free.
func (r *Ring[T]) dropLocked() {
	r.bytes -= r.slots[r.first].size
	r.slots[r.first] = Entry[T]{}
	r.first = (r.first + 1) % len(r.slots)
	r.len--
}

// minSlots is the number of slots that the ring buffer first has.
const minSlots = 16

// growLocked doubles the number of slots, up to the largest number of entries. The caller must hold the lock.
func (r *Ring[T]) growLocked() {
	slots := make([]Entry[T], min(max(2*len(r.slots), minSlots), r.most))
	r.copyLocked(slots)
	r.slots, r.first = slots, 0
}

// copyLocked fills to with the newest entries, oldest first. If there are fewer entries than to has places, the places
// after them stay as they are.
func (r *Ring[T]) copyLocked(to []Entry[T]) {
	count := min(r.len, len(to))
	for i := range count {
		to[i] = r.slots[(r.first+r.len-count+i)%len(r.slots)]
	}
}

// After returns the entries whose number is greater than a number, oldest first. It also returns the number of the
// newest entry, which Clear may have removed.
func (r *Ring[T]) After(number int64) (entries []Entry[T], newest int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entries = make([]Entry[T], max(0, min(int64(r.len), r.number-max(number, 0))))
	r.copyLocked(entries)
	return entries, r.number
}

// Dropped reports whether entries were dropped since Clear, because they were beyond the bounds.
func (r *Ring[T]) Dropped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.dropped
}

// Last returns up to n of the newest entries, oldest first.
func (r *Ring[T]) Last(n int) []Entry[T] {
	r.mu.Lock()
	defer r.mu.Unlock()
	entries := make([]Entry[T], min(r.len, n))
	r.copyLocked(entries)
	return entries
}

// Clear removes all entries. The numbers of later entries continue.
func (r *Ring[T]) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slots, r.first, r.len, r.bytes, r.dropped = nil, 0, 0, 0, false
	r.cleared++
}

// Numbers returns the number of the newest entry, which Clear may have removed, and how often Clear was called.
func (r *Ring[T]) Numbers() (newest, cleared int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.number, r.cleared
}
