package tourney

import (
	"errors"
	"fmt"
	"time"
)

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

// In returns the instant when calendars and clocks in loc show d.
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

// UnmarshalText parses text like ParseDateTime; empty text gives the zero DateTime.
func (d *DateTime) UnmarshalText(text []byte) error { return parseInto(d, text, parseDateTime) }
