package record

import "unicode/utf8"

// Value stores a value of a flat type (Shape.Flat) that its UnmarshalText reads.
func Value[T any](a *Arena, p *T, text []byte) bool {
	v := read[T](a, text)
	if v == nil {
		return false
	}
	*p = *v
	return true
}

// ValuePointer stores a pointer to a value of a flat type that its UnmarshalText reads.
func ValuePointer[T any](a *Arena, p **T, text []byte) bool {
	v := read[T](a, text)
	return v != nil && Point(a, p, *v)
}

// Point stores a pointer to a copy of v. Without memory it reports false, and stores nothing.
func Point[T any](a *Arena, p **T, v T) bool {
	target := newTarget(a, v)
	if target == nil {
		return false
	}
	*p = target
	return true
}

// read returns the value of a text, valid until the next call for the type. It returns nil for a text that the method
// refuses, for a text that the method must not see because it is blank, and without memory.
func read[T any](a *Arena, text []byte) *T {
	if len(text) == 0 || text[0] <= ' ' || text[0] >= utf8.RuneSelf {
		return nil
	}
	m, v := memoFor[T](a)
	if m.load(text, &a.Memory) != nil {
		return nil
	}
	return v
}
