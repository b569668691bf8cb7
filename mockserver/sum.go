package mockserver

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
)

// decimalSum adds up decimals. Most numbers are whole, which are quick to add.
type decimalSum struct {
	whole int64
	other *tourney.Decimal // the sum of the numbers that are not whole; nil without one
}

// wholeDigits bounds the texts of the numbers that are added as integers. No memory has so many that they overflow.
const wholeDigits = 9

// wholeNumber returns a number whose text is a short integer, and false for all others.
func wholeNumber(d tourney.Decimal) (int64, bool) {
	text := d.String()
	if len(text) > wholeDigits || strings.IndexByte(text, '.') >= 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// add adds a number.
func (s *decimalSum) add(d tourney.Decimal) {
	if n, ok := wholeNumber(d); ok {
		s.whole += n
		return
	}
	if s.other == nil {
		s.other = new(tourney.Decimal)
	}
	s.other = new(s.other.Add(d))
}

// number returns the sum. It has as many places as the number with the most places.
func (s *decimalSum) number() quantity {
	if s.other == nil {
		return quantity{whole: s.whole}
	}
	return quantity{other: new(tourney.NewDecimal(s.whole, 0).Add(*s.other))}
}

// quantity is a whole number of units or of tenths, or any other decimal. Most numbers are whole, which are quick to
// compare.
type quantity struct {
	whole  int64
	places int              // 1 for tenths
	other  *tourney.Decimal // in place of whole; nil for a whole number
}

func (n quantity) decimal() tourney.Decimal {
	if n.other != nil {
		return *n.other
	}
	return tourney.NewDecimal(n.whole, n.places)
}

// alike reports whether both numbers are whole numbers of the same.
func (n quantity) alike(m quantity) bool {
	return n.other == nil && m.other == nil && n.places == m.places
}

func (n quantity) compare(m quantity) int {
	if n.alike(m) {
		return cmp.Compare(n.whole, m.whole)
	}
	return n.decimal().Cmp(m.decimal())
}

func (n quantity) minus(m quantity) quantity {
	if n.alike(m) {
		return quantity{whole: n.whole - m.whole, places: n.places}
	}
	return quantity{other: new(n.decimal().Sub(m.decimal()))}
}

// append appends the text of the number.
func (n quantity) append(dst []byte) []byte {
	if n.other == nil && n.places == 0 {
		return strconv.AppendInt(dst, n.whole, 10)
	}
	return append(dst, n.decimal().String()...)
}
