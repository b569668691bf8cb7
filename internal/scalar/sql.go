package scalar

import (
	"fmt"
	"strconv"
	"time"
)

// Stored returns the text that a database driver hands to Scan, without white space around it, because a column of a
// fixed width pads its texts. It returns "" for a value that is no text.
func Stored(src any) string {
	switch src := src.(type) {
	case string:
		return Trim(src)
	case []byte:
		return Trim(string(src))
	}
	return ""
}

// Scan stores what read makes of a value of a database, which is a value of the type called what. After an error *v is
// unchanged.
func Scan[T any](v *T, src any, read func(any) (T, bool), what, expected string) error {
	value, ok := read(src)
	if !ok {
		return fmt.Errorf("tourney: cannot scan %s into %s: expected %s", foundStored(src), what, expected)
	}
	*v = value
	return nil
}

// foundStored describes a value of a database for an error text.
func foundStored(src any) string {
	switch src := src.(type) {
	case nil:
		return "NULL"
	case string:
		return strconv.Quote(clip(src))
	case []byte:
		return strconv.Quote(clip(string(src[:min(len(src), 64)]))) // clip shows less
	case time.Time:
		return "the time " + src.Format(time.RFC3339Nano)
	}
	return fmt.Sprintf("the %T %s", src, clip(fmt.Sprint(src)))
}

// IsWholeMinute reports whether an instant has no seconds and no fraction of one.
func IsWholeMinute(t time.Time) bool { return t.Second() == 0 && t.Nanosecond() == 0 }
