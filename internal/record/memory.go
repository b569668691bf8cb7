package record

import (
	"errors"
	"math"
	"reflect"
	"strconv"
)

// Memory limits the bytes that the decoder allocates while it reads one body. It counts each allocation,
// rounded up to eight bytes, also memory that becomes garbage, such as the array that a list had before it
// grew. The allocator may round up further, by at most a quarter, and Memory does not count that. It does
// not count the decoder itself and the plans either, because they are the same for every body of a type.
//
// Code that allocates calls Reserve first, and does not allocate when Reserve reports false. Not every
// function that allocates can return an error. So the decoders call Check before each item of a list, at
// the end of each object, and between members if the call costs nothing there.
type Memory struct{ limit, left int64 }

// ErrMemory is the cause of an Error about a body that needs more memory than its limit.
var ErrMemory = errors.New("the limit of memory for one body")

// MemoryFor returns the default limit of memory for bodies of up to the given number of bytes. The limit is
// four times that number, because the shortest usual rows need as much, and at least 16 MiB, so that short
// bodies may have shorter rows.
func MemoryFor(bytes int64) int64 {
	const times, least = 4, 16 << 20
	return max(least, min(bytes, math.MaxInt64/times)*times)
}

// NewMemory returns a Memory from which the whole limit can be reserved. A limit of 0 or less means no
// limit.
func NewMemory(limit int64) Memory {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	return Memory{limit, limit}
}

// Reserve takes n bytes, rounded up to a multiple of eight, from the memory that is left, and reports
// whether so many were left. Once Reserve has returned false, it returns false for ever. With a nil Memory
// it always returns true.
func (m *Memory) Reserve(n int) bool { return m.reserveItems(n, 1) }

// reserveItems reserves the memory of n items of size bytes each. The product n*size may overflow an int.
func (m *Memory) reserveItems(n, size int) bool {
	if m == nil {
		return true
	}
	if m.left >= 0 {
		m.left -= (int64(n)*int64(size) + 7) &^ 7
	}
	return m.left >= 0
}

// Check returns an error with the offset if an earlier Reserve returned false.
func (m *Memory) Check(offset int) *Error {
	if m.left >= 0 {
		return nil
	}
	return m.spent(offset)
}

// spent makes the error of Check. It is a function of its own so that the compiler can inline Check into
// the loops of the decoders.
//
//go:noinline
func (m *Memory) spent(offset int) *Error {
	found := "more than fits into " + strconv.FormatInt(m.limit, 10) + " bytes of memory"
	return &Error{Found: found, Offset: int64(offset), Err: ErrMemory}
}

// Append works as append does, but reserves the memory first. It doubles a full array, but append grows a
// large array by only a quarter. All arrays that a list had until it was complete are then together half as
// large. If the memory is spent, Append returns s without x.
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

// A Go map has room for 8 members at first, then for 16, and doubles its room when seven eighths of it are
// taken. A map of more than 1024 slots has tables of 1024 slots and doubles one table at a time. Its first
// tables are full when 49/64 (seven eighths of seven eighths) of the slots of all tables are taken.
const (
	mapHeader = 56  // bytes of a map without its slots
	mapSlack  = 5   // bytes of a slot without its key and its value
	mapTables = 784 // members of a map with one table when ReserveForMap counts the second table
)

// ReserveForMap reserves the memory that a map with n members needs to hold one more member. Size counts
// the bytes of a key and a value.
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

// isDouble reports whether n is the number of, times a power of two.
func isDouble(n, of int) bool {
	times := n / of
	return n%of == 0 && times&(times-1) == 0
}
