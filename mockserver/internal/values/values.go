// Package values holds functions of plain values that several parts of the mock need: copies, choices, sums, places.
//
// It uses no other part of the mock.
package values

import "reflect"

// Mapped returns the results of f for all rows. It never returns nil.
func Mapped[R, T any](rows []R, f func(R) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = f(r)
	}
	return out
}

// CopyWithRoom returns a copy of a list with room for more items.
func CopyWithRoom[T any](list []T, more int) []T {
	return append(make([]T, 0, len(list)+more), list...)
}

// IfElse returns one of two values. The caller computes both.
func IfElse[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// IsTrue returns the value of a parameter whose default is false.
func IsTrue(b *bool) bool { return b != nil && *b }

// TrueByDefault returns the value of a parameter whose default is true.
func TrueByDefault(b *bool) bool { return b == nil || *b }

// Set copies a value that the request has.
func Set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// SetPointer copies a value that the request has to a field that can be absent. The row does not share the pointer.
func SetPointer[T any](to **T, from *T) {
	if from != nil {
		*to = new(*from)
	}
}

// CopyChange copies a value that changed.
func CopyChange[T comparable](to *T, before, after T) {
	if before != after {
		*to = after
	}
}

// CopyChanges copies the fields of a struct that changed.
func CopyChanges[T any](to *T, before, after T) {
	target, was, is := reflect.ValueOf(to).Elem(), reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range target.NumField() {
		if !reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
			target.Field(i).Set(is.Field(i))
		}
	}
}
