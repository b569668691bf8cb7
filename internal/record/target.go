package record

import "reflect"

// block holds targets of pointers to one type, which share an allocation.
type block struct {
	typ    reflect.Type
	values reflect.Value // []T: the targets in use, with room for more
}

// blockOf returns the block of a type. It looks at all blocks, because a body has few.
func (a *Arena) blockOf(t reflect.Type) *block {
	for i := range a.blocks {
		if a.blocks[i].typ == t {
			return &a.blocks[i]
		}
	}
	a.blocks = append(a.blocks, block{typ: t, values: reflect.New(reflect.SliceOf(t)).Elem()})
	return &a.blocks[len(a.blocks)-1]
}

// New returns a pointer to a zero value of the shape. It does so without memory as well: callers check the memory soon
// after.
func (a *Arena) New(s *Shape) reflect.Value {
	if 2*int(s.Type.Size()) > targetBlock { // it would be alone in its block
		a.Reserve(int(s.Type.Size()))
		return reflect.New(s.Type)
	}
	values := a.blockOf(s.Type).values
	n := values.Len()
	if n == values.Cap() {
		each := max(int(s.Type.Size()), 1)
		size := min(max(2*n, 4), max(targetBlock/each, 1))
		if !a.ReserveItems(size, each) {
			size = 1
		}
		values.Set(reflect.MakeSlice(values.Type(), 0, size))
		n = 0
	}
	values.SetLen(n + 1)
	return values.Index(n).Addr()
}

// Int returns a pointer to n; nil without memory. Most pointers point to an int, and this takes half as long as New.
func (a *Arena) Int(n int) *int {
	if len(a.ints) == cap(a.ints) {
		const each = 8
		size := min(max(2*len(a.ints), 4), targetBlock/each)
		if !a.ReserveItems(size, each) {
			return nil
		}
		a.ints = make([]int, 0, size)
	}
	a.ints = append(a.ints, n)
	return &a.ints[len(a.ints)-1]
}
