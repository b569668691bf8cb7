package store

import "sync/atomic"

// Cell is a row in a table, with what was computed from it. A change of the row makes another cell.
type Cell[R any] struct {
	Row  R
	Kept Kept

	serial uint64
}

// serials counts the cells of the process. The number of a cell tells a version of a row from all others, also from
// those in forks and in other tables. A read keeps the number, and so keeps no row in memory.
var serials atomic.Uint64

func newCell[R any](row R) *Cell[R] { return &Cell[R]{Row: row, serial: serials.Add(1)} }

// row returns the row, nil for no cell.
func (c *Cell[R]) row() *R {
	if c == nil {
		return nil
	}
	return &c.Row
}

// maxForms bounds the forms of a row.
const maxForms = 4

// Kept holds the forms of a row, the newest first.
type Kept struct{ first atomic.Pointer[Form] }

// FormKey tells the forms of a row apart.
type FormKey struct{ Of, Variety uint64 }

// Form is something that was computed from a row and from the rows that it refers to, such as its encoding. Nothing
// changes it.
type Form struct {
	Key   FormKey
	Bytes []byte
	Note  any
	Read  TableSet // the tables that it was computed from, beside its row

	next  *Form
	reads Reads
	stamp atomic.Pointer[Stamp] // of tables in which all reads would be the same
}

// NewForm returns a form that was computed with these reads from tables.
func NewForm(key FormKey, bytes []byte, note any, reads *Reads, of *Tables) *Form {
	f := &Form{Key: key, Bytes: bytes, Note: note, Read: reads.tables(), reads: *reads}
	f.stamp.Store(of.stamp)
	return f
}

// Find returns the form with a key, if it would be computed anew from these tables as it was. Otherwise Find returns
// nil.
func (k *Kept) Find(key FormKey, in *Tables) *Form {
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

// standsIn reports whether all reads of the form would be the same in these tables. Most tables are as they were when
// the form was last looked at.
func (f *Form) standsIn(in *Tables) bool {
	seen := f.stamp.Load()
	if seen == in.stamp {
		return true
	}
	if !f.reads.standIn(in, seen) {
		return false
	}
	f.stamp.Store(in.stamp)
	return true
}

// put adds a form in place of one with its key.
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
	other := &Form{Key: f.Key, Bytes: f.Bytes, Note: f.Note, Read: f.Read, next: next, reads: f.reads}
	other.stamp.Store(f.stamp.Load())
	return other
}

// drop removes all forms.
func (k *Kept) drop() { k.first.Store(nil) }
