package tourney

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/tourney-go/tourney/internal/scalar"
)

// Decimal is an exact decimal number: money, grade point averages, scores, statistic values. It keeps the text that it
// was parsed from, at most 64 characters, and never passes through a float64. The zero Decimal is 0. A database stores
// the text.
//
// Compare with Equal or Cmp: 57.0 and 57 are the same number, but different texts.
type Decimal struct{ text string } // "" for the text 0, so that == finds two zeros equal

// ofText returns the Decimal with a text that is known to be a number.
func ofText(text string) Decimal {
	if text == "0" {
		return Decimal{}
	}
	return Decimal{text: text}
}

// NewDecimal returns coefficient times ten to the power of -places: NewDecimal(12575, 2) is 125.75. places should be 0
// to 32: a negative number counts as 0, and a greater number counts as 32.
func NewDecimal(coefficient int64, places int) Decimal {
	places = min(max(places, 0), 32)
	if places == 0 {
		return ofText(strconv.FormatInt(coefficient, 10))
	}
	return ofText(decimal.New(coefficient, -int32(places)).StringFixed(int32(places)))
}

// Score returns a pointer to a whole number, for the score in a [GameUpdateInput] or a [GameSide].
func Score(points int) *Decimal { return new(NewDecimal(int64(points), 0)) }

// ParseDecimal reads a decimal number of at most 64 characters in the form of JSON. It also accepts a leading +, and a
// point at the beginning or the end. An exponent has at most two digits.
func ParseDecimal(s string) (Decimal, error) {
	text := strings.TrimSpace(s)
	if !scalar.IsDecimal(text) {
		return Decimal{}, fmt.Errorf("%q is not a decimal number", clip(s))
	}
	return ofText(text), nil
}

// MustDecimal works as [ParseDecimal] does, for constants in code. It panics when ParseDecimal returns an error.
func MustDecimal(s string) Decimal {
	d, err := ParseDecimal(s)
	if err != nil {
		panic("tourney: " + err.Error())
	}
	return d
}

// String returns the text that the number was parsed from.
func (d Decimal) String() string {
	if d.text == "" {
		return "0"
	}
	return d.text
}

// Int64 returns the integer part, and whether the number has no fraction. It returns 0 and false when no int64 holds
// the integer part.
func (d Decimal) Int64() (n int64, exact bool) {
	number := d.number()
	whole := number.BigInt()
	if !whole.IsInt64() {
		return 0, false
	}
	return whole.Int64(), number.IsInteger()
}

func (d Decimal) number() decimal.Decimal {
	n, _ := decimal.NewFromString(d.String()) // checked when d was made
	return n
}

// Add returns the sum of d and other.
func (d Decimal) Add(other Decimal) Decimal { return fromNumber(d.number().Add(other.number())) }

// Sub returns d less other.
func (d Decimal) Sub(other Decimal) Decimal { return fromNumber(d.number().Sub(other.number())) }

// Cmp returns -1, 0 or 1 as d is less than, equal to or greater than other.
func (d Decimal) Cmp(other Decimal) int {
	a, short := scalar.ShortInt(d.String())
	if b, both := scalar.ShortInt(other.String()); short && both {
		return cmp.Compare(a, b)
	}
	return d.number().Cmp(other.number())
}

// Equal reports whether d and other are the same number, however they are written.
func (d Decimal) Equal(other Decimal) bool { return d.text == other.text || d.Cmp(other) == 0 }

// Sign returns -1, 0 or 1 as d is negative, zero or positive.
func (d Decimal) Sign() int { return d.number().Sign() }

// IsZero reports whether d is the number zero.
func (d Decimal) IsZero() bool { return d.text == "" || d.Sign() == 0 }

// Value returns the text of the number for a database.
func (d Decimal) Value() (driver.Value, error) { return d.String(), nil }

// Scan reads a value of a database: the text of a number, an integer, or a float64 that only one decimal number can
// mean: a number of at most 15 significant digits, or an integer below 2^53. Any other value is an error, and leaves d
// unchanged. NULL is an error too, because the zero Decimal is the number 0: scan into a *Decimal or a
// sql.Null[Decimal] where a number may be absent.
func (d *Decimal) Scan(src any) error {
	const expected = "a number that is exact (for NULL use *Decimal or sql.Null[Decimal])"
	return scalar.Scan(d, src, storedDecimal, "a Decimal", expected)
}

func storedDecimal(src any) (Decimal, bool) {
	text := scalar.Stored(src)
	switch src := src.(type) {
	case int64:
		text = strconv.FormatInt(src, 10)
	case float64:
		if isOneDecimal(src) {
			text = strconv.FormatFloat(src, 'f', -1, 64)
		}
	}
	d, err := ParseDecimal(text)
	return d, err == nil
}

// isOneDecimal reports whether only one decimal number has this float64. Several decimal numbers of more than 15
// significant digits have the same float64.
func isOneDecimal(f float64) bool {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return true
	}
	const maxDigits = 15
	mantissa, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(f), 'e', -1, 64), "e")
	return len(strings.Replace(mantissa, ".", "", 1)) <= maxDigits
}

// AppendText appends the text that the number was parsed from.
func (d Decimal) AppendText(b []byte) ([]byte, error) { return append(b, d.String()...), nil }

// MarshalText returns the text that the number was parsed from.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses text like [ParseDecimal]; empty text gives the zero Decimal.
func (d *Decimal) UnmarshalText(text []byte) error {
	return scalar.ParseInto(d, text, func(text []byte) (Decimal, error) { return ParseDecimal(string(text)) })
}

// MarshalJSON returns the number as a JSON number.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil) }

// AppendJSON appends the number as a JSON number.
func (d Decimal) AppendJSON(b []byte) ([]byte, error) { return scalar.AppendJSON(b, d.String()), nil }

// UnmarshalJSON reads a JSON number, or a string with a number; null leaves d unchanged.
func (d *Decimal) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalar.FromJSON(data)
	if err != nil || isNull {
		return err
	}
	return d.UnmarshalText(text)
}

func fromNumber(n decimal.Decimal) Decimal {
	return ofText(n.StringFixed(max(0, -n.Exponent())))
}
