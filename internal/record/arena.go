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
	text   strings.Builder
	left   int // how much more text there can be
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
	maxRoom   = 16   // items that room is made for before any is read
	maxSpread = 4    // bytes that room for items takes for each byte that is left to read
)

// NewArena returns an arena for a body of size bytes, which bounds what it sets aside.
func NewArena(size int) *Arena { return &Arena{left: size, size: size} }

// String returns a copy of b as a string.
func (a *Arena) String(b []byte) string {
	switch {
	case len(b) == 0:
		return ""
	case len(b) > textBlock/4:
		return string(b)
	case a.text.Cap()-a.text.Len() < len(b):
		a.text.Reset()
		a.text.Grow(min(textBlock, max(len(b), a.left)))
		a.left -= textBlock
	}
	start := a.text.Len()
	a.text.Write(b)
	return a.text.String()[start:]
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

// unmarshal reads v by its own method, from text that is not empty. The methods of types that may share what they hold
// with their copies are called every time.
func (a *Arena) unmarshal(v reflect.Value, s *Shape, text []byte, isJSON bool) error {
	if !s.Flat {
		v.SetZero()
		return reader(v, isJSON)(text)
	}
	m := a.memo(s, isJSON)
	if len(m.from) == 0 || !bytes.Equal(m.from, text) {
		m.from = m.from[:0]
		m.value.SetZero()
		if err := m.read(text); err != nil {
			return err
		}
		m.from = append(m.from, text...)
	}
	v.Set(m.value)
	return nil
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

// New returns a pointer to a zero value of the shape.
func (a *Arena) New(s *Shape) reflect.Value {
	if 2*int(s.Type.Size()) > slabBlock { // it would be alone in its block
		return reflect.New(s.Type)
	}
	l := a.slab(s)
	if l.next == l.size {
		l.size = nextBlock(l.size, s.Type)
		l.next = 0
		l.targets = reflect.MakeSlice(reflect.SliceOf(s.Type), l.size, l.size)
	}
	l.next++
	return l.targets.Index(l.next - 1).Addr()
}

// nextBlock returns how many targets of pointers share the allocation after one of size.
func nextBlock(size int, of reflect.Type) int {
	return min(max(2*size, 4), max(slabBlock/max(int(of.Size()), 1), 1))
}

// Int returns a pointer to n. Pointers to int are the most frequent ones by far.
func (a *Arena) Int(n int) *int { return newTarget(a, n) }

// Items is a slice that is being filled.
type Items struct {
	arena *Arena
	v     reflect.Value
	shape *Shape
	begin int // offset in the body
	n     int // items so far
	outer bool
}

// Items returns the empty slice v, of shape s, to fill from the offset pos of the body on.
func (a *Arena) Items(v reflect.Value, s *Shape, pos int) Items {
	a.lists++
	return Items{arena: a, v: v, shape: s, begin: pos, outer: a.lists == 1}
}

// Next returns one more item, a zero value. What it is read from starts at the offset pos.
func (l *Items) Next(pos int) reflect.Value {
	if l.n == l.v.Cap() {
		l.v.Grow(l.room(pos))
	}
	l.n++
	l.v.SetLen(l.n)
	return l.v.Index(l.n - 1)
}

// room returns for how many more items to make room. At first these are as many as the slices of the shape before had. A
// slice that is in no other one gets room for all that can come, given how much of the body its items took so far.
func (l *Items) room(pos int) int {
	switch {
	case l.n == 0:
		return max(l.arena.slab(l.shape).length, 1)
	case !l.outer:
		return l.n
	}
	left := max(l.arena.size-pos, 0)
	come := left / max((pos-l.begin)/l.n, 1)
	fit := maxSpread * left / max(int(l.shape.Elem.Type.Size()), 1)
	return max(min(come, fit), l.n)
}

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
