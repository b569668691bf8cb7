// Package redact finds what may be a secret in texts from outside, by its value and by its name, and redacts it. New
// names of secrets belong here. Package recording decides what the journal keeps of a request.
package redact

import (
	"strings"

	"github.com/tourney-go/tourney/internal/leaks"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// Mark is the text that stands where a text must not be shown.
const Mark = "[redacted]"

// Masked replaces everything that could be the number of a card. A client may send a number under a wrong name or in a
// wrong place, and then no answer may repeat it. A text in which escapes hide a number is replaced as a whole.
func Masked(text string) string {
	text = leaks.WithoutDigits(text, Mark)
	if plain := Unescaped(text); plain != text && leaks.HasDigits(plain) {
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
	return leaks.Unescaped(text)
}

// MayHaveEscapes reports whether a text has a byte that begins such an escape.
func MayHaveEscapes(text string) bool {
	for i := range len(text) {
		switch text[i] {
		case '&', '\\', '%':
			return true
		}
	}
	return false
}

// IsNumber reports whether a text has only digits, fewer than the number of a card, perhaps with a sign, a point or
// commas.
func IsNumber(text string) bool {
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

// IsCode reports whether a text looks like the security code of a card: three or four digits.
func IsCode(text string) bool {
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

// MaxShown bounds the characters that messages, headers and the journal show of a text from outside.
const MaxShown = 200

// Safe returns a text from outside as headers, messages and the journal can show it. It looks for numbers of cards
// before control characters become spaces, and before it cuts the text, because a part of a number could be left.
func Safe(s string) string { return plaintext.Clip(Masked(plaintext.OneLine(Masked(s))), MaxShown) }
