package jsoncodec

import (
	"reflect"

	"github.com/tourney-go/tourney/internal/record"
)

// Reader is the decoder for generated code, which calls a method or a function for each member. The name of the member
// was consumed. The call stores the value, and consumes the name of the member after it as well, if that is one that
// comes after it in the struct, or came there before. It returns the index of that member, or, when there is none, the
// number of members plus the index of its own. For a value that is not in its plainest form the call consumes and
// stores nothing, and returns the complement of the index: the shape of the member reads it, or says what is wrong.
type Reader = decoder

// ReadMembers stores members of the struct that v points to, from member i on, until a call returns a member that it
// does not store. It returns what that call did.
type ReadMembers func(r *Reader, v any, i int) int

// readers holds generated code by type. It is complete before anything is read.
var readers = map[reflect.Type]ReadMembers{}

// RegisterReader makes Unmarshal read values of a type by generated code. Packages call it while they are initialized.
// It is not generic: the names of its instances would take 30 kB of a program.
func RegisterReader(t reflect.Type, read ReadMembers) { readers[t] = read }

// after consumes the name of the member that comes after member i, and returns what a call for member i does.
func (d *decoder) after(i int) (next int) {
	fields := d.reading.plan.Fields
	if !d.at(',') {
		return len(fields) + i
	}
	for next = i + 1; next < len(fields); next++ {
		if d.accept(fields[next].Key) {
			return next
		}
	}
	if next = d.reading.expected(i + 1); next <= i && d.accept(fields[next].Key) {
		return next
	}
	return len(fields) + i
}

// String reads a string.
func (d *decoder) String(i int, p *string) int {
	s := &d.reading.seen[i]
	if d.repeats(s, s.after) {
		*p = s.text
		return s.next
	}
	start := d.pos
	if !d.at('"') || d.remember(s) != nil {
		d.pos = start
		return ^i
	}
	*p = s.text
	s.next = d.after(i)
	s.after = d.pos
	return s.next
}

// StringPointer reads a string or null.
func (d *decoder) StringPointer(i int, p **string) int {
	start := d.pos
	var text string
	if next := d.String(i, &text); next >= 0 {
		if record.Point(d.arena, p, text) {
			return next
		}
		d.pos = start
		return ^i
	}
	return null(d, i, p)
}

// Int reads an integer.
func Int[T ~int | ~int64](d *Reader, i int, p *T) int {
	n, end := d.shortInt()
	if end == 0 || int64(T(n)) != n {
		return ^i
	}
	d.pos = end
	*p = T(n)
	return d.after(i)
}

// IntPointer reads an integer or null.
func IntPointer[T ~int | ~int64](d *Reader, i int, p **T) int {
	n, end := d.shortInt()
	if end == 0 || int64(T(n)) != n {
		return null(d, i, p)
	}
	if !record.Point(d.arena, p, T(n)) {
		return ^i
	}
	d.pos = end
	return d.after(i)
}

// Value reads a value of a flat type (record.Shape.Flat) that its UnmarshalText reads.
func Value[T any](d *Reader, i int, p *T) int {
	start := d.pos
	if record.Value(d.arena, p, d.plainText()) {
		return d.after(i)
	}
	d.pos = start
	return ^i
}

// ValuePointer reads a value of a flat type that its UnmarshalText reads, or null.
func ValuePointer[T any](d *Reader, i int, p **T) int {
	start := d.pos
	if record.ValuePointer(d.arena, p, d.plainText()) {
		return d.after(i)
	}
	d.pos = start
	return null(d, i, p)
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
func null[T any](d *Reader, i int, p **T) int {
	if !d.at('n') || !d.accept("null") {
		return ^i
	}
	*p = nil
	return d.after(i)
}
