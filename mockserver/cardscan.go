package mockserver

import (
	"unicode"
	"unicode/utf8"
)

// leastDigits is the least number of digits that count as the number of a card.
const leastDigits = 12

// findCard returns where the first text that could be the number of a card starts and ends, and -1 when there is none.
// Such a text has at least leastDigits digits. Between two digits there may be a space or a dash of any kind, or a plus
// sign (a space in forms), and any number of invisible characters.
func findCard(text string) (start, end int) {
	var run cardRun
	for i, r := range text {
		switch kind := cardPartOf(r); {
		case kind == cardDigit:
			run.add(i, i+utf8.RuneLen(r))
		case kind == invisible || kind == cardSeparator && run.separate():
		case run.digits >= leastDigits:
			return run.start, run.end
		default:
			run = cardRun{}
		}
	}
	if run.digits >= leastDigits {
		return run.start, run.end
	}
	return -1, -1
}

// cardRun is a row of digits with at most one separator between two of them.
type cardRun struct {
	start, end int
	digits     int
	separated  bool // after the last digit
}

func (r *cardRun) add(start, end int) {
	if r.digits == 0 {
		r.start = start
	}
	r.end, r.separated = end, false
	r.digits++
}

// separate notes a separator, and reports whether the run can go on behind it.
func (r *cardRun) separate() bool {
	second := r.separated
	r.separated = true
	return !second
}

// cardPart is what a character is in the number of a card.
type cardPart uint8

const (
	noCardPart cardPart = iota
	cardDigit
	cardSeparator
	invisible
)

func cardPartOf(r rune) cardPart {
	switch {
	case r >= '0' && r <= '9':
		return cardDigit
	case r == ' ' || r == '-' || r == '+':
		return cardSeparator
	case r < ' ' || r == 0x7f:
		return invisible
	case r < utf8.RuneSelf || r == utf8.RuneError: // also a byte that is not UTF-8
		return noCardPart
	case unicode.Is(unicode.Nd, r):
		return cardDigit
	case r == 0x2212 || unicode.In(r, unicode.Zs, unicode.Pd): // the minus sign of mathematics is no dash
		return cardSeparator
	case unicode.Is(unicode.C, r):
		return invisible
	}
	return noCardPart
}
