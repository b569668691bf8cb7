package store

import "sync/atomic"

// Cell contains a row of a table, together with the forms that were computed from the row. If the row changes, the
// table gets a new cell.
type Cell struct {
	Kept Kept
	row  any // a pointer to the row
}

// newCell returns a cell with a row, which are one piece of memory.
func newCell[R any](row R) *Cell {
	c := &struct {
		Cell
		of R
	}{of: row}
	c.row = &c.of
	return &c.Cell
}

// RowOf returns the row of the cell, or nil if the cell is nil. P is the type of pointers to rows of the cell's table.
func RowOf[P any](c *Cell) (row P) {
	if c != nil {
		row = c.row.(P) //nolint:forcetypeassert // a table has rows of one type
	}
	return row
}

// maxForms bounds the forms of a row.
const maxForms = 4

// Kept holds the forms of a row, the newest first.
type Kept struct{ first atomic.Pointer[Form] }

// FormKey tells the forms of a row apart.
type FormKey struct{ Of, Variety uint64 }

// Form is something that was computed from a row and from the rows that the row refers to, such as its encoding. A Form
// never changes.
type Form struct {
	Key   FormKey
	Bytes []byte
	Note  any

	read  TableSet // the tables that it was computed from, except the row's own table
	next  *Form
	stamp atomic.Pointer[Stamp] // the stamp of a version in which these tables had the same rows
}

// NewForm returns a form that was computed from these tables of a version.
func NewForm(key FormKey, bytes []byte, note any, read TableSet, of *Stamp) *Form {
	f := &Form{Key: key, Bytes: bytes, Note: note, read: read}
	f.stamp.Store(of)
	return f
}

// Find returns the form with a key if the tables that the form was computed from have the same rows in a version.
// Otherwise Find returns nil.
func (k *Kept) Find(key FormKey, in *Stamp) *Form {
	for f := k.first.Load(); f != nil; f = f.next {
		if f.Key == key {
			if f.standsIn(in) {
				return f
			}
			return nil
		}
	}
	return nil
}

// standsIn reports whether the form is valid in a version: the tables that it was computed from have the same rows
// there. Most tables have not changed since the last call, so it compares with the stamp of that call.
func (f *Form) standsIn(in *Stamp) bool {
	seen := f.stamp.Load()
	if !in.same(f.read, seen) {
		return false
	}
	if seen != in {
		f.stamp.Store(in)
	}
	return true
}

// put adds a form, and replaces a form with the same key.
func (k *Kept) put(f *Form) {
	for {
		first := k.first.Load()
		f.next = first.without(f.Key, maxForms-1)
		if k.first.CompareAndSwap(first, f) {
			return
		}
	}
}

// without returns the first forms that have another key.
func (f *Form) without(key FormKey, most int) *Form {
	switch {
	case f == nil || most == 0:
		return nil
	case f.Key == key:
		return f.next.without(key, most)
	}
	next := f.next.without(key, most-1)
	if next == f.next {
		return f
	}
	other := &Form{Key: f.Key, Bytes: f.Bytes, Note: f.Note, read: f.read, next: next}
	other.stamp.Store(f.stamp.Load())
	return other
}

// drop removes all forms.
func (k *Kept) drop() { k.first.Store(nil) }
