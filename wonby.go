package tourney

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// WonBy says why a side was declared the winner. JSON carries its code and XML its name (section 2, Game). The
// interface document does not state the pairs of code and name. A value keeps the half that the body had. Decoding and
// encoding look the other half up among the known pairs. RegisterWonBy adds pairs. A database stores both halves.
type WonBy struct {
	Code int    // 0 when only the name is known
	Name string // "" when only the code is known
}

// WonByForfeit is the only pair that was observed.
var WonByForfeit = WonBy{Code: 7, Name: "Forfeit"}

// wonByPairs are the known pairs of code and name. RegisterWonBy replaces the list and never changes it, so readers
// need no lock.
var wonByPairs = startingWith(WonByForfeit)

func startingWith(pairs ...WonBy) *atomic.Pointer[[]WonBy] {
	table := new(atomic.Pointer[[]WonBy])
	table.Store(&pairs)
	return table
}

// RegisterWonBy adds pairs of code and name for the whole process. From then on WonByCode, WonByName and decoding find
// the other half. Values that exist already do not change, so call RegisterWonBy at the start of a program. It is safe
// for concurrent use.
//
// It registers all pairs, or none when it returns an error. A pair needs a code other than 0 and a name that does not
// read as a number. It must not contradict a known pair. Names are equal in any letter case. A known pair may be
// repeated.
func RegisterWonBy(pairs ...WonBy) error {
	if err := registerWonBy(pairs); err != nil {
		return fmt.Errorf("tourney: RegisterWonBy: %w", err)
	}
	return nil
}

func registerWonBy(pairs []WonBy) error {
	for {
		before := wonByPairs.Load()
		after := slices.Clip(*before)
		for _, w := range pairs {
			w.Name = strings.TrimSpace(w.Name)
			known, err := w.among(after)
			if err != nil {
				return err
			}
			if !known {
				after = append(after, w)
			}
		}
		if wonByPairs.CompareAndSwap(before, &after) {
			return nil
		}
	}
}

// among reports whether pairs already holds w. The error says why w cannot be added.
func (w WonBy) among(pairs []WonBy) (bool, error) {
	if w.Code == 0 || w.Name == "" {
		return false, w.cannotRegister("a pair needs both")
	}
	if !isPrintable(w.Name) {
		return false, w.cannotRegister("the name has control characters, or others that XML cannot carry")
	}
	if _, isCode := wonByCodeOf(w.Name); isCode {
		return false, w.cannotRegister("the name reads as a code")
	}
	for _, p := range pairs {
		switch code, name := p.Code == w.Code, strings.EqualFold(p.Name, w.Name); {
		case code && name:
			return true, nil
		case code || name:
			return false, w.cannotRegister(fmt.Sprintf("%q is known to have code %d", clip(p.Name), p.Code))
		}
	}
	return false, nil
}

func (w WonBy) cannotRegister(why string) error {
	return fmt.Errorf("code %d with the name %q: %s", w.Code, clip(w.Name), why)
}

// WonByCode returns the value with this code, and with its name where that is known.
func WonByCode(code int) WonBy {
	for _, w := range *wonByPairs.Load() {
		if w.Code == code {
			return w
		}
	}
	return WonBy{Code: code}
}

// WonByName returns the value with this name, and with its code where that is known.
func WonByName(name string) WonBy {
	for _, w := range *wonByPairs.Load() {
		if strings.EqualFold(w.Name, name) {
			return w
		}
	}
	return WonBy{Name: name}
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
		return cannotScan(src, "a WonBy", `a code and a name, as in "7 Forfeit" (for NULL use *WonBy or sql.Null[WonBy])`)
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
	if w.Name == "" {
		w = WonByCode(w.Code)
	}
	return append(b, w.String()...), nil
}

// MarshalText returns the name as XML carries it, or the number where no name is known.
func (w WonBy) MarshalText() ([]byte, error) { return w.AppendText(nil) }

// UnmarshalText reads a name, or the text of a code.
func (w *WonBy) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if code, ok := wonByCodeOf(s); ok {
		*w = WonByCode(code)
	} else {
		*w = WonByName(s)
	}
	return nil
}

// MarshalJSON returns the code as JSON carries it, or the name where no code is known.
func (w WonBy) MarshalJSON() ([]byte, error) { return w.AppendJSON(nil) }

// AppendJSON appends the code as JSON carries it, or the name where no code is known.
func (w WonBy) AppendJSON(b []byte) ([]byte, error) {
	if w.Code == 0 && w.Name != "" {
		w = WonByName(w.Name)
	}
	if w.Code == 0 && w.Name != "" {
		return jsoncodec.AppendString(b, w.Name), nil
	}
	return strconv.AppendInt(b, int64(w.Code), 10), nil
}

// UnmarshalJSON reads a code or a name; null leaves w unchanged.
func (w *WonBy) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err != nil || isNull {
		return err
	}
	return w.UnmarshalText(text)
}
