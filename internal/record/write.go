package record

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
)

// Omission says when a field is not written: whenever one of its bits is set.
type Omission uint8

// The bits.
const (
	OmitIfEmpty  Omission = 1 << iota // omitempty
	OmitIfZero                        // omitzero
	OmitIfIsZero                      // omitzero on a type with an IsZero method
	OmitIfNil                         // either, on a pointer or slice
)

// Omitted reports whether v, which In returned, is not written. A pointer counts as zero only when it is nil, whatever
// its target's IsZero says: a pointer means presence.
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

// omitsZero looks for IsZero on the type itself, not on a pointer's target.
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

// AppendText appends what x points to, a value of a shape written AsText, as text: what Reveal returns for a secret,
// else what the methods of package encoding return.
func (s *Shape) AppendText(dst []byte, x any) ([]byte, *Error) { return s.append(s.appendText, dst, x) }

// AppendJSON appends what x points to, a value of a shape written AsJSON, by the type's own methods. The caller checks
// that the result is JSON.
func (s *Shape) AppendJSON(dst []byte, x any) ([]byte, *Error) { return s.append(s.appendJSON, dst, x) }

// append refuses a result that is shorter than dst: the method changed the bytes before, and callers would look for the
// value beyond the end.
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

// textAppenderOf returns how the methods of a pointer type write text; nil when it has none of them.
func textAppenderOf(p reflect.Type) appender {
	switch {
	case p.Implements(revealer):
		return appendRevealed
	case p.Implements(textAppender):
		return func(dst []byte, x any) ([]byte, error) { return x.(encoding.TextAppender).AppendText(dst) }
	case p.Implements(textMarshaler):
		return appendMarshaledText
	}
	return nil
}

func appendRevealed(dst []byte, x any) ([]byte, error) {
	return append(dst, x.(interface{ Reveal() string }).Reveal()...), nil
}

func appendMarshaledText(dst []byte, x any) ([]byte, error) {
	text, err := x.(encoding.TextMarshaler).MarshalText()
	return append(dst, text...), err
}

// jsonAppender is what a type with MarshalJSON can have beside it, to save the allocation. Both write the same.
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
