package store

// Untyped is a table without the type of its rows, for code that treats all tables alike. Its rows are pointers of the
// table's row type.
type Untyped struct{ *core }

// Untyped returns the table without the type of its rows.
func (t *core) Untyped() Untyped { return Untyped{t} }

// SetIndex sets the index of the table in the stamps of its version. Forks have the same index.
func (t Untyped) SetIndex(index int) { t.index = uint8(index) } //nolint:gosec // a version has few tables

// Share makes the next write copy the content, so that a copy of the table is a fork: see Fork.
func (t Untyped) Share() {
	if t.own {
		t.own = false
	}
}

// ID returns the id of a row.
func (t Untyped) ID(row any) int64 { return t.id(row) }

// Get returns the row with an id, nil when there is none.
func (t Untyped) Get(id int64) any { return rowOf(t.Cell(id)) }

// Each calls yield with all rows in their order, until yield returns false.
func (t Untyped) Each(yield func(row any) bool) {
	t.each(func(c *Cell) bool { return yield(c.row) })
}

// EachChange does what Table.EachChange does.
func (t Untyped) EachChange(before Untyped, f func(was, is any)) {
	t.rows.differences(&before.rows, func(_ int, was, is *Cell) bool {
		f(rowOf(was), rowOf(is))
		return true
	})
}

// Since does what Table.Since does, and returns the cells with the rows to put.
func (t Untyped) Since(before Untyped) (removed []int64, put []*Cell) { return t.since(before.core) }

// NewCell returns a cell with a zero row. The table does not contain it until Put.
func (t Untyped) NewCell() *Cell { return t.zero() }

// Put adds the row of a cell at the end, or replaces the row that has the same id. It returns the position of the row.
func (t Untyped) Put(c *Cell) int32 { return t.put(c) }

// Row returns a pointer to the row of the cell.
func (c *Cell) Row() any { return c.row }

func rowOf(c *Cell) any {
	if c == nil {
		return nil
	}
	return c.row
}
