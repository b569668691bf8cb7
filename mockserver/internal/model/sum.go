package model

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
)

// DecimalSum adds up decimals. Most numbers are whole, which are quick to add.
type DecimalSum struct {
	Whole int64
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

// Add adds a number.
func (s *DecimalSum) Add(d tourney.Decimal) {
	if n, ok := wholeNumber(d); ok {
		s.Whole += n
		return
	}
	if s.other == nil {
		s.other = new(tourney.Decimal)
	}
	s.other = new(s.other.Add(d))
}

// Number returns the sum. It has as many places as the number with the most places.
func (s *DecimalSum) Number() Quantity {
	if s.other == nil {
		return Quantity{Whole: s.Whole}
	}
	return Quantity{Other: new(tourney.NewDecimal(s.Whole, 0).Add(*s.other))}
}

// Quantity is a whole number of units or of tenths, or any other decimal. Most numbers are whole, which are quick to
// compare.
type Quantity struct {
	Whole  int64
	Places int              // 1 for tenths
	Other  *tourney.Decimal // in place of whole; nil for a whole number
}

func (n Quantity) Decimal() tourney.Decimal {
	if n.Other != nil {
		return *n.Other
	}
	return tourney.NewDecimal(n.Whole, n.Places)
}

// alike reports whether both numbers are whole numbers of the same.
func (n Quantity) alike(m Quantity) bool {
	return n.Other == nil && m.Other == nil && n.Places == m.Places
}

func (n Quantity) Compare(m Quantity) int {
	if n.alike(m) {
		return cmp.Compare(n.Whole, m.Whole)
	}
	return n.Decimal().Cmp(m.Decimal())
}

func (n Quantity) Minus(m Quantity) Quantity {
	if n.alike(m) {
		return Quantity{Whole: n.Whole - m.Whole, Places: n.Places}
	}
	return Quantity{Other: new(n.Decimal().Sub(m.Decimal()))}
}

// Append appends the text of the number.
func (n Quantity) Append(dst []byte) []byte {
	if n.Other == nil && n.Places == 0 {
		return strconv.AppendInt(dst, n.Whole, 10)
	}
	return append(dst, n.Decimal().String()...)
}
