package mockserver

import "reflect"

func mapped[R, T any](rows []R, f func(R) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = f(r)
	}
	return out
}

// copyWithRoom returns a copy of a list with room for more items.
func copyWithRoom[T any](list []T, more int) []T {
	return append(make([]T, 0, len(list)+more), list...)
}

func ifElse[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

func isTrue(b *bool) bool { return b != nil && *b }

// trueByDefault returns the value of a parameter whose default is true.
func trueByDefault(b *bool) bool { return b == nil || *b }

// set copies a value that the request has.
func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// setPointer copies a value that the request has to a field that can be absent. The row does not share the pointer.
func setPointer[T any](to **T, from *T) {
	if from != nil {
		*to = new(*from)
	}
}

// copyChange copies a value that changed.
func copyChange[T comparable](to *T, before, after T) {
	if before != after {
		*to = after
	}
}

// copyChanges copies the fields of a struct that changed.
func copyChanges[T any](to *T, before, after T) {
	target, was, is := reflect.ValueOf(to).Elem(), reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range target.NumField() {
		if !reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
			target.Field(i).Set(is.Field(i))
		}
	}
}
