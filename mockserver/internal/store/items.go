package store

import (
	"slices"
	"sync/atomic"
)

// Items is a list in a row, for lists that can get long. Insert does not copy the list when it adds an item at the end.
// The zero value is empty.
type Items[T any] struct {
	list []T
	used *atomic.Int64 // the length of the longest list in this array
}

// ItemsOf returns a list of these items, which must not change.
func ItemsOf[T any](list []T) Items[T] { return Items[T]{list: list} }

// All returns the items, which the caller must not change.
func (l Items[T]) All() []T { return l.list }

// Insert returns the list with an item at an index. The receiver does not change.
func (l Items[T]) Insert(i int, item T) Items[T] {
	if i == len(l.list) && l.claim(1) {
		return Items[T]{append(l.list, item), l.used}
	}
	return shared(slices.Insert(slices.Clip(l.list), i, item))
}

// Append returns the list with items at the end. The receiver does not change.
func (l Items[T]) Append(items []T) Items[T] {
	if l.claim(len(items)) {
		return Items[T]{append(l.list, items...), l.used}
	}
	return shared(append(slices.Clip(l.list), items...))
}

// shared returns a list whose array no other list uses yet.
func shared[T any](list []T) Items[T] {
	l := Items[T]{list, new(atomic.Int64)}
	l.used.Store(int64(len(list)))
	return l
}

// claim reports whether n places after the items are free in the array. If several lists share the array, only the
// first one that claims the places gets them.
func (l Items[T]) claim(n int) bool {
	length := len(l.list)
	return length+n <= cap(l.list) && l.used != nil && l.used.CompareAndSwap(int64(length), int64(length+n))
}
