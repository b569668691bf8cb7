package xmlwire

import (
	"bytes"
	"reflect"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// order is the order in which the decoder expects the members of a type. It is alphabetical at first, and the decoder
// changes it to the order that it finds in bodies. The bodies of a host all have the same order, which may differ
// from the alphabetical one.
type order struct {
	plan  *record.Plan
	steps []step // by the index of a member plus one; step 0 is the start of the struct
}

// step is a member in an order, with everything that reading it needs in one place.
type step struct {
	next   int    // index of the member that is expected after it
	tags   string // its end tag together with the start tag of the member after it
	end    string // its end tag
	scalar bool
	missed uint8 // how often that member was missing, and the member after that came instead
}

// maxMissed is how often a member may be missing before the decoder expects the member after it instead.
const maxMissed = 3

// order returns the order of a plan's members: alphabetical until a body has another order.
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
		if f.Element.Open == "" {
			continue // no element can have the name
		}
		before.next, before.tags = i, f.Element.Next
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

// object reads the members of a struct. If the expected member comes, in the plainest form, object compares all bytes
// between two texts at once and does not parse the tags.
func (d *decoder) object(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	p := s.Plan
	m := members{v: v, order: d.order(p), row: d.arena.Last(p)}
	last := 0 // index of the previous member, plus one
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

// expected consumes the start tag of the member that is expected after the last one, or of the member expected after
// that. It returns the index of the member, or the number of members if neither tag comes next.
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

// inOrder reads member i in an element without prefix and attributes, whose start tag was just consumed. Then it
// reads further members as long as each is the expected one and follows at once. It returns the index of the last
// member plus one.
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

// repeats skips the text of a member and the tags after it if their bytes are the same as in the previous row, and
// reports whether they are.
func (d *decoder) repeats(s *record.Seen) bool {
	end := d.pos + s.After - s.Start
	if end > len(d.data) || s.After == 0 || !bytes.Equal(d.data[d.pos:end], d.data[s.Start:s.After]) {
		return false
	}
	d.pos = end
	return true
}

// element consumes the text of member i with its end tag, and with the start tag of the member that is expected next
// if that follows. It stores their offsets in s. It reports false, and consumes nothing, when the text is not in its
// plainest form.
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

// has reports whether a tag is at an offset. For an empty tag it returns false.
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

// plainText sets member i to the text at the offsets in Seen. The offset start is for errors, and same tells whether
// the member had the same text in the previous row.
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

// holdsNothing reports whether an element, whose start tag was read, is null or empty. The decoder does not move.
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

// learn makes the decoder expect member i after the member last.
func (o *order) learn(last, i int) {
	s := &o.steps[last]
	s.next, s.missed, s.tags = i, 0, s.end+o.plan.Fields[i].Element.Open
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
