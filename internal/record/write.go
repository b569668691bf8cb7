package record

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
)

// Omission has a bit for each condition under which a field is not written. One condition that holds is
// enough.
type Omission uint8

// The conditions under which a field is not written.
const (
	OmitIfEmpty  Omission = 1 << iota // omitempty
	OmitIfZero                        // omitzero
	OmitIfIsZero                      // omitzero on a type with an IsZero method
	OmitIfNil                         // omitempty or omitzero on a pointer, omitzero on a slice
)

// Omitted reports whether the encoder leaves out the field with the value v, which In returned. A pointer
// counts as zero only when it is nil, even if IsZero of its target is true, because a pointer that is not
// nil means that the member is present.
func (f *Field) Omitted(v reflect.Value) bool { return f.Omit != 0 && f.omits(v) || !v.IsValid() }

func (f *Field) omits(v reflect.Value) bool {
	switch {
	case !v.IsValid():
		return true
	case f.Omit&OmitIfNil != 0 && v.IsNil(), f.Omit&OmitIfEmpty != 0 && isEmpty(v):
		return true
	case f.Omit&OmitIfZero != 0 && v.IsZero():
		return true
	}
	return f.Omit&OmitIfIsZero != 0 && v.Addr().Interface().(zeroer).IsZero()
}

type zeroer interface{ IsZero() bool }

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() == 0
	case reflect.Int, reflect.Int64: // quicker than IsZero
		return v.Int() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// omitsZero returns the condition of the tag option omitzero. It uses a method IsZero of the type itself,
// and not of a pointer's target.
func omitsZero(t reflect.Type) Omission {
	switch {
	case t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(zeroerType):
		return OmitIfIsZero
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice:
		return OmitIfNil
	}
	return OmitIfZero
}

func omitsEmpty(t reflect.Type) Omission {
	if t.Kind() == reflect.Pointer {
		return OmitIfNil
	}
	return OmitIfEmpty
}

// AppendText appends the text of the value that x points to. The shape must be written AsText. The text of
// a secret comes from Reveal, any other text from the methods of package encoding.
func (s *Shape) AppendText(dst []byte, x any) ([]byte, *Error) { return s.append(s.appendText, dst, x) }

// AppendJSON appends the JSON of the value that x points to, which a method of its type writes. The shape
// must be written AsJSON. The caller checks that the result is JSON.
func (s *Shape) AppendJSON(dst []byte, x any) ([]byte, *Error) { return s.append(s.appendJSON, dst, x) }

// append calls a method of x. It returns an error if the result is shorter than dst, because the method
// then removed bytes that were in dst, and callers look for the value after len(dst).
func (s *Shape) append(method appender, dst []byte, x any) ([]byte, *Error) {
	out, err := method(dst, x)
	switch {
	case err != nil:
	case len(out) < len(dst):
		err = errShortened
	default:
		return out, nil
	}
	return dst, &Error{Found: s.Type.String() + " that cannot be written", Err: err}
}

var errShortened = errors.New("its method returned less than it was to append to")

// textAppenderOf returns how the methods of a pointer type write text; nil when it has no such method.
func textAppenderOf(p reflect.Type) appender {
	switch {
	case p.Implements(revealer):
		return func(dst []byte, x any) ([]byte, error) {
			return append(dst, x.(interface{ Reveal() string }).Reveal()...), nil
		}
	case p.Implements(textAppender):
		return func(dst []byte, x any) ([]byte, error) { return x.(encoding.TextAppender).AppendText(dst) }
	case p.Implements(textMarshaler):
		return func(dst []byte, x any) ([]byte, error) {
			text, err := x.(encoding.TextMarshaler).MarshalText()
			return append(dst, text...), err
		}
	}
	return nil
}

// jsonAppender is an optional method of types with MarshalJSON. It writes the same JSON without an
// allocation.
type jsonAppender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// jsonAppenderOf returns how the methods of a pointer type with MarshalJSON write JSON.
func jsonAppenderOf(p reflect.Type) appender {
	if p.Implements(appendsJSON) {
		return func(dst []byte, x any) ([]byte, error) { return x.(jsonAppender).AppendJSON(dst) }
	}
	return func(dst []byte, x any) ([]byte, error) {
		raw, err := x.(json.Marshaler).MarshalJSON()
		return append(dst, raw...), err
	}
}
