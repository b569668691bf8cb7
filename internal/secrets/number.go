package secrets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A card number has 12 to 19 digits (ISO/IEC 7812). The last one is a check digit.
const (
	leastCard = 12
	mostCard  = 19
)

// numberWithheld replaces a card number.
const numberWithheld = "[number withheld]"

// WithoutNumbers replaces each apparent card number in a text: 12 to 19 digits with a correct check digit. One space,
// dash or plus sign may stand between groups of digits, because forms write a space as a plus sign.
func WithoutNumbers(text string) string {
	numbers := numbersIn(text)
	if len(numbers) == 0 {
		return text
	}
	var b strings.Builder
	from := 0
	for _, n := range numbers {
		b.WriteString(text[from:n.from])
		b.WriteString(numberWithheld)
		from = n.to
	}
	b.WriteString(text[from:])
	return b.String()
}

// span is a part of a text.
type span struct{ from, to int }

// group is a group of digits.
type group struct {
	span
	digits []rune
}

// numbersIn returns the positions of apparent card numbers in a text.
func numbersIn(text string) (numbers []span) {
	var groups []group
	for at := 0; at < len(text); {
		if c := text[at]; c < 0x80 && value(c) > 9 && len(groups) == 0 {
			at++
			continue
		}
		g, next, more := groupAt(text, at)
		if len(g.digits) > 0 {
			groups = append(groups, g)
		}
		at = next
		if !more {
			numbers = appendNumbers(numbers, groups)
			groups = groups[:0]
		}
	}
	return appendNumbers(numbers, groups)
}

// groupAt reads a group of digits, or one other character. It reports whether another group may follow after a
// separator.
func groupAt(text string, at int) (g group, next int, more bool) {
	g.from = at
	for next = at; next < len(text); {
		r, size := utf8.DecodeRuneInString(text[next:])
		if d, ok := digit(r); ok {
			g.digits = append(g.digits, d)
		} else if r < 0x80 || !unicode.Is(unicode.Cf, r) { // characters without width do not end a group
			break
		}
		next += size
		if len(g.digits) > 0 {
			g.to = next
		}
	}
	r, size := utf8.DecodeRuneInString(text[next:])
	after, _ := utf8.DecodeRuneInString(text[min(next+size, len(text)):])
	_, follows := digit(after)
	return g, next + size, len(g.digits) > 0 && follows && isSeparator(r)
}

// isSeparator reports whether a character may stand between the groups of a number.
func isSeparator(r rune) bool {
	return r == ' ' || r == '+' || isDash(r) || r > 0x7f && unicode.Is(unicode.Zs, r)
}

// leastGroup is the least number of digits in a group of a card number that has other numbers around it.
const leastGroup = 3

// appendNumbers finds the numbers of cards in consecutive groups: all groups together, or some of them.
func appendNumbers(numbers []span, groups []group) []span {
	if isCard(groups) {
		return append(numbers, span{groups[0].from, groups[len(groups)-1].to})
	}
	for i := 0; i < len(groups); i++ {
		for j := i + 1; j <= len(groups) && len(groups[j-1].digits) >= leastGroup && j-i <= mostCard/leastGroup; j++ {
			if isCard(groups[i:j]) {
				numbers = append(numbers, span{groups[i].from, groups[j-1].to})
				i = j - 1
				break
			}
		}
	}
	return numbers
}

// isCard reports whether groups together form a card number. Zeros alone do not, because many ids begin with zeros.
func isCard(groups []group) bool {
	count, some := 0, false
	for _, g := range groups {
		count += len(g.digits)
		if count > mostCard {
			return false
		}
	}
	if count < leastCard {
		return false
	}
	sum, double := rune(0), false
	for i := len(groups) - 1; i >= 0; i-- {
		for k := len(groups[i].digits) - 1; k >= 0; k-- {
			d := groups[i].digits[k]
			some = some || d != 0
			if double {
				d = d*2/10 + d*2%10
			}
			sum, double = sum+d, !double
		}
	}
	return some && sum%10 == 0
}

// digitsOf returns the digits of a secret that is a number with at least as many digits as a card number. It drops
// other characters. For other secrets it returns "".
func digitsOf(secret string) string {
	var b strings.Builder
	for _, r := range secret {
		if d, ok := digit(r); ok {
			b.WriteByte(byte('0' + d)) //nolint:gosec // a digit
		} else if unicode.IsLetter(r) {
			return ""
		}
	}
	if b.Len() < leastCard {
		return ""
	}
	return b.String()
}

// maxGap bounds the characters between two digits of a wanted number. None of them may be a letter.
const maxGap = 3

// squeezed returns the digits of a folded text. It joins digits whose gap is at most maxGap, and separates all others.
func squeezed(text string) string {
	var b strings.Builder
	gap := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			if gap > maxGap {
				b.WriteByte('\n')
			}
			b.WriteRune(r)
			gap = 0
		case unicode.IsLetter(r):
			gap = maxGap + 1
		default:
			gap++
		}
	}
	return b.String()
}
