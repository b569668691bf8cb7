package xmlwire

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney/internal/record"
)

// outline has the offsets of the elements that become JSON. Elements with the same name become an array at the place
// of the first of them, so the decoder must read all elements before it can write JSON. An outline takes at most four
// times the bytes of its elements.
type outline struct {
	blocks  []*[outlineBlock]element
	size    int32   // how many elements the outline has so far
	escapes int     // how many characters so far need a backslash in JSON
	firsts  []int32 // a hash table: the first element of each name in the object being grouped; 0 for a free place
}

// element is an element of an outline. The first element inside it follows it in the outline.
type element struct {
	name int32 // offset of the name under which it is a member; negative when it is not the first one of that name
	text int32 // offset of its text; isNull, isEmpty or isObject when it has none
	next int32 // the next element; until the element around it ends, the previous one; 0 for none
	same int32 // the next element with the same name; 0 for none
}

// The values of element.text for elements without text in the body.
const (
	isNull = -1 - iota
	isEmpty
	isObject
)

const (
	outlineBlock = 256     // elements that share an allocation
	keptBlocks   = 16      // of an outline, beyond one body
	keptFirsts   = 1 << 14 // the same
	fewNames     = 8       // that are compared one by one
)

// release frees the memory beyond what usual bodies need.
func (o *outline) release() {
	if len(o.blocks) > keptBlocks {
		o.blocks = slices.Clone(o.blocks[:keptBlocks])
	}
	if cap(o.firsts) > keptFirsts {
		o.firsts = nil
	}
}

func (o *outline) at(i int32) *element { return &o.blocks[i/outlineBlock][i%outlineBlock] }

// add adds an element. It does not reserve the first keptBlocks blocks, because the decoder keeps these for the next
// body. The method clear treats firsts in the same way.
func (o *outline) add(name int, m *record.Memory) (int32, *record.Error) {
	if int(o.size) == len(o.blocks)*outlineBlock {
		if len(o.blocks) >= keptBlocks && !m.Reserve(int(reflect.TypeFor[[outlineBlock]element]().Size())) {
			return 0, m.Check(name)
		}
		o.blocks = append(o.blocks, new([outlineBlock]element))
	}
	i := o.size
	o.size++
	*o.at(i) = element{name: int32(name)} //nolint:gosec // bodies are not that large
	return i, nil
}

// clear empties firsts and makes room there for the given number of names. It reports false if the memory is spent.
func (o *outline) clear(names int, m *record.Memory) bool {
	if names > cap(o.firsts) {
		room := max(names, 2*cap(o.firsts))
		if room > keptFirsts && !m.Reserve(room*4) {
			return false
		}
		o.firsts = make([]int32, room)
	}
	o.firsts = o.firsts[:names]
	clear(o.firsts)
	return true
}

// json reads the content of an element and its end tag, and returns the content as JSON, which is valid until the
// next call.
func (d *decoder) json(t *tag) ([]byte, *record.Error) {
	start := d.pos
	d.outline.size, d.outline.escapes = 0, 0
	whole, err := d.outline.add(start, d.memory)
	if err != nil {
		return nil, err
	}
	if err = d.inside(whole, t); err != nil {
		return nil, err
	}
	// Without backslashes, an element is at most three bytes longer in JSON than in XML, as "a":"", is than <a/>
	d.written, err = d.room(d.written[:0], d.pos-start+3*int(d.outline.size)+d.outline.escapes)
	if err != nil {
		return nil, err
	}
	d.written = d.appendJSON(d.written, whole)
	return d.written, nil
}

// inside adds the content of element i to the outline, and consumes the end tag of the element.
func (d *decoder) inside(i int32, t *tag) *record.Error {
	start := d.pos
	at := d.outline.at(i)
	at.text = int32(start) //nolint:gosec // bodies are not that large
	switch {
	case t.null:
		at.text = isNull
		return d.skip(t)
	case t.empty:
		at.text = isEmpty
	}
	text, more, err := d.text(t)
	switch {
	case err != nil:
		return err
	case !more:
		d.outline.escapes += escapes(text)
		return nil
	case !blank(text):
		return d.stray(start, onlyElements)
	}
	at.text = isObject
	return d.members(t)
}

// members adds the elements inside an element to the outline.
func (d *decoder) members(t *tag) *record.Error {
	var last int32
	var before []byte // the name of the previous element
	names := 0        // at least the number of different names
	for more := true; more; {
		i, name, err := d.outlineNext(last)
		if err != nil {
			return err
		}
		if last == 0 || !bytes.Equal(name, before) {
			names++
		}
		last, before = i, name
		if more, err = d.child(t, onlyElements); err != nil {
			return err
		}
	}
	return d.group(last, names)
}

// outlineNext adds the next element of an object to the outline, links it to the element last, and returns its index
// and its name.
func (d *decoder) outlineNext(last int32) (i int32, name []byte, err *record.Error) {
	start := d.pos
	t, err := d.start()
	if err != nil {
		return 0, nil, err
	}
	name = t.member()
	if i, err = d.outline.add(start+len("<")+len(t.name)-len(name), d.memory); err != nil {
		return 0, nil, err
	}
	d.outline.at(i).next = last
	if err := d.inside(i, &t); err != nil {
		return i, name, err.UnderName(string(name))
	}
	return i, name, nil
}

// group links the elements of an object that have the same name. It goes from the last element back to the first, and
// makes each link next point forwards. Names is at least the number of different names.
func (d *decoder) group(last int32, names int) *record.Error {
	o := &d.outline
	if names > fewNames {
		names += names / 2
	}
	if !o.clear(names, d.memory) {
		return d.memory.Check(d.pos)
	}
	var after int32
	for i := last; i != 0; {
		e := o.at(i)
		first := d.first(e)
		if e.same = *first; e.same != 0 {
			same := o.at(e.same)
			same.name = -same.name
		}
		*first = i
		e.next, after, i = after, i, e.next
	}
	return nil
}

// first returns the place for the first element of a name.
func (d *decoder) first(e *element) *int32 {
	firsts := d.outline.firsts
	name := d.nameAt(e.name)
	at := 0
	if len(firsts) > fewNames {
		high, _ := bits.Mul64(maphash.Bytes(seed, name), uint64(len(firsts)))
		at = int(high) //nolint:gosec // it is less than the length
	}
	for firsts[at] != 0 && !bytes.Equal(d.nameAt(d.outline.at(firsts[at]).name), name) {
		if at++; at == len(firsts) {
			at = 0
		}
	}
	return &firsts[at]
}

var seed = maphash.MakeSeed()

// nameAt returns the name that begins at an offset in an earlier start tag.
func (d *decoder) nameAt(start int32) []byte {
	end := int(start)
	for c := d.data[end]; c != '>' && c != '/' && class[c]&isSpace == 0; c = d.data[end] {
		end++
	}
	return d.data[start:end]
}

// appendJSON appends an element of the outline.
func (d *decoder) appendJSON(dst []byte, i int32) []byte {
	switch text := d.outline.at(i).text; text {
	case isNull:
		return append(dst, "null"...)
	case isEmpty:
		return append(dst, `""`...)
	case isObject:
		return d.appendObject(dst, i+1)
	default:
		return appendQuoted(dst, d.textAt(int(text)))
	}
}

// appendObject appends an object with the element first and the elements after it.
func (d *decoder) appendObject(dst []byte, first int32) []byte {
	dst = append(dst, '{')
	for i := first; i != 0; i = d.outline.at(i).next {
		name := d.outline.at(i).name
		if name < 0 {
			continue // the first element of that name has written it already
		}
		if i > first {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), d.nameAt(name)...), `":`...)
		dst = d.appendValues(dst, i)
	}
	return append(dst, '}')
}

// appendValues appends an element, or an array if more elements have its name.
func (d *decoder) appendValues(dst []byte, i int32) []byte {
	same := d.outline.at(i).same
	if same == 0 {
		return d.appendJSON(dst, i)
	}
	dst = d.appendJSON(append(dst, '['), i)
	for ; same != 0; same = d.outline.at(same).same {
		dst = d.appendJSON(append(dst, ','), same)
	}
	return append(dst, ']')
}

// escapes returns how many characters of a text JSON writes with a backslash.
func escapes(text []byte) (n int) {
	for _, c := range text {
		if c == '"' || c == '\\' || c < ' ' {
			n++
		}
	}
	return n
}

// appendQuoted appends text from a body, as a JSON string. XML allows no other characters that need an escape in
// JSON.
func appendQuoted(dst, text []byte) []byte {
	dst = append(dst, '"')
	for _, c := range text {
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
