package record

import (
	"encoding/json"
	"errors"
	"reflect"
	"sync"
)

// lengths remembers how long the slices of one shape tend to be.
type lengths struct {
	shape *Shape
	usual int // 0 when none was read
}

// lengths finds by comparing pointers: a body has too few types for anything quicker.
func (a *Arena) lengths(s *Shape) *lengths {
	for i := range a.slices {
		if a.slices[i].shape == s {
			return &a.slices[i]
		}
	}
	a.slices = append(a.slices, lengths{shape: s})
	return &a.slices[len(a.slices)-1]
}

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

// grow reserves the memory for more items and makes room for them.
func (l *Items) grow(pos int) {
	each := l.each()
	room := l.room(pos, each)
	if l.arena.reserveItems(l.n+room, each) {
		l.v.Grow(room)
		l.have = l.v.Cap()
		l.arena.reserveItems(l.have-l.n-room, each) // what the allocator rounded up to
	}
}

// each returns the size of an item.
func (l *Items) each() int { return max(int(l.shape.Elem.Type.Size()), 1) }

// room returns for how many more items to make room. The first room is as long as the slices of the shape before were.
// The outermost slice then gets room for as many items as the rest of the body can hold, at the size of those so far.
func (l *Items) room(pos, each int) int {
	switch {
	case l.n == 0:
		return max(l.arena.lengths(l.shape).usual, 1)
	case !l.outer:
		return double(l.n)
	}
	left := max(l.arena.size-pos, 0)
	coming := left / max((pos-l.begin)/l.n, 1)
	return l.afford(max(min(coming, maxSpread*left/each), double(l.n)), coming, each)
}

// afford returns room, or less when as many items would need more than a quarter of the memory that is left. A guess
// may use the first quarter, because the next items may be larger than the first. After that there is only room for
// the coming items and an eighth more.
func (l *Items) afford(room, coming, each int) int {
	most := l.arena.left / int64(4*each)
	switch {
	case int64(l.n+room) <= most:
		return room
	case int64(l.n) < most/2:
		return int(most) - l.n
	}
	return coming + coming/8 + 1
}

// double returns how many items to grow by, so that append allocates exactly that: append rounds up when it doubles,
// and takes a request for more than twice the items as it is.
func double(n int) int { return n + n/256 }

// drop takes the last item back, and ends the slices that an error left open inside it. The slice is the outermost one.
func (l *Items) drop() {
	l.n--
	l.v.Index(l.n).SetZero()
	l.v.SetLen(l.n)
	l.arena.lists = 1
}

// Done ends the slice.
func (l *Items) Done() {
	l.arena.lists--
	if l.n == 0 {
		l.v.Set(l.shape.Empty)
		return
	}
	before := l.arena.lengths(l.shape)
	if before.usual == 0 {
		before.usual = l.n
	}
	before.usual = min(halfway(before.usual, l.n), maxRoom)
}

// halfway returns the mean of the expected and the actual length, rounded to the actual one: after one long slice and
// many short ones it expects short ones.
func halfway(expected, actual int) int {
	if actual > expected {
		actual++
	}
	return (expected + actual) / 2
}

// BadItems collects the items of a body's outermost slice that do not fit their type. A codec with BadItems leaves them
// out of the slice and reads on. It still refuses a body that is malformed, nested too deeply or too large for its
// memory.
type BadItems struct {
	Max   int       // items to describe
	Items []BadItem // the first Max of them
	Count int       // all of them

	key itemKey
}

// BadItem describes an item that was left out.
type BadItem struct {
	Index      int             // place in the body, from 0, counting all items
	Start, End int             // offsets in the body
	ID         json.RawMessage // its member Id; nil when it has none
	Err        *Error          // with the path from the slice on, as in [3]/Time, and without the line
}

type itemKey struct {
	ID json.RawMessage `json:"Id"`
}

var keyShape = sync.OnceValue(func() *Shape { return ShapeOf(reflect.TypeFor[itemKey]()) })

// Begin starts a slice. Of slices with the same name the last one counts, so it forgets the items of the one before.
func (b *BadItems) Begin(l *Items) {
	if b != nil && l.outer {
		b.Items, b.Count = nil, 0
	}
}

// May reports whether the item with this error may be left out, if the body turns out to be well-formed there.
func (b *BadItems) May(l *Items, err *Error) bool {
	return b != nil && l.outer && !errors.Is(err, ErrMemory)
}

// Key returns the value, with its shape, to read an item into that is left out: a struct with the item's Id alone.
func (b *BadItems) Key() (reflect.Value, *Shape) {
	b.key = itemKey{}
	return reflect.ValueOf(&b.key).Elem(), keyShape()
}

// Leave leaves out the last item of a slice, which is the item n of the body. Key holds its Id.
func (b *BadItems) Leave(l *Items, n, start, end int, err *Error) {
	l.drop()
	b.Count++
	if len(b.Items) < b.Max {
		b.Items = append(b.Items, BadItem{Index: n, Start: start, End: end, ID: b.key.ID, Err: err.At(n)})
	}
}
