package store

import (
	"sync"
	"unsafe"
	"weak"
)

// Keeper bounds the memory of the forms that it has put into rows. If they need too much, it drops the oldest forms
// first. The forms of a removed row are freed together with the row.
type Keeper struct {
	limit int64

	mu     sync.Mutex
	used   int64      // bytes of all forms that are kept
	queue  []keptForm // oldest first, from the index oldest on
	oldest int
}

// keptForm is a form, with the row that it was put into. The row may have dropped the form since.
type keptForm struct {
	row  weak.Pointer[Kept]
	size int64
}

// NewKeeper returns a keeper for forms that take up to this many bytes together.
func NewKeeper(limit int64) *Keeper { return &Keeper{limit: limit} }

// Keeps reports whether the keeper keeps any forms.
func (k *Keeper) Keeps() bool { return k.limit > 0 }

// perForm is approximately the memory of a form in addition to its bytes, its place in the queue included.
const perForm = int(unsafe.Sizeof(Form{}) + 2*unsafe.Sizeof(keptForm{}) + 48) // 48 for the weak pointer

// Keep puts a form into a row. A form that is larger than the limit is not kept.
func (k *Keeper) Keep(row *Kept, f *Form) {
	size := int64(cap(f.Bytes) + perForm)
	if size > k.limit {
		return
	}
	row.put(f)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.queue = append(k.queue, keptForm{weak.Make(row), size})
	k.used += size
	for k.used > k.limit {
		k.dropOldest()
	}
}

// dropOldest drops the forms of the row of the oldest form.
func (k *Keeper) dropOldest() {
	form := &k.queue[k.oldest]
	if row := form.row.Value(); row != nil {
		row.drop()
	}
	k.used -= form.size
	*form = keptForm{}
	if k.oldest++; k.oldest > len(k.queue)/2 {
		k.queue = append(k.queue[:0], k.queue[k.oldest:]...)
		k.oldest = 0
	}
}
