package tourney

import (
	"strconv"
	"strings"
)

// PlayerStatus is a team player's roster status in responses: text as the interface document shows it (section 2, Team
// Player), or the text of an integer, which some hosts send. Encoding keeps the form. The empty PlayerStatus means that
// the host sent no status.
type PlayerStatus string

// Roster returns the enumeration value behind the status, from its name in any letter case or its number.
func (s PlayerStatus) Roster() (RosterStatus, bool) {
	if n, err := strconv.Atoi(string(s)); err == nil {
		return RosterStatus(n), true
	}
	for code, name := range rosterStatusNames {
		if strings.EqualFold(name, string(s)) {
			return RosterStatus(code), true
		}
	}
	return 0, false
}

// AppendText appends the status unchanged.
func (s PlayerStatus) AppendText(b []byte) ([]byte, error) { return append(b, s...), nil }

// MarshalText returns the status unchanged.
func (s PlayerStatus) MarshalText() ([]byte, error) { return []byte(s), nil }

// UnmarshalText stores the status unchanged.
func (s *PlayerStatus) UnmarshalText(text []byte) error {
	*s = PlayerStatus(text)
	return nil
}

// MarshalJSON returns a number for the text of an integer, else a string.
func (s PlayerStatus) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil) }

// AppendJSON appends a number for the text of an integer, else a string.
func (s PlayerStatus) AppendJSON(b []byte) ([]byte, error) {
	return appendNameOrNumber(b, string(s)), nil
}

// UnmarshalJSON reads a string or a number; null leaves s unchanged.
func (s *PlayerStatus) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err == nil && !isNull {
		*s = PlayerStatus(text)
	}
	return err
}
