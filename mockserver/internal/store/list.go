package store

import "slices"

// List is a list of positions in ascending order. It never changes: a table that changes makes another list.
type List struct {
	tree *node
	last []int32 // behind those of the tree
}

// ListOf returns the list of these positions, which must be in ascending order, and must not change.
func ListOf(positions []int32) List { return List{last: positions} }

// Len returns the number of positions.
func (l List) Len() int { return l.tree.len() + len(l.last) }

// Slice returns the positions with the indexes from and up to to, without to. Indexes behind the end are left out. It
// costs what it returns, wherever in the list that is.
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
	inTree := l.tree.len()
	if from < inTree {
		dst = l.tree.appendTo(dst, from, to)
	}
	return append(dst, l.last[max(from-inTree, 0):max(to-inTree, 0)]...)
}

// Index returns how many positions of the list are less than a position, which need not be in it. It costs the depth of
// the tree.
func (l List) Index(pos int32) int {
	if l.tree == nil || pos > l.tree.end() {
		at, _ := search(l.last, pos)
		return l.tree.len() + at
	}
	before, n := 0, l.tree
	for n.kids != nil {
		i := n.toward(pos)
		for _, k := range n.kids[:i] {
			before += int(k.count)
		}
		n = n.kids[i].node
	}
	at, _ := search(n.values, pos)
	return before + at
}

// All returns all positions.
func (l List) All() []int32 { return l.Slice(0, l.Len()) }

// run is the list of a key in a table. Most positions come in ascending order, so the last ones are in an array that
// versions share: another position at the end copies no other.
type run struct {
	by   *owner
	tree *node        // nil for a short list
	last Items[int32] // at most perLeaf
}

// list returns the positions of the run, which may be nil.
func (r *run) list() List {
	if r == nil {
		return List{}
	}
	return List{r.tree, r.last.All()}
}

func (r *run) has(pos int32) bool {
	if r == nil {
		return false
	}
	if r.behindTree(pos) {
		_, ok := search(r.last.All(), pos)
		return ok
	}
	return r.tree.has(pos)
}

// search is slices.BinarySearch, quicker for a position behind all others, as most new ones are.
func search(list []int32, pos int32) (at int, found bool) {
	if n := len(list); n == 0 || list[n-1] < pos {
		return n, false
	}
	return slices.BinarySearch(list, pos)
}

// behindTree reports whether a position belongs behind those of the tree.
func (r *run) behindTree(pos int32) bool { return r.tree == nil || pos > r.tree.end() }

// with returns the run, which may be nil, with a position that it does not have.
func (r *run) with(by *owner, pos int32) *run {
	r = r.ownedBy(by)
	if list := r.last.All(); len(list) == perLeaf {
		r.tree, r.last = r.tree.push(by, &node{values: list}), Items[int32]{}
	}
	if r.behindTree(pos) {
		i, _ := search(r.last.All(), pos)
		r.last = r.last.Insert(i, pos)
	} else {
		r.tree = r.tree.with(by, pos)
	}
	return r
}

// without returns the run without a position that it has, nil when it is empty then.
func (r *run) without(by *owner, pos int32) *run {
	r = r.ownedBy(by)
	if r.behindTree(pos) {
		r.last = ItemsOf(slices.DeleteFunc(slices.Clone(r.last.All()), func(p int32) bool { return p == pos }))
	} else {
		r.tree = r.tree.without(by, pos)
	}
	if r.tree == nil && len(r.last.All()) == 0 {
		return nil
	}
	return r
}

// ownedBy returns the run if the owner made it, and else a copy.
func (r *run) ownedBy(by *owner) *run {
	switch {
	case r == nil:
		return &run{by: by}
	case r.by == by:
		return r
	}
	return &run{by, r.tree, r.last}
}

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

// end returns the last position.
func (n *node) end() int32 {
	for n.kids != nil {
		n = n.kids[len(n.kids)-1].node
	}
	return n.values[len(n.values)-1]
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
	left, right := n.insert(by, pos)
	return above(by, left, right)
}

// push returns the list, which may be nil, with the positions of a leaf behind all others.
func (n *node) push(by *owner, leaf *node) *node {
	if n == nil {
		return leaf
	}
	left, right := n.pushed(by, leaf)
	return above(by, left, right)
}

// above returns the root of two neighbors. A node without a neighbor is the root.
func above(by *owner, left, right *node) *node {
	if right == nil {
		return left
	}
	return &node{by: by, kids: []kid{kidOf(left), kidOf(right)}}
}

// pushed returns the node with a leaf behind its others. If the node has no place, pushed returns a right neighbor.
func (n *node) pushed(by *owner, leaf *node) (_, right *node) {
	if n.kids == nil {
		return n, leaf
	}
	n = n.ownedBy(by)
	end := len(n.kids) - 1
	below, beside := n.kids[end].node.pushed(by, leaf)
	n.kids[end] = kidOf(below)
	if beside == nil {
		return n, nil
	}
	if len(n.kids) == perBranch {
		return n, &node{by: by, kids: []kid{kidOf(beside)}}
	}
	n.kids = append(n.kids, kidOf(beside))
	return n, nil
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
		return &node{by: by, kids: withRoom(n.kids, 1)}
	}
	return &node{by: by, values: withRoom(n.values, 1)}
}
