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

// HasNumber reports whether a text holds a card number, also behind escapes.
func HasNumber(text string) bool {
	return len(numbersIn(text)) > 0 || len(numbersIn(Unescaped(text))) > 0
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
		if c := text[at]; c < 0x80 && (c < '0' || c > '9') && len(groups) == 0 {
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

// digit returns the value of a decimal digit of any script. Unicode numbers the ten digits of a script in a row, and
// each range of its table begins with a zero.
func digit(r rune) (value rune, ok bool) {
	if r < 0x80 {
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

// isDash reports whether a character is a dash, a hyphen or a minus.
func isDash(r rune) bool { return r == '-' || r == 0x2212 || r > 0x7f && unicode.Is(unicode.Pd, r) }
