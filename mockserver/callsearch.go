package mockserver

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/mockserver/journal"
)

// callsWith returns a filter for the calls that have a text in what they asked or in their answer, in any letter case.
// A full journal has many bytes, so it uses one buffer for all calls, and only ASCII letters have a case where the text
// has no other letters.
func callsWith(text string) journal.Filter {
	wanted, folded := bytes.ToLower([]byte(text)), []byte(nil)
	fold := foldASCII
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		fold = bytes.ToLower
	}
	return journal.Func(func(c journal.Call) bool {
		folded = folded[:0]
		for _, part := range []string{
			c.Op, c.Method + " " + c.Path + "?" + c.Query, c.Fault,
			strings.Join(c.Errors, " "), strings.Join(c.Assumed, " "), strings.Join(c.Ignored, " "),
		} {
			folded = append(append(folded, part...), 0) // no text goes on from one part to the next
		}
		folded = append(folded, c.Body...)
		return bytes.Contains(fold(folded), wanted)
	})
}

// foldASCII makes the letters of ASCII small, in place.
func foldASCII(text []byte) []byte {
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return text
}
