package record

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Arena makes the strings, the targets of pointers and the room for items that reading one body needs, many to an
// allocation. A program that keeps one string or pointer keeps the memory of its whole block, so blocks are small: at
// most textBlock or targetBlock bytes. An Arena serves one reader and must not be copied.
type Arena struct {
	Memory
	text   strings.Builder
	more   int // bytes of text that may still follow
	rows   []*Row
	few    [4]*Row // room for the first rows
	memos  []memo
	blocks []block
	ints   []int // targets of the most frequent pointers, with room for more
	slices []lengths
	lists  int // slices that are being filled, each inside the one before
	size   int // of the body
}

const (
	textBlock   = 2048 // bytes of text that share an allocation; a longer string than a quarter has its own
	targetBlock = 512  // bytes of pointer targets that share an allocation

	methodObject = 64 // bytes that a method of a type may allocate for a value, beside its text
	maxRoom      = 16 // items that have room before any is read
	maxSpread    = 4  // bytes of room for items for each byte that is left to read
)

// NewArena returns an arena for a body of size bytes. The size bounds what the arena sets aside. It may allocate memory
// bytes; 0 means no limit.
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

// Row is what the XML decoder remembers of the struct of a plan that it read last: rows of a list are much alike.
type Row struct {
	plan *Plan
	Seen []Seen // by the index of a member
}

// Seen is the text that a member had last, in an element without prefix and attributes.
type Seen struct {
	Text       string // of a string; Reuse shares it
	Start, End int    // offsets of the text in the body
	After      int    // offset where its end tag ends, and the start tag of the member after it if that follows at once
	Next       int    // index of that member, or the number of members
}

// Last returns the row of a plan, in which nothing was seen the first time.
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

// New returns a pointer to a zero value of the shape. It does so without memory as well: callers check the memory soon
// after.
func (a *Arena) New(s *Shape) reflect.Value {
	if 2*int(s.Type.Size()) > targetBlock { // it would be alone in its block
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

// Int returns a pointer to n; nil without memory. Most pointers point to an int, and this takes half as long as New.
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

// memo remembers the value of a type that one of its methods read last, and the text of that value: rows of a list
// often repeat both.
type memo struct {
	typ   reflect.Type
	json  bool // the method is UnmarshalJSON
	value reflect.Value
	text  []byte             // empty when there is no value
	read  func([]byte) error // the method of the value
}

// memoOf returns the memo of a type and of one of its methods. It looks at all memos, because a body has few.
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

// reader returns the method by which what x points to reads itself.
func reader(x any, isJSON bool) func([]byte) error {
	if isJSON {
		return x.(json.Unmarshaler).UnmarshalJSON
	}
	return x.(encoding.TextUnmarshaler).UnmarshalText
}

// load makes the value that of a text which is not empty. Without memory the error is ErrMemory.
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

// replace copies text to place, in a larger array if need be; without memory the result is empty.
func (m *Memory) replace(place, text []byte) []byte {
	if cap(place) < len(text) {
		if !m.Reserve(2 * len(text)) {
			return place[:0]
		}
		place = make([]byte, 0, 2*len(text)) // twice, since many may follow, each a little longer
	}
	return append(place[:0], text...)
}

// unmarshal reads v by its own method, from text that is not empty. A type that is not flat may share what it holds
// with its copies, so its method is called every time.
//
// Only a method knows what it allocates. It is counted as a copy of the text, and as one more object for a type that
// is not flat. Without memory no method is called.
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
