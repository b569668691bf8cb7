package tourney

import (
	"strconv"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// TextOrNumber is a value that hosts send as text or as a number, such as the status of a player on a roster. Decoding
// reads a string or a number, and blank text as no value. Encoding to JSON writes a number for the text of an integer,
// else a string. ParseEnum reads it where it is a value of an enumeration.
type TextOrNumber string

// Observed values of Event.Type and EventListOptions.Type, not stated by the interface document. Only one of two
// libraries has the last two. Event.TypeName returns their names.
const (
	EventTournament TextOrNumber = "0"
	EventLeague     TextOrNumber = "1"
	EventCampClinic TextOrNumber = "2" // a camp or a clinic
	EventTryout     TextOrNumber = "3"
	EventPractice   TextOrNumber = "4"
	EventTraining   TextOrNumber = "5"
)

// Observed values of Report.Type, not stated by the interface document. A sample shows the integer 3.
const (
	ReportHTML TextOrNumber = "HTML"
	ReportPDF  TextOrNumber = "PDF"
)

// AppendText appends the value unchanged.
func (v TextOrNumber) AppendText(b []byte) ([]byte, error) { return append(b, v...), nil }

// MarshalText returns the value unchanged.
func (v TextOrNumber) MarshalText() ([]byte, error) { return []byte(v), nil }

// UnmarshalText stores the value unchanged.
func (v *TextOrNumber) UnmarshalText(text []byte) error {
	*v = TextOrNumber(text)
	return nil
}

// MarshalJSON returns a number for the text of an integer, else a string.
func (v TextOrNumber) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }

// AppendJSON appends a number for the text of an integer, else a string.
func (v TextOrNumber) AppendJSON(b []byte) ([]byte, error) {
	if v != "" && (v[0] == '-' || v[0]-'0' <= 9) { // for any other text Atoi would allocate an error
		if n, err := strconv.Atoi(string(v)); err == nil && strconv.Itoa(n) == string(v) {
			return append(b, v...), nil
		}
	}
	return jsoncodec.AppendString(b, string(v)), nil
}

// UnmarshalJSON reads a string or a number; null leaves v unchanged.
func (v *TextOrNumber) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err == nil && !isNull {
		*v = TextOrNumber(text)
	}
	return err
}
