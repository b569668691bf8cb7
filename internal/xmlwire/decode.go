package xmlwire

import (
	"bytes"
	"math"
	"reflect"
	"strconv"
	"sync"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// Unmarshal reads a body into what v points to, which it replaces: nothing is merged, members that are
// absent are zero, of members that are there twice the last one counts. After an error v holds what was read
// so far. Members that the type does not know are checked, and kept in Extra where the type has it: text as a
// JSON string, null as null, elements as an object, a repeated name as an array.
//
// Errors are of type *record.Error; their paths leave out the root element. Nothing in v refers to data.
func Unmarshal(data []byte, v any, lim Limits) error { return unmarshal(data, v, lim, false) }

// UnmarshalByPlan is Unmarshal without what was generated for types: slower, and the measure of it.
func UnmarshalByPlan(data []byte, v any, lim Limits) error { return unmarshal(data, v, lim, true) }

func unmarshal(data []byte, v any, lim Limits, byPlan bool) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &record.Error{Expected: "a pointer to read into"}
	}
	target = target.Elem()
	target.SetZero()
	if len(data) > maxBody {
		return &record.Error{Found: strconv.Itoa(len(data)) + " bytes", Expected: "at most " + strconv.Itoa(maxBody)}
	}
	d := newDecoder(data, lim)
	defer d.free()
	d.stopped, d.byPlan = false, byPlan
	err := d.body(target, record.ShapeOf(target.Type()), lim.Root)
	if d.stopped {
		return record.ErrStopped
	}
	return d.located(err)
}

// Check says what is wrong with a body, whatever is in it. It makes nothing of what it reads. Errors are of type
// *record.Error.
func Check(data []byte, lim Limits) error {
	d := newDecoder(data, lim)
	defer d.free()
	t, err := d.root(lim.Root)
	if err == nil {
		err = d.skip(&t)
	}
	if err == nil {
		err = d.epilog()
	}
	return d.located(err)
}

// maxBody is what the offsets of an outline reach.
const maxBody = math.MaxInt32

// decoder reads elements into Go values. A value that is read into is zero, unless a member of the same name
// came before it.
type decoder struct {
	scanner
	arena   *record.Arena
	given   record.Scalar // to what was generated
	orders  []*order      // by the number of the plan
	byPlan  bool          // what was generated is left aside
	stopped bool
	outline outline
	written []byte // as JSON
}

// order is the order in which the members of a type were seen. Bodies agree on one, though not always on the
// type's.
type order struct {
	plan  *record.Plan
	set   record.Setter // of what was generated for the type
	steps []step        // by index of a member plus one; first what is before any member
}

// step is a member in an order, with what reading it takes in one place.
type step struct {
	next   int    // index of the member after it
	tags   string // its end tag together with the start tag of the member after it
	end    string // its end tag
	scalar bool
	late   uint8 // how often the member after the expected one was there instead
}

// maxLate is how often a member may be missing before it is no longer expected.
const maxLate = 3

var decoders = sync.Pool{New: func() any { return new(decoder) }}

func newDecoder(data []byte, lim Limits) *decoder {
	d := decoders.Get().(*decoder)
	d.reset(data, lim)
	d.arena = record.NewArena(len(data), lim.MaxMemory)
	d.memory = &d.arena.Memory
	d.given = record.Scalar{Kind: node.Text, Arena: d.arena}
	return d
}

func (d *decoder) free() {
	d.release()
	d.outline.release()
	d.written = forget(d.written)
	d.arena = nil
	d.given = record.Scalar{}
	decoders.Put(d)
}

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
	o := &order{plan: p, set: p.Setter(), steps: make([]step, len(p.Fields)+1)}
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

func (d *decoder) body(v reflect.Value, s *record.Shape, root string) *record.Error {
	t, err := d.root(root)
	if err != nil {
		return err
	}
	if err := d.value(v, s, &t); err != nil {
		return err
	}
	if err := d.memory.Check(d.pos); err != nil {
		return err
	}
	return d.epilog()
}

// value reads what is inside an element, with its end tag, into v.
func (d *decoder) value(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	if t.null {
		v.SetZero()
		return d.skip(t)
	}
	switch s.Text.Read {
	case record.AsStruct:
		return d.object(v, s, t)
	case record.AsSlice:
		return d.array(v, s, t)
	case record.AsRaw:
		return d.raw(v, t)
	case record.AsPointer:
		if !s.Scalar {
			return d.pointer(v, s, t)
		}
	}
	return d.scalar(v, s, t)
}

func (d *decoder) raw(v reflect.Value, t *tag) *record.Error {
	raw, err := d.json(t)
	if err != nil {
		return err
	}
	if !d.memory.Take(len(raw)) {
		return d.memory.Check(d.pos)
	}
	v.SetBytes(bytes.Clone(raw))
	return nil
}

func (d *decoder) pointer(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	target := d.arena.New(s.Elem)
	if err := d.memory.Check(d.pos); err != nil {
		return err
	}
	if err := d.value(target.Elem(), s.Elem, t); err != nil {
		return err
	}
	v.Set(target)
	return nil
}

func (d *decoder) scalar(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	start := d.pos
	text, more, err := d.text(t)
	switch {
	case err != nil:
		return err
	case more && blank(text):
		return at(d.pos, s.Refuse(node.Object))
	case more:
		return d.stray(start, s.Expected())
	}
	return d.set(v, s, text, start)
}

// set stores text that starts at an offset.
func (d *decoder) set(v reflect.Value, s *record.Shape, text []byte, start int) *record.Error {
	switch s.Text.Read {
	case record.AsString:
		v.SetString(d.arena.String(text))
		return nil
	case record.AsInt:
		if n, ok := record.ShortInt(text); ok && !v.OverflowInt(n) {
			v.SetInt(n)
			return nil
		}
	case record.AsPointer:
		if !s.ToInt {
			break
		}
		if n, ok := record.ShortInt(text); ok && int64(int(n)) == n {
			v.Set(reflect.ValueOf(d.arena.Int(int(n))))
			return nil
		}
	}
	return at(start, s.Set(v, node.Text, text, d.arena))
}

func at(offset int, err *record.Error) *record.Error {
	if err != nil {
		err.Offset = int64(offset)
	}
	return err
}

// child moves on to the first element inside an element, or the next one there: more is false, and the end
// tag taken, when there is none.
func (d *decoder) child(t *tag, expected string) (more bool, err *record.Error) {
	if t.empty {
		d.leave(t)
		return false, nil
	}
	for {
		d.space()
		if d.byteAt(d.pos) == '<' {
			switch d.byteAt(d.pos + 1) {
			case '/':
				return false, d.end(t)
			case '!', '?':
			default:
				return true, nil
			}
		}
		if err := d.filler(t, expected); err != nil {
			return false, err
		}
	}
}

// filler takes what can be between elements beside white space: comments, processing instructions, and white
// space by other means.
func (d *decoder) filler(t *tag, expected string) *record.Error {
	start := d.pos
	if class[d.byteAt(start)]&isText != 0 {
		return d.stray(start, expected)
	}
	d.buf = d.buf[:0]
	if err := d.special(t); err != nil {
		return err
	}
	if !blank(d.buf) {
		return d.stray(start, expected)
	}
	return nil
}

// members is a struct that is being read.
type members struct {
	v     reflect.Value
	x     any // pointer to v, for what was generated; nil if nothing was
	order *order
	last  []string // the texts that the members had in the row before, by index
}

// object reads members. The ones that come where they are expected, in the plainest form, have their tags
// compared in one piece.
func (d *decoder) object(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	p := s.Plan
	m := members{v: v, order: d.order(p), last: d.arena.Last(p)}
	if m.order.set != nil && !d.byPlan {
		m.x = v.Addr().Interface()
	}
	last := 0          // index of the member before, plus one
	i := len(p.Fields) // index of the member whose start tag was taken
	for !t.empty {
		if i == len(p.Fields) {
			d.space()
			i = d.expected(m.order, last)
		}
		if i < len(p.Fields) {
			last = i + 1
			next, err := d.plain(&m, i)
			if err != nil {
				return err.Under(&p.Fields[i])
			}
			i = next
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

// expected takes the start tag of the member that is expected after the last one, or of the one after it, and
// returns the member's index; the number of members if neither is there.
func (d *decoder) expected(o *order, last int) int {
	fields := o.plan.Fields
	if d.depth == 0 || d.byteAt(d.pos+1) == '/' {
		return len(fields)
	}
	before := &o.steps[last]
	i := before.next
	if i == len(fields) || d.takes(fields[i].Element.Open) {
		return i
	}
	i = o.steps[i+1].next
	if i == len(fields) || !d.takes(fields[i].Element.Open) {
		return len(fields)
	}
	before.late++
	if before.late > maxLate {
		o.learn(last, i)
	}
	return i
}

// plain reads member i in an element without prefix and attributes, whose start tag was just taken. If the
// member that is expected next follows at once it takes that one's start tag as well and returns its index;
// else the number of members.
func (d *decoder) plain(m *members, i int) (next int, err *record.Error) {
	o := m.order
	s := &o.steps[i+1]
	next = len(o.steps) - 1
	if !s.scalar {
		return next, d.nested(m, i)
	}
	start := d.pos
	end := start + plain(d.data[start:])
	d.pos = end
	switch {
	case d.takes(s.tags):
		next = s.next
	case !d.takes(s.end):
		d.pos = start
		return next, d.nested(m, i)
	}
	if m.x != nil {
		d.given.Last = &m.last[i]
		if o.set(&d.given, m.x, i, d.data[start:end]) {
			return next, nil
		}
	}
	return next, d.plainText(m, i, start, end)
}

// nested reads member i, whose start tag was just taken, whatever is in it.
func (d *decoder) nested(m *members, i int) *record.Error {
	f := &m.order.plan.Fields[i]
	t := tag{name: d.data[d.pos-len(f.Name)-1 : d.pos-1], bound: len(d.bound)}
	d.depth--
	return d.value(d.place(f, m.v), f.Shape, &t)
}

// plainText stores a run of text in member i.
func (d *decoder) plainText(m *members, i, start, end int) *record.Error {
	text := d.data[start:end]
	f := &m.order.plan.Fields[i]
	v := f.Into(m.v, d.memory)
	if f.Shape.Text.Read != record.AsString {
		return d.set(v, f.Shape, text, start)
	}
	v.SetString(d.arena.Reuse(text, &m.last[i]))
	return nil
}

// member reads a member in any form and place, and returns its index plus one; last if it is unknown.
func (d *decoder) member(v reflect.Value, o *order, last int) (int, *record.Error) {
	p := o.plan
	t, err := d.start()
	if err != nil {
		return last, err
	}
	i := -1
	if !t.foreign {
		i = p.Lookup(t.local(), last)
	}
	if i < 0 {
		if d.stop != "" && !t.foreign && d.depth == d.outer-1 && node.SameName(d.stop, t.local()) {
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

// place returns the field of v to read a member into.
func (d *decoder) place(f *record.Field, v reflect.Value) reflect.Value {
	v = f.Into(v, d.memory)
	if f.Shape.Text.Read == record.AsStruct {
		v.SetZero()
	}
	return v
}

// learn notes that member i is to be expected after the last one.
func (o *order) learn(last, i int) {
	s := &o.steps[last]
	s.next, s.late, s.tags = i, 0, ""
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

func (d *decoder) array(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	if v.Cap() > 0 {
		v.SetZero()
	}
	items := d.arena.Items(v, s, d.pos)
	for n := 0; ; n++ {
		more, err := d.child(t, s.Expected())
		if err != nil {
			return err
		}
		if !more {
			items.Done()
			return nil
		}
		item, err := items.Next(d.pos)
		if err == nil {
			err = d.item(item, s.Elem)
		}
		if err != nil {
			return err.At(n)
		}
	}
}

func (d *decoder) item(v reflect.Value, s *record.Shape) *record.Error {
	t, err := d.start()
	if err != nil {
		return err
	}
	return d.value(v, s, &t)
}

// skip checks what is inside an element, with its end tag, and passes over it.
func (d *decoder) skip(t *tag) *record.Error {
	start := d.pos
	text, more, err := d.text(t)
	if more && !blank(text) {
		return d.stray(start, onlyElements)
	}
	for more && err == nil {
		if err := d.skipMember(); err != nil {
			return err
		}
		more, err = d.child(t, onlyElements)
	}
	return err
}

func (d *decoder) skipMember() *record.Error {
	t, err := d.start()
	if err != nil {
		return err
	}
	if err := d.skip(&t); err != nil {
		return err.UnderName(string(t.member()))
	}
	return nil
}

const onlyElements = "nothing beside elements"
