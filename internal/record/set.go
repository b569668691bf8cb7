package record

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/scalar"
)

// Set stores a scalar of a body in v: a Null, a Bool, a Number or a Text, with its text. JSON, XML and Bind
// all call Set, so they accept the same scalars:
//   - integers accept numbers without a fraction (57.0), and such numbers as text, with spaces around them;
//     floats accept numbers as text too; a value that does not fit the type is an error
//   - booleans accept the texts true and false in any case
//   - strings accept numbers and booleans, and store them as they are written
//   - blank text means no value for a number, a boolean or a type with text methods: a pointer becomes nil,
//     anything else zero
//   - null makes a pointer nil and anything else zero; it never makes a pointer to zero
//
// Set calls no methods of JSON: SetJSON does.
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
		if a.left < 0 { // the body will be refused, and may have many pointers
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

// shortText is the most bytes that Go copies into a string without an allocation.
const shortText = 32

// isBlank reports whether text is only white space. For most texts the first byte shows it.
func isBlank(text []byte) bool {
	return len(text) == 0 || (text[0] <= ' ' || text[0] >= utf8.RuneSelf) && len(bytes.TrimSpace(text)) == 0
}

// setNumber stores a number or a boolean. It refuses a boolean for a number, and a number for a boolean.
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
		case !errors.Is(err, scalar.ErrSyntax):
			return s.mismatch(k, text, err)
		}
	}
	return s.mismatch(k, text, nil)
}

// storeNumber returns scalar.ErrSyntax for text that is no number. The error that the user sees has the
// words "expected a number" instead.
func storeNumber(v reflect.Value, form Form, text []byte) (err error) {
	switch form {
	case AsBool:
		isTrue := strings.EqualFold(string(text), "true")
		if !isTrue && !strings.EqualFold(string(text), "false") {
			return scalar.ErrSyntax
		}
		v.SetBool(isTrue)
	case AsInt:
		var n int64
		if n, err = scalar.ParseInt(text); err == nil && v.OverflowInt(n) {
			err = scalar.ErrRange
		}
		if err == nil {
			v.SetInt(n)
		}
	case AsUint:
		var n uint64
		if n, err = scalar.ParseUint(text); err == nil && v.OverflowUint(n) {
			err = scalar.ErrRange
		}
		if err == nil {
			v.SetUint(n)
		}
	case AsFloat:
		var f float64
		if f, err = scalar.ParseFloat(text, v.Type().Bits()); err == nil {
			v.SetFloat(f)
		}
	default:
		err = scalar.ErrSyntax
	}
	return err
}

// SetJSON calls the UnmarshalJSON of v with a complete, valid JSON value of kind k, and replaces the value
// that v had. For null it calls no method and sets v to zero, as Set does. The caller checks for blank
// text, because the caller knows the text without escapes.
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

// Refuse returns the error for an array or object in place of a value of this shape.
func (s *Shape) Refuse(k node.Kind) *Error { return s.mismatch(k, nil, nil) }
