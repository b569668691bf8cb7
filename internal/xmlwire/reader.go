package xmlwire

import (
	"bytes"
	"reflect"

	"github.com/tourney-go/tourney/internal/record"
)

// Reader is the decoder for generated code, which calls a method or a function for each member. The start tag of the
// member was consumed. The call stores the text, consumes it with the end tag, and returns the member whose start tag
// it consumed too, because it was expected and came next. If another tag came, the call returns the number of members
// plus the index of the member that it stored. For a text that is not in its plainest form the call consumes and stores
// nothing, and returns the complement of the member: the shape of the member reads it, or says what is wrong with it.
type Reader = decoder

// reading is the state of a Reader in one struct.
type reading struct {
	order *order
	row   *record.Row
}

// ReadMembers stores members of the struct that v points to, from member i on, until a call returns a member that it
// does not store. It returns what that call did.
type ReadMembers func(r *Reader, v any, i int) int

// readers holds generated code by type. It is complete before anything is read.
var readers = map[reflect.Type]ReadMembers{}

// RegisterReader makes Unmarshal read values of a type by generated code. Packages call it while they are initialized.
func RegisterReader(t reflect.Type, read ReadMembers) { readers[t] = read }

// ReaderOf returns the generated code for a type, or nil.
func ReaderOf(t reflect.Type) ReadMembers { return readers[t] }

// String reads a string.
func (d *decoder) String(i int, p *string) int {
	s := &d.reading.row.Seen[i]
	if d.repeats(s) {
		*p = s.Text
		return s.Next
	}
	next := d.element(i, s)
	if next < 0 {
		return d.otherString(i, p)
	}
	*p = d.arena.Reuse(d.data[s.Start:s.End], &s.Text)
	return next
}

// otherString reads a string with references, or with characters outside ASCII.
func (d *decoder) otherString(i int, p *string) int {
	start, s := d.pos, &d.reading.row.Seen[i]
	text, err := d.content(&tag{})
	end, next := d.pos, ^i
	if err == nil {
		next = d.after(i, end)
	}
	if next < 0 {
		d.pos = start
		return next
	}
	*p = d.arena.Reuse(text, &s.Text)
	s.Start, s.End, s.After, s.Next = start, end, d.pos, next
	return next
}

// StringPointer reads a string.
func (d *decoder) StringPointer(i int, p **string) int {
	start := d.pos
	var text string
	next := d.String(i, &text)
	if next >= 0 && !record.Point(d.arena, p, text) {
		d.pos = start
		return ^i
	}
	return next
}

// Int reads an integer.
func Int[T ~int | ~int64](d *Reader, i int, p *T) int {
	n, end := d.shortInt()
	if end == 0 || int64(T(n)) != n {
		return ^i
	}
	next := d.after(i, end)
	if next >= 0 {
		*p = T(n)
	}
	return next
}

// shortInt returns the integer that is next and the offset of its end. It is of less than 19 digits, which cannot
// overflow; else end is 0. It consumes nothing.
func (d *decoder) shortInt() (n int64, end int) {
	data, at := d.data, d.pos
	negative := at < len(data) && data[at] == '-'
	if negative {
		at++
	}
	start := at
	for at < len(data) && data[at]-'0' <= 9 {
		n = n*10 + int64(data[at]-'0')
		at++
	}
	if at == start || at-start > 18 {
		return 0, 0
	}
	if negative {
		n = -n
	}
	return n, at
}

// IntPointer reads an integer.
func IntPointer[T ~int | ~int64](d *Reader, i int, p **T) int {
	start := d.pos
	var n T
	next := Int(d, i, &n)
	if next >= 0 && !record.Point(d.arena, p, n) {
		d.pos = start
		return ^i
	}
	return next
}

// Value reads a value of a flat type (record.Shape.Flat) by its UnmarshalText.
func Value[T any](d *Reader, i int, p *T) int {
	start := d.pos
	text, next := d.valueText(i)
	if next >= 0 && !record.Value(d.arena, p, text) {
		d.pos = start
		return ^i
	}
	return next
}

// ValuePointer reads a value of a flat type by its UnmarshalText.
func ValuePointer[T any](d *Reader, i int, p **T) int {
	start := d.pos
	text, next := d.valueText(i)
	if next >= 0 && !record.ValuePointer(d.arena, p, text) {
		d.pos = start
		return ^i
	}
	return next
}

// valueText reads the text of a value.
func (d *decoder) valueText(i int) (text []byte, next int) {
	s := &d.reading.row.Seen[i]
	if d.repeats(s) {
		return d.data[s.Start:s.End], s.Next
	}
	next = d.element(i, s)
	return d.data[s.Start:s.End], next
}

// repeats consumes the text and the tags of a member that are written as those before. Equal bytes say the same.
func (d *decoder) repeats(s *record.Seen) bool {
	end := d.pos + s.After - s.Start
	if end > len(d.data) || s.After == 0 || !bytes.Equal(d.data[d.pos:end], d.data[s.Start:s.After]) {
		return false
	}
	d.pos = end
	return true
}

// element consumes the text of member i and the tags after it, in place of the ones seen before.
func (d *decoder) element(i int, s *record.Seen) (next int) {
	start := d.pos
	end := start + plain(d.data[start:])
	if next = d.after(i, end); next >= 0 {
		s.Start, s.End, s.After, s.Next = start, end, d.pos, next
	}
	return next
}

// after consumes what comes up to end, the text of member i, with its end tag and the start tag of the member that is
// expected next.
func (d *decoder) after(i, end int) (next int) {
	step := &d.reading.order.steps[i+1]
	if stop := end + len(step.tags); step.tags != "" && stop <= len(d.data) && string(d.data[end:stop]) == step.tags {
		d.pos = stop
		return step.next
	}
	if stop := end + len(step.end); step.end != "" && stop <= len(d.data) && string(d.data[end:stop]) == step.end {
		d.pos = stop
		return len(d.reading.row.Seen) + i
	}
	return ^i
}
