package tourney

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/tourney-go/tourney/internal/scalar"
)

// Date is a calendar day without a zone, written m/d/yyyy on the wire, and in the birthdates of registrations
// mm/dd/yyyy (section 1, convention 8). Parsing accepts leading zeros. Dates compare with ==. The zero Date means "no
// date", and the client leaves it out of bodies. The date 1/1/0001 means "no date" too, because hosts write it for a
// date that nobody set. Parsing gives the zero Date for 1/1/0001. A database stores the text that ISO returns.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the day of t in t's own zone, and the zero [Date] for the zero [time.Time].
func DateOf(t time.Time) Date { return dayOf(t).orNone() }

func dayOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{Year: y, Month: m, Day: d}
}

// orNone returns the zero Date for 1/1/0001, which .NET and Go have in a time that nobody set (assumption unset-dates),
// and d for any other day.
func (d Date) orNone() Date {
	if d == (Date{Year: 1, Month: 1, Day: 1}) {
		return Date{}
	}
	return d
}

// ParseDate reads m/d/yyyy, with or without leading zeros, and yyyy-mm-dd. The day must exist in the calendar.
func ParseDate(s string) (Date, error) {
	if d, ok := storedDate(s); ok {
		return d, nil
	}
	return parseDate(s)
}

func parseDate[T scalar.Text](s T) (Date, error) {
	written := scalar.Trim(s)
	month, i := scalar.NumberAt(written, 0, 2)
	day, j := scalar.NumberAt(written, i+1, 2)
	year, end := scalar.NumberAt(written, j+1, 4)
	if end != len(written) || i == 0 || j == i+1 || end != j+5 || written[i] != '/' || written[j] != '/' {
		return Date{}, fmt.Errorf("%q is not a date: expected m/d/yyyy", clip(string(s)))
	}
	d := Date{Year: year, Month: time.Month(month), Day: day}
	if !d.valid() {
		return Date{}, fmt.Errorf("%q is not a day of the calendar", clip(string(s)))
	}
	return d.orNone(), nil
}

// IsZero reports whether d is "no date": the zero Date, or 1/1/0001.
func (d Date) IsZero() bool { return d.orNone() == Date{} }

// Compare returns -1, 0 or 1 as d is before, equal to or after other.
func (d Date) Compare(other Date) int {
	return d.inUTC(TimeOfDay{}).Compare(other.inUTC(TimeOfDay{}))
}

// At returns the instant when clocks in loc show c on this day. On a day when clocks change, At uses the offset before
// the change (RFC 5545, section 3.3.5). For a time that clocks show twice, At returns the first instant. For a time
// that clocks skip, At returns an instant after the gap: 2:30 AM on 3/8/2026 in New York is 3:30 AM EDT.
func (d Date) At(c TimeOfDay, loc *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Day, c.Hour, c.Minute, 0, 0, loc)
	_, offset := t.Zone()
	shown := t.Add(time.Duration(offset) * time.Second)
	if skipped := d.inUTC(c).Sub(shown); skipped > 0 { // t is before the gap
		return t.Add(skipped)
	}
	change, _ := t.ZoneBounds()
	_, before := change.Add(-1).Zone()
	first := t.Add(time.Duration(offset-before) * time.Second)
	if !change.IsZero() && first.Before(change) && before > offset {
		return first
	}
	return t
}

func (d Date) inUTC(c TimeOfDay) time.Time {
	return time.Date(d.Year, d.Month, d.Day, c.Hour, c.Minute, 0, 0, time.UTC)
}

// AddDays returns the day n days later, or earlier when n is negative.
func (d Date) AddDays(n int) Date { return DateOf(d.inUTC(TimeOfDay{}).AddDate(0, 0, n)) }

// String returns the date as m/d/yyyy, or "" for the zero Date.
func (d Date) String() string { return string(d.append(nil)) }

// ISO returns the date as yyyy-mm-dd (ISO 8601), or "" for the zero Date. Sorting such texts sorts the days. Scan reads
// such texts.
func (d Date) ISO() string { return string(d.appendISO(nil)) }

// Value returns yyyy-mm-dd for a database, and NULL for the zero Date. It returns an error for a Date that is no day of
// the calendar.
func (d Date) Value() (driver.Value, error) {
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("tourney: cannot store a Date: %w", err)
	}
	if d.IsZero() {
		return nil, nil // NULL
	}
	return d.ISO(), nil
}

// Scan reads a value of a database: yyyy-mm-dd as text, a [time.Time] that is midnight in its own zone, or NULL. For
// NULL, Scan sets the zero Date. Any other value is an error, and leaves d unchanged.
func (d *Date) Scan(src any) error {
	return scalar.Scan(d, src, storedDate, "a Date", "a day as yyyy-mm-dd, or as a time.Time at midnight")
}

func storedDate(src any) (d Date, ok bool) {
	if t, isTime := src.(time.Time); isTime {
		d = dayOf(t)
		return d.orNone(), d.valid() && TimeOfDayOf(t) == TimeOfDay{} && scalar.IsWholeMinute(t)
	}
	d, rest, ok := cutISODate(scalar.Stored(src))
	return d, ok && rest == "" || src == nil
}

// cutISODate cuts a date of the form yyyy-mm-dd off the front.
func cutISODate(s string) (d Date, rest string, ok bool) {
	year, i := scalar.NumberAt(s, 0, 4)
	month, j := scalar.NumberAt(s, i+1, 2)
	day, end := scalar.NumberAt(s, j+1, 2)
	if i != 4 || j != 7 || end != 10 || s[4] != '-' || s[7] != '-' {
		return Date{}, s, false
	}
	d = Date{Year: year, Month: time.Month(month), Day: day}
	return d.orNone(), s[end:], d.valid()
}

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

// UnmarshalText reads the dates of bodies: m/d/yyyy alone, unlike [ParseDate]. Empty text gives the zero Date.
func (d *Date) UnmarshalText(text []byte) error { return scalar.ParseInto(d, text, parseDate) }

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
	b = append(scalar.AppendPadded(b, int(d.Month), 1), '/')
	b = append(scalar.AppendPadded(b, d.Day, 1), '/')
	return scalar.AppendPadded(b, d.Year, 1000)
}

func (d Date) appendISO(b []byte) []byte {
	if d.IsZero() {
		return b
	}
	b = append(scalar.AppendPadded(b, d.Year, 1000), '-')
	b = append(scalar.AppendPadded(b, int(d.Month), 10), '-')
	return scalar.AppendPadded(b, d.Day, 10)
}

func (d Date) valid() bool {
	if d.Year < 1 || d.Year > 9999 || d.Month < 1 || d.Month > 12 || d.Day < 1 {
		return false
	}
	return d.Day <= 28 || dayOf(d.inUTC(TimeOfDay{})) == d // every month has 28 days
}

// DateTime is a day and a time of day without a zone, written m/d/yyyy h:mm AM/PM on the wire (section 1, convention
// 8). The zero DateTime means "no date", and the client leaves it out of bodies. Parsing gives the zero DateTime for
// every time on 1/1/0001. A database stores yyyy-mm-dd hh:mm.
type DateTime struct {
	Date Date
	Time TimeOfDay
}

// ParseDateTime reads m/d/yyyy h:mm AM/PM, as leniently as [ParseDate] and [ParseTimeOfDay] do, and yyyy-mm-ddThh:mm.
func ParseDateTime(s string) (DateTime, error) {
	if d, ok := storedDateTime(s); ok {
		return d, nil
	}
	return parseDateTime(s)
}

func parseDateTime[T scalar.Text](s T) (DateTime, error) {
	trimmed := scalar.Trim(s)
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
	return DateTime{Date: d, Time: c}.orNone(), nil
}

// orNone returns the zero DateTime when the date of d means "no date", and d otherwise.
func (d DateTime) orNone() DateTime {
	if d.Date.IsZero() {
		return DateTime{}
	}
	return d
}

// IsZero reports whether d is "no date": the zero DateTime, or midnight on 1/1/0001.
func (d DateTime) IsZero() bool { return d.Date.IsZero() && d.Time == TimeOfDay{} }

// In returns the instant when calendars and clocks in loc show d. [Date.At] says which instant that is on a day when
// clocks change.
func (d DateTime) In(loc *time.Location) time.Time { return d.Date.At(d.Time, loc) }

// String returns m/d/yyyy h:mm AM/PM, or "" for the zero DateTime.
func (d DateTime) String() string {
	text, _ := d.AppendText(nil)
	return string(text)
}

// ISO returns yyyy-mm-ddThh:mm (ISO 8601), or "" for the zero DateTime. Sorting such texts sorts the times. Scan reads
// such texts.
func (d DateTime) ISO() string { return string(d.appendISO(nil, 'T')) }

// Value returns yyyy-mm-dd hh:mm for a database, and NULL for the zero DateTime. The date and the time have a space
// between them, as in timestamps of SQL, so that the text and a timestamp compare as texts. Value returns an error for
// a DateTime that does not exist.
func (d DateTime) Value() (driver.Value, error) {
	if _, err := d.AppendText(nil); err != nil {
		return nil, fmt.Errorf("tourney: cannot store a DateTime: %w", err)
	}
	if d.IsZero() {
		return nil, nil // NULL
	}
	return string(d.appendISO(nil, ' ')), nil
}

// Scan reads a value of a database: yyyy-mm-dd and hh:mm as text with a space or a T between them, also with seconds
// that are zero; a [time.Time] without seconds, as its own zone shows it; or NULL. For NULL, Scan sets the zero
// DateTime. Any other value is an error, and leaves d unchanged.
func (d *DateTime) Scan(src any) error {
	return scalar.Scan(d, src, storedDateTime, "a DateTime", "yyyy-mm-dd hh:mm without seconds and zone")
}

func storedDateTime(src any) (d DateTime, ok bool) {
	if t, isTime := src.(time.Time); isTime {
		day := dayOf(t)
		return DateTime{Date: day, Time: TimeOfDayOf(t)}.orNone(), day.valid() && scalar.IsWholeMinute(t)
	}
	day, rest, ok := cutISODate(scalar.Stored(src))
	if !ok || rest == "" || rest[0] != ' ' && rest[0] != 'T' {
		return DateTime{}, src == nil
	}
	clock, ok := parseISOTime(rest[1:])
	return DateTime{Date: day, Time: clock}.orNone(), ok
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

// UnmarshalText parses m/d/yyyy h:mm AM/PM, the form on the wire; empty text gives the zero DateTime.
func (d *DateTime) UnmarshalText(text []byte) error { return scalar.ParseInto(d, text, parseDateTime) }

func (d DateTime) appendISO(b []byte, between byte) []byte {
	if d.IsZero() {
		return b
	}
	return d.Time.appendISO(append(d.Date.appendISO(b), between))
}
