package store

import (
	"slices"
	"sync/atomic"
)

// Items is a list in a row that can get long. Insert does not copy the list when it adds an item at the end. The zero
// value is empty.
type Items[T any] struct {
	list []T
	used *atomic.Int64 // the length of the longest list in this array
}

// ItemsOf returns a list of these items, which must not change.
func ItemsOf[T any](list []T) Items[T] { return Items[T]{list: list} }

// All returns the items, which the caller must not change.
func (l Items[T]) All() []T { return l.list }

// Insert returns the list with an item at an index. The list itself stays as it is.
func (l Items[T]) Insert(i int, item T) Items[T] {
	if i == len(l.list) && l.claim() {
		return Items[T]{append(l.list, item), l.used}
	}
	longer := Items[T]{slices.Insert(slices.Clip(l.list), i, item), new(atomic.Int64)}
	longer.used.Store(int64(len(longer.list)))
	return longer
}

// claim reports whether the place behind the items is free in the array. Of the forks that share the array, only the
// first to claim the place gets it.
func (l Items[T]) claim() bool {
	length := int64(len(l.list))
	return len(l.list) < cap(l.list) && l.used != nil && l.used.CompareAndSwap(length, length+1)
}
