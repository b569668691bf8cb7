package jsoncodec

import (
	"reflect"

	"github.com/tourney-go/tourney/internal/record"
)

// Reader is the decoder for generated code, which calls a method or a function for each member, in the order of the
// struct: if the member comes next, it is read and stored. The key is a comma, the name in quotes and a colon. The call
// reports false when the member came, but its value is not in its plainest form. The value is then neither consumed nor
// stored: the shape of the member reads it, or says what is wrong with it.
type Reader = decoder

// reading is the state of a Reader in one struct.
type reading struct {
	seen  []seen // of the row
	last  int    // index of the member that was accepted last
	named bool   // the name of the first member was consumed
}

// ReadMembers stores members of the struct that v points to, from member i on, whose name was consumed. It reports true
// in front of a name that it does not expect, and false as soon as a call does.
type ReadMembers func(r *Reader, v any, i int) bool

// readers holds generated code by type. It is complete before anything is read.
var readers = map[reflect.Type]ReadMembers{}

// RegisterReader makes Unmarshal read values of a type by generated code. Packages call it while they are initialized.
// It is not generic: the names of its instances would take 30 kB of a program.
func RegisterReader(t reflect.Type, read ReadMembers) { readers[t] = read }

// Other reports false when the member comes next, because only its shape can read it.
func (d *decoder) Other(i int, key string) bool { return !d.comes(i, key) }

// comes consumes the name of member i, if it comes next.
func (d *decoder) comes(i int, key string) bool {
	if !d.reading.named && !d.accept(key) {
		return false
	}
	d.reading.named, d.reading.last = false, i
	return true
}

// String reads a string.
func (d *decoder) String(i int, key string, p *string) bool {
	return !d.comes(i, key) || d.stringValue(p)
}

func (d *decoder) stringValue(p *string) bool {
	if !d.at('"') {
		return false
	}
	start, s := d.pos, &d.reading.seen[d.reading.last]
	if !d.repeats(s) && d.remember(s) != nil {
		d.pos = start
		return false
	}
	*p = s.text
	return true
}

// StringPointer reads a string or null.
func (d *decoder) StringPointer(i int, key string, p **string) bool {
	if !d.comes(i, key) {
		return true
	}
	start := d.pos
	var text string
	if d.stringValue(&text) && record.Point(d.arena, p, text) {
		return true
	}
	d.pos = start
	return null(d, p)
}

// Int reads an integer.
func Int[T ~int | ~int64](d *Reader, i int, key string, p *T) bool {
	return !d.comes(i, key) || intValue(d, p)
}

func intValue[T ~int | ~int64](d *Reader, p *T) bool {
	n, end := d.shortInt()
	if end == 0 || int64(T(n)) != n {
		return false
	}
	d.pos = end
	*p = T(n)
	return true
}

// IntPointer reads an integer or null.
func IntPointer[T ~int | ~int64](d *Reader, i int, key string, p **T) bool {
	if !d.comes(i, key) {
		return true
	}
	start := d.pos
	var n T
	if intValue(d, &n) && record.Point(d.arena, p, n) {
		return true
	}
	d.pos = start
	return null(d, p)
}

// Value reads a value of a flat type (record.Shape.Flat) that its UnmarshalText reads.
func Value[T any](d *Reader, i int, key string, p *T) bool {
	if !d.comes(i, key) {
		return true
	}
	start := d.pos
	if record.Value(d.arena, p, d.plainText()) {
		return true
	}
	d.pos = start
	return false
}

// ValuePointer reads a value of a flat type that its UnmarshalText reads, or null.
func ValuePointer[T any](d *Reader, i int, key string, p **T) bool {
	if !d.comes(i, key) {
		return true
	}
	start := d.pos
	if record.ValuePointer(d.arena, p, d.plainText()) {
		return true
	}
	d.pos = start
	return null(d, p)
}

// plainText reads a string. The text is empty for any other value, and for a string with a mistake.
func (d *decoder) plainText() []byte {
	if !d.at('"') {
		return nil
	}
	text, err := d.text()
	if err != nil {
		return nil
	}
	return text
}

// null reads null.
func null[T any](d *Reader, p **T) bool {
	if !d.at('n') || !d.accept("null") {
		return false
	}
	*p = nil
	return true
}
