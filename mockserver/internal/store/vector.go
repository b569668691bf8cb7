package store

import "slices"

// The shape of a vector.
const (
	indexBits = 5 // of an index, for each level
	perBlock  = 1 << indexBits
)

// vector is a list of pointers, some of them nil, in blocks. A block without pointers is nil. A write copies the blocks
// from the root to the pointer, and no others. The last pointers stand beside the tree, in an array that versions
// share, so that most appended pointers copy nothing.
type vector[T any] struct {
	root   *block[T]
	height int       // the levels above the blocks that hold pointers
	last   Items[*T] // at most perBlock, and empty in an empty vector alone
	lastBy *owner    // the owner that alone has the array of last; nil for an array that versions share
	len    int
}

// block has either values or kids, at most perBlock.
type block[T any] struct {
	by     *owner
	values []*T
	kids   []*block[T]
}

// at returns the pointer with an index.
func (v *vector[T]) at(i int) *T {
	leaf := v.leaf(i)
	if leaf == nil {
		return nil
	}
	return leaf[i%perBlock]
}

// add appends a pointer.
func (v *vector[T]) add(by *owner, p *T) {
	if v.len > 0 && v.len%perBlock == 0 {
		v.push(by)
	}
	v.last = v.last.Insert(v.len%perBlock, p)
	v.len++
}

// inTree returns how many pointers are not in the last block.
func (v *vector[T]) inTree() int { return max(v.len-1, 0) &^ (perBlock - 1) }

// push puts the last pointers into the tree, in a block that nobody owns: other versions can have their array.
func (v *vector[T]) push(by *owner) {
	from := v.inTree()
	if from == 1<<((v.height+1)*indexBits) {
		v.root = &block[T]{by: by, kids: []*block[T]{v.root}}
		v.height++
	}
	v.root = v.root.with(by, v.height, from, &block[T]{values: v.last.All()})
	v.last, v.lastBy = Items[*T]{}, nil
}

// with returns the block, at a level above those with values, with a block of values behind its others.
func (b *block[T]) with(by *owner, level, from int, values *block[T]) *block[T] {
	if level == 0 {
		return values
	}
	b = b.ownedBy(by)
	slot := from >> (level * indexBits) % perBlock
	for slot >= len(b.kids) {
		b.kids = append(b.kids, nil)
	}
	b.kids[slot] = b.kids[slot].with(by, level-1, from, values)
	return b
}

// set replaces a pointer that is not nil.
func (v *vector[T]) set(by *owner, i int, p *T) {
	if i >= v.inTree() {
		if v.lastBy != by {
			v.last, v.lastBy = shared(slices.Clone(v.last.All())), by
		}
		v.last.list[i%perBlock] = p
		return
	}
	v.root = v.root.set(by, v.height, i, p)
}

// set returns the block, at a level above those with values, with another pointer.
func (b *block[T]) set(by *owner, level, i int, p *T) *block[T] {
	b = b.ownedBy(by)
	slot := i >> (level * indexBits) % perBlock
	if level == 0 {
		b.values[slot] = p
	} else {
		b.kids[slot] = b.kids[slot].set(by, level-1, i, p)
	}
	if p == nil && b.isEmpty() {
		return nil
	}
	return b
}

// isEmpty reports whether the block has no pointer.
func (b *block[T]) isEmpty() bool {
	return !slices.ContainsFunc(b.values, func(p *T) bool { return p != nil }) &&
		!slices.ContainsFunc(b.kids, func(kid *block[T]) bool { return kid != nil })
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
	return &block[T]{by: by, values: slices.Clone(b.values)}
}

// each calls f with all pointers but nil, until f returns false.
func (v *vector[T]) each(f func(*T) bool) {
	if v.root.each(f) {
		(&block[T]{values: v.last.All()}).each(f)
	}
}

// each reports whether f returned true for all pointers.
func (b *block[T]) each(f func(*T) bool) bool {
	if b == nil {
		return true
	}
	for _, kid := range b.kids {
		if !kid.each(f) {
			return false
		}
	}
	for _, p := range b.values {
		if p != nil && !f(p) {
			return false
		}
	}
	return true
}

// leaf returns the pointers of the block with an index, nil for one without pointers.
func (v *vector[T]) leaf(i int) []*T {
	if i >= v.inTree() {
		return v.last.All()
	}
	b := v.root
	for level := v.height; level > 0 && b != nil; level-- {
		b = b.kids[i>>(level*indexBits)%perBlock]
	}
	if b == nil {
		return nil
	}
	return b.values
}
