package mockserver

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/secrets"
)

// cardLike matches a text that could be the number of a card: 12 or more digits. Between two digits there may be a
// space or a dash of any kind, a plus sign (a space in forms), and any number of invisible characters.
var cardLike = regexp.MustCompile(`\p{Nd}(?:\pC*[\p{Zs}\p{Pd}\x{2212}+]?\pC*\p{Nd}){11,}`)

// redacted replaces a text that must not be shown.
const redacted = "[redacted]"

// masked replaces everything that could be the number of a card. A client may send a number under a wrong name or in a
// wrong place, and then no answer may repeat it. A text in which escapes hide a number is replaced as a whole.
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
