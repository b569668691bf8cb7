package mockserver

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/secrets"
)

// cardLike is what could hold the number of a card, also with a space or a dash of any kind between its digits, or a plus sign, as forms write a space: a run of
// 12 or more digits. Characters that take no room do not part them.
var cardLike = regexp.MustCompile(`\p{Nd}(?:\pC*[\p{Zs}\p{Pd}\x{2212}+]?\pC*\p{Nd}){11,}`)

// redacted stands in place of what is not shown.
const redacted = "[redacted]"

// masked returns a text without what could be the number of a card: one that was sent under a wrong name or in a
// wrong place must not come back either. A text in which escapes hide one does not come back at all.
func masked(text string) string {
	text = cardLike.ReplaceAllString(text, redacted)
	if slices.ContainsFunc(secrets.Stages(text), cardLike.MatchString) {
		return redacted
	}
	return text
}

// shown is a text from outside as headers, messages and the journal show it. What could be a number is looked for before
// characters become spaces, and before the text is cut, which could leave a part of it.
func shown(s string) string { return bounded(masked(oneLine(masked(s)))) }

func bounded(s string) string {
	const most = 200
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

func oneLine(s string) string {
	return strings.Map(func(r rune) rune { return pick(r < ' ' || r == 0x7f, ' ', r) }, strings.ToValidUTF8(s, "?"))
}

// printable bounds a text from outside and keeps it on one line.
func printable(s string) string { return bounded(oneLine(s)) }
