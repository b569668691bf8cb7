package tourney

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/scalar"
)

// TimeOfDay is a time of day without a zone, written h:mm AM/PM on the wire (section 1, convention 8). Parsing accepts
// a leading zero, AM and PM in either letter case, and no space before them. Hour runs from 0 to 23. The zero TimeOfDay
// is midnight, 12:00 AM, so a time that may be absent is a *TimeOfDay. A database stores the text that ISO returns.
type TimeOfDay struct {
	Hour   int
	Minute int
}

// TimeOfDayOf returns the hour and minute that t shows in its own zone.
func TimeOfDayOf(t time.Time) TimeOfDay { return TimeOfDay{Hour: t.Hour(), Minute: t.Minute()} }

// ParseTimeOfDay reads h:mm AM/PM, and hh:mm on a clock of 24 hours, also with seconds that are zero.
func ParseTimeOfDay(s string) (TimeOfDay, error) {
	if t, ok := storedTimeOfDay(s); ok {
		return t, nil
	}
	return parseTimeOfDay(s)
}

func parseTimeOfDay[T scalar.Text](s T) (TimeOfDay, error) {
	written, afternoon, ok := cutHalf(scalar.Trim(s))
	written = scalar.Trim(written)
	hour, i := scalar.NumberAt(written, 0, 2)
	minute, end := scalar.NumberAt(written, i+1, 2)
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
func cutHalf[T scalar.Text](s T) (before T, afternoon, ok bool) {
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

// ISO returns the time as hh:mm on a clock of 24 hours (ISO 8601). Sorting such texts sorts the times. Scan reads such
// texts.
func (t TimeOfDay) ISO() string { return string(t.appendISO(nil)) }

// Value returns hh:mm for a database. It returns an error for a TimeOfDay that is no time of a day.
func (t TimeOfDay) Value() (driver.Value, error) {
	if err := t.check(); err != nil {
		return nil, fmt.Errorf("tourney: cannot store a TimeOfDay: %w", err)
	}
	return t.ISO(), nil
}

// Scan reads a value of a database: hh:mm as text, also with seconds that are zero, or a [time.Time] without seconds
// and before the year 2, which counts as a time without a date. Any other value is an error, and leaves t unchanged.
// NULL is an error too, because the zero TimeOfDay is midnight: scan into a *TimeOfDay or a sql.Null[TimeOfDay] where a
// time may be absent.
func (t *TimeOfDay) Scan(src any) error {
	const expected = "hh:mm without seconds (for NULL use *TimeOfDay or sql.Null[TimeOfDay])"
	return scalar.Scan(t, src, storedTimeOfDay, "a TimeOfDay", expected)
}

func storedTimeOfDay(src any) (TimeOfDay, bool) {
	if t, isTime := src.(time.Time); isTime {
		return TimeOfDayOf(t), t.Year() < 2 && scalar.IsWholeMinute(t)
	}
	return parseISOTime(scalar.Stored(src))
}

// parseISOTime reads hh:mm, also with zero seconds, which databases add in a column of times.
func parseISOTime(s string) (t TimeOfDay, ok bool) {
	hour, i := scalar.NumberAt(s, 0, 2)
	minute, end := scalar.NumberAt(s, i+1, 2)
	if i != 2 || end != 5 || s[2] != ':' {
		return TimeOfDay{}, false
	}
	t = TimeOfDay{Hour: hour, Minute: minute}
	return t, t.valid() && noSeconds(s[end:])
}

// noSeconds reports whether the text after hh:mm is empty or says zero seconds, as in ":00" and ":00.000000".
func noSeconds(s string) bool {
	s, found := strings.CutPrefix(s, ":00")
	if s == "" {
		return true
	}
	fraction, point := strings.CutPrefix(s, ".")
	return found && point && fraction != "" && strings.Trim(fraction, "0") == ""
}

// AppendText appends the time as h:mm AM/PM.
func (t TimeOfDay) AppendText(b []byte) ([]byte, error) {
	if err := t.check(); err != nil {
		return b, err
	}
	return t.append(b), nil
}

func (t TimeOfDay) valid() bool {
	return t.Hour >= 0 && t.Hour <= 23 && t.Minute >= 0 && t.Minute <= 59
}

func (t TimeOfDay) check() error {
	if !t.valid() {
		return fmt.Errorf("%d:%d is not a time of the day", t.Hour, t.Minute)
	}
	return nil
}

// MarshalText returns the time as h:mm AM/PM.
func (t TimeOfDay) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// UnmarshalText parses h:mm AM/PM, the form on the wire; empty text gives the zero TimeOfDay.
func (t *TimeOfDay) UnmarshalText(text []byte) error {
	return scalar.ParseInto(t, text, parseTimeOfDay)
}

func (t TimeOfDay) append(b []byte) []byte {
	h, half := t.Hour%12, " AM"
	if h == 0 {
		h = 12
	}
	if t.Hour >= 12 {
		half = " PM"
	}
	b = append(scalar.AppendPadded(b, h, 1), ':')
	return append(scalar.AppendPadded(b, t.Minute, 10), half...)
}

func (t TimeOfDay) appendISO(b []byte) []byte {
	return scalar.AppendPadded(append(scalar.AppendPadded(b, t.Hour, 10), ':'), t.Minute, 10)
}
