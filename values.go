package tourney

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/scalar"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Extra holds the members of a response object for which this version of the library has no field. Keys are names on
// the wire, values are JSON. Of a body in XML, an element with elements inside is an object, a name that is repeated
// makes an array, and all else is text. Decoding fills Extra. [MarshalRow] writes it. Requests and encoding/json leave
// it out of the object around it.
type Extra map[string]json.RawMessage

// String returns the members as one line of JSON, in the order of their names. A value that is not JSON appears as a
// string with its text.
func (e Extra) String() string {
	b := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(e)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsoncodec.AppendString(b, name), ':')
		var line bytes.Buffer
		if err := json.Compact(&line, e[name]); err != nil {
			line.Reset()
			line.Write(jsoncodec.AppendString(nil, string(e[name])))
		}
		b = append(b, line.Bytes()...)
	}
	return string(append(b, '}'))
}

// TextOrNumber is a value that hosts send as text or as a number, such as the status of a player on a roster. Decoding
// reads a string or a number, and blank text as no value. Encoding to JSON writes a number for the text of an integer,
// else a string. [ParseEnum] reads it where it is a value of an enumeration.
type TextOrNumber string

// Observed values of Event.Type and EventListOptions.Type, not stated by the interface document. Only one of two
// libraries has the last two. [Event.TypeName] returns their names.
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
	text, isNull, err := scalar.FromJSON(data)
	if err == nil && !isNull {
		*v = TextOrNumber(text)
	}
	return err
}

// MarshalRow returns a row of an answer as JSON, with every member that the host sent. Members in Extra stand beside
// the others, in the row and in every object inside it. The form is that of an answer in JSON, also for a row that came
// in XML. [UnmarshalRow] gives the same row back. A row is a Team, a Game, a [Page] of either, a slice of them, or any
// other type of an answer, or a pointer to one.
//
// A null in an answer leaves a field at its zero value, and so is not written. A [WonBy] is written as an answer in
// JSON carries it, as its code alone where it has one. UnmarshalRow knows the name of [WonByForfeit];
// [Profile.CompleteWonBy] has the others.
//
// The row has what the host sent, and so neither the keys of an [Account] nor the NotStated of a Page or Standings.
//
// MarshalRow returns an error for what JSON would change or hide: a text that is not UTF-8, a value that cannot be,
// such as the 30th of February, a value of Extra that is not JSON, a name in Extra that the type has a field for, and
// nil. It returns an error for a type with a secret, so that no file or database gets one.
func MarshalRow(row any) ([]byte, error) {
	data, err := jsoncodec.AppendRow(nil, row)
	if err != nil {
		return nil, fmt.Errorf("tourney: cannot write a %T as a row: %w", row, err)
	}
	return data, nil
}

// UnmarshalRow reads the JSON of [MarshalRow], or of an answer without its wrapper, into the value that row points to,
// and replaces that value. Members without a field are kept in Extra, which encoding/json would drop. The error says
// where the JSON is wrong.
func UnmarshalRow(data []byte, row any) error {
	if err := jsoncodec.Unmarshal(data, row, jsoncodec.Limits{}); err != nil {
		return fmt.Errorf("tourney: cannot read a row into a %T: %w", row, err)
	}
	return nil
}

// isNil reports whether there is no value, also inside an interface.
func isNil(v any) bool {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice:
		return r.IsNil()
	}
	return false
}

// notNil returns an error for an argument that is nil.
func notNil(option, argument string, v any) error {
	if isNil(v) {
		return fmt.Errorf("tourney: %s: the %s is nil", option, argument)
	}
	return nil
}

// isPrintable reports whether both formats can carry a text, and it has no control characters.
func isPrintable(text string) bool {
	_, _, illegal := xmlwire.Illegal(text)
	return !illegal && !strings.ContainsFunc(text, unicode.IsControl)
}

// clip shortens an input for an error text.
func clip(s string) string { return plaintext.Clip(s, 40) }
