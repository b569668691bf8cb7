package store

import "slices"

// Source is a table, whatever its rows are.
type Source interface {
	Generation() Generation
	// holds reports whether the row of a read is in the table. Of an absent row it reports whether it is absent.
	holds(r rowRead) bool
	list(key any) *run
}

// Stamp tells what is in some tables. It is equal for tables that nothing changed since they were forked.
type Stamp struct{ generations []Generation }

// Tables are those of a version that nothing changes any more.
type Tables struct {
	sources []Source
	stamp   *Stamp
}

// Seal returns the tables of a version. All versions must have the same tables in the same order. Where the tables are
// those of the version before, the stamp is too.
func Seal(before *Stamp, sources ...Source) *Tables {
	fresh := &Stamp{make([]Generation, len(sources))}
	for i, s := range sources {
		fresh.generations[i] = s.Generation()
	}
	if before != nil && slices.Equal(before.generations, fresh.generations) {
		fresh = before
	}
	return &Tables{sources, fresh}
}

// TableSet is a set of tables, by their indexes among the Tables of a version.
type TableSet uint16

// With returns the set with another table.
func (s TableSet) With(table uint8) TableSet { return s | 1<<table }

// Same reports whether the tables of a set are those with a stamp.
func (t *Tables) Same(set TableSet, seen *Stamp) bool {
	if seen == t.stamp {
		return true
	}
	for i := range t.sources {
		if table := uint8(i); set&TableSet(0).With(table) != 0 && t.differs(table, seen) {
			return false
		}
	}
	return true
}

// Stamp returns the stamp of the tables.
func (t *Tables) Stamp() *Stamp { return t.stamp }

// Reads are the rows and lists that were read from some tables.
type Reads struct {
	rows  []rowRead
	lists []listRead
}

// rowRead is a row that was read, or was looked for and is absent.
type rowRead struct {
	serial uint64 // of the row's cell; 0 for an absent row
	at     int64  // the position of the row, the id of an absent row
	table  uint8  // the index of the table
}

// listRead is a list of positions that was read. The rows at these positions are reads of their own.
type listRead struct {
	run   *run // nil for an empty list
	key   any
	table uint8
}

// tables returns the tables that were read.
func (r *Reads) tables() (set TableSet) {
	for i := range r.rows {
		set = set.With(r.rows[i].table)
	}
	for i := range r.lists {
		set = set.With(r.lists[i].table)
	}
	return set
}

// fewReads is how many of the last reads are compared with the next one. Rows that refer to each other often lead to
// the same row.
const fewReads = 8

// row notes a row.
func (r *Reads) row(read rowRead) {
	if !slices.Contains(r.rows[max(0, len(r.rows)-fewReads):], read) {
		r.rows = append(r.rows, read)
	}
}

// size returns about how many bytes the reads take.
func (r *Reads) size() int { return 24*cap(r.rows) + 40*cap(r.lists) }

// standIn reports whether the reads would be the same in these tables. They would be in tables with the stamp.
func (r *Reads) standIn(in *Tables, seen *Stamp) bool {
	for i := range r.rows {
		read := &r.rows[i]
		if in.differs(read.table, seen) && !in.sources[read.table].holds(*read) {
			return false
		}
	}
	for i := range r.lists {
		read := &r.lists[i]
		if in.differs(read.table, seen) && in.sources[read.table].list(read.key) != read.run {
			return false
		}
	}
	return true
}

// differs reports whether a table may differ from that with the stamp.
func (t *Tables) differs(table uint8, seen *Stamp) bool {
	return t.stamp.generations[table] != seen.generations[table]
}

// Reading gives views the rows of a table. It notes each row and each list that a view gets.
type Reading[K comparable, R any] struct {
	table *Table[K, R]
	index uint8
	reads *Reads // nil notes nothing
}

// Reading returns the table for reading. The index is that of the table among the Tables of its version.
func (t *Table[K, R]) Reading(index uint8, reads *Reads) Reading[K, R] {
	return Reading[K, R]{t, index, reads}
}

// Get is Table.Get.
func (r Reading[K, R]) Get(id int64) *R {
	pos, ok := r.table.in().at.get(id)
	if !ok {
		r.note(rowRead{at: id, table: r.index})
		return nil
	}
	return r.row(pos)
}

// Under is Table.Under.
func (r Reading[K, R]) Under(k K) []*R {
	of := r.table.run(k)
	if r.reads != nil {
		r.reads.lists = append(r.reads.lists, listRead{of, k, r.index})
	}
	positions := of.list().All()
	rows := make([]*R, len(positions))
	for i, pos := range positions {
		rows[i] = r.row(pos)
	}
	return rows
}

func (r Reading[K, R]) row(pos int32) *R {
	cell := r.table.in().rows.at(int(pos))
	r.note(rowRead{cell.serial, int64(pos), r.index})
	return &cell.Row
}

func (r Reading[K, R]) note(read rowRead) {
	if r.reads != nil {
		r.reads.row(read)
	}
}

func (t *Table[K, R]) list(key any) *run {
	return t.run(key.(K)) //nolint:forcetypeassert // the key of a read from this table
}

// holds looks at the position, because a row that did not change is at the same position in every fork.
func (t *Table[K, R]) holds(r rowRead) bool {
	if r.serial == 0 {
		_, found := t.in().at.get(r.at)
		return !found
	}
	if r.at >= int64(t.in().rows.len) {
		return false
	}
	cell := t.in().rows.at(int(r.at))
	return cell != nil && cell.serial == r.serial
}
