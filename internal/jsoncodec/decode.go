// Package jsoncodec reads and writes JSON through the plans of package record.
//
// Unmarshal and ParseNode read RFC 8259 strictly: they accept what encoding/json accepts, except invalid UTF-8 and
// nesting beyond a limit. Package record decides which values a type accepts, such as numbers written as text.
// Append, Marshal and AppendNode write the shortest form.
package jsoncodec

import (
	"bytes"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/record"
)

// Unmarshal decodes a body into the value that v points to, and replaces that value completely: members that are
// absent become zero. If an object has a member twice, the last one counts. After an error v has the members before
// the error. Unmarshal checks the syntax of members that the type does not know, and puts them into Extra if the type
// has that field.
//
// Errors are of type *record.Error. The result shares no memory with data.
func Unmarshal(data []byte, v any, lim Limits) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &record.Error{Expected: "a pointer to read into"}
	}
	arena := record.NewArena(len(data), lim.MaxMemory)
	d := decoder{scanner: newScanner(data, lim, &arena.Memory), arena: arena, bad: lim.Bad}
	shape := record.ShapeOf(target.Type().Elem())
	target.Elem().SetZero()
	err := d.value(target.Elem(), shape)
	if err == nil {
		err = d.memory.Check(d.pos)
	}
	if err == nil {
		err = d.end()
	}
	if d.stopped {
		return record.ErrStopped
	}
	return d.locate(err)
}

// Check returns an error for a body that is not well-formed. It decodes nothing. Errors are of type *record.Error.
func Check(data []byte, lim Limits) error {
	memory := record.NewMemory(lim.MaxMemory)
	return check(data, lim, &memory)
}

func check(data []byte, lim Limits, memory *record.Memory) error {
	s := newScanner(data, lim, memory)
	err := s.skip()
	if err == nil {
		err = s.end()
	}
	return s.locate(err)
}

// decoder reads values into Go values. Each value is zero before the decoder reads into it, unless the object had a
// member of the same name before.
type decoder struct {
	scanner
	arena   *record.Arena
	rows    []*row
	few     [4]*row // the first array of rows, to save an allocation
	stopped bool
	bad     *record.BadItems // Limits.Bad
}

// value reads the next value into v. It switches on the form and does not call a function value of the shape, so that
// the common forms need only direct calls.
func (d *decoder) value(v reflect.Value, s *record.Shape) *record.Error {
	c := d.peek()
	switch s.JSON.Read {
	case record.AsString:
		if c == '"' {
			return d.string(v)
		}
	case record.AsInt:
		if n, end := d.shortInt(); end > 0 && !v.OverflowInt(n) {
			d.pos = end
			v.SetInt(n)
			return nil
		}
	case record.AsStruct:
		if c == '{' {
			return d.object(v, s.Plan)
		}
	case record.AsSlice:
		if c == '[' {
			return d.array(v, s)
		}
	case record.AsPointer:
		return d.pointer(v, s, c)
	case record.AsJSON, record.AsRaw:
		return d.raw(v, s)
	}
	return d.scalarValue(v, s, c)
}

func (d *decoder) string(v reflect.Value) *record.Error {
	text, err := d.text()
	if err != nil {
		return err
	}
	v.SetString(d.arena.String(text))
	return nil
}

// shortInt returns the next value and the offset of its end if the value is an integer of less than 19 digits, which
// cannot overflow. For any other value end is 0. The scanner does not move.
func (d *decoder) shortInt() (n int64, end int) {
	data, at := d.data, d.pos
	negative := at < len(data) && data[at] == '-'
	if negative {
		at++
	}
	start := at
	for at < len(data) && data[at]-'0' <= 9 {
		n = n*10 + int64(data[at]-'0')
		at++
	}
	digits := at - start
	if digits == 0 || digits > 18 || digits > 1 && data[start] == '0' || d.goesOn(at) {
		return 0, 0
	}
	if negative {
		n = -n
	}
	return n, at
}

// goesOn reports whether a number has a fraction or an exponent after its integer part, which ends at the offset at.
func (d *decoder) goesOn(at int) bool {
	return at < len(d.data) && (d.data[at] == '.' || d.data[at]|0x20 == 'e')
}

func (d *decoder) array(v reflect.Value, s *record.Shape) *record.Error {
	more, err := d.open(']')
	v.SetZero()
	items := d.arena.Items(v, s, d.pos)
	d.bad.Begin(&items)
	for n := 0; more && err == nil; n++ {
		start := d.mark()
		var item reflect.Value
		if item, err = items.Next(d.pos); err == nil {
			err = d.value(item, s.Elem)
		}
		if err != nil && !d.leaveOut(&items, n, start, err) {
			return err.At(n)
		}
		more, err = d.more(']')
	}
	items.Done()
	return err
}

// mark is a place between two values, to which the decoder can go back.
type mark struct{ pos, depth int }

func (d *decoder) mark() mark { return mark{d.pos, d.depth} }

func (d *decoder) back(to mark) { d.pos, d.depth = to.pos, to.depth }

// leaveOut leaves out the item n of a slice, which begins at start and has an error. It reports false if the item
// must not be left out or is malformed. Otherwise the decoder continues after the item.
func (d *decoder) leaveOut(items *record.Items, n int, start mark, err *record.Error) bool {
	if !d.bad.May(items, err) {
		return false
	}
	d.back(start)
	d.peek()
	begin := d.pos
	if v, s := d.bad.Key(); d.value(v, s) != nil {
		d.back(start)
		if d.skip() != nil {
			return false
		}
	}
	d.bad.Leave(items, n, begin, d.pos, err)
	return true
}

// pointer reads a value into a new target, and makes v point to the target. For null and for blank text it sets v to
// nil.
func (d *decoder) pointer(v reflect.Value, s *record.Shape, c byte) *record.Error {
	switch {
	case c == 'n':
		return d.scalarValue(v, s, c)
	case s.ToInt:
		if n, end := d.shortInt(); end > 0 && int64(int(n)) == n {
			d.pos = end
			v.Set(reflect.ValueOf(d.arena.Int(int(n))))
			return nil
		}
	}
	start := d.pos
	target := d.arena.New(s.Elem)
	if err := d.value(target.Elem(), s.Elem); err != nil {
		return err
	}
	if c == '"' && s.Blankable && d.wasBlank(start) {
		v.SetZero()
		return nil
	}
	v.Set(target)
	return nil
}

// wasBlank reports whether the string at the offset start, which has been read, means no value.
func (d *decoder) wasBlank(start int) bool {
	if first := d.data[start+1]; first > ' ' && first < utf8.RuneSelf && first != '\\' && first != '"' {
		return false
	}
	return strings.TrimSpace(d.textAt(start)) == ""
}

// raw reads a value that is a json.RawMessage or has a method UnmarshalJSON.
func (d *decoder) raw(v reflect.Value, s *record.Shape) *record.Error {
	start := d.pos
	if err := d.skip(); err != nil {
		return err
	}
	written := d.data[start:d.pos]
	if s.JSON.Read == record.AsRaw {
		if !d.memory.Reserve(len(written)) {
			return d.memory.Check(start)
		}
		v.SetBytes(bytes.Clone(written))
		return nil
	}
	if written[0] == '"' && s.Blankable && d.wasBlank(start) {
		v.SetZero()
		return nil
	}
	return atOffset(start, s.SetJSON(v, kindOf(written[0]), written, d.arena))
}

// scalarValue reads a scalar that value has no case for, or refuses the array or object that starts with c.
func (d *decoder) scalarValue(v reflect.Value, s *record.Shape, c byte) *record.Error {
	start := d.pos
	if c == '{' || c == '[' {
		return d.refuse(s, c)
	}
	k, text, err := d.scalar(s.Expected())
	if err != nil {
		return err
	}
	return atOffset(start, s.Set(v, k, text, d.arena))
}

// refuse returns the error for an array or object, whose bracket is c, in place of a value of the shape s.
func (d *decoder) refuse(s *record.Shape, c byte) *record.Error {
	start := d.pos
	if err := d.skip(); err != nil {
		return err
	}
	return atOffset(start, s.Refuse(kindOf(c)))
}

func atOffset(offset int, err *record.Error) *record.Error {
	if err != nil {
		err.Offset = int64(offset)
	}
	return err
}
