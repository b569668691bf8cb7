package xmlwire

import (
	"bytes"
	"math"
	"reflect"
	"strconv"
	"sync"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/scalar"
)

// Unmarshal decodes a body into the value that v points to, and replaces that value completely: members that are
// absent become zero. If an element has a member twice, the last one counts. After an error v has the members before
// the error. Unmarshal checks the syntax of members that the type does not know, and puts them into Extra if the type
// has that field: text as a JSON string, null as null, elements as an object, a repeated name as an array.
//
// Errors are of type *record.Error; their paths leave out the root element. The result shares no memory with data.
func Unmarshal(data []byte, v any, lim Limits) error {
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
	d.stopped, d.bad = false, lim.Bad
	err := d.body(target, record.ShapeOf(target.Type()), lim.Root)
	if d.stopped {
		return record.ErrStopped
	}
	return d.locate(err)
}

// Check returns an error for a body that is not well-formed. It decodes nothing. Errors are of type *record.Error.
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
	return d.locate(err)
}

// maxBody is the largest offset that an outline can hold.
const maxBody = math.MaxInt32

// decoder reads elements into Go values. Each value is zero before the decoder reads into it, unless the element had
// a member of the same name before.
type decoder struct {
	scanner
	arena   *record.Arena
	orders  []*order // by the number of the plan
	stopped bool
	bad     *record.BadItems // Limits.Bad
	outline outline
	written []byte // the last unknown member, as JSON
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

func newDecoder(data []byte, lim Limits) *decoder {
	d := decoders.Get().(*decoder)
	d.reset(data, lim)
	d.arena = record.NewArena(len(data), lim.MaxMemory)
	d.memory = &d.arena.Memory
	return d
}

func (d *decoder) free() {
	d.release()
	d.outline.release()
	d.written = wipe(d.written)
	d.arena, d.bad = nil, nil
	decoders.Put(d)
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

// value reads the content of an element and its end tag into v.
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
	if !d.memory.Reserve(len(raw)) {
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
		return atOffset(d.pos, s.Refuse(node.Object))
	case more:
		return d.stray(start, s.Expected())
	}
	return d.set(v, s, text, start)
}

// set stores a text in v. The offset start is for errors.
func (d *decoder) set(v reflect.Value, s *record.Shape, text []byte, start int) *record.Error {
	switch s.Text.Read {
	case record.AsString:
		v.SetString(d.arena.String(text))
		return nil
	case record.AsInt:
		if n, ok := scalar.ShortInt(text); ok && !v.OverflowInt(n) {
			v.SetInt(n)
			return nil
		}
	case record.AsPointer:
		if !s.ToInt {
			break
		}
		if n, ok := scalar.ShortInt(text); ok && int64(int(n)) == n {
			v.Set(reflect.ValueOf(d.arena.Int(int(n))))
			return nil
		}
	}
	err := s.Set(v, node.Text, text, d.arena)
	if err != nil && s.IsBool() {
		if word := booleans[string(bytes.TrimSpace(text))]; word != "" {
			err = s.Set(v, node.Text, []byte(word), d.arena)
		}
	}
	return atOffset(start, err)
}

// booleans are the spellings of booleans in XML Schema beside true and false (assumption xml-booleans).
var booleans = map[string]string{"1": "true", "0": "false"}

func atOffset(offset int, err *record.Error) *record.Error {
	if err != nil {
		err.Offset = int64(offset)
	}
	return err
}

// child moves to the next element inside an element. If there is no further one, child consumes the end tag and
// returns false.
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

// filler consumes a comment or a processing instruction between elements, or white space written as a reference or in
// CDATA.
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

func (d *decoder) array(v reflect.Value, s *record.Shape, t *tag) *record.Error {
	if v.Cap() > 0 {
		v.SetZero()
	}
	items := d.arena.Items(v, s, d.pos)
	d.bad.Begin(&items)
	var before tag
	for n := 0; ; n++ {
		more, err := d.child(t, s.Expected())
		if err != nil {
			return err
		}
		if !more {
			items.Done()
			return nil
		}
		start := d.mark()
		item, err := items.Next(d.pos)
		if err == nil {
			err = d.item(item, s.Elem, &before)
		}
		if err != nil && !d.leaveOut(&items, n, start, err) {
			return err.At(n)
		}
	}
}

// mark is a place between two elements, to which the decoder can go back.
type mark struct{ pos, depth, bound int }

func (d *decoder) mark() mark { return mark{d.pos, d.depth, len(d.bound)} }

func (d *decoder) back(to mark) { d.pos, d.depth, d.bound = to.pos, to.depth, d.bound[:to.bound] }

// leaveOut leaves out the item n of a slice, which begins at start and has an error. It reports false if the item
// must not be left out or is malformed. Otherwise the decoder continues after the item.
func (d *decoder) leaveOut(items *record.Items, n int, start mark, err *record.Error) bool {
	if !d.bad.May(items, err) {
		return false
	}
	d.back(start)
	if v, s := d.bad.Key(); d.item(v, s, new(tag)) != nil {
		d.back(start)
		if d.skipMember() != nil {
			return false
		}
	}
	d.bad.Leave(items, n, start.pos, d.pos, err)
	return true
}

// item reads an item. The parameter before has the start tag of the previous item, and item sets it to the start tag
// of this one.
func (d *decoder) item(v reflect.Value, s *record.Shape, before *tag) *record.Error {
	if d.startsAs(before) {
		return d.value(v, s, before)
	}
	t, err := d.start()
	if err != nil {
		return err
	}
	*before = t
	return d.value(v, s, before)
}

// startsAs consumes a start tag if it has the same name as t, and neither tag has a prefix or an attribute.
// The element of t is beside it, so the depth and the prefixes in scope are the same.
func (d *decoder) startsAs(t *tag) bool {
	end := d.pos + len(t.name) + len("<>")
	if !t.bare || end > len(d.data) || d.data[end-1] != '>' || !bytes.Equal(d.data[d.pos+1:end-1], t.name) {
		return false
	}
	d.pos = end
	d.depth--
	return true
}

// skip consumes the content of an element and its end tag, and returns an error if they are malformed.
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
