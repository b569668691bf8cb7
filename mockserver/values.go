package mockserver

func mapped[R, T any](rows []R, f func(R) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = f(r)
	}
	return out
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

// copyPointerChange copies a value that changed, and can be absent. The rows share the pointer, which none changes.
func copyPointerChange[T comparable](to **T, before, after *T) {
	if (before == nil) != (after == nil) || before != nil && *before != *after {
		*to = after
	}
}
