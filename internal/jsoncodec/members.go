package jsoncodec

import (
	"bytes"
	"reflect"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// members is a struct that is being read.
type members struct {
	v    reflect.Value
	row  *row
	last int // index of the member that was read last, plus one; 0 at first
}

// learn records that member i came after the last one. While members come in the order of the struct, there is
// nothing to record.
func (m *members) learn(i int) {
	if i == m.row.expected(m.last) {
		return
	}
	if m.row.next == nil {
		m.row.next = make([]int, len(m.row.seen)+1)
		for at := range m.row.next {
			m.row.next[at] = at
		}
	}
	m.row.next[m.last] = i
}

func (d *decoder) object(v reflect.Value, p *record.Plan) *record.Error {
	more, err := d.open('}')
	m := members{v: v, row: d.row(p)}
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

// member reads the next member, whichever it is.
func (d *decoder) member(m *members) *record.Error {
	d.peek()
	guess := m.row.expected(m.last)
	if guess < len(m.row.plan.Fields) && d.accept(m.row.plan.Fields[guess].Key[len(","):]) {
		return d.field(m, guess)
	}
	start := d.pos
	name, err := d.name()
	if err != nil {
		return err
	}
	i := m.row.plan.Lookup(name, guess)
	if i < 0 {
		if d.depth == d.outer && d.stop != "" && node.SameName(d.stop, name) && !d.holdsNothing() {
			d.stopped = true
			return d.unexpected("no such member")
		}
		return d.unknown(m.v, m.row.plan, start)
	}
	m.learn(i)
	return d.field(m, i)
}

// holdsNothing reports whether the value that comes next is null or an empty array.
func (d *decoder) holdsNothing() bool {
	const blanks = " \t\r\n"
	value := bytes.TrimLeft(d.data[d.pos:], blanks)
	items, isArray := bytes.CutPrefix(value, []byte("["))
	return bytes.HasPrefix(value, []byte("null")) || isArray && bytes.HasPrefix(bytes.TrimLeft(items, blanks), []byte("]"))
}

// inOrder reads members as long as they come in the order of the struct or of the previous row, without white space
// between them. It does not read their names: it compares the name and the punctuation around it with the expected
// bytes.
func (d *decoder) inOrder(m *members) *record.Error {
	fields := m.row.plan.Fields
	for m.last < len(fields) {
		i := m.last
		if !d.accept(fields[i].Key) {
			i = m.row.expected(m.last)
			if i == m.last || !d.accept(fields[i].Key) {
				return nil
			}
		}
		if err := d.field(m, i); err != nil {
			return err
		}
	}
	return nil
}

// accept skips the text if the text comes next, and reports whether it does.
func (d *decoder) accept(text string) bool {
	end := d.pos + len(text)
	if end > len(d.data) || string(d.data[d.pos:end]) != text {
		return false
	}
	d.pos = end
	return true
}

// field reads the value of member i.
func (d *decoder) field(m *members, i int) *record.Error {
	m.last = i + 1
	f := &m.row.plan.Fields[i]
	target := f.Into(m.v, d.memory)
	var err *record.Error
	if f.Shape.JSON.Read == record.AsString {
		err = d.stringField(target, f.Shape, &m.row.seen[i])
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

// stringField reads a string. If the member had the same string in the previous row, stringField uses that string
// again.
func (d *decoder) stringField(v reflect.Value, shape *record.Shape, s *seen) *record.Error {
	if d.peek() != '"' {
		return d.value(v, shape)
	}
	if !d.repeats(s) {
		if err := d.remember(s); err != nil {
			return err
		}
	}
	v.SetString(s.text)
	return nil
}

// unknown reads the value of a member that the plan does not know. The name is at the offset nameAt.
func (d *decoder) unknown(v reflect.Value, p *record.Plan, nameAt int) *record.Error {
	d.peek()
	start := d.pos
	if err := d.skip(); err != nil {
		return err.UnderName(d.textAt(nameAt))
	}
	if p.HasExtra() {
		return d.keep(v, p, nameAt, d.data[start:d.pos])
	}
	return nil
}

// keep puts the value of an unknown member into Extra.
func (d *decoder) keep(v reflect.Value, p *record.Plan, nameAt int, written []byte) *record.Error {
	if !d.memory.Reserve(len(written)) {
		return d.memory.Check(nameAt)
	}
	name := d.textAt(nameAt)
	d.memory.Reserve(len(name))
	p.KeepExtra(v, name, bytes.Clone(written), d.memory)
	return nil
}

// row has the members of the struct that the decoder read last for a plan. The decoder compares the next struct with
// the row, because the rows of a list are much alike.
type row struct {
	plan *record.Plan
	seen []seen // the last string of each member, by the index of the member
	next []int  // by the index of a member plus one, the member after it; nil for the order of the struct
}

// seen is the string that a member had in the last row.
type seen struct {
	text       string
	start, end int // offsets of the string in the body, with its quotes
}

// expected returns the index of the member that came next in the previous row, and in the first row of the next
// member of the struct.
func (r *row) expected(last int) int {
	if r.next == nil {
		return last
	}
	return r.next[last]
}

// row returns the row of a plan. It looks at all rows, because a body has few.
func (d *decoder) row(p *record.Plan) *row {
	for _, r := range d.rows {
		if r.plan == p {
			return r
		}
	}
	r := &row{plan: p, seen: make([]seen, len(p.Fields))}
	if d.rows == nil {
		d.rows = d.few[:0]
	}
	d.rows = append(d.rows, r)
	return r
}

// repeats skips a string if it has the same bytes as the previous string of the member, and reports whether it has.
// Equal bytes are valid too and have the same content, so nothing else is checked.
func (d *decoder) repeats(s *seen) bool {
	end := d.pos + s.end - s.start
	if end > len(d.data) || s.end == 0 || !bytes.Equal(d.data[d.pos:end], d.data[s.start:s.end]) {
		return false
	}
	d.pos = end
	return true
}

// remember reads a string into s, where it replaces the previous string of the member.
func (d *decoder) remember(s *seen) *record.Error {
	start := d.pos
	text, err := d.text()
	if err != nil {
		return err
	}
	d.arena.Reuse(text, &s.text)
	s.start, s.end = start, d.pos
	return nil
}
