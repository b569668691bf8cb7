package store

import "slices"

// Stamp tells what is in the tables of a version that nothing changes any more.
type Stamp struct{ generations []Generation }

// Seal returns the stamp of a version with tables of these generations. All versions must have the same tables in the
// same order. Where the tables are those of the version before, whose stamp may be nil, the stamp is too.
func Seal(before *Stamp, generations ...Generation) *Stamp {
	if before != nil && slices.Equal(before.generations, generations) {
		return before
	}
	return &Stamp{generations}
}

// TableSet is a set of tables, by their indexes in the stamp of a version.
type TableSet uint16

// same reports whether the tables of a set are those with another stamp.
func (s *Stamp) same(set TableSet, seen *Stamp) bool {
	if seen == s {
		return true
	}
	for i, g := range s.generations {
		if set&(1<<i) != 0 && g != seen.generations[i] {
			return false
		}
	}
	return true
}

// Reading gives views the rows of a table. It notes that a view read from the table.
type Reading[K comparable, R any] struct {
	table *Table[K, R]
	index uint8
	read  *TableSet
}

// Reading returns the table for reading. The index is that of the table in the stamp of its version. Each read adds the
// table to a set.
func (t *Table[K, R]) Reading(index uint8, read *TableSet) Reading[K, R] {
	return Reading[K, R]{t, index, read}
}

// Get is Table.Get.
func (r Reading[K, R]) Get(id int64) *R {
	*r.read |= 1 << r.index
	return r.table.Get(id)
}

// Under is Table.Under.
func (r Reading[K, R]) Under(k K) []*R {
	*r.read |= 1 << r.index
	return r.table.Under(k)
}
