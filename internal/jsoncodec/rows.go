package jsoncodec

import (
	"bytes"

	"github.com/tourney-go/tourney/internal/record"
)

// row is what the decoder remembers of the struct of a plan that it read last: rows of a list are much alike.
type row struct {
	plan *record.Plan
	seen []seen // by the index of a member
	next []int  // by the index of a member plus one, which member came after it; nil while all are in order
}

// seen is the string that a member had last.
type seen struct {
	text       string
	start, end int // offsets in the body of the string with its quotes
}

// expected returns the index of the member that came next in the row before; in the first row, in the struct.
func (r *row) expected(last int) int {
	if r.next == nil {
		return last
	}
	return r.next[last]
}

// row returns the row of a plan. It looks at all rows, because a body has few.
func (d *decoder) row(p *record.Plan) *row {
	for _, r := range d.rows {
		if r.plan == p {
			return r
		}
	}
	r := &row{plan: p, seen: make([]seen, len(p.Fields))}
	if d.rows == nil {
		d.rows = d.few[:0]
	}
	d.rows = append(d.rows, r)
	return r
}

// repeats consumes a string that is written as the one before. Its bytes tell that it is valid, and what it says.
func (d *decoder) repeats(s *seen) bool {
	end := d.pos + s.end - s.start
	if end > len(d.data) || s.end == 0 || !bytes.Equal(d.data[d.pos:end], d.data[s.start:s.end]) {
		return false
	}
	d.pos = end
	return true
}

// remember reads a string in place of the one before.
func (d *decoder) remember(s *seen) *record.Error {
	start := d.pos
	text, err := d.text()
	if err != nil {
		return err
	}
	d.arena.Reuse(text, &s.text)
	s.start, s.end = start, d.pos
	return nil
}
