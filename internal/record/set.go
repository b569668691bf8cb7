package record

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/number"
)

// Set stores a scalar of the wire in v: a Null, a Bool, a Number or a Text with its text. Both syntaxes
// and Bind come through here, so they tolerate the same:
//   - integers take numbers without a fraction (57.0) and numbers carried as text, spaces around them
//     ignored; floats take text as well; a value that does not fit the type is an error
//   - booleans take the texts true and false in any case
//   - strings take numbers and booleans, as they are written
//   - blank text is no value for a number, a boolean or a type with text methods: nil for a pointer,
//     else zero
//   - null is nil or zero, never a pointer to zero
//
// Methods of JSON are not called: that is SetJSON.
func (s *Shape) Set(v reflect.Value, k node.Kind, text []byte, a *Arena) *Error {
	if k == node.Null || k == node.Text && s.Blankable && isBlank(text) {
		v.SetZero()
		return nil
	}
	switch s.Text.Read {
	case AsString:
		v.SetString(a.String(text))
		return nil
	case AsPointer:
		if a.left < 0 { // a body that will be refused may have many
			return nil
		}
		target := a.New(s.Elem)
		if err := s.Elem.Set(target.Elem(), k, text, a); err != nil {
			return err
		}
		v.Set(target)
		return nil
	case AsText:
		if err := a.unmarshal(v, s, text, false); err != nil {
			return s.mismatch(k, text, err)
		}
		return nil
	}
	if len(text) > shortText {
		a.Reserve(len(text)) // for the copy that reading a float makes
	}
	return s.setNumber(v, k, text)
}

// shortText is how long a text may be for a copy of it to need no allocation.
const shortText = 32

// isBlank mostly decides by the first byte.
func isBlank(text []byte) bool {
	return len(text) == 0 || (text[0] <= ' ' || text[0] >= utf8.RuneSelf) && len(bytes.TrimSpace(text)) == 0
}

// setNumber stores numbers and booleans, which refuse each other.
func (s *Shape) setNumber(v reflect.Value, k node.Kind, text []byte) *Error {
	trimmed := text
	if k == node.Text {
		trimmed = bytes.TrimSpace(text)
	}
	form := s.Text.Read
	if form == AsBool && k != node.Number || form != AsBool && k != node.Bool {
		err := storeNumber(v, form, trimmed)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, number.ErrSyntax):
			return s.mismatch(k, text, err)
		}
	}
	return s.mismatch(k, text, nil)
}

// storeNumber returns number.ErrSyntax for text that is no number. The words "expected a number" say as much.
func storeNumber(v reflect.Value, form Form, text []byte) error {
	switch form {
	case AsBool:
		return storeBool(v, text)
	case AsInt:
		return storeInt(v, text)
	case AsUint:
		return storeUint(v, text)
	case AsFloat:
		return storeFloat(v, text)
	}
	return number.ErrSyntax
}

func storeInt(v reflect.Value, text []byte) error {
	n, err := number.ParseInt(text)
	switch {
	case err != nil:
		return err
	case v.OverflowInt(n):
		return number.ErrRange
	}
	v.SetInt(n)
	return nil
}

func storeUint(v reflect.Value, text []byte) error {
	n, err := number.ParseUint(text)
	switch {
	case err != nil:
		return err
	case v.OverflowUint(n):
		return number.ErrRange
	}
	v.SetUint(n)
	return nil
}

func storeFloat(v reflect.Value, text []byte) error {
	f, err := number.ParseFloat(text, v.Type().Bits())
	if err == nil {
		v.SetFloat(f)
	}
	return err
}

func storeBool(v reflect.Value, text []byte) error {
	switch {
	case strings.EqualFold(string(text), "true"):
		v.SetBool(true)
	case strings.EqualFold(string(text), "false"):
		v.SetBool(false)
	default:
		return number.ErrSyntax
	}
	return nil
}

// SetJSON hands a complete, valid JSON value of kind k to the type's UnmarshalJSON, whatever value v had. The method
// does not see null, which is zero as in Set. The caller decides whether text is blank: it knows the text without
// escapes.
func (s *Shape) SetJSON(v reflect.Value, k node.Kind, raw []byte, a *Arena) *Error {
	if k == node.Null {
		v.SetZero()
		return nil
	}
	if err := a.unmarshal(v, s, raw, true); err != nil {
		return s.mismatch(k, bytes.Trim(raw, `"`), err)
	}
	return nil
}

// Refuse returns the error for an array or object where this shape was expected.
func (s *Shape) Refuse(k node.Kind) *Error { return s.mismatch(k, nil, nil) }
