package mockserver

import "slices"

// chunks is a list. Adding a value never copies the values before it. In a slice, append does that from
// time to time, and then one row costs as much as all rows before it together.
type chunks[T any] struct {
	full [][]T // all but the last have perChunk values
	len  int
}

// perChunk is the number of values in a full chunk. A chunk of the largest rows is 200 kB.
const perChunk = 1 << 8

// add appends a value and returns a pointer to it.
func (c *chunks[T]) add(value T) *T {
	i := c.len / perChunk
	if i == len(c.full) {
		c.full = append(c.full, nil)
	}
	if i > 0 && c.full[i] == nil { // the first chunk grows like any slice, so that a server with few rows stays small
		c.full[i] = make([]T, 0, perChunk)
	}
	c.full[i] = append(c.full[i], value)
	c.len++
	return &c.full[i][len(c.full[i])-1]
}

// at returns a pointer to the value with an index.
func (c *chunks[T]) at(i int) *T { return &c.full[i/perChunk][i%perChunk] }

// index returns the index of the first value that a filter selects, -1 when there is none. It costs the length of the
// list.
func (c *chunks[T]) index(selects func(*T) bool) int {
	for i := range c.len {
		if selects(c.at(i)) {
			return i
		}
	}
	return -1
}

// remove removes the value with an index. It copies the list, and only the side door does that.
func (c *chunks[T]) remove(i int) {
	rest := slices.Delete(c.all(), i, i+1)
	*c = chunks[T]{}
	for _, value := range rest {
		c.add(value)
	}
}

// all returns a copy of the list.
func (c *chunks[T]) all() []T {
	list := make([]T, 0, c.len)
	for _, chunk := range c.full {
		list = append(list, chunk...)
	}
	return list
}
