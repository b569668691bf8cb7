package record

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// Arena makes the strings, the targets of pointers and the room for items that reading one body takes,
// many to an allocation. Whoever keeps one string or pointer keeps its whole block, so blocks are small:
// at most textBlock or slabBlock bytes. An Arena serves one reader and must not be copied.
type Arena struct {
	Memory
	text   strings.Builder
	more   int // how much more text there can be
	slabs  []slab
	states []any // see stateOf
	texts  []texts
	memos  []memo
	lists  int // that are being filled, one in another
	size   int // of the body
}

const (
	textBlock = 2048 // bytes of text that share an allocation; a longer string than a quarter has its own
	slabBlock = 512  // bytes of pointer targets that share an allocation

	methodObject = 64 // bytes that a method of a type may allocate for a value, beside its text
	maxRoom      = 16 // items that room is made for before any is read
	maxSpread    = 4  // bytes that room for items takes for each byte that is left to read
)

// NewArena returns an arena for a body of size bytes, which bounds what it sets aside, and which may take that much
// memory; 0 stands for as much as it likes.
func NewArena(size int, memory int64) *Arena {
	return &Arena{Memory: NewMemory(memory), more: size, size: size}
}

// String returns a copy of b as a string; without memory it is empty.
func (a *Arena) String(b []byte) string {
	switch {
	case len(b) == 0:
		return ""
	case len(b) > textBlock/4:
		return a.own(b)
	case a.text.Cap()-a.text.Len() < len(b):
		block := min(textBlock, max(len(b), a.more))
		if !a.Take(block) {
			return ""
		}
		a.text.Reset()
		a.text.Grow(block)
		a.more -= textBlock
	}
	start := a.text.Len()
	a.text.Write(b)
	return a.text.String()[start:]
}

// own returns a copy of b that has an allocation of its own.
func (a *Arena) own(b []byte) string {
	if !a.Take(len(b)) {
		return ""
	}
	return string(b)
}

// Again returns text as a string, the one of before if that is the same, and keeps it there.
func (a *Arena) Again(text []byte, before *string) string {
	if string(text) != *before {
		*before = a.String(text)
	}
	return *before
}

// texts are those that the members of a plan had last.
type texts struct {
	of   *Plan
	last []string
}

// Last returns, by the index of a member, the text that the member had when it was read before: a list often has the same
// one in many rows, which then share it. Whoever reads the member puts its text there.
func (a *Arena) Last(p *Plan) []string {
	for i := range a.texts {
		if a.texts[i].of == p {
			return a.texts[i].last
		}
	}
	a.texts = append(a.texts, texts{p, make([]string, len(p.Fields))})
	return a.texts[len(a.texts)-1].last
}

// memo is a value of a type that has a method to read itself, together with what it was read from last: rows of a list
// often have the same.
type memo struct {
	of    *Shape
	json  bool
	from  []byte
	value reflect.Value
	read  func([]byte) error // the value's method
}

func (a *Arena) memo(s *Shape, json bool) *memo {
	for i := range a.memos {
		if m := &a.memos[i]; m.of == s && m.json == json {
			return m
		}
	}
	m := memo{of: s, json: json, value: reflect.New(s.Type).Elem()}
	m.read = reader(m.value, json)
	a.memos = append(a.memos, m)
	return &a.memos[len(a.memos)-1]
}

// reader returns the method by which v, an addressable value, reads itself.
func reader(v reflect.Value, isJSON bool) func([]byte) error {
	x := v.Addr().Interface()
	if isJSON {
		return x.(json.Unmarshaler).UnmarshalJSON
	}
	return x.(encoding.TextUnmarshaler).UnmarshalText
}

// unmarshal reads v by its own method, from text that is not empty. The methods of types that may share what they
// hold with their copies are called every time.
//
// What a method makes only it knows: it counts as a copy of the text, and where it is not flat as one more object.
// Without memory no method is called.
func (a *Arena) unmarshal(v reflect.Value, s *Shape, text []byte, isJSON bool) error {
	if !s.Flat {
		v.SetZero()
		if !a.Take(len(text) + methodObject) {
			return nil
		}
		return reader(v, isJSON)(text)
	}
	m := a.memo(s, isJSON)
	if len(m.from) == 0 || !bytes.Equal(m.from, text) {
		m.from = m.from[:0]
		m.value.SetZero()
		if !a.Take(len(text)) {
			return nil
		}
		if err := m.read(text); err != nil {
			return err
		}
		m.from = a.note(m.from, text)
	}
	v.Set(m.value)
	return nil
}

// note puts text in the place of what was read before; without memory it puts nothing there.
func (a *Arena) note(place, text []byte) []byte {
	if cap(place) < len(text) {
		if !a.Take(2 * len(text)) {
			return place[:0]
		}
		place = make([]byte, 0, 2*len(text)) // twice, since there may be many, each a little longer
	}
	return append(place[:0], text...)
}

// slab is what an arena knows of one shape.
type slab struct {
	of      *Shape
	targets reflect.Value // slice of zero values, handed out from next on
	next    int
	size    int // of targets
	length  int // what slices of the shape tend to have; 0 when none was read
}

// slab finds by comparing pointers: a body has too few types for anything quicker.
func (a *Arena) slab(s *Shape) *slab {
	for i := range a.slabs {
		if a.slabs[i].of == s {
			return &a.slabs[i]
		}
	}
	a.slabs = append(a.slabs, slab{of: s})
	return &a.slabs[len(a.slabs)-1]
}

// New returns a pointer to a zero value of the shape, without memory as well: whoever reads into it checks soon
// after.
func (a *Arena) New(s *Shape) reflect.Value {
	if 2*int(s.Type.Size()) > slabBlock { // it would be alone in its block
		a.Take(int(s.Type.Size()))
		return reflect.New(s.Type)
	}
	l := a.slab(s)
	if l.next == l.size {
		l.size = max(a.nextBlock(l.size, s.Type), 1)
		l.next = 0
		l.targets = reflect.MakeSlice(reflect.SliceOf(s.Type), l.size, l.size)
	}
	l.next++
	return l.targets.Index(l.next - 1).Addr()
}

// nextBlock returns how many targets of pointers share the allocation after one of size: none without memory.
func (a *Arena) nextBlock(size int, of reflect.Type) int {
	each := max(int(of.Size()), 1)
	n := min(max(2*size, 4), max(slabBlock/each, 1))
	if !a.Take(n * each) {
		return 0
	}
	return n
}

// Int returns a pointer to n, nil without memory. Pointers to int are the most frequent ones by far.
func (a *Arena) Int(n int) *int { return newTarget(a, n) }

// Items is a slice that is being filled.
type Items struct {
	arena *Arena
	v     reflect.Value
	shape *Shape
	begin int // offset in the body
	n     int // items so far
	have  int // items that there is room for
	outer bool
}

// Items returns the empty slice v, of shape s, to fill from the offset pos of the body on.
func (a *Arena) Items(v reflect.Value, s *Shape, pos int) Items {
	a.lists++
	return Items{arena: a, v: v, shape: s, begin: pos, outer: a.lists == 1}
}

// Next returns one more item, a zero value. What it is read from starts at the offset pos. It fails when the memory
// is spent, on this slice or before.
func (l *Items) Next(pos int) (reflect.Value, *Error) {
	if l.n == l.have {
		l.grow(pos)
	}
	if err := l.arena.Check(pos); err != nil {
		return l.v, err
	}
	l.n++
	l.v.SetLen(l.n)
	return l.v.Index(l.n - 1), nil
}

// grow takes the memory for more items and makes room for them.
func (l *Items) grow(pos int) {
	each := l.each()
	room := l.room(pos, each)
	if l.arena.TakeItems(l.n+room, each) {
		l.v.Grow(room)
		l.have = l.v.Cap()
		l.arena.TakeItems(l.have-l.n-room, each) // what the allocator rounded up to
	}
}

// each returns the size of an item.
func (l *Items) each() int { return max(int(l.shape.Elem.Type.Size()), 1) }

// room returns for how many more items to make room. At first these are as many as the slices of the shape before had. A
// slice that is in no other one gets room for all that can come, given how much of the body its items took so far.
func (l *Items) room(pos, each int) int {
	switch {
	case l.n == 0:
		return max(l.arena.slab(l.shape).length, 1)
	case !l.outer:
		return double(l.n)
	}
	left := max(l.arena.size-pos, 0)
	come := left / max((pos-l.begin)/l.n, 1)
	return l.afford(max(min(come, maxSpread*left/each), double(l.n)), come, each)
}

// afford returns room for items, or for fewer when all of them would take more than a quarter of the memory that is
// left. The first quarter is there for a guess, since many items may turn out to be larger than the first one. After
// that there is only room for those that are to come, with a few more.
func (l *Items) afford(room, come, each int) int {
	most := l.arena.left / int64(4*each)
	switch {
	case int64(l.n+room) <= most:
		return room
	case int64(l.n) < most/2:
		return int(most) - l.n
	}
	return come + come/8 + 1
}

// double returns n, and a little more for more than append doubles: it would make more of twice as many, but nothing
// of more than twice as many.
func double(n int) int { return n + n/256 }

// Done ends the slice.
func (l *Items) Done() {
	l.arena.lists--
	if l.n == 0 {
		l.v.Set(l.shape.Empty)
		return
	}
	before := l.arena.slab(l.shape)
	if before.length == 0 {
		before.length = l.n
	}
	before.length = min(halfway(before.length, l.n), maxRoom)
}

// halfway returns the mean of what was expected and what came, rounded to what came: so that after one long slice and many
// short ones no room is made in vain.
func halfway(expected, came int) int {
	if came > expected {
		came++
	}
	return (expected + came) / 2
}
