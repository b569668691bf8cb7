package record

import (
	"bytes"
	"encoding"
	"reflect"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
)

// Setter stores the text of a scalar in the field with that index in the plan, as Shape.Set does. v points to the
// struct. It reports false, and leaves the field alone, when the text is not in its plainest form and when the field is
// no scalar: the shape then has to store it. Setters are generated from plans.
type Setter func(s *Scalar, v any, index int, text []byte) bool

// setters is complete before any plan is made.
var setters = map[reflect.Type]Setter{}

// RegisterSetter makes the plan of a type use a setter. Packages call it while they are initialized, before any value
// of the type is read.
func RegisterSetter(t reflect.Type, set Setter) { setters[t] = set }

// Setter returns the setter of the plan's type, or nil.
func (p *Plan) Setter() Setter { return p.setter }

// Scalar is what a Setter has to know of a scalar beside its text.
type Scalar struct {
	Kind   node.Kind // Text, or Number for an integer
	Before *string   // text that the field had when it was read before
	Arena  *Arena
}

// String returns the text as it is.
func (s *Scalar) String(text []byte) string { return s.Arena.Again(text, s.Before) }

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
func IntPointer[T ~int | ~int64](s *Scalar, p **T, text []byte) bool {
	var n T
	if !Int(&n, text) {
		return false
	}
	return pointTo(p, newTarget(s.Arena, n))
}

// readsItself is a pointer to a type that reads itself from text.
type readsItself[T any] interface {
	*T
	encoding.TextUnmarshaler
}

// Value stores a value of a flat type (Shape.Flat) that its method reads.
func Value[T any, P readsItself[T]](s *Scalar, p P, text []byte) bool {
	v := read[T, P](s, text)
	if v == nil {
		return false
	}
	*p = *v
	return true
}

// ValuePointer stores a pointer to a value of a flat type that its method reads.
func ValuePointer[T any, P readsItself[T]](s *Scalar, p **T, text []byte) bool {
	v := read[T, P](s, text)
	if v == nil {
		return false
	}
	return pointTo(p, newTarget(s.Arena, *v))
}

// pointTo stores a target, if there is one.
func pointTo[T any](p **T, target *T) bool {
	if target == nil {
		return false
	}
	*p = target
	return true
}

// recent is the value of a type that was read last, and its text.
type recent[T any] struct {
	text  []byte
	value T
}

// read returns what the method of a type makes of a text, until the next call: the value that was read before if its text was
// the same. It is nil for what the method refuses, or should not see: what is blank or no text; and without memory.
func read[T any, P readsItself[T]](s *Scalar, text []byte) *T {
	if s.Kind != node.Text || len(text) == 0 || text[0] <= ' ' || text[0] >= utf8.RuneSelf {
		return nil
	}
	r := stateOf[recent[T]](s.Arena)
	if !bytes.Equal(r.text, text) {
		var zero T
		r.text, r.value = r.text[:0], zero
		if !s.Arena.Take(len(text)) {
			return nil
		}
		if P(&r.value).UnmarshalText(text) != nil {
			return nil
		}
		r.text = s.Arena.note(r.text, text)
	}
	return &r.value
}

// targets of pointers to one type share an allocation.
type targets[T any] struct{ values []T }

// newTarget returns a pointer to v; nil without memory.
func newTarget[T any](a *Arena, v T) *T {
	t := stateOf[targets[T]](a)
	if len(t.values) == cap(t.values) {
		n := a.nextBlock(cap(t.values), reflect.TypeFor[T]())
		if n == 0 {
			return nil
		}
		t.values = make([]T, 0, n)
	}
	t.values = append(t.values, v)
	return &t.values[len(t.values)-1]
}

// stateOf returns the arena's only T, a zero value the first time. There are few for one body, so it looks at them all.
func stateOf[T any](a *Arena) *T {
	for _, x := range a.states {
		if t, ok := x.(*T); ok {
			return t
		}
	}
	t := new(T)
	a.states = append(a.states, t)
	return t
}
