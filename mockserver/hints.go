package mockserver

import (
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/nearest"
)

// mostChoices bounds the names that a hint lists.
const mostChoices = 12

// hintAt says which of the names a mistyped one probably stands for. Where it is like none, the hint lists the names,
// unless there are many.
func hintAt(names []string, mistyped string) string { return hintIn(names, mistyped, asItIs) }

// quotedHintAt is hintAt with quotes around names.
func quotedHintAt(names []string, mistyped string) string {
	return hintIn(names, mistyped, strconv.Quote)
}

func asItIs(name string) string { return name }

func hintIn(names []string, mistyped string, quote func(string) string) string {
	if name := nearest.Of(names, mistyped); name != "" {
		return "the nearest is " + quote(name)
	}
	if len(names) > mostChoices {
		return "no name is like it"
	}
	return "expected one of " + strings.Join(mapped(names, quote), ", ")
}
