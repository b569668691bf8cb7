package record

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Arena allocates the strings, the targets of pointers and the arrays of slices that the reader of one body
// needs. Many of them share an allocation. A program that keeps one string or pointer keeps the memory of
// its whole block, so blocks are small: at most textBlock or targetBlock bytes. An Arena serves one reader
// and must not be copied.
type Arena struct {
	Memory
	text   strings.Builder
	more   int // the most bytes of text that may still follow
	rows   []*Row
	few    [4]*Row // the first array of rows, to save an allocation
	memos  []memo
	blocks []block
	ints   []int // targets of pointers to an int, with room for more
	slices []lengths
	lists  int // how many slices, each inside the previous one, are being filled
	size   int // bytes of the body
}

const (
	textBlock   = 2048 // bytes of text that share an allocation; a string of more than a quarter of it has its own
	targetBlock = 512  // bytes of pointer targets that share an allocation

	methodObject = 64 // bytes that a method of a type may allocate for a value, beside its text
	maxRoom      = 16 // the most items for which a slice gets room before the first is read
	maxSpread    = 4  // bytes of room for items for each byte of the body that is not yet read
)

// NewArena returns an arena for a body of size bytes. The size limits the memory that the arena reserves in
// advance. The parameter memory is the most bytes that the arena may allocate; 0 means no limit.
func NewArena(size int, memory int64) *Arena {
	return &Arena{Memory: NewMemory(memory), more: size, size: size}
}

// String returns a copy of b as a string, or "" if the memory is spent.
func (a *Arena) String(b []byte) string {
	switch {
	case len(b) == 0:
		return ""
	case len(b) > textBlock/4:
		return a.own(b)
	case a.text.Cap()-a.text.Len() < len(b):
		block := min(textBlock, max(len(b), a.more))
		if !a.Reserve(block) {
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
	if !a.Reserve(len(b)) {
		return ""
	}
	return string(b)
}

// Row has the members of the struct that the XML decoder read last for a plan. The decoder compares the
// next struct with the Row, because the rows of a list are much alike.
type Row struct {
	plan *Plan
	Seen []Seen // the last text of each member, by the index of the member
}

// Seen is the text that a member had in the last row, if its element had no prefix and no attributes.
type Seen struct {
	Text       string // the last value of a string member, which Reuse returns again
	Start, End int    // offsets of the text in the body
	After      int    // offset after its end tag, and after the expected next start tag if that follows at once
	Next       int    // index of the member of that start tag, or the number of members
}

// Last returns the Row of a plan. The first time its members have no text.
func (a *Arena) Last(p *Plan) *Row {
	for _, row := range a.rows {
		if row.plan == p {
			return row
		}
	}
	row := &Row{plan: p, Seen: make([]Seen, len(p.Fields))}
	if a.rows == nil {
		a.rows = a.few[:0]
	}
	a.rows = append(a.rows, row)
	return row
}

// Reuse returns the last string if it equals text; otherwise it copies text and remembers the copy as the last.
func (a *Arena) Reuse(text []byte, last *string) string {
	if string(text) != *last {
		*last = a.String(text)
	}
	return *last
}

// block holds targets of pointers to one type, which share an allocation.
type block struct {
	typ    reflect.Type
	values reflect.Value // []T: the targets in use, with room for more
}

// blockOf returns the block of a type. It looks at all blocks, because a body has few.
func (a *Arena) blockOf(t reflect.Type) *block {
	for i := range a.blocks {
		if a.blocks[i].typ == t {
			return &a.blocks[i]
		}
	}
	a.blocks = append(a.blocks, block{typ: t, values: reflect.New(reflect.SliceOf(t)).Elem()})
	return &a.blocks[len(a.blocks)-1]
}

// New returns a pointer to a zero value of the shape. It returns one even if the memory is spent, because
// its callers call Check soon after.
func (a *Arena) New(s *Shape) reflect.Value {
	if 2*int(s.Type.Size()) > targetBlock { // two of these targets do not fit into a block
		a.Reserve(int(s.Type.Size()))
		return reflect.New(s.Type)
	}
	values := a.blockOf(s.Type).values
	n := values.Len()
	if n == values.Cap() {
		each := max(int(s.Type.Size()), 1)
		size := min(max(2*n, 4), max(targetBlock/each, 1))
		if !a.reserveItems(size, each) {
			size = 1
		}
		values.Set(reflect.MakeSlice(values.Type(), 0, size))
		n = 0
	}
	values.SetLen(n + 1)
	return values.Index(n).Addr()
}

// Int returns a pointer to n, or nil if the memory is spent. Most pointers point to an int, and Int takes
// half as long as New.
func (a *Arena) Int(n int) *int {
	if len(a.ints) == cap(a.ints) {
		const each = 8
		size := min(max(2*len(a.ints), 4), targetBlock/each)
		if !a.reserveItems(size, each) {
			return nil
		}
		a.ints = make([]int, 0, size)
	}
	a.ints = append(a.ints, n)
	return &a.ints[len(a.ints)-1]
}

// memo holds the last text that a method of a type read, and the value that the method made of it. If the
// next row has the same text, as is often so in a list, the reader copies the value and does not call the
// method.
type memo struct {
	typ   reflect.Type
	json  bool // the method is UnmarshalJSON
	value reflect.Value
	text  []byte             // empty when there is no value
	read  func([]byte) error // the method of the value
}

// memoOf returns the memo of a type for UnmarshalJSON or for UnmarshalText. It looks at all memos, because
// a body has few.
func (a *Arena) memoOf(t reflect.Type, isJSON bool) *memo {
	for i := range a.memos {
		if m := &a.memos[i]; m.typ == t && m.json == isJSON {
			return m
		}
	}
	v := reflect.New(t)
	a.memos = append(a.memos, memo{typ: t, json: isJSON, value: v.Elem(), read: reader(v.Interface(), isJSON)})
	return &a.memos[len(a.memos)-1]
}

// reader returns the method UnmarshalJSON or UnmarshalText of x.
func reader(x any, isJSON bool) func([]byte) error {
	if isJSON {
		return x.(json.Unmarshaler).UnmarshalJSON
	}
	return x.(encoding.TextUnmarshaler).UnmarshalText
}

// load sets m.value to the value of a text, which must not be empty. If the memory is spent, it returns
// ErrMemory.
func (m *memo) load(text []byte, memory *Memory) error {
	if bytes.Equal(m.text, text) {
		return nil
	}
	m.text = m.text[:0]
	m.value.SetZero()
	if !memory.Reserve(len(text)) {
		return ErrMemory
	}
	if err := m.read(text); err != nil {
		return err
	}
	m.text = memory.replace(m.text, text)
	return nil
}

// replace copies text to the start of place and returns the copy. If place is too small, it allocates a
// larger array. If the memory is spent, the result is empty.
func (m *Memory) replace(place, text []byte) []byte {
	if cap(place) < len(text) {
		if !m.Reserve(2 * len(text)) {
			return place[:0]
		}
		place = make([]byte, 0, 2*len(text)) // twice the length, because many texts may follow, each a little longer
	}
	return append(place[:0], text...)
}

// unmarshal sets v with the type's own method from a text, which must not be empty. Copies of a value whose
// type is not flat may share memory, so unmarshal calls the method every time for such a type, and uses no
// memo.
//
// How much a method allocates is unknown. So unmarshal reserves the length of the text, and methodObject
// more bytes for a type that is not flat. If the memory is spent, it calls no method.
func (a *Arena) unmarshal(v reflect.Value, s *Shape, text []byte, isJSON bool) error {
	if !s.Flat {
		v.SetZero()
		if !a.Reserve(len(text) + methodObject) {
			return nil
		}
		return reader(v.Addr().Interface(), isJSON)(text)
	}
	m := a.memoOf(s.Type, isJSON)
	err := m.load(text, &a.Memory)
	switch {
	case err == nil:
		v.Set(m.value)
	case errors.Is(err, ErrMemory):
		return nil
	}
	return err
}
