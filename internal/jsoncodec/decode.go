package jsoncodec

import (
	"bytes"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// Unmarshal reads a body into what v points to, which it replaces: nothing is merged, members that are
// absent are zero, of members named twice the last one counts. After an error v holds what was read so
// far. Members that the type does not know are checked, and kept in Extra where the type has it.
//
// Errors are of type *record.Error. Nothing in v refers to data.
func Unmarshal(data []byte, v any, lim Limits) error { return unmarshal(data, v, lim, false) }

// UnmarshalByPlan is Unmarshal without what was generated for types: slower, and the measure of it.
func UnmarshalByPlan(data []byte, v any, lim Limits) error { return unmarshal(data, v, lim, true) }

func unmarshal(data []byte, v any, lim Limits, byPlan bool) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &record.Error{Expected: "a pointer to read into"}
	}
	arena := record.NewArena(len(data), lim.MaxMemory)
	d := decoder{scanner: newScanner(data, lim, &arena.Memory), arena: arena, byPlan: byPlan}
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
	return d.located(err)
}

// Check says what is wrong with a body, whatever is in it. It makes nothing of what it reads. Errors are of type
// *record.Error.
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
	return s.located(err)
}

// decoder reads values into Go values. A value that is read into is zero, unless a member of the same
// name came before it.
type decoder struct {
	scanner
	arena   *record.Arena
	given   *record.Scalar // to what was generated
	byPlan  bool           // what was generated is left aside
	stopped bool
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

// shortInt returns an integer of less than 19 digits, which needs no care about overflow of an int64, and the offset of its
// end: 0 for all else. It takes nothing.
func (d *decoder) shortInt() (n int64, end int) {
	end = d.integer()
	if end == 0 {
		return 0, 0
	}
	n, ok := record.ShortInt(d.data[d.pos:end])
	if !ok {
		return 0, 0
	}
	return n, end
}

// integer returns the end of an integer that is next: 0 for all else. It takes nothing.
func (d *decoder) integer() (end int) {
	at := d.pos
	if at < len(d.data) && d.data[at] == '-' {
		at++
	}
	start := at
	for at < len(d.data) && d.data[at]-'0' <= 9 {
		at++
	}
	if at == start || d.data[start] == '0' && at-start > 1 || d.goesOn(at) {
		return 0
	}
	return at
}

// goesOn reports whether a number does not end with its integer part.
func (d *decoder) goesOn(at int) bool {
	return at < len(d.data) && (d.data[at] == '.' || d.data[at]|0x20 == 'e')
}

func (d *decoder) object(v reflect.Value, p *record.Plan) *record.Error {
	more, err := d.open('}')
	m := members{v: v, plan: p, last: d.arena.Last(p)}
	if set := p.Setter(); set != nil && !d.byPlan {
		m.set, m.x = set, v.Addr().Interface()
		if d.given == nil { // not part of the decoder, which needs no allocation
			d.given = &record.Scalar{Arena: d.arena}
		}
	}
	for more && err == nil {
		if err = d.member(&m); err != nil {
			return err
		}
		if err = d.inOrder(&m); err != nil {
			return err
		}
		if err = d.memory.Check(d.pos); err != nil {
			return err
		}
		more, err = d.more('}')
	}
	return err
}

// members is a struct that is being read.
type members struct {
	v    reflect.Value
	plan *record.Plan
	next int      // index of the member that probably comes next
	last []string // texts that the members had before

	set record.Setter // of what was generated for the type
	x   any           // pointer to v, for that
}

// member reads a member.
func (d *decoder) member(m *members) *record.Error {
	d.peek()
	if i := m.next; i < len(m.plan.Fields) && d.takes(m.plan.Fields[i].Key[len(","):]) {
		m.next++
		return d.field(m, i)
	}
	start := d.pos
	name, err := d.name()
	if err != nil {
		return err
	}
	i := m.plan.Lookup(name, m.next)
	if i < 0 {
		if d.depth == d.outer && d.stop != "" && node.SameName(d.stop, name) {
			d.stopped = true
			return d.unexpected("no such member")
		}
		return d.unknown(m.v, m.plan, start)
	}
	m.next = i + 1
	return d.field(m, i)
}

// inOrder reads members for as long as they come in the order of the struct, without white space between
// them: their names are then compared in one piece with the punctuation around them, and not read.
func (d *decoder) inOrder(m *members) *record.Error {
	for m.next < len(m.plan.Fields) && d.takes(m.plan.Fields[m.next].Key) {
		if err := d.field(m, m.next); err != nil {
			return err
		}
		m.next++
	}
	return nil
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

func (d *decoder) field(m *members, i int) *record.Error {
	f := &m.plan.Fields[i]
	if f.FromText && d.setPlain(m, i) {
		return nil
	}
	target := f.Into(m.v, d.memory)
	var err *record.Error
	if f.Shape.JSON.Read == record.AsString {
		err = d.stringField(target, f.Shape, &m.last[i])
	} else {
		if f.Shape.JSON.Read == record.AsStruct {
			target.SetZero()
		}
		err = d.value(target, f.Shape)
	}
	if err != nil {
		return err.Under(f)
	}
	return nil
}

// setPlain reads member i by what was generated for the type, if that will. Otherwise it takes nothing.
func (d *decoder) setPlain(m *members, i int) bool {
	if m.set == nil {
		return false
	}
	start := d.pos
	text, k := d.plainScalar()
	if k != node.Null {
		d.given.Kind, d.given.Last = k, &m.last[i]
		if m.set(d.given, m.x, i, text) {
			return true
		}
	}
	d.pos = start
	return false
}

// plainScalar takes a string or an integer; of kind Null is what is neither, or is wrong, for the plan to say how.
func (d *decoder) plainScalar() (text []byte, k node.Kind) {
	switch c := d.peek(); {
	case c == '"':
		text, err := d.text()
		if err == nil {
			return text, node.Text
		}
	case c == '-' || c-'0' <= 9:
		start := d.pos
		if end := d.integer(); end > 0 {
			d.pos = end
			return d.data[start:end], node.Number
		}
	}
	return nil, node.Null
}

// stringField reads a string into a member that had the last one before.
func (d *decoder) stringField(v reflect.Value, s *record.Shape, last *string) *record.Error {
	if d.peek() != '"' {
		return d.value(v, s)
	}
	text, err := d.text()
	if err != nil {
		return err
	}
	v.SetString(d.arena.Reuse(text, last))
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
		return d.keep(v, p, named, d.data[start:d.pos])
	}
	return nil
}

// keep puts the value of a member whose name is at the offset named into Extra.
func (d *decoder) keep(v reflect.Value, p *record.Plan, named int, written []byte) *record.Error {
	if !d.memory.Take(len(written)) {
		return d.memory.Check(named)
	}
	name := d.textAt(named)
	d.memory.Take(len(name))
	p.KeepExtra(v, name, bytes.Clone(written), d.memory)
	return nil
}

func (d *decoder) array(v reflect.Value, s *record.Shape) *record.Error {
	more, err := d.open(']')
	v.SetZero()
	items := d.arena.Items(v, s, d.pos)
	for n := 0; more && err == nil; n++ {
		var item reflect.Value
		if item, err = items.Next(d.pos); err == nil {
			err = d.value(item, s.Elem)
		}
		if err != nil {
			return err.At(n)
		}
		more, err = d.more(']')
	}
	items.Done()
	return err
}

// pointer reads into a new target, unless the value is null or blank.
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

// wasBlank reports whether the string at the offset start, which has been read, stands for no value.
func (d *decoder) wasBlank(start int) bool {
	if first := d.data[start+1]; first > ' ' && first < utf8.RuneSelf && first != '\\' && first != '"' {
		return false
	}
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
		if !d.memory.Take(len(written)) {
			return d.memory.Check(start)
		}
		v.SetBytes(bytes.Clone(written))
		return nil
	}
	if written[0] == '"' && s.Blankable && d.wasBlank(start) {
		v.SetZero()
		return nil
	}
	return at(start, s.SetJSON(v, kindOf(written[0]), written, d.arena))
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
