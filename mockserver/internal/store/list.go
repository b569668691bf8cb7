package store

import "sort"

// List is a list of positions in ascending order. A List never changes: a change of the table makes another List.
type List struct {
	positions []int32
	tree      positions // used instead of positions; else nil
}

// ListOf returns the list of these positions, which must be in ascending order, and must not change.
func ListOf(positions []int32) List { return List{positions: positions} }

// Len returns the number of positions.
func (l List) Len() int {
	if l.tree == nil {
		return len(l.positions)
	}
	return l.tree.length()
}

// At returns the position with an index.
func (l List) At(i int) int32 {
	if l.tree == nil {
		return l.positions[i]
	}
	return l.tree.at(i)
}

// Slice returns the positions with the indexes from up to to, without to. It ignores indexes after the end. The time
// grows with the number of positions that it returns. It does not depend on where in the list the positions are.
func (l List) Slice(from, to int) []int32 {
	if to = min(to, l.Len()); from < 0 || from >= to {
		return nil
	}
	return l.AppendSlice(make([]int32, 0, to-from), from, to)
}

// AppendSlice appends the positions that Slice returns.
func (l List) AppendSlice(dst []int32, from, to int) []int32 {
	if to = min(to, l.Len()); from < 0 || from >= to {
		return dst
	}
	if l.tree == nil {
		return append(dst, l.positions[from:to]...)
	}
	return l.tree.appendSlice(dst, from, to)
}

// Index returns how many positions of the list are less than the given position. The position need not be in the list.
func (l List) Index(pos int32) int {
	return sort.Search(l.Len(), func(i int) bool { return l.At(i) >= pos })
}

// All returns all positions.
func (l List) All() []int32 { return l.Slice(0, l.Len()) }
