package record

import (
	"errors"
	"math"
	"reflect"
	"strconv"
)

// Memory counts the bytes that reading one body takes, down from a limit. It counts what is asked of the allocator,
// with what is garbage again soon after, such as the array that a list had before it grew, in steps of eight bytes.
// It does not count what the allocator rounds up beyond that, at most a quarter, nor what is the same for every body
// of a type: the decoder itself and the plans.
//
// Whoever allocates takes first, and does without when Take says no. Not everything that allocates can return an
// error, so the decoders check before each item of a list, between members as often as that costs nothing, and where
// an object ends.
type Memory struct{ limit, left int64 }

// ErrMemory is the cause of an Error about a body that takes more memory than it may.
var ErrMemory = errors.New("the limit of memory for one body")

// MemoryFor returns how much memory reading bodies of up to so many bytes may take where nobody says it: four times
// as much, which is what the shortest usual rows take, and 16 MiB at least, which lets shorter ones be.
func MemoryFor(bytes int64) int64 {
	const times, least = 4, 16 << 20
	return max(least, min(bytes, math.MaxInt64/times)*times)
}

// NewMemory returns the memory that is left before anything is read; a limit of 0 or less stands for none.
func NewMemory(limit int64) Memory {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	return Memory{limit, limit}
}

// Take counts n bytes, rounded up to a multiple of eight, and reports whether there were as many. After it said no
// there is nothing left, whatever is asked for. There is always enough of no Memory.
func (m *Memory) Take(n int) bool { return m.TakeItems(n, 1) }

// TakeItems is Take for n items of a size. Their product may be more than an int holds.
func (m *Memory) TakeItems(n, size int) bool {
	if m == nil {
		return true
	}
	if m.left >= 0 {
		m.left -= (int64(n)*int64(size) + 7) &^ 7
	}
	return m.left >= 0
}

// Check returns an error for the offset if more was asked for than there was.
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

// Append is append that takes the memory first. It doubles, where append grows by a quarter at last: all the arrays
// together then take half as much. Without memory the result is without x.
func Append[T any](m *Memory, s []T, x T) []T {
	if len(s) == cap(s) {
		n := max(2*len(s), 1)
		if !m.TakeItems(n, int(reflect.TypeFor[T]().Size())) {
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

// TakeForMap takes what a map with n members needs for one more, of a key and a value of size bytes together.
func (m *Memory) TakeForMap(n, size int) bool {
	slots := 0
	switch {
	case n == 0:
		return m.Take(mapHeader + 8*(size+mapSlack))
	case n == 8:
		slots = 16
	case n >= mapTables && isDouble(n, 49):
		slots = n / 49 * 128
	case 8 < n && n < mapTables && isDouble(n, 7):
		slots = n / 7 * 16
	}
	return slots == 0 || m.Take(slots*(size+mapSlack))
}

// isDouble reports whether n is another number, or what comes of doubling that again and again.
func isDouble(n, of int) bool {
	times := n / of
	return n%of == 0 && times&(times-1) == 0
}
