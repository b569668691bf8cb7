package record

import (
	"bytes"
	"encoding"
	"reflect"
	"unicode/utf8"
)

// Compiled are functions that read and write structs of one type as the type's plan says, without looking at it: they were
// generated from it. v is a pointer to the struct.
type Compiled struct {
	// JSON and XML write all members.
	JSON, XML func(w *Writer, v any)

	// Set stores the text of a scalar in the field with that index in the plan, as Shape.Set does. It reports false for what
	// is not written in the plainest way, and for fields that are no scalars: the shape then has to store it.
	Set Setter
}

// Setter is the type of Compiled.Set.
type Setter func(s *Scalar, v any, index int, text []byte) bool

// Writer is what they write to. The syntaxes give it methods.
type Writer struct {
	Buf    []byte
	Failed bool // something could not be written, or not that quickly; what was written since is of no use
	Begun  int  // where the text that is being written begins in Buf
}

// compiled is complete before any plan is made.
var compiled = map[reflect.Type]*Compiled{}

// Compile has structs of a type written by what was generated for it. It is for the initialization of packages, before the
// type is read or written.
func Compile(t reflect.Type, c *Compiled) { compiled[t] = c }

// Compiled returns what writes structs of the plan without looking at it; nil for most types.
func (p *Plan) Compiled() *Compiled { return p.compiled }

// Scalar is what Set has to know of a scalar beside its text.
type Scalar struct {
	Kind   Kind    // Text, or Number for an integer
	Before *string // text that the field had when it was read before
	Arena  *Arena
}

// String stores the text as it is.
func (s *Scalar) String(p *string, text []byte) bool {
	if string(text) != *s.Before {
		*s.Before = s.Arena.String(text)
	}
	*p = *s.Before
	return true
}

// Plain reports whether the text can be read by the methods of package encoding: it is text, and not blank.
func (s *Scalar) Plain(text []byte) bool {
	return s.Kind == Text && len(text) > 0 && text[0] > ' ' && text[0] < utf8.RuneSelf
}

// Again reads a value by its method, unless the value of its type that was read before had the same text. It is for types
// whose values hold text, which need not be made twice, and nothing else that copies would share.
func Again[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](s *Scalar, p P, text []byte) bool {
	if !s.Plain(text) {
		return false
	}
	r := made[recent[T]](s.Arena)
	if !bytes.Equal(r.from, text) {
		r.from = r.from[:0]
		var zero T
		r.value = zero
		if P(&r.value).UnmarshalText(text) != nil {
			return false
		}
		r.from = append(r.from, text...)
	}
	*p = r.value
	return true
}

// recent is a value and the text that it was read from.
type recent[T any] struct {
	from  []byte
	value T
}

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
	n, ok := ShortInt(text)
	if !ok || int64(T(n)) != n {
		return false
	}
	*New(s, p) = T(n)
	return true
}

// New points p to a zero value, and returns it.
func New[T any](s *Scalar, p **T) *T {
	*p = made[block[T]](s.Arena).next()
	return *p
}

// Setter returns the function Set of what was compiled for the plan; nil for most types.
func (p *Plan) Setter() Setter {
	if p.compiled == nil {
		return nil
	}
	return p.compiled.Set
}
