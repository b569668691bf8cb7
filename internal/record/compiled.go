package record

import (
	"bytes"
	"encoding"
	"reflect"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
)

// Compiled are functions that read and write structs of one type as the type's plan says, without looking at it: they were
// generated from it. v is a pointer to the struct.
type Compiled struct {
	// JSON and XML write all members.
	JSON, XML func(w *Writer, v any)

	// Set stores the text of a scalar in the field with that index in the plan, as Shape.Set does. It reports false, and
	// leaves the field alone, for what is not written in the plainest way and for fields that are no scalars: the shape then
	// has to store it.
	Set Setter
}

// Setter is the type of Compiled.Set.
type Setter func(s *Scalar, v any, index int, text []byte) bool

// Writer is what Compiled.JSON and Compiled.XML write to. The syntaxes give it methods.
type Writer struct {
	Buf    []byte
	Failed bool // something could not be written; what was written since the call is of no use
	Begun  int  // where the text that is being written begins in Buf
}

// compiled is complete before any plan is made.
var compiled = map[reflect.Type]*Compiled{}

// Compile has structs of a type read and written by what was generated for it. It is for the initialization of packages,
// before the type is read or written.
func Compile(t reflect.Type, c *Compiled) { compiled[t] = c }

// Compiled returns what was generated for the plan's type; nil for most types.
func (p *Plan) Compiled() *Compiled { return p.compiled }

// Setter returns the function Set of what was generated for the plan's type; nil for most types.
func (p *Plan) Setter() Setter {
	if p.compiled == nil {
		return nil
	}
	return p.compiled.Set
}

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
