package rowjson

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Error says where a value is wrong. It repeats no text of the input, which can be a password.
type Error struct {
	Path     string // such as Team.Players[3].Id; "" for the whole value
	Offset   int    // in the input, from 0
	Expected string
	Found    string
}

// Error returns the text of the error.
func (e *Error) Error() string {
	text := fmt.Sprintf("expected %s, found %s (byte %d)", e.Expected, e.Found, e.Offset+1)
	if e.Path == "" {
		return text
	}
	return e.Path + ": " + text
}

// longestPath bounds a path in bytes. Names in it can come from the input.
const longestPath = 160

// Under returns the error with a name in front of its path.
func (e *Error) Under(name string) *Error {
	switch {
	case e == nil:
		return nil
	case len(e.Path)+len(name) > longestPath:
		e.Path = name + "…"
	case e.Path == "" || strings.HasPrefix(e.Path, "["):
		e.Path = name + e.Path
	default:
		e.Path = name + "." + e.Path
	}
	return e
}

// Decode reads JSON into a value and replaces the value. It refuses names that the type does not have, and names that
// are there twice. Errors are of type *Error.
func Decode[T any](data []byte, value *T) error {
	v := reflect.ValueOf(value).Elem()
	v.SetZero()
	d := &decoder{data: data, known: knowns.Get().(*known)} //nolint:forcetypeassert // the pool has nothing else
	defer knowns.Put(d.known)
	err := codecOf(v.Type()).decode(d, v)
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return err
	}
	return nil
}

// Member returns the name and the value of an object with one member. Errors are of type *Error.
func Member(data []byte) (name string, value Raw, err error) {
	d := &decoder{data: data}
	failed := d.members(func(found string, at int) *Error {
		if value != nil {
			return &Error{Offset: at, Expected: "one member", Found: "a second one"}
		}
		name = found
		start := d.skipped()
		err := d.value()
		value = Raw(data[start:d.pos])
		return err
	})
	if failed == nil {
		failed = d.end()
	}
	if failed == nil && value == nil {
		failed = &Error{Expected: "one member", Found: "none"}
	}
	if failed != nil {
		return "", nil, failed
	}
	return name, value, nil
}

func (d *decoder) bool(v reflect.Value) *Error {
	switch {
	case d.word("true"):
		v.SetBool(true)
	case d.word("false"):
		v.SetBool(false)
	default:
		return d.unexpected("true or false")
	}
	return nil
}

func (d *decoder) int(v reflect.Value) *Error {
	if n, end := d.digits(); end > 0 && !v.OverflowInt(n) {
		v.SetInt(n)
		d.pos = end
		return nil
	}
	text, at := d.number()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v.OverflowInt(n) {
		d.pos = at
		return d.unexpected("an integer of " + strconv.Itoa(v.Type().Bits()) + " bits")
	}
	v.SetInt(n)
	return nil
}

func (d *decoder) uint(v reflect.Value) *Error {
	text, at := d.number()
	n, err := strconv.ParseUint(text, 10, v.Type().Bits())
	if err != nil {
		d.pos = at
		return d.unexpected("an integer from 0 on, of " + strconv.Itoa(v.Type().Bits()) + " bits")
	}
	v.SetUint(n)
	return nil
}

func (d *decoder) float(v reflect.Value) *Error {
	text, at := d.number()
	if text == "" {
		text, _ = d.text("a number") // such as NaN
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		d.pos = at
		return d.unexpected("a number")
	}
	v.SetFloat(n)
	return nil
}

func (d *decoder) string(v reflect.Value) *Error {
	text, err := d.text("a text")
	if err == nil {
		v.SetString(text)
	}
	return err
}

func (d *decoder) bytes(v reflect.Value) *Error {
	if d.null() {
		return nil
	}
	text, err := d.text("a text")
	if err == nil {
		v.SetBytes([]byte(text))
	}
	return err
}

// raw takes over the text of a value.
func (d *decoder) raw(v reflect.Value) *Error {
	start := d.skipped()
	err := d.value()
	v.SetBytes(d.data[start:d.pos])
	return err
}

// text reads a text, also one that is not UTF-8.
func (d *decoder) text(expected string) (string, *Error) {
	if d.peek() != '[' {
		return d.quoted(expected)
	}
	at, text, found := d.pos, "", false
	err := d.items(func(i int) *Error {
		encoded, err := d.quoted(expected)
		if err != nil {
			return err
		}
		decoded, failed := base64.StdEncoding.DecodeString(encoded)
		if i > 0 || failed != nil {
			return d.unexpected("one text of base64")
		}
		text, found = string(decoded), true
		return nil
	})
	if err != nil || !found {
		return "", &Error{Offset: at, Expected: expected, Found: "a list that is no text in base64"}
	}
	return text, nil
}

// fields reads an object into a struct.
func (d *decoder) fields(v reflect.Value, fields []field) *Error {
	var seen uint64
	next := 0
	return d.members(func(name string, at int) *Error {
		i := indexOf(fields, name, next)
		if i < 0 {
			return &Error{Offset: at, Expected: "a name of the format", Found: "an unknown one"}
		}
		if seen&(1<<i) != 0 {
			return d.twice(at)
		}
		seen |= 1 << i
		next = i + 1
		return fields[i].values.decode(d, v.Field(fields[i].index))
	})
}

func (*decoder) twice(at int) *Error {
	return &Error{Offset: at, Expected: "each name once", Found: "a name a second time"}
}

func (d *decoder) wrong(n int, what string) *Error {
	return &Error{Offset: d.pos, Expected: fmt.Sprintf("%d %s", n, what), Found: "another number of them"}
}
