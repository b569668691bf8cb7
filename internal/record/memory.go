package record

import (
	"errors"
	"math"
	"reflect"
	"strconv"
)

// Memory counts the bytes that reading one body allocates, down from a limit. It counts each request to the allocator
// in steps of eight bytes, garbage included, such as the array that a list had before it grew. It does not count what
// the allocator rounds up beyond that, at most a quarter, nor what is the same for every body of a type: the decoder
// itself and the plans.
//
// Whoever allocates reserves the memory first, and does not allocate when Reserve reports false. Not everything that
// allocates can return an error, so the decoders check before each item of a list, between members as often as that
// costs nothing, and where an object ends.
type Memory struct{ limit, left int64 }

// ErrMemory is the cause of an Error about a body that needs more memory than its limit.
var ErrMemory = errors.New("the limit of memory for one body")

// MemoryFor returns the default limit for bodies of up to so many bytes. It is four times as many, which the shortest
// usual rows need, and at least 16 MiB, so that short bodies may have shorter rows.
func MemoryFor(bytes int64) int64 {
	const times, least = 4, 16 << 20
	return max(least, min(bytes, math.MaxInt64/times)*times)
}

// NewMemory returns a Memory of which nothing is reserved. A limit of 0 or less means no limit.
func NewMemory(limit int64) Memory {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	return Memory{limit, limit}
}

// Reserve counts n bytes, rounded up to a multiple of eight, and reports whether as many were left. After it reported
// false it always does. Of a nil Memory there is always enough.
func (m *Memory) Reserve(n int) bool { return m.reserveItems(n, 1) }

// reserveItems is Reserve for n items of a size. Their product may overflow an int.
func (m *Memory) reserveItems(n, size int) bool {
	if m == nil {
		return true
	}
	if m.left >= 0 {
		m.left -= (int64(n)*int64(size) + 7) &^ 7
	}
	return m.left >= 0
}

// Check returns an error for the offset if more was reserved than was left.
func (m *Memory) Check(offset int) *Error {
	if m.left >= 0 {
		return nil
	}
	return m.spent(offset)
}

// spent stays outside of Check, which is then small enough to become part of the decoders' loops.
//
//go:noinline
func (m *Memory) spent(offset int) *Error {
	found := "more than fits into " + strconv.FormatInt(m.limit, 10) + " bytes of memory"
	return &Error{Found: found, Offset: int64(offset), Err: ErrMemory}
}

// Append works as append does, but reserves the memory first. It doubles the array, where append grows a large one by a
// quarter: all the arrays together are then half as large. Without memory the result is without x.
func Append[T any](m *Memory, s []T, x T) []T {
	if len(s) == cap(s) {
		n := max(2*len(s), 1)
		if !m.reserveItems(n, int(reflect.TypeFor[T]().Size())) {
			return s
		}
		grown := make([]T, len(s), n)
		copy(grown, s)
		s = grown
	}
	return append(s, x)
}

// Go's maps have room for eight members at first, then for 16. They double when seven eighths of that are taken, one
// table of 1024 at a time if they are larger: the first tables are full when of all together seven eighths of those
// seven eighths are.
const (
	mapHeader = 56  // bytes of a map beside its slots
	mapSlack  = 5   // bytes of a slot beside its key and its value
	mapTables = 784 // members of a map of one table, when the next is counted
)

// ReserveForMap reserves what a map with n members needs for one more. Size counts the bytes of a key and a value.
func (m *Memory) ReserveForMap(n, size int) bool {
	slots := 0
	switch {
	case n == 0:
		return m.Reserve(mapHeader + 8*(size+mapSlack))
	case n == 8:
		slots = 16
	case n >= mapTables && isDouble(n, 49):
		slots = n / 49 * 128
	case 8 < n && n < mapTables && isDouble(n, 7):
		slots = n / 7 * 16
	}
	return slots == 0 || m.Reserve(slots*(size+mapSlack))
}

// isDouble reports whether n is a number times a power of two.
func isDouble(n, of int) bool {
	times := n / of
	return n%of == 0 && times&(times-1) == 0
}
