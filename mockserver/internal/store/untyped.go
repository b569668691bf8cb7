package store

// Untyped is a table without the type of its rows, for code that treats all tables alike. Its rows are pointers of the
// table's row type.
type Untyped struct{ table *core }

// SetIndex sets the index of the table in the stamps of its version. Forks have the same index.
func (t Untyped) SetIndex(index int) { t.table.index = uint8(index) } //nolint:gosec // a version has few tables

// Share makes the next write copy the content, so that a copy of the table is a fork: see Table.Fork.
func (t Untyped) Share() { t.table.share() }

// Generation returns the present generation.
func (t Untyped) Generation() Generation { return t.table.generation }

// Len returns the number of rows.
func (t Untyped) Len() int { return t.table.at.Len() }

// ID returns the id of a row.
func (t Untyped) ID(row any) int64 { return t.table.id(row) }

// Get returns the row with an id, nil when there is none.
func (t Untyped) Get(id int64) any { return t.table.cell(id).Row() }

// Known does what Table.Known does.
func (t Untyped) Known(id int64) bool { return id == 0 || t.table.cell(id) != nil }

// Position returns the position of the row with an id, -1 when there is none.
func (t Untyped) Position(id int64) int32 { return t.table.position(id) }

// Remove removes the row with an id.
func (t Untyped) Remove(id int64) { t.table.remove(id) }

// Each calls yield with all rows in their order, until yield returns false.
func (t Untyped) Each(yield func(row any) bool) {
	t.table.each(func(c *Cell) bool { return yield(c.row) })
}

// EachChange does what Table.EachChange does.
func (t Untyped) EachChange(before Untyped, f func(was, is any)) {
	t.table.rows.differences(&before.table.rows, func(_ int, was, is *Cell) bool {
		f(was.Row(), is.Row())
		return true
	})
}

// Since returns the changes that turn the table before into this one: which ids to remove, and then the cells whose
// rows to Put, in this order. Afterwards both tables have the same rows in the same order. If the tables were forked
// from each other, the cost is the number of changes. Since needs no record of the writes.
func (t Untyped) Since(before Untyped) (removed []int64, put []*Cell) {
	return t.table.since(before.table)
}

// NewCell returns a cell with a zero row. The table does not contain it until Put.
func (t Untyped) NewCell() *Cell { return t.table.zero() }

// Put adds the row of a cell at the end, or replaces the row that has the same id. It returns the position of the row.
func (t Untyped) Put(c *Cell) int32 { return t.table.put(c) }

// Row returns a pointer to the row of the cell, or nil if the cell is nil.
func (c *Cell) Row() any {
	if c == nil {
		return nil
	}
	return c.row
}
