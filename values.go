package tourney

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/scalar"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Extra holds the members of a response object for which this version of the library has no field. Keys are names on
// the wire, values are JSON. For a body in XML, an element with elements inside becomes an object, elements with the
// same name become an array, and any other element becomes text. Decoding fills Extra. [MarshalRow] writes the members
// of Extra into the object around it. Requests and encoding/json leave Extra out.
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
// reads a string or a number; blank text gives "", which means no value. Encoding to JSON writes a number for the text
// of an integer, and a string for any other text. [ParseEnum] turns a TextOrNumber into a value of an enumeration.
type TextOrNumber string

// Observed values of Event.Type and EventListOptions.Type, not stated by the interface document. Two libraries name
// these values, and only one of the libraries has the last two. [Event.TypeName] returns the names.
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

// MarshalRow returns a row of an answer as JSON, with every member that the host sent. The members in Extra stand
// beside the other members, in the row and in every object inside the row. The text has the form of an answer in JSON,
// also for a row that came in XML. [UnmarshalRow] gives the same row back. A row is a Team, a Game, a [Page] of teams
// or games, a slice of them, any other type of an answer, or a pointer to such a value.
//
// A null in an answer leaves a field at its zero value, so MarshalRow does not write a null. It writes a [WonBy] as an
// answer in JSON has it: the code alone, or the name when there is no code. UnmarshalRow adds the name of
// [WonByForfeit]; [Profile.CompleteWonBy] adds the other names.
//
// The text has only members that the host can send. So it lacks the keys of an [Account], and the NotStated of a Page
// or Standings.
//
// MarshalRow returns an error for a value that JSON would change or hide: a text that is not UTF-8, a value that does
// not exist, such as the 30th of February, a value of Extra that is not JSON, a name in Extra that the type has a field
// for, and nil. It also returns an error for a type with a secret, so that no secret gets into a file or a database,
// and for a type that is no row: a number, a text, an error, a struct without members, or the parameters of a request.
func MarshalRow(row any) ([]byte, error) {
	data, err := jsoncodec.AppendRow(nil, row)
	if err == nil && !isRow(reflect.TypeOf(row)) {
		err = errors.New("it is no row: expected a type of an answer, such as Team, or a slice of such a type")
	}
	if err != nil {
		return nil, fmt.Errorf("tourney: cannot write a %T as a row: %w", row, err)
	}
	return data, nil
}

// isRow reports whether values of a type are rows, or lists of rows.
func isRow(t reflect.Type) bool {
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	if t == nil || t.Implements(reflect.TypeFor[Input]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[error]()) {
		return false
	}
	shape := record.ShapeOf(t)
	return shape.JSON.Write == record.AsStruct && len(shape.Plan.Fields) > 0
}

// UnmarshalRow reads the JSON of [MarshalRow], or the JSON of an answer without the object around the row, into the
// value that row points to, and replaces that value. It puts members without a field into Extra, while encoding/json
// drops such members. The error says where the JSON is wrong.
func UnmarshalRow(data []byte, row any) error {
	if err := jsoncodec.Unmarshal(data, row, jsoncodec.Limits{}); err != nil {
		return fmt.Errorf("tourney: cannot read a row into a %T: %w", row, err)
	}
	return nil
}

// isNil reports whether v is nil, or an interface that holds a nil value.
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

// isPrintable reports whether JSON and XML can carry a text, and the text has no control characters.
func isPrintable(text string) bool {
	_, _, illegal := xmlwire.Illegal(text)
	return !illegal && !strings.ContainsFunc(text, unicode.IsControl)
}

// clip shortens an input for an error text.
func clip(s string) string { return plaintext.Clip(s, 40) }

// WonBy says why a side was declared the winner. A body in JSON has the code, and a body in XML has the name (section
// 2, Game). The interface document does not state which code has which name. Decoding fills the half that the body has:
// the code or the name. The client adds the other half when it knows the pair from [WonByForfeit] or Profile.WonBy, in
// games that it reads and in games that it sends. A database stores the code and the name.
type WonBy struct {
	Code int    // 0 when only the name is known
	Name string // "" when only the code is known
}

// WonByForfeit is the only pair that was observed. It counts as a pair of every host.
var WonByForfeit = WonBy{Code: 7, Name: "Forfeit"}

// completed returns w with the code or the name that w lacks, if WonByForfeit or one of the pairs has it.
func (w WonBy) completed(pairs []WonBy) WonBy {
	if w.Code != 0 && w.Name != "" {
		return w
	}
	if w.isPartOf(WonByForfeit) {
		return WonByForfeit
	}
	if i := slices.IndexFunc(pairs, w.isPartOf); i >= 0 {
		return pairs[i]
	}
	return w
}

// isPartOf reports whether w has only the code of the pair, or only its name in any letter case.
func (w WonBy) isPartOf(pair WonBy) bool {
	return w.Name == "" && w.Code == pair.Code || w.Code == 0 && strings.EqualFold(w.Name, pair.Name)
}

// complete returns a pointer to the completed value. It returns nil for nil, and never changes the value that w points
// to.
func (w *WonBy) complete(pairs []WonBy) *WonBy {
	if w == nil || *w == w.completed(pairs) {
		return w
	}
	return new(w.completed(pairs))
}

// checkBeside returns an error when w is no pair, or contradicts WonByForfeit or a pair in before.
func (w WonBy) checkBeside(before []WonBy) error {
	switch _, isCode := wonByCodeOf(w.Name); {
	case w.Code == 0 || w.Name == "":
		return w.wrong("a pair needs both")
	case !isPrintable(w.Name):
		return w.wrong("the name has control characters, or others that XML cannot carry")
	case isCode:
		return w.wrong("the name reads as a code")
	}
	for _, p := range append(before[:len(before):len(before)], WonByForfeit) {
		if sameName := strings.EqualFold(p.Name, w.Name); sameName != (p.Code == w.Code) {
			return w.wrong(fmt.Sprintf("%q is known to have code %d", clip(p.Name), p.Code))
		}
	}
	return nil
}

func (w WonBy) wrong(why string) error {
	return fmt.Errorf("code %d with the name %q: %s", w.Code, clip(w.Name), why)
}

// wonByCodeOf parses a text as a code. It returns false for a name, for a number with a fraction and for a number
// beyond int.
func wonByCodeOf(text string) (int, bool) {
	n, err := scalar.ParseInt(strings.TrimSpace(text))
	return int(n), err == nil && int64(int(n)) == n
}

// String returns the name, or the number when no name is known.
func (w WonBy) String() string {
	if w.Name != "" {
		return w.Name
	}
	return strconv.Itoa(w.Code)
}

// Value returns the code and the name for a database, with a space between them, as in "7 Forfeit". It returns the code
// alone when the name is "", and "0 Name" when only the name is known.
func (w WonBy) Value() (driver.Value, error) {
	text := strconv.Itoa(w.Code)
	if w.Name != "" {
		text += " " + w.Name
	}
	return text, nil
}

// Scan reads a value of a database: a text that Value returned, or a code as an integer. Scan adds no code and no name
// that was not stored. Any other value is an error, and leaves w unchanged. NULL is an error too, because the zero
// WonBy is the code 0: scan into a *WonBy or a sql.Null[WonBy] where a side may have no won-by.
func (w *WonBy) Scan(src any) error {
	const expected = `a code and a name, as in "7 Forfeit" (for NULL use *WonBy or sql.Null[WonBy])`
	return scalar.Scan(w, src, storedWonBy, "a WonBy", expected)
}

// storedWonBy reads a value of a database. It removes no white space, because a name may begin or end with white space.
func storedWonBy(src any) (WonBy, bool) {
	text := ""
	switch src := src.(type) {
	case string:
		text = src
	case []byte:
		text = string(src)
	case int64:
		text = strconv.FormatInt(src, 10)
	}
	digits, name, named := strings.Cut(text, " ")
	code, err := strconv.Atoi(digits)
	return WonBy{Code: code, Name: name}, err == nil && strconv.Itoa(code) == digits && named == (name != "")
}

// AppendText appends the name as XML has it, or the number when no name is known.
func (w WonBy) AppendText(b []byte) ([]byte, error) {
	return append(b, w.completed(nil).String()...), nil
}

// MarshalText returns the name as XML has it, or the number when no name is known.
func (w WonBy) MarshalText() ([]byte, error) { return w.AppendText(nil) }

// UnmarshalText reads a name, or the text of a code.
func (w *WonBy) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if code, ok := wonByCodeOf(s); ok {
		*w = WonBy{Code: code}.completed(nil)
	} else {
		*w = WonBy{Name: s}.completed(nil)
	}
	return nil
}

// MarshalJSON returns the code as JSON has it, or the name when no code is known.
func (w WonBy) MarshalJSON() ([]byte, error) { return w.AppendJSON(nil) }

// AppendJSON appends the code as JSON has it, or the name when no code is known.
func (w WonBy) AppendJSON(b []byte) ([]byte, error) {
	w = w.completed(nil)
	if w.Code == 0 && w.Name != "" {
		return jsoncodec.AppendString(b, w.Name), nil
	}
	return strconv.AppendInt(b, int64(w.Code), 10), nil
}

// UnmarshalJSON reads a code or a name; null leaves w unchanged.
func (w *WonBy) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalar.FromJSON(data)
	if err != nil || isNull {
		return err
	}
	return w.UnmarshalText(text)
}
