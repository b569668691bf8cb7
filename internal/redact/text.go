package redact

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// Mark is the text that replaces a text that must not be shown.
const Mark = "[redacted]"

// Masked replaces everything in a text that could be the number of a card. A client may send the number of a card
// under a wrong name or in a wrong place, and no answer may repeat it. If escapes, base64 or hexadecimal digits hide a
// number, Masked replaces the whole text. Masked keeps the ids that a request has, apart from an id that has the check
// digit of a card.
func Masked(text string, ids ...string) string {
	text = replaced(text, Mark, func(numbers []span, text string, groups []group) []span {
		long := appendLong(nil, text, groups)
		if len(long) > 0 && slices.Contains(ids, text[long[0].from:long[0].to]) && !isCard(text, groups) {
			return numbers
		}
		return append(numbers, long...)
	})
	if plain := Unescaped(text); plain != text && HasDigits(plain) || encodesNumber(text) {
		return Mark
	}
	return text
}

// Holds reports whether the function found returns true for a text, or for the text without its escapes.
func Holds(text string, found func(string) bool) bool {
	if found(text) {
		return true
	}
	plain := Unescaped(text)
	return plain != text && found(plain)
}

// Unescaped returns a text without the escapes of URLs, HTML, XML and JSON.
func Unescaped(text string) string {
	if !MayHaveEscapes(text) {
		return text
	}
	return Plain(text)
}

// MayHaveEscapes reports whether a text has a byte that can begin an escape of URLs, HTML, XML or JSON.
func MayHaveEscapes(text string) bool { return strings.ContainsAny(text, `&\%`) }

// IsNumber reports whether a text is a number that is too short for the number of a card. It may have a sign, a point
// and commas.
func IsNumber(text string) bool {
	digits := digitsAmong(text, "+-., ")
	return digits > 0 && digits < minCard
}

// IsCode reports whether a text looks like the security code of a card: three or four digits.
func IsCode(text string) bool {
	digits := digitsAmong(text, " -")
	return digits == 3 || digits == 4
}

// digitsAmong returns the number of digits in a text; 0 for a text with other characters than digits and marks.
func digitsAmong(text, marks string) (digits int) {
	for i := range len(text) {
		if c := text[i]; c >= '0' && c <= '9' {
			digits++
		} else if strings.IndexByte(marks, c) < 0 {
			return 0
		}
	}
	return digits
}

// MaxShown bounds the characters that messages, headers and the journal show of a text from outside.
const MaxShown = 200

// Safe returns a text from outside as headers, messages and the journal can show it. It masks the numbers of cards
// before it replaces control characters and before it cuts the text, because otherwise a part of a number could
// remain. It keeps ids as Masked does.
func Safe(s string, ids ...string) string {
	return plaintext.Clip(Masked(plaintext.OneLine(Masked(s, ids...)), ids...), MaxShown)
}
