package xmlwire

import (
	"bytes"
	"reflect"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// order is the order in which the decoder expects the members of a type. It starts alphabetical, and the decoder
// corrects it by the bodies that it reads. Bodies agree on an order, though not always on that of
// the type.
type order struct {
	plan  *record.Plan
	steps []step // by the index of a member plus one; the first is for the start of the struct
}

// step is a member in an order, with everything that reading it needs in one place.
type step struct {
	next   int    // index of the member after it
	tags   string // its end tag together with the start tag of the member after it
	end    string // its end tag
	scalar bool
	missed uint8 // how often the member after it was missing, and the next was there
}

// maxMissed says how often a member may be missing before it is no longer expected.
const maxMissed = 3

// order returns the order of a plan's members: alphabetical until another one is seen.
func (d *decoder) order(p *record.Plan) *order {
	n := p.Number()
	if n >= len(d.orders) {
		d.orders = append(d.orders, make([]*order, n+1-len(d.orders))...)
	}
	o := d.orders[n]
	if o == nil {
		o = newOrder(p)
		d.orders[n] = o
	}
	return o
}

func newOrder(p *record.Plan) *order {
	o := &order{plan: p, steps: make([]step, len(p.Fields)+1)}
	before := &o.steps[0]
	for _, i := range p.Sorted {
		f := &p.Fields[i]
		before.next = i
		if before != &o.steps[0] {
			before.tags = f.Element.Next
		}
		before = &o.steps[i+1]
		before.end, before.scalar = f.Element.Close, f.Shape.Scalar
	}
	before.next = len(p.Fields)
	return o
}

// members is a struct that is being read.
type members struct {
	v     reflect.Value
	order *order
	row   *record.Row // how the members were written in the row before
}

// object reads members. It compares the tags around a member in one piece, when the member is where it is expected and
// in the plainest form.
func (d *decoder) object(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	p := s.Plan
	m := members{v: v, order: d.order(p), row: d.arena.Last(p)}
	last := 0 // index of the member before, plus one
	for !t.empty {
		d.space()
		if d.closes(t) {
			return d.memory.Check(d.pos)
		}
		if i := d.expected(m.order, last); i < len(p.Fields) {
			var err *record.Error
			if last, err = d.inOrder(&m, i); err != nil {
				return err.Under(&p.Fields[last-1])
			}
			continue
		}
		more, err := d.child(t, s.Expected())
		if err == nil {
			err = d.memory.Check(d.pos)
		}
		if !more || err != nil {
			return err
		}
		if last, err = d.member(v, m.order, last); err != nil {
			return err
		}
	}
	d.leave(t)
	return nil
}

// expected consumes the start tag of the member that is expected after the last one, or of the one after it, and
// returns the member's index; the number of members if neither is there.
func (d *decoder) expected(o *order, last int) int {
	fields := o.plan.Fields
	if d.depth == 0 || d.byteAt(d.pos+1) == '/' {
		return len(fields)
	}
	before := &o.steps[last]
	i := before.next
	if i == len(fields) || d.accept(fields[i].Element.Open) {
		return i
	}
	i = o.steps[i+1].next
	if i == len(fields) || !d.accept(fields[i].Element.Open) {
		return len(fields)
	}
	before.missed++
	if before.missed > maxMissed {
		o.learn(last, i)
	}
	return i
}

// inOrder reads member i in an element without prefix and attributes, whose start tag was just consumed. It goes on for
// as long as the member that is expected next follows at once. It returns the index of the last member plus one.
func (d *decoder) inOrder(m *members, i int) (last int, err *record.Error) {
	for i < len(m.row.Seen) {
		last = i + 1
		if !m.order.steps[last].scalar {
			return last, d.nested(m, i)
		}
		s, start := &m.row.Seen[i], d.pos
		same := d.repeats(s)
		if !same && !d.element(m.order, i, s) {
			return last, d.nested(m, i)
		}
		if err := d.plainText(m, i, start, same); err != nil {
			return last, err
		}
		i = s.Next
	}
	return last, nil
}

// repeats consumes the text and the tags of a member that are written as those before. Equal bytes say the same.
func (d *decoder) repeats(s *record.Seen) bool {
	end := d.pos + s.After - s.Start
	if end > len(d.data) || s.After == 0 || !bytes.Equal(d.data[d.pos:end], d.data[s.Start:s.After]) {
		return false
	}
	d.pos = end
	return true
}

// element consumes the text of member i with its end tag, and with the start tag of the member that is expected next if
// that follows. It notes them in place of the ones seen before. It reports false, and consumes nothing, when the text
// is not in its plainest form.
func (d *decoder) element(o *order, i int, s *record.Seen) bool {
	step := &o.steps[i+1]
	start := d.pos
	end := start + plain(d.data[start:])
	switch {
	case d.has(end, step.tags):
		s.After, s.Next = end+len(step.tags), step.next
	case d.has(end, step.end):
		s.After, s.Next = end+len(step.end), len(o.plan.Fields)
	default:
		return false
	}
	s.Start, s.End, d.pos = start, end, s.After
	return true
}

// has reports whether a tag is at an offset. No tag is nowhere.
func (d *decoder) has(at int, tag string) bool {
	end := at + len(tag)
	return tag != "" && end <= len(d.data) && string(d.data[at:end]) == tag
}

// nested reads member i in any form. Its start tag was just consumed.
func (d *decoder) nested(m *members, i int) *record.Error {
	f := &m.order.plan.Fields[i]
	t := tag{name: d.data[d.pos-len(f.Name)-1 : d.pos-1], bound: len(d.bound)}
	d.depth--
	return d.value(d.place(f, m.v), f.Shape, &t)
}

// plainText stores the text of member i that was seen, at the offset start. Same says that the member had the same text
// in the row before.
func (d *decoder) plainText(m *members, i, start int, same bool) *record.Error {
	seen := &m.row.Seen[i]
	text := d.data[seen.Start:seen.End]
	f := &m.order.plan.Fields[i]
	v := f.Into(m.v, d.memory)
	if f.Shape.Text.Read != record.AsString {
		return d.set(v, f.Shape, text, start)
	}
	if !same {
		d.arena.Reuse(text, &seen.Text)
	}
	v.SetString(seen.Text)
	return nil
}

// member reads a member in any form and place. It returns the index plus one, or last if the member is unknown.
func (d *decoder) member(v reflect.Value, o *order, last int) (int, *record.Error) {
	p := o.plan
	t, err := d.start()
	if err != nil {
		return last, err
	}
	i := -1
	if !t.otherNamespace {
		i = p.Lookup(t.local(), last)
	}
	if i < 0 {
		isStop := d.stop != "" && !t.otherNamespace && d.depth == d.outer-1 && node.SameName(d.stop, t.local())
		if isStop && !d.holdsNothing(t) {
			d.stopped = true
			return last, d.unexpected("no such member")
		}
		return last, d.unknown(v, p, &t)
	}
	if guess := o.steps[last].next; guess == len(p.Fields) || i != guess && i != o.steps[guess+1].next {
		o.learn(last, i)
	}
	f := &p.Fields[i]
	if err := d.value(d.place(f, v), f.Shape, &t); err != nil {
		return last, err.Under(f)
	}
	return i + 1, nil
}

// holdsNothing reports whether an element, whose start tag was read, is null or empty. It reads ahead.
func (d *decoder) holdsNothing(t tag) bool {
	pos, depth, bound := d.pos, d.depth, len(d.bound)
	n, err := d.node(&t)
	d.pos, d.depth, d.bound = pos, depth, d.bound[:bound]
	return err == nil && (n.Kind == node.Null || n.Kind == node.Text && n.Text == "")
}

// place returns the field of v to read a member into.
func (d *decoder) place(f *record.Field, v reflect.Value) reflect.Value {
	v = f.Into(v, d.memory)
	if f.Shape.Text.Read == record.AsStruct {
		v.SetZero()
	}
	return v
}

// learn makes member i the one to expect after the last.
func (o *order) learn(last, i int) {
	s := &o.steps[last]
	s.next, s.missed, s.tags = i, 0, ""
	if open := o.plan.Fields[i].Element.Open; last > 0 && open != "" {
		s.tags = s.end + open
	}
}

// unknown reads a member that the plan does not know.
func (d *decoder) unknown(v reflect.Value, p *record.Plan, t *tag) *record.Error {
	if !p.HasExtra() {
		if err := d.skip(t); err != nil {
			return err.UnderName(string(t.member()))
		}
		return nil
	}
	raw, err := d.json(t)
	if err != nil {
		return err.UnderName(string(t.member()))
	}
	p.AddExtra(v, t.member(), raw, d.memory)
	return nil
}
