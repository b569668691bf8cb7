// Package plaintext prepares texts from outside for messages and logs, and finds the name that somebody meant who
// mistyped it.
package plaintext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// OneLine returns a text with each control character of ASCII replaced by a space, so that the text stays
// on one line of a log. It escapes the other characters that Escape escapes.
func OneLine(s string) string {
	return Escape(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD")))
}

// Escape returns a text with \u001b and the like for each character that could move a terminal's cursor,
// end a line or change the order in which a line is read, and for each invisible one that stands for a letter. It keeps
// tabs and ends of lines. Escaped JSON has the same meaning as before. Bytes that are not UTF-8 become U+FFFD.
func Escape(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.ContainsFunc(s, acts) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !acts(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// acts reports whether a terminal does more with a character than show it, or an assistant reads a letter where people
// see nothing: a tag.
func acts(r rune) bool {
	const lineSeparator, paragraphSeparator, firstTag, lastTag = '\u2028', '\u2029', '\U000E0000', '\U000E007F'
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) ||
		r == lineSeparator || r == paragraphSeparator || firstTag <= r && r <= lastTag
}

// Excerpt returns at most the first limit characters of a text on one line. An ellipsis replaces the rest.
func Excerpt(s string, limit int) string { return Clip(OneLine(s), limit) }

// Clip returns at most the first limit characters of a text. An ellipsis replaces the rest. Bytes that are not UTF-8
// become U+FFFD.
func Clip(s string, limit int) string {
	for at := range s {
		if limit == 0 {
			return strings.ToValidUTF8(s[:at], "\uFFFD") + "…"
		}
		limit--
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// Choice returns names as in "Results, Page or Total".
func Choice(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Digit returns the value of a decimal digit of any script. Unicode numbers the ten digits of a script in a row, and
// each range of its table begins with a zero.
func Digit(r rune) (value rune, ok bool) {
	if r < utf8.RuneSelf {
		return r - '0', r >= '0' && r <= '9'
	}
	if r < '٠' || r == utf8.RuneError { // the first digits after the ASCII ones are Arabic
		return 0, false
	}
	for _, row := range unicode.Nd.R16 {
		if r >= rune(row.Lo) && r <= rune(row.Hi) {
			return (r - rune(row.Lo)) % 10, true
		}
	}
	for _, row := range unicode.Nd.R32 {
		if uint32(r) >= row.Lo && uint32(r) <= row.Hi {
			return (r - rune(row.Lo)) % 10, true //nolint:gosec // characters are below 1<<21
		}
	}
	return 0, false
}

// IsDash reports whether a character is a dash, a hyphen or a minus.
func IsDash(r rune) bool { return r == '-' || r == 0x2212 || r > 0x7f && unicode.Is(unicode.Pd, r) }

// prefix begins the text of every error of the client.
const prefix = "tourney: "

// Inner returns the text of an error, for use in the text of an error that wraps it. It removes the prefix
// of the client's errors, because the outer text already begins with that prefix.
func Inner(err error) string {
	return innerPrefixes.Replace(strings.TrimPrefix(fmt.Sprint(err), prefix))
}

// innerPrefixes removes the prefix at the beginning of a wrapped error, and of a line of errors.Join.
var innerPrefixes = strings.NewReplacer(": "+prefix, ": ", "\n"+prefix, "\n")
