package mockserver

// chunks is a list that only grows. To add to it never copies what is there, as append does from time to time with a
// slice: the last of many rows would cost as much as all before it together.
type chunks[T any] struct {
	full [][]T // all but the last have perChunk values
	len  int
}

// perChunk is how many values are next to each other. A chunk of the largest rows is 200 kB.
const perChunk = 1 << 8

// add appends a value and returns its place.
func (c *chunks[T]) add(value T) *T {
	i := c.len / perChunk
	if i == len(c.full) {
		c.full = append(c.full, nil)
	}
	if i > 0 && c.full[i] == nil { // there are many: the first chunk grows like any slice, for servers with few rows
		c.full[i] = make([]T, 0, perChunk)
	}
	c.full[i] = append(c.full[i], value)
	c.len++
	return &c.full[i][len(c.full[i])-1]
}

// at returns the place of a value.
func (c *chunks[T]) at(i int) *T { return &c.full[i/perChunk][i%perChunk] }

// all returns the values.
func (c *chunks[T]) all() []T {
	list := make([]T, 0, c.len)
	for _, chunk := range c.full {
		list = append(list, chunk...)
	}
	return list
}
