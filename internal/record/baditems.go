package record

import (
	"encoding/json"
	"errors"
	"reflect"
	"sync"
)

// BadItems collects the items of a body's outermost slice that do not fit their type. A codec with BadItems leaves them
// out of the slice and reads on. It still refuses a body that is malformed, nested too deeply or too large for its
// memory.
type BadItems struct {
	Most  int       // items to describe
	Items []BadItem // the first Most of them
	Count int       // all of them

	key itemKey
}

// BadItem describes an item that was left out.
type BadItem struct {
	Index      int             // place in the body, from 0, counting all items
	Start, End int             // offsets in the body
	ID         json.RawMessage // its member Id; nil when it has none
	Err        *Error          // with the path from the slice on, as in [3]/Time, and without the line
}

type itemKey struct {
	ID json.RawMessage `json:"Id"`
}

var keyShape = sync.OnceValue(func() *Shape { return ShapeOf(reflect.TypeFor[itemKey]()) })

// Begin starts a slice. Of slices with the same name the last one counts, so it forgets the items of the one before.
func (b *BadItems) Begin(l *Items) {
	if b != nil && l.outer {
		b.Items, b.Count = nil, 0
	}
}

// May reports whether the item with this error may be left out, if the body turns out to be well-formed there.
func (b *BadItems) May(l *Items, err *Error) bool {
	return b != nil && l.outer && !errors.Is(err, ErrMemory)
}

// Key returns the value, with its shape, to read an item into that is left out: a struct with the item's Id alone.
func (b *BadItems) Key() (reflect.Value, *Shape) {
	b.key = itemKey{}
	return reflect.ValueOf(&b.key).Elem(), keyShape()
}

// Leave leaves out the last item of a slice, which is the item n of the body. Key holds its Id.
func (b *BadItems) Leave(l *Items, n, start, end int, err *Error) {
	l.drop()
	b.Count++
	if len(b.Items) < b.Most {
		b.Items = append(b.Items, BadItem{Index: n, Start: start, End: end, ID: b.key.ID, Err: err.At(n)})
	}
}
