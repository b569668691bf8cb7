package record

import (
	"reflect"
	"unicode/utf8"
)

// Setter stores the text of a scalar in the field with that index in the plan, as Shape.Set does. The XML decoder calls
// it. v points to the struct. A Setter reports false, and leaves the field alone, when the text is not in its plainest
// form and when the field is no scalar: the shape then has to store it. Setters are generated from plans.
type Setter func(s *Scalar, v any, index int, text []byte) bool

// setters is complete before any plan is made.
var setters = map[reflect.Type]Setter{}

// RegisterSetter makes the plan of a type use a setter. Packages call it while they are initialized, before any value
// of the type is read.
func RegisterSetter(t reflect.Type, set Setter) { setters[t] = set }

// Setter returns the setter of the plan's type, or nil.
func (p *Plan) Setter() Setter { return p.setter }

// Scalar is what a Setter knows beside the text. Passing it by value is slower.
type Scalar struct {
	Last  *string // the text that the field had in the row before
	Same  bool    // the text equals that one
	Arena *Arena
}

// String returns the text as it is.
func (s *Scalar) String(text []byte) string {
	if s.Same {
		return *s.Last
	}
	return s.Arena.Reuse(text, s.Last)
}

// StringPointer returns a pointer to the text as it is; nil without memory.
func (s *Scalar) StringPointer(text []byte) *string { return newTarget(s.Arena, s.String(text)) }

// Int stores an integer.
func Int[T ~int | ~int64](p *T, text []byte) bool {
	n, ok := ShortInt(text)
	if !ok || int64(T(n)) != n {
		return false
	}
	*p = T(n)
	return true
}

// IntPointer stores a pointer to an integer.
func IntPointer[T ~int | ~int64](a *Arena, p **T, text []byte) bool {
	var n T
	return Int(&n, text) && Point(a, p, n)
}

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
