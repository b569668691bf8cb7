package store

import "slices"

// List is a list of positions in ascending order. It never changes: a table that changes makes another list.
type List struct{ root *node }

// ListOf returns the list of these positions, which must be in ascending order, and must not change.
func ListOf(positions []int32) List { return List{&node{values: positions}} }

// Len returns the number of positions.
func (l List) Len() int { return l.root.len() }

// Slice returns the positions with the indexes from and up to to, without to. Indexes behind the end are left out. It
// costs what it returns, wherever in the list that is.
func (l List) Slice(from, to int) []int32 {
	to = min(to, l.Len())
	if from < 0 || from >= to {
		return nil
	}
	return l.root.appendTo(make([]int32, 0, to-from), from, to)
}

// All returns all positions.
func (l List) All() []int32 { return l.Slice(0, l.Len()) }

// The sizes of nodes.
const (
	perLeaf   = 64
	perBranch = 32
)

// node has either positions or kids. All leaves of a list have the same depth. A list without positions is nil.
type node struct {
	by     *owner
	values []int32
	kids   []kid
}

// kid is a node below a branch, with its first position and the number of its positions.
type kid struct {
	first, count int32
	node         *node
}

func kidOf(n *node) kid {
	return kid{n.first(), int32(n.len()), n} //nolint:gosec // a position is an int32, and each is there once
}

func (n *node) len() int {
	if n == nil {
		return 0
	}
	count := len(n.values)
	for i := range n.kids {
		count += int(n.kids[i].count)
	}
	return count
}

func (n *node) first() int32 {
	if n.kids != nil {
		return n.kids[0].first
	}
	return n.values[0]
}

// toward returns the index of the kid that has a position, if the list has it.
func (n *node) toward(pos int32) int {
	from, to := 0, len(n.kids) // the kids before from begin at pos at the latest, those from to on begin behind it
	if n.kids[to-1].first <= pos {
		return to - 1 // most positions come in ascending order
	}
	for from < to {
		if middle := (from + to) / 2; n.kids[middle].first <= pos {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return max(from-1, 0)
}

func (n *node) has(pos int32) bool {
	if n == nil {
		return false
	}
	for n.kids != nil {
		n = n.kids[n.toward(pos)].node
	}
	_, ok := slices.BinarySearch(n.values, pos)
	return ok
}

// appendTo appends the positions with the indexes from and up to to, which may lie outside of the node.
func (n *node) appendTo(list []int32, from, to int) []int32 {
	if n.kids == nil {
		return append(list, n.values[max(from, 0):min(to, len(n.values))]...)
	}
	for i := range n.kids {
		k := &n.kids[i]
		if from < int(k.count) && to > 0 {
			list = k.node.appendTo(list, from, to)
		}
		from, to = from-int(k.count), to-int(k.count)
	}
	return list
}

// with returns the list with a position that it does not have.
func (n *node) with(by *owner, pos int32) *node {
	root, right := n.insert(by, pos)
	if right == nil {
		return root
	}
	return &node{by: by, kids: []kid{kidOf(root), kidOf(right)}}
}

// insert returns the node with a position that it does not have. If the node gets too large, insert returns a part of
// it as its right neighbor.
func (n *node) insert(by *owner, pos int32) (_, right *node) {
	n = n.ownedBy(by)
	if n.kids == nil {
		i, _ := slices.BinarySearch(n.values, pos)
		n.values = slices.Insert(n.values, i, pos)
		if len(n.values) > perLeaf {
			right = &node{by: by}
			n.values, right.values = halves(n.values, i)
		}
		return n, right
	}
	i := n.toward(pos)
	k := &n.kids[i]
	below, beside := k.node.insert(by, pos)
	if beside == nil {
		*k = kid{min(k.first, pos), k.count + 1, below}
		return n, nil
	}
	*k = kidOf(below)
	n.kids = slices.Insert(n.kids, i+1, kidOf(beside))
	if len(n.kids) > perBranch {
		right = &node{by: by}
		n.kids, right.kids = halves(n.kids, i+1)
	}
	return n, right
}

// halves splits a list. After an insertion at the end, the left part stays full, because most positions come in
// ascending order.
func halves[T any](list []T, inserted int) (left, right []T) {
	cut := len(list) / 2
	if inserted == len(list)-1 {
		cut = inserted
	}
	return slices.Clone(list[:cut]), slices.Clone(list[cut:])
}

// without returns the list without a position that it has.
func (n *node) without(by *owner, pos int32) *node {
	n = n.remove(by, pos)
	for n != nil && len(n.kids) == 1 {
		n = n.kids[0].node
	}
	return n
}

// remove returns the node without a position that it has, nil when it is empty then.
func (n *node) remove(by *owner, pos int32) *node {
	n = n.ownedBy(by)
	if n.kids == nil {
		i, _ := slices.BinarySearch(n.values, pos)
		n.values = slices.Delete(n.values, i, i+1)
		return n.unlessEmpty()
	}
	i := n.toward(pos)
	if below := n.kids[i].node.remove(by, pos); below != nil {
		n.kids[i] = kidOf(below)
	} else {
		n.kids = slices.Delete(n.kids, i, i+1)
	}
	return n.unlessEmpty()
}

func (n *node) unlessEmpty() *node {
	if len(n.values)+len(n.kids) == 0 {
		return nil
	}
	return n
}

// ownedBy returns the node if the owner made it, and else a copy.
func (n *node) ownedBy(by *owner) *node {
	switch {
	case n == nil:
		return &node{by: by}
	case n.by == by:
		return n
	case n.kids != nil:
		return &node{by: by, kids: withRoom(n.kids)}
	}
	return &node{by: by, values: withRoom(n.values)}
}
