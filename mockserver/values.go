package mockserver

func mapped[R, T any](rows []R, f func(R) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = f(r)
	}
	return out
}

func pick[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

func given(b *bool) bool { return b != nil && *b }

// unlessFalse returns the value of a switch that is on by default.
func unlessFalse(b *bool) bool { return b == nil || *b }

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

// follow takes over what is not what it was before.
func follow[T comparable](to *T, before, after T) {
	if before != after {
		*to = after
	}
}
