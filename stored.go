package tourney

import (
	"fmt"
	"strconv"
	"time"
)

// storedText returns the text that a database driver hands to Scan, without white space around it: a column of a fixed
// width pads its texts. It returns "" for a value that is no text.
func storedText(src any) string {
	switch src := src.(type) {
	case string:
		return trim(src)
	case []byte:
		return trim(string(src))
	}
	return ""
}

// cannotScan returns the error for a value of a database that a type cannot hold.
func cannotScan(src any, into, expected string) error {
	return fmt.Errorf("tourney: cannot scan %s into %s: expected %s", foundStored(src), into, expected)
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

// wholeMinutes reports whether an instant has no seconds and no fraction of one.
func wholeMinutes(t time.Time) bool { return t.Second() == 0 && t.Nanosecond() == 0 }
