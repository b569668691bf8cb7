// Package values has functions for plain values that several parts of the mock need: they copy, choose and add values,
// and write places such as 2nd.
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

// CopyWithRoom returns a copy of a list with capacity for this many more items.
func CopyWithRoom[T any](list []T, more int) []T {
	return append(make([]T, 0, len(list)+more), list...)
}

// IfElse returns yes if the condition is true, and otherwise no. The caller computes both values.
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

// Value returns what a pointer points to, and the zero value for nil.
func Value[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}

// Set copies *from to *to, unless from is nil because the request does not have the value.
func Set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// SetPointer makes *to point to a copy of *from, unless from is nil because the request does not have the value.
func SetPointer[T any](to **T, from *T) {
	if from != nil {
		*to = new(*from)
	}
}

// CopyChange sets *to to after if after differs from before.
func CopyChange[T comparable](to *T, before, after T) {
	if before != after {
		*to = after
	}
}

// CopyChanges sets those fields of *to whose values in after differ from their values in before.
func CopyChanges[T any](to *T, before, after T) {
	target, was, is := reflect.ValueOf(to).Elem(), reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range target.NumField() {
		if !reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
			target.Field(i).Set(is.Field(i))
		}
	}
}
