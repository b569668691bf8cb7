package mockserver

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/plaintext"
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

// maxShown bounds what messages, headers and the journal show of a text from outside.
const maxShown = 200

// safe returns a text from outside as headers, messages and the journal can show it. It looks for numbers of cards
// before control characters become spaces, and before it cuts the text, because a part of a number could be left.
func safe(s string) string { return truncated(masked(plaintext.OneLine(masked(s)))) }

// truncated returns the first maxShown bytes of a longer text, and an ellipsis.
func truncated(s string) string {
	if len(s) > maxShown {
		s = strings.ToValidUTF8(s[:maxShown], "") + "…"
	}
	return s
}
