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

// WonBy says why a side was declared the winner. JSON carries its code and XML its name (section 2, Game). The
// interface document does not state the pairs of code and name. A value keeps the half that the body had. The other
// half comes from the pairs that are known of the host: [WonByForfeit], and those of Profile.WonBy. The client
// completes what it reads and what it sends. A database stores both halves.
type WonBy struct {
	Code int    // 0 when only the name is known
	Name string // "" when only the code is known
}

// WonByForfeit is the only pair that was observed. Every host has it.
var WonByForfeit = WonBy{Code: 7, Name: "Forfeit"}

// completed returns w with the half that it lacks, where WonByForfeit or one of the pairs has it.
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

// isPartOf reports whether w is the code or the name of a pair. Names are equal in any letter case.
func (w WonBy) isPartOf(pair WonBy) bool {
	return w.Name == "" && w.Code == pair.Code || w.Code == 0 && strings.EqualFold(w.Name, pair.Name)
}

// complete completes the value that w points to, unless w is nil.
func (w *WonBy) complete(pairs []WonBy) *WonBy {
	if w == nil || *w == w.completed(pairs) {
		return w
	}
	return new(w.completed(pairs))
}

// checkBeside returns why w cannot be one of the pairs of a host that has the pairs before it; nil when it can.
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

// String returns the name, or the number where no name is known.
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

// Scan reads a value of a database: a text that Value returned, or a code as an integer. It looks up no other half, so
// w is what was stored. Any other value is an error, and leaves w unchanged. So is NULL, because the zero WonBy is the
// code 0: scan into a *WonBy or a sql.Null[WonBy] where a side may have none.
func (w *WonBy) Scan(src any) error {
	stored, ok := storedWonBy(src)
	if !ok {
		const expected = `a code and a name, as in "7 Forfeit" (for NULL use *WonBy or sql.Null[WonBy])`
		return scalar.ScanError(src, "a WonBy", expected)
	}
	*w = stored
	return nil
}

// storedWonBy trims nothing, because a name may begin or end with white space.
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

// AppendText appends the name as XML carries it, or the number where no name is known.
func (w WonBy) AppendText(b []byte) ([]byte, error) {
	return append(b, w.completed(nil).String()...), nil
}

// MarshalText returns the name as XML carries it, or the number where no name is known.
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

// MarshalJSON returns the code as JSON carries it, or the name where no code is known.
func (w WonBy) MarshalJSON() ([]byte, error) { return w.AppendJSON(nil) }

// AppendJSON appends the code as JSON carries it, or the name where no code is known.
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
