package plaintext

import (
	"strconv"
	"strings"
)

// maxChoices bounds the names that a hint lists.
const maxChoices = 12

// Hint returns a phrase that says which of the names somebody probably meant by a mistyped name. If the mistyped name
// is like no name, the phrase lists the names, but only up to maxChoices names.
func Hint(names []string, mistyped string) string {
	return hint(names, mistyped, func(name string) string { return name })
}

// QuotedHint returns the phrase of Hint with quotes around the names.
func QuotedHint(names []string, mistyped string) string { return hint(names, mistyped, strconv.Quote) }

func hint(names []string, mistyped string, quote func(string) string) string {
	if name := Nearest(names, mistyped); name != "" {
		return "the nearest is " + quote(name)
	}
	if len(names) > maxChoices || len(names) == 0 {
		return "no name is like it"
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	return "expected one of " + strings.Join(quoted, ", ")
}
