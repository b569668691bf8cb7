// Package plaintext prepares texts from outside for messages and logs.
package plaintext

import "strings"

// OneLine returns a text with a space for each control character, so that it can neither end a line of a log nor move
// a terminal's cursor. Bytes that are not UTF-8 become U+FFFD.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Excerpt returns at most the first limit characters of a text on one line. An ellipsis replaces the rest.
func Excerpt(s string, limit int) string {
	s = OneLine(s)
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return s
}
