package store

import "slices"

// The shape of a vector.
const (
	indexBits = 5 // of an index, for each level
	perBlock  = 1 << indexBits
)

// vector is a list of pointers in blocks. A write copies the blocks from the root to the pointer, and no others.
type vector[T any] struct {
	root   *block[T]
	len    int
	height int // the levels above the blocks that hold pointers
}

// block has either values or kids, at most perBlock.
type block[T any] struct {
	by     *owner
	values []*T
	kids   []*block[T]
}

// at returns the pointer with an index.
func (v *vector[T]) at(i int) *T { return v.leaf(i).values[i%perBlock] }

// add appends a pointer.
func (v *vector[T]) add(by *owner, p *T) {
	if v.len == 1<<((v.height+1)*indexBits) {
		v.root = &block[T]{by: by, kids: []*block[T]{v.root}}
		v.height++
	}
	v.set(by, v.len, p)
	v.len++
}

// set replaces the pointer with an index, or appends one.
func (v *vector[T]) set(by *owner, i int, p *T) { v.root = v.root.set(by, v.height, i, p) }

// set returns the block, at a level above those with values, with a pointer.
func (b *block[T]) set(by *owner, level, i int, p *T) *block[T] {
	b = b.ownedBy(by)
	slot := i >> (level * indexBits) % perBlock
	switch {
	case level > 0:
		if slot == len(b.kids) {
			b.kids = append(b.kids, nil)
		}
		b.kids[slot] = b.kids[slot].set(by, level-1, i, p)
	case slot == len(b.values):
		b.values = append(b.values, p)
	default:
		b.values[slot] = p
	}
	return b
}

// ownedBy returns the block if the owner made it, and else a copy.
func (b *block[T]) ownedBy(by *owner) *block[T] {
	switch {
	case b == nil:
		return &block[T]{by: by}
	case b.by == by:
		return b
	case b.kids != nil:
		return &block[T]{by: by, kids: slices.Clone(b.kids)}
	}
	return &block[T]{by: by, values: withRoom(b.values)}
}

// each calls f with all pointers.
func (v *vector[T]) each(f func(*T)) {
	for from := 0; from < v.len; from += perBlock {
		for _, p := range v.leaf(from).values {
			f(p)
		}
	}
}

// leaf returns the block that holds the pointer with an index.
func (v *vector[T]) leaf(i int) *block[T] {
	b := v.root
	for level := v.height; level > 0; level-- {
		b = b.kids[i>>(level*indexBits)%perBlock]
	}
	return b
}
