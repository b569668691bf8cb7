package store

// SetIndex sets the index of the table in the stamps of its version. Forks have the same index.
func (t *Untyped) SetIndex(index int) { t.index = uint8(index) } //nolint:gosec // a version has few tables

// Generation returns the present generation.
func (t *Untyped) Generation() Generation { return t.generation }

// Len returns the number of rows.
func (t *Untyped) Len() int { return t.at.Len() }

// ID returns the id of a row.
func (t *Untyped) ID(row any) int64 { return t.id(row) }

// Get returns the row with an id, nil when there is none.
func (t *Untyped) Get(id int64) any { return t.cell(id).Row() }

// Known reports whether there is a row with an id. The id 0 means that no row is named, and counts as known.
func (t *Untyped) Known(id int64) bool { return id == 0 || t.cell(id) != nil }

// Each calls yield with all rows in their order, until yield returns false.
func (t *Untyped) Each(yield func(row any) bool) {
	t.each(func(c *Cell) bool { return yield(c.row) })
}

// EachChange does what Table.EachChange does.
func (t *Untyped) EachChange(before *Untyped, f func(was, is any)) {
	t.rows.differences(&before.rows, func(_ int, was, is *Cell) bool {
		f(was.Row(), is.Row())
		return true
	})
}

// NewCell returns a cell with a zero row. The table does not contain it until Put.
func (t *Untyped) NewCell() *Cell { return t.zero() }

// Row returns a pointer to the row of the cell, or nil if the cell is nil.
func (c *Cell) Row() any {
	if c == nil {
		return nil
	}
	return c.row
}
