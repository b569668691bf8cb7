package record

import (
	"reflect"
	"strings"
)

// Arena makes the strings, the targets of pointers and the room for items that reading one body takes,
// many to an allocation. Whoever keeps one string or pointer keeps its whole block, so blocks are small:
// at most textBlock or slabBlock bytes. An Arena serves one reader and must not be copied.
type Arena struct {
	text  strings.Builder
	left  int // how much more text there can be
	slabs []slab
}

const (
	textBlock = 2048 // bytes of text that share an allocation; a longer string than a quarter has its own
	slabBlock = 512  // bytes of pointer targets that share an allocation
	maxRoom   = 16   // items that room is made for before any is read
)

// NewArena returns an arena for a body of size bytes, which bounds what it sets aside.
func NewArena(size int) *Arena { return &Arena{left: size} }

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

// slab is what an arena knows of one shape.
type slab struct {
	of      *Shape
	targets reflect.Value // slice of zero values, handed out from next on
	next    int
	size    int // of targets
	length  int // what slices of the shape tend to have
}

// slab finds by comparing pointers: a body has too few types for anything quicker.
func (a *Arena) slab(s *Shape) *slab {
	for i := range a.slabs {
		if a.slabs[i].of == s {
			return &a.slabs[i]
		}
	}
	a.slabs = append(a.slabs, slab{of: s, length: 2})
	return &a.slabs[len(a.slabs)-1]
}

// New returns a pointer to a zero value of the shape.
func (a *Arena) New(s *Shape) reflect.Value {
	most := slabBlock / max(int(s.Type.Size()), 1)
	if most < 2 {
		return reflect.New(s.Type)
	}
	l := a.slab(s)
	if l.next == l.size {
		l.size = min(max(2*l.size, 4), most)
		l.next = 0
		l.targets = reflect.MakeSlice(reflect.SliceOf(s.Type), l.size, l.size)
	}
	l.next++
	return l.targets.Index(l.next - 1).Addr()
}

// Item returns item n of the slice v, whose shape is s and whose length is n: one more than it had, and
// zero. Room for the first ones is made after the length of the slices of that shape before it.
func (a *Arena) Item(v reflect.Value, s *Shape, n int) reflect.Value {
	if n == v.Cap() {
		more := n
		if n == 0 {
			more = a.slab(s).length
		}
		v.Grow(more)
	}
	v.SetLen(n + 1)
	return v.Index(n)
}

// Done notes that a slice of shape s came to n items.
func (a *Arena) Done(s *Shape, n int) {
	l := a.slab(s)
	l.length = min((l.length+n+1)/2, maxRoom)
}
