package record

import "reflect"

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
	if l.arena.ReserveItems(l.n+room, each) {
		l.v.Grow(room)
		l.have = l.v.Cap()
		l.arena.ReserveItems(l.have-l.n-room, each) // what the allocator rounded up to
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
