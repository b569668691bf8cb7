package mockserver

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
)

// decimalSum adds up decimals. Its value and its text are those of the sum of the numbers in it, whatever was added and
// taken out before. A sum has as many places as the number with the most places, so decimalSum keeps numbers that are
// not whole apart by their places.
type decimalSum struct {
	whole int64
	parts []part // by places; replaced and never changed, because rows share them
}

// part is the sum of the numbers that have the same places.
type part struct {
	places, count int
	total         tourney.Decimal
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

// count adds a number, or takes out one that was added: by is 1 or -1.
func (s *decimalSum) count(d tourney.Decimal, by int) {
	if n, ok := wholeNumber(d); ok {
		s.whole += n * int64(by)
		return
	}
	s.change(d.Add(tourney.Decimal{}), by, ifElse(by > 0, tourney.Decimal.Add, tourney.Decimal.Sub))
}

// change replaces the part with the places of a number that has no exponent.
func (s *decimalSum) change(d tourney.Decimal, count int, f func(a, b tourney.Decimal) tourney.Decimal) {
	_, fraction, _ := strings.Cut(d.String(), ".")
	i, known := slices.BinarySearchFunc(s.parts, len(fraction), func(p part, places int) int {
		return cmp.Compare(p.places, places)
	})
	parts := slices.Clone(s.parts)
	if !known {
		parts = slices.Insert(parts, i, part{places: len(fraction)})
	}
	parts[i].count += count
	parts[i].total = f(parts[i].total, d)
	if parts[i].count == 0 {
		parts = slices.Delete(parts, i, i+1)
	}
	s.parts = parts
}

// number returns the sum.
func (s *decimalSum) number() quantity {
	if len(s.parts) == 0 {
		return quantity{whole: s.whole}
	}
	total := tourney.NewDecimal(s.whole, 0)
	for _, p := range s.parts {
		total = total.Add(p.total)
	}
	return quantity{other: &total}
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
