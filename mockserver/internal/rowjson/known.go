package rowjson

import (
	"bytes"
	"hash/maphash"
	"reflect"
	"sync"
)

// known holds values that were read before, so that rows share what they have in common: texts, and what is behind
// pointers. Nothing changes the rows that were read in place. A value that comes again is not even read again.
type known struct {
	texts   [places]string
	objects [places]object
	numbers map[number]reflect.Value // pointers
}

// object is a decoded object of JSON, with its text.
type object struct {
	of   reflect.Type
	text string
	to   reflect.Value
}

type number struct {
	of    reflect.Type
	value int64
}

// The bounds of what is remembered. Longer texts and objects seldom repeat.
const (
	places     = 1 << 12
	longText   = 64
	longObject = 512
)

// knowns are used again, because the rows of a file are read one by one.
var knowns = sync.Pool{New: func() any { return &known{numbers: map[number]reflect.Value{}} }}

var seed = maphash.MakeSeed()

func placeOf(text []byte) uint64 { return maphash.Bytes(seed, text) % places }

// text returns the text as a string.
func (k *known) text(text []byte) string {
	if k == nil || len(text) > longText {
		return string(text)
	}
	at := &k.texts[placeOf(text)]
	if *at != string(text) {
		*at = string(text)
	}
	return *at
}

// placeOfObject returns the place of the object that some text begins with. Its first characters tell most of them
// apart.
func (k *known) placeOfObject(text []byte) *object {
	begin := text[:min(len(text), longText)]
	if end := bytes.IndexByte(begin, '}'); end >= 0 {
		begin = begin[:end]
	}
	return &k.objects[placeOf(begin)]
}

// pointer reads the target of a pointer, or finds one that was read before. d is at the target.
func (d *decoder) pointer(t reflect.Type, elem *codec) (reflect.Value, *Error) {
	start := d.skipped()
	shares := d.known != nil && d.peek() == '{'
	if shares {
		at := d.known.placeOfObject(d.data[start:])
		if at.of == t && bytes.HasPrefix(d.data[start:], []byte(at.text)) {
			d.pos += len(at.text)
			return at.to, nil
		}
	}
	to := reflect.New(t.Elem())
	err := elem.decode(d, to.Elem())
	switch {
	case err != nil || d.known == nil:
	case shares && d.pos-start <= longObject:
		*d.known.placeOfObject(d.data[start:]) = object{t, string(d.data[start:d.pos]), to}
	default:
		to = d.known.pointer(t, to)
	}
	return to, err
}

// pointer returns a pointer to the same number or boolean as another one.
func (k *known) pointer(t reflect.Type, to reflect.Value) reflect.Value {
	key := number{of: t}
	switch {
	case to.Elem().Kind() == reflect.Bool:
		if to.Elem().Bool() {
			key.value = 1
		}
	case to.Elem().CanInt():
		key.value = to.Elem().Int()
	default:
		return to
	}
	if before, ok := k.numbers[key]; ok {
		return before
	}
	if len(k.numbers) < places {
		k.numbers[key] = to
	}
	return to
}
