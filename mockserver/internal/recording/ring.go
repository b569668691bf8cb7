package recording

import (
	"context"
	"slices"
	"sync"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Ring keeps the newest entries. Entries have numbers, which count from 1, so a reader needs to remember only the
// number up to which it has read. Entries that the ring has lost are a gap in the numbers. Ring is safe for concurrent
// use.
type Ring[T any] struct {
	most     int   // the largest number of entries
	maxBytes int64 // the largest number of bytes of all entries together

	mu        sync.Mutex
	changed   sync.Cond  // an entry was added, the ring was closed, or the context of a wait has ended
	entries   []Entry[T] // the newest ones, oldest first
	bytes     int64
	number    int64 // the number of the newest entry
	forgotten int64 // the number of the newest entry that Clear removed
	cleared   int64 // how often Clear was called
	closed    bool
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
	r := &Ring[T]{most: most, maxBytes: maxBytes}
	r.changed.L = &r.mu
	return r
}

// Add keeps a value and returns its number. If the entries exceed a bound, Add drops the oldest ones.
func (r *Ring[T]) Add(value T, size int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.number++
	for len(r.entries) > 0 && (len(r.entries) == r.most || r.bytes+size > r.maxBytes) {
		r.bytes -= r.entries[0].size
		r.entries[0] = Entry[T]{} // its memory becomes free before that of the slice
		r.entries = r.entries[1:]
	}
	r.entries = append(r.entries, Entry[T]{r.number, value, size})
	r.bytes += size
	r.changed.Broadcast()
	return r.number
}

// After returns the entries whose number is greater than a number, oldest first. It also returns the number of the
// newest entry, which Clear may have removed.
func (r *Ring[T]) After(number int64) (entries []Entry[T], newest int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	later := max(0, min(int64(len(r.entries)), r.number-max(number, 0)))
	return slices.Clone(r.entries[int64(len(r.entries))-later:]), r.number
}

// Dropped reports whether entries were dropped since Clear, because they were beyond the bounds.
func (r *Ring[T]) Dropped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.number-r.forgotten > int64(len(r.entries))
}

// Clear removes all entries. The numbers of later entries continue.
func (r *Ring[T]) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries, r.bytes, r.forgotten = nil, 0, r.number
	r.cleared++
}

// Numbers returns the number of the newest entry, which Clear may have removed, and how often Clear was called.
func (r *Ring[T]) Numbers() (newest, cleared int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.number, r.cleared
}

// Wait waits until an entry with a number greater than number has been added, even if the entry has been dropped
// since. It returns the context's error if the context ends first, and refusal.ErrClosed if the ring closes first.
func (r *Ring[T]) Wait(ctx context.Context, number int64) error {
	defer context.AfterFunc(ctx, func() {
		r.mu.Lock() // so that the wait has either not looked at the context yet, or waits
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})()
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.number <= number {
		switch {
		case r.closed:
			return refusal.ErrClosed
		case ctx.Err() != nil:
			return ctx.Err()
		}
		r.changed.Wait()
	}
	return nil
}

// Close makes every present and later Wait return.
func (r *Ring[T]) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.changed.Broadcast()
}
