package mockserver

import (
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/secrets"
)

// redacted replaces a text that must not be shown.
const redacted = "[redacted]"

// masked replaces everything that could be the number of a card. A client may send a number under a wrong name or in a
// wrong place, and then no answer may repeat it. A text in which escapes hide a number is replaced as a whole.
func masked(text string) string {
	text = secrets.WithoutDigits(text, redacted)
	if plain := unescaped(text); plain != text && secrets.HasDigits(plain) {
		return redacted
	}
	return text
}

// holds reports whether a function finds something in a text, or in the text without its escapes.
func holds(text string, found func(string) bool) bool {
	if found(text) {
		return true
	}
	plain := unescaped(text)
	return plain != text && found(plain)
}

// unescaped returns a text without the escapes of URLs, HTML, XML and JSON.
func unescaped(text string) string {
	if !mayHaveEscapes(text) {
		return text
	}
	return secrets.Unescaped(text)
}

// mayHaveEscapes reports whether a text has a byte that begins such an escape.
func mayHaveEscapes(text string) bool {
	for i := range len(text) {
		switch text[i] {
		case '&', '\\', '%':
			return true
		}
	}
	return false
}

// isNumber reports whether a text has digits alone, fewer than the number of a card, with a sign, a point or commas.
func isNumber(text string) bool {
	digits := 0
	for i := range len(text) {
		if c := text[i]; c >= '0' && c <= '9' {
			digits++
		} else if strings.IndexByte("+-., ", c) < 0 {
			return false
		}
	}
	return digits > 0 && digits < 12
}

// isCode reports whether a text is like the security code of a card: three or four digits.
func isCode(text string) bool {
	digits := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c != ' ' && c != '-':
			return false
		}
	}
	return digits == 3 || digits == 4
}

// maxShown bounds the characters that messages, headers and the journal show of a text from outside.
const maxShown = 200

// safe returns a text from outside as headers, messages and the journal can show it. It looks for numbers of cards
// before control characters become spaces, and before it cuts the text, because a part of a number could be left.
func safe(s string) string { return plaintext.Clip(masked(plaintext.OneLine(masked(s))), maxShown) }

// inASCII returns a text for a header. It has escapes such as \u00e9 in place of other characters than those of ASCII.
func inASCII(text string) string {
	if isVisible(text) {
		return text
	}
	quoted := strconv.QuoteToASCII(strings.ReplaceAll(text, "…", "..."))
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// isVisible reports whether a text has only visible characters of ASCII, and spaces.
func isVisible(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}
