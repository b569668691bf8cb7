package record

import "reflect"

// block holds targets of pointers to one type, which share an allocation.
type block struct {
	typ    reflect.Type
	slice  any           // *[]T: the targets in use, with room for more
	values reflect.Value // what slice points to
}

// blockOf returns the block of a type. It looks at all blocks, because a body has few.
func (a *Arena) blockOf(t reflect.Type) *block {
	for i := range a.blocks {
		if a.blocks[i].typ == t {
			return &a.blocks[i]
		}
	}
	slice := reflect.New(reflect.SliceOf(t))
	a.blocks = append(a.blocks, block{typ: t, slice: slice.Interface(), values: slice.Elem()})
	return &a.blocks[len(a.blocks)-1]
}

// sliceFor is blockOf for generated code, which knows the type.
func sliceFor[T any](a *Arena) *[]T {
	for i := range a.blocks {
		if slice, ok := a.blocks[i].slice.(*[]T); ok {
			return slice
		}
	}
	return a.blockOf(reflect.TypeFor[T]()).slice.(*[]T)
}

// New returns a pointer to a zero value of the shape. It does so without memory as well: callers check the memory soon
// after.
func (a *Arena) New(s *Shape) reflect.Value {
	if 2*int(s.Type.Size()) > targetBlock { // it would be alone in its block
		a.Take(int(s.Type.Size()))
		return reflect.New(s.Type)
	}
	values := a.blockOf(s.Type).values
	n := values.Len()
	if n == values.Cap() {
		size := max(a.nextBlock(n, s.Type), 1)
		values.Set(reflect.MakeSlice(values.Type(), 0, size))
		n = 0
	}
	values.SetLen(n + 1)
	return values.Index(n).Addr()
}

// newTarget returns a pointer to v; nil without memory.
func newTarget[T any](a *Arena, v T) *T {
	slice := sliceFor[T](a)
	if len(*slice) == cap(*slice) {
		n := a.nextBlock(cap(*slice), reflect.TypeFor[T]())
		if n == 0 {
			return nil
		}
		*slice = make([]T, 0, n)
	}
	*slice = append(*slice, v)
	return &(*slice)[len(*slice)-1]
}

// nextBlock returns how many targets share the allocation after a block of size; 0 without memory.
func (a *Arena) nextBlock(size int, t reflect.Type) int {
	each := max(int(t.Size()), 1)
	n := min(max(2*size, 4), max(targetBlock/each, 1))
	if !a.Take(n * each) {
		return 0
	}
	return n
}

// Int returns a pointer to n; nil without memory. Most pointers point to an int.
func (a *Arena) Int(n int) *int { return newTarget(a, n) }
