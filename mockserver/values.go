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

// trueByDefault returns the value of a switch that is on by default.
func trueByDefault(b *bool) bool { return b == nil || *b }

// set changes a value when the request has one.
func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// setPointer changes a value that may be absent when the request has one. It keeps the row apart from the request.
func setPointer[T any](to **T, from *T) {
	if from != nil {
		*to = new(*from)
	}
}

// copyChange takes over what is not what it was before.
func copyChange[T comparable](to *T, before, after T) {
	if before != after {
		*to = after
	}
}
