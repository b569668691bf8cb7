package tourney

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"time"
)

// DateTime is a day and a time of day without a zone, written m/d/yyyy h:mm AM/PM on the wire (section 1, convention
// 8). The zero DateTime is "no date" and is left out of bodies. Parsing gives it for every time on 1/1/0001. A database
// stores yyyy-mm-dd hh:mm.
type DateTime struct {
	Date Date
	Time TimeOfDay
}

// ParseDateTime reads m/d/yyyy h:mm AM/PM, as leniently as ParseDate and ParseTimeOfDay, and what ISO returns.
func ParseDateTime(s string) (DateTime, error) {
	if d, ok := storedDateTime(s); ok {
		return d, nil
	}
	return parseDateTime(s)
}

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
	return DateTime{Date: d, Time: c}.orNone(), nil
}

// orNone returns the zero DateTime for a time without a date.
func (d DateTime) orNone() DateTime {
	if d.Date.IsZero() {
		return DateTime{}
	}
	return d
}

// IsZero reports whether d is "no date": the zero DateTime, or midnight on 1/1/0001.
func (d DateTime) IsZero() bool { return d.Date.IsZero() && d.Time == TimeOfDay{} }

// In returns the instant when calendars and clocks in loc show d. Date.At says which one it is where clocks change.
func (d DateTime) In(loc *time.Location) time.Time { return d.Date.At(d.Time, loc) }

// String returns m/d/yyyy h:mm AM/PM, or "" for the zero DateTime.
func (d DateTime) String() string {
	text, _ := d.AppendText(nil)
	return string(text)
}

// ISO returns yyyy-mm-ddThh:mm (ISO 8601), or "" for the zero DateTime. Such texts are in the order of time. Scan reads
// them.
func (d DateTime) ISO() string { return string(d.appendISO(nil, 'T')) }

// Value returns yyyy-mm-dd hh:mm for a database, and NULL for the zero DateTime. The space between date and time is
// that of SQL's own timestamps, so that both compare as texts. It returns an error for a DateTime that cannot be.
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
// that are zero, a time.Time with no seconds as its own zone shows it, or NULL, which gives the zero DateTime. Any
// other value is an error, and leaves d unchanged.
func (d *DateTime) Scan(src any) error {
	if src == nil {
		*d = DateTime{}
		return nil
	}
	stored, ok := storedDateTime(src)
	if !ok {
		return cannotScan(src, "a DateTime", "yyyy-mm-dd hh:mm without seconds and zone")
	}
	*d = stored
	return nil
}

func storedDateTime(src any) (d DateTime, ok bool) {
	if t, isTime := src.(time.Time); isTime {
		day := dayOf(t)
		return DateTime{Date: day, Time: TimeOfDayOf(t)}.orNone(), day.valid() && wholeMinutes(t)
	}
	day, rest, ok := cutISODate(storedText(src))
	if !ok || rest == "" || rest[0] != ' ' && rest[0] != 'T' {
		return DateTime{}, false
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
func (d *DateTime) UnmarshalText(text []byte) error { return parseInto(d, text, parseDateTime) }

func (d DateTime) appendISO(b []byte, between byte) []byte {
	if d.IsZero() {
		return b
	}
	return d.Time.appendISO(append(d.Date.appendISO(b), between))
}
