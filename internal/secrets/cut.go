package secrets

import (
	"strings"
	"unicode/utf8"
)

// cuts finds secrets that dots shorten: the beginning of a secret before dots, or its end behind dots.
type cuts []cut

type cut struct {
	secret string // in canonical form
	run    int    // number of characters that count as the whole secret
}

// mostCut bounds the part of a secret that is compared at dots. runs finds longer parts.
const mostCut = mostRun + leastRun

// leastSide is the smallest number of characters on each side of dots that count together.
const leastSide = 3

// in reports whether a canonical text has a run of a secret directly before or behind dots, or split around them.
// Unlike runs, it compares letter case. So it finds parts that runs treats as ordinary words: the dots in "for
// Password…" stand for the rest of Password1, and the dots in "Checking your password…" do not.
func (c cuts) in(text string) bool {
	if len(c) == 0 {
		return false
	}
	for at := 0; ; {
		from, to := dotsAfter(text, at)
		if from < 0 {
			return false
		}
		head, tail := strings.TrimSuffix(text[:from], " "), strings.TrimPrefix(text[to:], " ")
		for _, cut := range c {
			before, after := headLength(head, cut.secret), tailLength(tail, cut.secret)
			if max(before, after) >= cut.run || min(before, after) >= leastSide && before+after >= cut.run {
				return true
			}
		}
		at = to
	}
}

// work estimates how many bytes the method in compares in a canonical text.
func (c cuts) work(text string) (bytes int) {
	for at := 0; len(c) > 0; bytes += 2 * mostCut * len(c) {
		from, to := dotsAfter(text, at)
		if from < 0 {
			break
		}
		at = to
	}
	return bytes
}

// dotsAfter returns the start and the end of the next dots or stars; -1 when there are none.
func dotsAfter(text string, at int) (from, to int) {
	for i, r := range text[at:] {
		switch {
		case r == '…' || r == '•' || r == '*', r == '.' && strings.HasPrefix(text[at+i:], ".."):
			return at + i, len(text) - len(strings.TrimLeft(text[at+i:], "….•*"))
		}
	}
	return -1, -1
}

// headLength returns the number of characters of the longest beginning of a secret that ends a text.
func headLength(text, secret string) int {
	longest, n := 0, 0
	for end := range secret { // never the whole secret
		if n > 0 && strings.HasSuffix(text, secret[:end]) {
			longest = n
		}
		if n++; n > mostCut {
			break
		}
	}
	return longest
}

// tailLength returns the number of characters of the longest end of a secret that begins a text.
func tailLength(text, secret string) int {
	longest := 0
	for n, start := 1, len(secret); n <= mostCut && start > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(secret[:start])
		if start -= size; start > 0 && strings.HasPrefix(text, secret[start:]) {
			longest = n
		}
	}
	return longest
}
