package jsoncodec

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/tourney-go/tourney/internal/record"
)

// Unmarshal reads a body into what v points to, which it replaces: nothing is merged, members that are
// absent are zero, of members named twice the last one counts. After an error v holds what was read so
// far. Members that the type does not know are checked, and kept in Extra where the type has it.
//
// Errors are of type *record.Error. Nothing in v refers to data.
func Unmarshal(data []byte, v any, lim Limits) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &record.Error{Expected: "a pointer to read into"}
	}
	d := decoder{scanner: newScanner(data, lim), arena: record.NewArena(len(data))}
	shape := record.ShapeOf(target.Type().Elem())
	target.Elem().SetZero()
	err := d.value(target.Elem(), shape)
	if err == nil {
		err = d.end()
	}
	return d.located(err)
}

// decoder reads values into Go values. A value that is read into is zero, unless a member of the same
// name came before it.
type decoder struct {
	scanner
	arena *record.Arena
}

// value reads the next value into v. Members come here through a switch on the form and not through a
// function of their type: the calls that the common forms need are direct ones.
func (d *decoder) value(v reflect.Value, s *record.Shape) *record.Error {
	c := d.peek()
	switch s.JSON.Read {
	case record.AsString:
		if c == '"' {
			return d.string(v)
		}
	case record.AsInt:
		if d.shortInt(v) {
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

// shortInt reads an integer of less than 19 digits, which needs no care about overflow of an int64. It
// reports false, and takes nothing, for all else.
func (d *decoder) shortInt(v reflect.Value) bool {
	at := d.pos
	negative := at < len(d.data) && d.data[at] == '-'
	if negative {
		at++
	}
	start, n := at, int64(0)
	for at < len(d.data) && d.data[at]-'0' <= 9 {
		n = n*10 + int64(d.data[at]-'0')
		at++
	}
	if at == start || at-start > 18 || d.data[start] == '0' && at-start > 1 || d.goesOn(at) {
		return false
	}
	if negative {
		n = -n
	}
	if v.OverflowInt(n) {
		return false
	}
	v.SetInt(n)
	d.pos = at
	return true
}

// goesOn reports whether a number does not end with its integer part.
func (d *decoder) goesOn(at int) bool {
	return at < len(d.data) && (d.data[at] == '.' || d.data[at]|0x20 == 'e')
}

func (d *decoder) object(v reflect.Value, p *record.Plan) *record.Error {
	more, err := d.open('}')
	next := 0
	for more && err == nil {
		if next, err = d.member(v, p, next); err != nil {
			return err
		}
		if next, err = d.inOrder(v, p, next); err != nil {
			return err
		}
		more, err = d.more('}')
	}
	return err
}

// member reads a member of v and returns the index of the one that probably follows, given the index of
// the one that probably is here.
func (d *decoder) member(v reflect.Value, p *record.Plan, guess int) (int, *record.Error) {
	d.peek()
	start := d.pos
	name, err := d.name()
	if err != nil {
		return guess, err
	}
	i := p.Lookup(name, guess)
	if i < 0 {
		return guess, d.unknown(v, p, start)
	}
	return i + 1, d.field(v, &p.Fields[i])
}

// inOrder reads members for as long as they come in the order of the struct, without white space between
// them: their names are then compared in one piece with the punctuation around them, and not read.
func (d *decoder) inOrder(v reflect.Value, p *record.Plan, next int) (int, *record.Error) {
	for next < len(p.Fields) && d.takes(p.Fields[next].Key) {
		if err := d.field(v, &p.Fields[next]); err != nil {
			return next, err
		}
		next++
	}
	return next, nil
}

// takes takes the text if it is next.
func (d *decoder) takes(text string) bool {
	end := d.pos + len(text)
	if end > len(d.data) || string(d.data[d.pos:end]) != text {
		return false
	}
	d.pos = end
	return true
}

func (d *decoder) field(v reflect.Value, f *record.Field) *record.Error {
	target := f.Into(v)
	if f.Shape.JSON.Read == record.AsStruct {
		target.SetZero()
	}
	if err := d.value(target, f.Shape); err != nil {
		return err.Under(f)
	}
	return nil
}

// unknown reads the value of a member that the plan does not know, and whose name is at the offset named.
func (d *decoder) unknown(v reflect.Value, p *record.Plan, named int) *record.Error {
	d.peek()
	start := d.pos
	if err := d.skip(); err != nil {
		return err.UnderName(d.textAt(named))
	}
	if p.HasExtra() {
		p.KeepExtra(v, d.textAt(named), bytes.Clone(d.data[start:d.pos]))
	}
	return nil
}

func (d *decoder) array(v reflect.Value, s *record.Shape) *record.Error {
	more, err := d.open(']')
	if err != nil {
		return err
	}
	if !more {
		v.Set(s.Empty)
		return nil
	}
	v.SetZero()
	n := 0
	for ; more && err == nil; n++ {
		if err := d.value(d.arena.Item(v, s, n), s.Elem); err != nil {
			return err.At(n)
		}
		more, err = d.more(']')
	}
	d.arena.Done(s, n)
	return err
}

// pointer reads into a new target, unless the value is null or blank.
func (d *decoder) pointer(v reflect.Value, s *record.Shape, c byte) *record.Error {
	if c == 'n' {
		return d.scalarValue(v, s, c)
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

// wasBlank reports whether the string at the offset start, which has been read, stands for no value.
func (d *decoder) wasBlank(start int) bool {
	return strings.TrimSpace(d.textAt(start)) == ""
}

// raw reads a value that is kept, or read by its own method, as it is written.
func (d *decoder) raw(v reflect.Value, s *record.Shape) *record.Error {
	start := d.pos
	if err := d.skip(); err != nil {
		return err
	}
	written := d.data[start:d.pos]
	if s.JSON.Read == record.AsRaw {
		v.SetBytes(bytes.Clone(written))
		return nil
	}
	if written[0] == '"' && s.Blankable && d.wasBlank(start) {
		v.SetZero()
		return nil
	}
	return at(start, s.SetJSON(v, kindOf(written[0]), written))
}

// scalarValue reads a scalar that has no quicker way, or refuses the array or object that starts with c.
func (d *decoder) scalarValue(v reflect.Value, s *record.Shape, c byte) *record.Error {
	start := d.pos
	if c == '{' || c == '[' {
		return d.refuse(s, c)
	}
	k, text, err := d.scalar(s.Expected())
	if err != nil {
		return err
	}
	return at(start, s.Set(v, k, text, d.arena))
}

// refuse refuses an array or object, by the bracket c that it starts with, where s wants something else.
func (d *decoder) refuse(s *record.Shape, c byte) *record.Error {
	start := d.pos
	if err := d.skip(); err != nil {
		return err
	}
	return at(start, s.Refuse(kindOf(c)))
}

func at(offset int, err *record.Error) *record.Error {
	if err != nil {
		err.Offset = int64(offset)
	}
	return err
}
