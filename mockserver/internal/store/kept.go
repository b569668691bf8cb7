package store

import "sync/atomic"

// Cell is a row in a table, with what was computed from it. A change of the row makes another cell.
type Cell[R any] struct {
	Row  R
	Kept Kept
}

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

	read  TableSet // the tables that it was computed from, beside its row
	next  *Form
	stamp atomic.Pointer[Stamp] // of a version in which these tables are the same
}

// NewForm returns a form that was computed from these tables of a version.
func NewForm(key FormKey, bytes []byte, note any, read TableSet, of *Stamp) *Form {
	f := &Form{Key: key, Bytes: bytes, Note: note, read: read}
	f.stamp.Store(of)
	return f
}

// Find returns the form with a key, if the tables that it was computed from are the same in a version. Otherwise Find
// returns nil.
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

// standsIn reports whether the tables of the form are the same in a version. Most tables are as they were when the form
// was last looked at.
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
	other := &Form{Key: f.Key, Bytes: f.Bytes, Note: f.Note, read: f.read, next: next}
	other.stamp.Store(f.stamp.Load())
	return other
}

// drop removes all forms.
func (k *Kept) drop() { k.first.Store(nil) }
