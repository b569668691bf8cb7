package store

import "slices"

// Stamp identifies the rows in the tables of a version that nothing changes any more.
type Stamp struct{ generations []Generation }

// Seal returns the stamp of a version with tables of these generations. All versions must have the same tables in the
// same order. The argument before is the stamp of the version before, or nil. If no table changed since that version,
// Seal returns before.
func Seal(before *Stamp, generations []Generation) *Stamp {
	if before != nil && slices.Equal(before.generations, generations) {
		return before
	}
	return &Stamp{generations}
}

// TableSet is a set of tables, by their indexes in the stamp of a version.
type TableSet uint16

// same reports whether the tables of a set have the same generations in both stamps.
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
type Reading[P any] struct {
	table *Table[P]
	own   TableSet // only this table
	read  *TableSet
}

// Reading returns the table for reading. Each read adds the table to the set that read points to.
func (t *Table[P]) Reading(read *TableSet) Reading[P] {
	return Reading[P]{t, 1 << t.core.index, read}
}

// Get does what Table.Get does, and notes the read.
func (r Reading[P]) Get(id int64) P {
	*r.read |= r.own
	return r.table.Get(id)
}

// Under does what Table.Under does, and notes the read.
func (r Reading[P]) Under(k Key) []P {
	*r.read |= r.own
	return r.table.Under(k)
}
