package tourney

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/scalar"
)

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
	d, err := ParseDecimal(text)
	if err != nil {
		return 0, false
	}
	n, whole := d.Int64()
	return int(n), whole && int64(int(n)) == n
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
	stored, ok := storedWonBy(src)
	if !ok {
		const expected = `a code and a name, as in "7 Forfeit" (for NULL use *WonBy or sql.Null[WonBy])`
		return scalar.ScanError(src, "a WonBy", expected)
	}
	*w = stored
	return nil
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
