package tourney

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/tourney-go/tourney/internal/record"
)

// Extra holds the members of a response object that this version of the library has no field for, by their
// name on the wire and as JSON. It is filled when a response is decoded and is written back by nothing.
type Extra map[string]json.RawMessage

// Date is a calendar day without a zone, written m/d/yyyy on the wire (section 1, convention 8). Reading
// also takes leading zeros. Dates compare with ==; the zero Date is "no date" and is left out of bodies.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the day of t in t's own zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{Year: y, Month: m, Day: d}
}

// ParseDate reads m/d/yyyy, with or without leading zeros. The day must exist in the calendar.
func ParseDate(s string) (Date, error) { return parseDate(s) }

func parseDate[T text](s T) (Date, error) {
	written := trim(s)
	month, i := numberAt(written, 0, 2)
	day, j := numberAt(written, i+1, 2)
	year, end := numberAt(written, j+1, 4)
	if end != len(written) || i == 0 || j == i+1 || end != j+5 || written[i] != '/' || written[j] != '/' {
		return Date{}, fmt.Errorf("%q is not a date: expected m/d/yyyy", clip(string(s)))
	}
	d := Date{Year: year, Month: time.Month(month), Day: day}
	if !d.valid() {
		return Date{}, fmt.Errorf("%q is not a day of the calendar", clip(string(s)))
	}
	return d, nil
}

// IsZero reports whether d is the zero Date, "no date".
func (d Date) IsZero() bool { return d == Date{} }

// Compare returns -1, 0 or 1 as d is before, equal to or after other.
func (d Date) Compare(other Date) int {
	return d.At(TimeOfDay{}, time.UTC).Compare(other.At(TimeOfDay{}, time.UTC))
}

// At returns the instant of the day at which clocks in loc show c.
func (d Date) At(c TimeOfDay, loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, c.Hour, c.Minute, 0, 0, loc)
}

// AddDays returns the day n days later, or earlier when n is negative.
func (d Date) AddDays(n int) Date { return DateOf(d.At(TimeOfDay{}, time.UTC).AddDate(0, 0, n)) }

// String returns the date as m/d/yyyy, or "" for the zero Date.
func (d Date) String() string { return string(d.append(nil)) }

// AppendText appends the date as m/d/yyyy; the zero Date is empty text.
func (d Date) AppendText(b []byte) ([]byte, error) {
	if err := d.check(); err != nil {
		return b, err
	}
	return d.append(b), nil
}

func (d Date) check() error {
	if !d.IsZero() && !d.valid() {
		return fmt.Errorf("%d/%d/%d is not a day of the calendar", int(d.Month), d.Day, d.Year)
	}
	return nil
}

// MarshalText returns the date as m/d/yyyy; the zero Date is empty text.
func (d Date) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// UnmarshalText reads what ParseDate reads; empty text gives the zero Date.
func (d *Date) UnmarshalText(text []byte) error { return parseInto(d, text, parseDate) }

// EncodeValues adds the date to a query.
func (d Date) EncodeValues(key string, v *url.Values) error {
	text, err := d.MarshalText()
	if err == nil && len(text) > 0 {
		v.Set(key, string(text))
	}
	return err
}

func (d Date) append(b []byte) []byte {
	if d.IsZero() {
		return b
	}
	b = append(appendPadded(b, int(d.Month), 1), '/')
	b = append(appendPadded(b, d.Day, 1), '/')
	return appendPadded(b, d.Year, 1000)
}

func (d Date) valid() bool {
	if d.Year < 1 || d.Year > 9999 || d.Month < 1 || d.Month > 12 || d.Day < 1 {
		return false
	}
	return d.Day <= 28 || DateOf(d.At(TimeOfDay{}, time.UTC)) == d // 28 days every month has
}

// BirthDate is a day written mm/dd/yyyy, the form that registrations use for birthdates (section 1,
// convention 8). Convert with BirthDate(date) and Date(birthDate).
type BirthDate Date

// IsZero reports whether d is the zero BirthDate, "no date".
func (d BirthDate) IsZero() bool { return Date(d).IsZero() }

// String returns the date as mm/dd/yyyy, or "" for the zero BirthDate.
func (d BirthDate) String() string { return string(d.append(nil)) }

// AppendText appends the date as mm/dd/yyyy; the zero BirthDate is empty text.
func (d BirthDate) AppendText(b []byte) ([]byte, error) {
	if err := Date(d).check(); err != nil {
		return b, err
	}
	return d.append(b), nil
}

// MarshalText returns the date as mm/dd/yyyy; the zero BirthDate is empty text.
func (d BirthDate) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// UnmarshalText reads what ParseDate reads; empty text gives the zero BirthDate.
func (d *BirthDate) UnmarshalText(text []byte) error {
	return (*Date)(d).UnmarshalText(text)
}

func (d BirthDate) append(b []byte) []byte {
	if d.IsZero() {
		return b
	}
	b = append(appendPadded(b, int(d.Month), 10), '/')
	b = append(appendPadded(b, d.Day, 10), '/')
	return appendPadded(b, d.Year, 1000)
}

// TimeOfDay is a time of day without a zone, written h:mm AM/PM on the wire (section 1, convention 8). Reading
// also takes a leading zero, either case of AM and PM, and no space before it. Hour runs from 0 to 23; the
// zero TimeOfDay is midnight, 12:00 AM, so a time that may be absent is a *TimeOfDay.
type TimeOfDay struct {
	Hour   int
	Minute int
}

// TimeOfDayOf returns the hour and minute that t shows in its own zone.
func TimeOfDayOf(t time.Time) TimeOfDay { return TimeOfDay{Hour: t.Hour(), Minute: t.Minute()} }

// ParseTimeOfDay reads h:mm AM/PM.
func ParseTimeOfDay(s string) (TimeOfDay, error) { return parseTimeOfDay(s) }

func parseTimeOfDay[T text](s T) (TimeOfDay, error) {
	written, afternoon, ok := cutHalf(trim(s))
	written = trim(written)
	hour, i := numberAt(written, 0, 2)
	minute, end := numberAt(written, i+1, 2)
	switch {
	case !ok || end != len(written) || i == 0 || end != i+3 || written[i] != ':':
		return TimeOfDay{}, fmt.Errorf("%q is not a time: expected h:mm AM/PM", clip(string(s)))
	case hour < 1 || hour > 12 || minute > 59:
		return TimeOfDay{}, fmt.Errorf("%q is not a time of the day", clip(string(s)))
	}
	hour %= 12
	if afternoon {
		hour += 12
	}
	return TimeOfDay{Hour: hour, Minute: minute}, nil
}

// cutHalf takes AM or PM, in either case, off the end.
func cutHalf[T text](s T) (before T, afternoon, ok bool) {
	at := len(s) - len("AM")
	if at < 0 || s[at+1]|0x20 != 'm' {
		return s, false, false
	}
	half := s[at] | 0x20
	return s[:at], half == 'p', half == 'a' || half == 'p'
}

// Compare returns -1, 0 or 1 as c is before, equal to or after other on one day.
func (c TimeOfDay) Compare(other TimeOfDay) int {
	return cmp.Compare(c.Hour*60+c.Minute, other.Hour*60+other.Minute)
}

// String returns the time as h:mm AM/PM.
func (c TimeOfDay) String() string { return string(c.append(nil)) }

// AppendText appends the time as h:mm AM/PM.
func (c TimeOfDay) AppendText(b []byte) ([]byte, error) {
	if c.Hour < 0 || c.Hour > 23 || c.Minute < 0 || c.Minute > 59 {
		return b, fmt.Errorf("%d:%d is not a time of the day", c.Hour, c.Minute)
	}
	return c.append(b), nil
}

// MarshalText returns the time as h:mm AM/PM.
func (c TimeOfDay) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// UnmarshalText reads what ParseTimeOfDay reads; empty text gives the zero TimeOfDay.
func (c *TimeOfDay) UnmarshalText(text []byte) error { return parseInto(c, text, parseTimeOfDay) }

func (c TimeOfDay) append(b []byte) []byte {
	h, half := c.Hour%12, " AM"
	if h == 0 {
		h = 12
	}
	if c.Hour >= 12 {
		half = " PM"
	}
	b = append(appendPadded(b, h, 1), ':')
	return append(appendPadded(b, c.Minute, 10), half...)
}

// DateTime is a day and a time of day without a zone, written m/d/yyyy h:mm AM/PM on the wire (section 1,
// convention 8). The zero DateTime is "no date" and is left out of bodies.
type DateTime struct {
	Date Date
	Time TimeOfDay
}

// ParseDateTime reads m/d/yyyy h:mm AM/PM, as leniently as ParseDate and ParseTimeOfDay.
func ParseDateTime(s string) (DateTime, error) { return parseDateTime(s) }

func parseDateTime[T text](s T) (DateTime, error) {
	trimmed := trim(s)
	space := 0
	for space < len(trimmed) && trimmed[space] != ' ' {
		space++
	}
	if space == len(trimmed) {
		return DateTime{}, fmt.Errorf("%q is not a date and time: expected m/d/yyyy h:mm AM/PM", clip(string(s)))
	}
	d, err := parseDate(trimmed[:space])
	if err != nil {
		return DateTime{}, err
	}
	c, err := parseTimeOfDay(trimmed[space:])
	if err != nil {
		return DateTime{}, err
	}
	return DateTime{Date: d, Time: c}, nil
}

// IsZero reports whether d is the zero DateTime, "no date".
func (d DateTime) IsZero() bool { return d == DateTime{} }

// In returns the instant at which calendars and clocks in loc show d.
func (d DateTime) In(loc *time.Location) time.Time { return d.Date.At(d.Time, loc) }

// String returns m/d/yyyy h:mm AM/PM, or "" for the zero DateTime.
func (d DateTime) String() string {
	text, _ := d.AppendText(nil)
	return string(text)
}

// AppendText appends m/d/yyyy h:mm AM/PM; the zero DateTime is empty text.
func (d DateTime) AppendText(b []byte) ([]byte, error) {
	if d.IsZero() {
		return b, nil
	}
	if d.Date.IsZero() {
		return b, errors.New("a time of the day without a date")
	}
	b, err := d.Date.AppendText(b)
	if err != nil {
		return b, err
	}
	return d.Time.AppendText(append(b, ' '))
}

// MarshalText returns m/d/yyyy h:mm AM/PM; the zero DateTime is empty text.
func (d DateTime) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// UnmarshalText reads what ParseDateTime reads; empty text gives the zero DateTime.
func (d *DateTime) UnmarshalText(text []byte) error { return parseInto(d, text, parseDateTime) }

// maxDecimalText bounds a Decimal's text, and with it what arithmetic on one can cost.
const maxDecimalText = 64

// Decimal is an exact decimal number: money, grade point averages, scores, statistic values. It keeps the
// text it was read from, at most 64 characters, and never passes through a float64. The zero Decimal is 0.
//
// Compare with Equal or Cmp: 57.0 and 57 are the same number and different text.
type Decimal struct{ text string }

// NewDecimal returns coefficient times ten to the power of -places: NewDecimal(12575, 2) is 125.75. It takes
// 0 to 32 places and treats any other number as the nearer bound.
func NewDecimal(coefficient int64, places int) Decimal {
	places = min(max(places, 0), 32)
	return Decimal{text: decimal.New(coefficient, -int32(places)).StringFixed(int32(places))}
}

// ParseDecimal reads a decimal number as JSON writes one, with at most 64 characters, a leading + and a
// leading or trailing point allowed, and an exponent of at most two digits.
func ParseDecimal(s string) (Decimal, error) {
	text := strings.TrimSpace(s)
	if plainDecimal(text) {
		return Decimal{text: text}, nil
	}
	if len(text) > maxDecimalText || !decimalText(text) || len(jsonNumber(text)) > maxDecimalText {
		return Decimal{}, fmt.Errorf("%q is not a decimal number", clip(s))
	}
	if _, err := decimal.NewFromString(text); err != nil {
		return Decimal{}, fmt.Errorf("%q is not a decimal number", clip(s))
	}
	return Decimal{text: text}, nil
}

// plainDecimal reports whether a text is what nearly all hosts write, of which nothing needs a closer look: digits, with
// a minus sign before them or a point between them at most.
func plainDecimal(s string) bool {
	if len(s) > maxDecimalText {
		return false
	}
	s = strings.TrimPrefix(s, "-")
	point := -1
	for i := range len(s) {
		if s[i] == '.' && point < 0 && i > 0 {
			point = i
		} else if s[i]-'0' > 9 {
			return false
		}
	}
	return s != "" && point < len(s)-1
}

// MustDecimal is ParseDecimal for constants in code: it panics where ParseDecimal returns an error.
func MustDecimal(s string) Decimal {
	d, err := ParseDecimal(s)
	if err != nil {
		panic("tourney: " + err.Error())
	}
	return d
}

// String returns the number exactly as it was read.
func (d Decimal) String() string {
	if d.text == "" {
		return "0"
	}
	return d.text
}

// Int64 returns the integer part, and whether that is the whole number. An integer part that no int64 holds is 0.
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
func (d Decimal) Cmp(other Decimal) int { return d.number().Cmp(other.number()) }

// Equal reports whether d and other are the same number, however they are written.
func (d Decimal) Equal(other Decimal) bool { return d.text == other.text || d.Cmp(other) == 0 }

// Sign returns -1, 0 or 1 as d is negative, zero or positive.
func (d Decimal) Sign() int { return d.number().Sign() }

// IsZero reports whether d is the number zero.
func (d Decimal) IsZero() bool { return d.text == "" || d.Sign() == 0 }

// AppendText appends the number exactly as it was read.
func (d Decimal) AppendText(b []byte) ([]byte, error) { return append(b, d.String()...), nil }

// MarshalText returns the number exactly as it was read.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what ParseDecimal reads; empty text gives the zero Decimal.
func (d *Decimal) UnmarshalText(text []byte) error {
	return parseInto(d, text, func(text []byte) (Decimal, error) { return ParseDecimal(string(text)) })
}

// MarshalJSON returns the number as a JSON number.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil) }

// AppendJSON appends the number as a JSON number.
func (d Decimal) AppendJSON(b []byte) ([]byte, error) {
	return append(b, jsonNumber(d.String())...), nil
}

// UnmarshalJSON reads a JSON number, or a number carried as text; null leaves d alone.
func (d *Decimal) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err != nil || isNull {
		return err
	}
	return d.UnmarshalText(text)
}

func fromNumber(n decimal.Decimal) Decimal {
	return Decimal{text: n.StringFixed(max(0, -n.Exponent()))}
}

// decimalText reports whether s is digits with at most one sign, one point and one short exponent.
func decimalText(s string) bool {
	s = strings.TrimLeft(s, "+-")
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	if hasExponent && !digits(strings.TrimLeft(exponent, "+-"), 1, 2) {
		return false
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return digits(whole+fraction, 1, maxDecimalText)
}

// jsonNumber spells a decimal number as JSON does, which knows no +1, 007, .5 or 5. and else keeps the text.
func jsonNumber(text string) string {
	if c := text[0]; '1' <= c && c <= '9' && plainDecimal(text) {
		return text
	}
	sign := ""
	if text[0] == '-' {
		sign = "-"
	}
	text = strings.TrimLeft(text, "+-")
	end := len(text)
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		end = i
	}
	whole, fraction, _ := strings.Cut(text[:end], ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction + text[end:]
}

// scalarText returns the text of a JSON string or of a bare number or literal. It may be a part of data.
func scalarText(data []byte) (text []byte, isNull bool, err error) {
	switch {
	case string(data) == "null":
		return nil, true, nil
	case len(data) == 0 || data[0] == '{' || data[0] == '[':
		return nil, false, errors.New("expected a single value")
	case data[0] != '"':
		return data, false, nil
	}
	if inside := data[1:max(1, len(data)-1)]; !bytes.ContainsAny(inside, "\\\"") && utf8.Valid(inside) {
		return inside, false, nil
	}
	var unescaped string
	err = json.Unmarshal(data, &unescaped)
	return []byte(unescaped), false, err
}

// parseInto sets *v to what parse makes of text, and to its zero value for empty text.
func parseInto[T any](v *T, text []byte, parse func([]byte) (T, error)) error {
	var parsed T
	if text = trim(text); len(text) > 0 {
		var err error
		if parsed, err = parse(text); err != nil {
			return err
		}
	}
	*v = parsed
	return nil
}

// text is what values are read from: what a caller has as a string, and a body in place.
type text interface{ ~string | ~[]byte }

// trim does what TrimSpace of strings and bytes does.
func trim[T text](s T) T {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	if len(s) > 0 && (s[0] >= utf8.RuneSelf || s[len(s)-1] >= utf8.RuneSelf) {
		return T(strings.TrimSpace(string(s)))
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// numberAt returns the number at an offset, of as many digits as are there but most at the most, and its end: the offset
// itself if there is none.
func numberAt[T text](s T, at, most int) (n, end int) {
	end = at
	for end < len(s) && end < at+most && s[end]-'0' <= 9 {
		n = n*10 + int(s[end]-'0')
		end++
	}
	return n, end
}

// appendPadded appends a number, with zeros before it for the digits that the number full has more.
func appendPadded(b []byte, n, full int) []byte {
	for ; 0 <= n && n < full && full >= 10; full /= 10 {
		b = append(b, '0')
	}
	return record.AppendInt(b, int64(n))
}

// digits reports whether s is least to most decimal digits and nothing else.
func digits(s string, least, most int) bool {
	if len(s) < least || len(s) > most {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// clip bounds what an error repeats of its input.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
