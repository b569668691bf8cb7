package store

import (
	"slices"
	"sync"
)

// Fill adds n rows to an empty table, as Add would in the order of their numbers, for a fraction of the cost. The
// function row fills in the row with a number, from 0, which is empty at first. The ids must be different. Fill panics
// if the table ever had a row.
//
// The rows of a block have one piece of memory, which stays as long as one of them is in use.
func (t *Table[K, R]) Fill(n int, row func(i int, r *R)) {
	by := t.emptyOwner()
	t.content.fill(by, n, row)
}

// FillLater is Fill, at the time when somebody first asks for something in the table, or in a fork of it. The function
// row must then do what it would do now.
func (t *Table[K, R]) FillLater(n int, row func(i int, r *R)) {
	by, c := t.emptyOwner(), t.content
	c.later = &later{fill: func() { c.fill(by, n, row) }}
}

// emptyOwner returns the owner of a table that never had a row.
func (t *Table[K, R]) emptyOwner() *owner {
	if t.in().rows.len > 0 {
		panic("store: Fill of a table that is not empty")
	}
	return t.owner()
}

// later is how a table gets its rows that does not have them yet. Forks share it.
type later struct {
	once sync.Once
	fill func()
}

// now gives the table its rows, unless it has them.
func (l *later) now() {
	l.once.Do(func() {
		l.fill()
		l.fill = nil // which can keep much in memory
	})
}

// in returns the content with all its rows.
func (t *Table[K, R]) in() *content[K, R] {
	if t.later != nil {
		t.later.now()
	}
	return t.content
}

func (c *content[K, R]) fill(by *owner, n int, row func(i int, r *R)) {
	leaves, ids := make([]*block[Cell[R]], 0, (n+perBlock-1)/perBlock), make([]entry[int64, int32], n)
	filler := filler[K]{by: by, of: make(map[K]*growing, min(n/2, fewKeys))}
	for from := 0; from < n; from += perBlock {
		cells := newCells[R](min(perBlock, n-from))
		for i, cell := range cells {
			pos := int32(from + i)
			row(from+i, &cell.Row)
			c.derive(&cell.Row)
			ids[pos] = entry[int64, int32]{c.id(&cell.Row), pos}
			filler.keys = c.keys(&cell.Row, filler.keys[:0])
			filler.file(pos)
		}
		leaves = append(leaves, &block[Cell[R]]{by: by, values: cells})
	}
	c.rows, c.at = vectorOf(by, leaves, n), trieOf(by, ids)
	c.lists, c.runs = trieOf(by, filler.indexes()), filler.runs()
}

// newCells returns the cells of new rows.
func newCells[R any](n int) []*Cell[R] {
	slab, cells := make([]Cell[R], n), make([]*Cell[R], n)
	for i := range slab {
		cells[i] = &slab[i]
	}
	return cells
}

// vectorOf returns the vector with these leaves, which are full but for the last one.
func vectorOf[T any](by *owner, blocks []*block[T], n int) vector[T] {
	v := vector[T]{len: n}
	if len(blocks) > 0 {
		last := len(blocks) - 1
		v.last, blocks = ItemsOf(blocks[last].values), blocks[:last]
	}
	for ; len(blocks) > 1; v.height++ {
		var above []*block[T]
		for kids := range slices.Chunk(blocks, perBlock) {
			above = append(above, &block[T]{by: by, kids: slices.Clone(kids)})
		}
		blocks = above
	}
	if len(blocks) == 1 {
		v.root = blocks[0]
	}
	return v
}

// growing is a list of positions to which others are added in ascending order.
type growing struct {
	leaves []*node
	last   []int32
}

// shortRun is the room for the first positions of a list, as most keys of persons need.
const shortRun = 16

// add adds a position.
func (g *growing) add(by *owner, pos int32) {
	switch len(g.last) {
	case 0:
		g.last = make([]int32, 0, shortRun)
	case perLeaf:
		g.leaves = append(g.leaves, &node{by: by, values: g.last})
		g.last = make([]int32, 0, perLeaf)
	}
	g.last = append(g.last, pos)
}

// run returns the positions as a list of a table.
func (g *growing) run(by *owner) *run {
	r := &run{by: by, last: ItemsOf(g.last)}
	nodes := g.leaves
	for len(nodes) > 1 {
		nodes = branches(by, nodes)
	}
	if len(nodes) == 1 {
		r.tree = nodes[0]
	}
	return r
}

// branches returns the nodes above these.
func branches(by *owner, below []*node) (above []*node) {
	for part := range slices.Chunk(below, perBranch) {
		branch := &node{by: by, kids: make([]kid, len(part))}
		for i, n := range part {
			branch.kids[i] = kidOf(n)
		}
		above = append(above, branch)
	}
	return above
}

// filler collects the positions of each key. Rows that follow each other have few different lists of keys, so it
// remembers where it put the last ones, and looks up no key again.
type filler[K comparable] struct {
	by     *owner
	keys   []K // of the present row
	of     map[K]*growing
	order  []K // in which the keys came
	recent [fewLists]filed[K]
	next   int // the index in recent of the oldest
}

// fewKeys bounds the keys for which a filler makes room at first. A table of many rows may have few keys.
const fewKeys = 2048

// fewLists is the number of lists of keys that a filler remembers. Teams of a division differ in their status, and in
// whether they paid.
const fewLists = 8

// filed is where the positions of a list of keys are.
type filed[K comparable] struct {
	keys []K
	to   []*growing
}

// file adds the position of the present row to its keys.
func (f *filler[K]) file(pos int32) {
	for _, list := range f.found() {
		list.add(f.by, pos)
	}
}

// found returns the positions of each key of the present row.
func (f *filler[K]) found() []*growing {
	for i := range f.recent {
		if slices.Equal(f.recent[i].keys, f.keys) {
			return f.recent[i].to
		}
	}
	oldest := &f.recent[f.next]
	f.next = (f.next + 1) % fewLists
	oldest.keys, oldest.to = append(oldest.keys[:0], f.keys...), oldest.to[:0]
	for _, k := range f.keys {
		oldest.to = append(oldest.to, f.positions(k))
	}
	return oldest.to
}

// positions returns those of a key.
func (f *filler[K]) positions(k K) *growing {
	list, known := f.of[k]
	if !known {
		list = new(growing)
		f.of[k] = list
		f.order = append(f.order, k)
	}
	return list
}

// indexes returns all keys with the indexes of their lists.
func (f *filler[K]) indexes() []entry[K, int32] {
	indexes := make([]entry[K, int32], len(f.order))
	for i, k := range f.order {
		indexes[i] = entry[K, int32]{k, int32(i)}
	}
	return indexes
}

// runs returns the lists of all keys.
func (f *filler[K]) runs() vector[run] {
	var leaves []*block[run]
	for part := range slices.Chunk(f.order, perBlock) {
		leaf := &block[run]{by: f.by, values: make([]*run, len(part))}
		for i, k := range part {
			leaf.values[i] = f.of[k].run(f.by)
		}
		leaves = append(leaves, leaf)
	}
	return vectorOf(f.by, leaves, len(f.order))
}
