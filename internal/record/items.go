package record

import (
	"encoding/json"
	"errors"
	"reflect"
	"sync"
)

// lengths has the usual length of the slices of one shape in a body.
type lengths struct {
	shape *Shape
	usual int // 0 if no slice was read yet
}

// lengths returns the lengths of a shape. It compares the pointers of all shapes, because a body has few
// types.
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
	begin int // offset of the slice in the body
	n     int // items so far
	have  int // items that fit into the array of the slice
	outer bool
}

// Items prepares to fill v, an empty slice of shape s. The slice begins at the offset pos of the body.
func (a *Arena) Items(v reflect.Value, s *Shape, pos int) Items {
	a.lists++
	return Items{arena: a, v: v, shape: s, begin: pos, outer: a.lists == 1}
}

// Next adds a zero item to the slice and returns it. The item begins at the offset pos of the body. Next
// returns an error if the memory is spent.
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
		l.arena.reserveItems(l.have-l.n-room, each) // the allocator may have rounded up
	}
}

// each returns the size of an item.
func (l *Items) each() int { return max(int(l.shape.Elem.Type.Size()), 1) }

// room returns for how many more items to make room. At first that is the usual length of slices of the
// shape. After that the outermost slice gets room for as many items as the rest of the body can hold if
// they are as long as the items so far, and any other slice doubles.
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

// afford returns room if all items then need at most a quarter of the memory that is left. If they need
// more, it returns the items that fit into the quarter, while the slice has less than half of them. Beyond
// that it returns the expected number of coming items and an eighth more.
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

// double returns by how many items to grow a slice of n items. The result is a little more than n, because
// append rounds up when a slice doubles, but allocates exactly the requested room when the room is more
// than double.
func double(n int) int { return n + n/256 }

// drop removes the last item of the outermost slice, and ends the slices in that item, which an error left
// unfinished.
func (l *Items) drop() {
	l.n--
	l.v.Index(l.n).SetZero()
	l.v.SetLen(l.n)
	l.arena.lists = 1
}

// Done ends the slice, and adds its length to the usual length of its shape.
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

// halfway returns the mean of the expected and the actual length, rounded towards the actual length. So
// after one long slice and many short ones the expected length is short.
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
	Max   int       // the most items that Items describes
	Items []BadItem // the first Max items that were left out
	Count int       // how many items were left out

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

// Begin starts a slice. If a body has the outermost slice twice, the last one counts, so Begin forgets the
// items of an earlier one.
func (b *BadItems) Begin(l *Items) {
	if b != nil && l.outer {
		b.Items, b.Count = nil, 0
	}
}

// May reports whether the codec may leave out an item with this error. The codec must still check that the
// item is well-formed.
func (b *BadItems) May(l *Items, err *Error) bool {
	return b != nil && l.outer && !errors.Is(err, ErrMemory)
}

// Key returns a struct with the one field Id, and its shape. The codec reads an item that it leaves out
// into this struct.
func (b *BadItems) Key() (reflect.Value, *Shape) {
	b.key = itemKey{}
	return reflect.ValueOf(&b.key).Elem(), keyShape()
}

// Leave removes the last item of a slice, and describes it as the item n of the body. The struct of Key
// must hold the item's Id.
func (b *BadItems) Leave(l *Items, n, start, end int, err *Error) {
	l.drop()
	b.Count++
	if len(b.Items) < b.Max {
		b.Items = append(b.Items, BadItem{Index: n, Start: start, End: end, ID: b.key.ID, Err: err.At(n)})
	}
}
