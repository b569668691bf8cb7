package values

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
)

// Sum adds up decimals. The zero value is 0. Most numbers are whole, and whole numbers are quick to add.
type Sum struct {
	Whole int64
	other *tourney.Decimal // the sum of the numbers that are not whole; nil without one
}

// wholeDigits is the largest length of a text that is added as an integer. The sum cannot overflow, because no memory
// could hold enough numbers of this length.
const wholeDigits = 9

// ShortWhole returns the value of a decimal whose text is an integer of at most wholeDigits characters. It returns
// false for every other decimal.
func ShortWhole(d tourney.Decimal) (int64, bool) {
	text := d.String()
	if len(text) > wholeDigits || strings.IndexByte(text, '.') >= 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// Add adds a number.
func (s *Sum) Add(d tourney.Decimal) {
	if n, ok := ShortWhole(d); ok {
		s.Whole += n
		return
	}
	if s.other == nil {
		s.other = new(tourney.Decimal)
	}
	s.other = new(s.other.Add(d))
}

// Number returns the sum. The sum has as many decimal places as the number with the most decimal places.
func (s *Sum) Number() Quantity {
	if s.other == nil {
		return Quantity{Whole: s.Whole}
	}
	return Quantity{Other: new(tourney.NewDecimal(s.Whole, 0).Add(*s.other))}
}

// Quantity is a number: a whole number of units or of tenths, or any other decimal. Most numbers are whole, and
// Quantity compares whole numbers quickly.
type Quantity struct {
	Whole  int64
	Places int              // 0 if Whole counts units; 1 if it counts tenths
	Other  *tourney.Decimal // used instead of Whole if not nil
}

// Decimal returns the number.
func (n Quantity) Decimal() tourney.Decimal {
	if n.Other != nil {
		return *n.Other
	}
	return tourney.NewDecimal(n.Whole, n.Places)
}

// alike reports whether both numbers are whole numbers of units, or both are whole numbers of tenths.
func (n Quantity) alike(m Quantity) bool {
	return n.Other == nil && m.Other == nil && n.Places == m.Places
}

// Compare returns -1 if n is less than m, 0 if they are equal, and 1 otherwise.
func (n Quantity) Compare(m Quantity) int {
	if n.alike(m) {
		return cmp.Compare(n.Whole, m.Whole)
	}
	return n.Decimal().Cmp(m.Decimal())
}

// Minus returns n minus m.
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

// Ordinal is the place of a line, such as 2nd. Lines that compare equal share a place, as in T-2nd.
type Ordinal struct {
	Number int
	Shared bool
}

// String returns the text of a place.
func (p Ordinal) String() string { return string(p.Append(nil)) }

// Append appends the text of a place: 1st, 2nd, 3rd, T-4th, 11th, 21st.
func (p Ordinal) Append(dst []byte) []byte {
	if p.Shared {
		dst = append(dst, "T-"...)
	}
	dst = strconv.AppendInt(dst, int64(p.Number), 10)
	suffix := "th"
	if n := p.Number; n%100/10 != 1 {
		suffix = IfElse(n%10 == 1, "st", IfElse(n%10 == 2, "nd", IfElse(n%10 == 3, "rd", "th")))
	}
	return append(dst, suffix...)
}
