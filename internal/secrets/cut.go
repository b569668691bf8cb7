package secrets

import (
	"strings"
	"unicode/utf8"
)

// cuts finds secrets of which a text shows the beginning before dots, or the end behind them.
type cuts []cut

type cut struct {
	secret string // in canonical form
	run    int    // how many characters of it count as all
}

// mostCut is how much of a secret is looked for at dots: more of it is a run.
const mostCut = mostRun + leastRun

// leastSide is how many characters of a secret must stand on either side of dots to be taken for parts of it.
const leastSide = 3

// in reports whether a canonical text has a run of a secret in front of dots or behind them, or as many characters on
// both sides together. It tells capitals from small letters, and so finds what runs takes for an ordinary word: the
// dots in "for Password…" stand for the rest of Password1, and those in "Checking your password…" for nothing.
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

// work returns about how many bytes in compares at all dots of a canonical text.
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

// dotsAfter returns where the next dots, or stars, begin and end; -1 when there are none.
func dotsAfter(text string, at int) (from, to int) {
	for i, r := range text[at:] {
		switch {
		case r == '…' || r == '•' || r == '*', r == '.' && strings.HasPrefix(text[at+i:], ".."):
			return at + i, len(text) - len(strings.TrimLeft(text[at+i:], "….•*"))
		}
	}
	return -1, -1
}

// headLength returns how many characters of the beginning of a secret a text ends with.
func headLength(text, secret string) int {
	longest, n := 0, 0
	for end := range secret { // which leaves out all of it
		if n > 0 && strings.HasSuffix(text, secret[:end]) {
			longest = n
		}
		if n++; n > mostCut {
			break
		}
	}
	return longest
}

// tailLength returns how many characters of the end of a secret a text begins with.
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
