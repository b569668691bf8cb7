package tourney

import (
	"cmp"
	"fmt"
	"time"
)

// TimeOfDay is a time of day without a zone, written h:mm AM/PM on the wire (section 1, convention 8). Parsing accepts
// a leading zero, AM and PM in either letter case, and no space before them. Hour runs from 0 to 23. The zero TimeOfDay
// is midnight, 12:00 AM, so a time that may be absent is a *TimeOfDay.
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

// cutHalf cuts AM or PM, in either letter case, off the end.
func cutHalf[T text](s T) (before T, afternoon, ok bool) {
	at := len(s) - len("AM")
	if at < 0 || s[at+1]|0x20 != 'm' {
		return s, false, false
	}
	half := s[at] | 0x20
	return s[:at], half == 'p', half == 'a' || half == 'p'
}

// Compare returns -1, 0 or 1 as t is before, equal to or after other on one day.
func (t TimeOfDay) Compare(other TimeOfDay) int {
	return cmp.Compare(t.Hour*60+t.Minute, other.Hour*60+other.Minute)
}

// String returns the time as h:mm AM/PM.
func (t TimeOfDay) String() string { return string(t.append(nil)) }

// AppendText appends the time as h:mm AM/PM.
func (t TimeOfDay) AppendText(b []byte) ([]byte, error) {
	if t.Hour < 0 || t.Hour > 23 || t.Minute < 0 || t.Minute > 59 {
		return b, fmt.Errorf("%d:%d is not a time of the day", t.Hour, t.Minute)
	}
	return t.append(b), nil
}

// MarshalText returns the time as h:mm AM/PM.
func (t TimeOfDay) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// UnmarshalText reads what ParseTimeOfDay reads; empty text gives the zero TimeOfDay.
func (t *TimeOfDay) UnmarshalText(text []byte) error { return parseInto(t, text, parseTimeOfDay) }

func (t TimeOfDay) append(b []byte) []byte {
	h, half := t.Hour%12, " AM"
	if h == 0 {
		h = 12
	}
	if t.Hour >= 12 {
		half = " PM"
	}
	b = append(appendPadded(b, h, 1), ':')
	return append(appendPadded(b, t.Minute, 10), half...)
}
