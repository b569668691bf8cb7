package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// A card number has 12 to 19 digits (ISO/IEC 7812). The last one is a check digit.
const (
	minCard = 12
	maxCard = 19
)

// numberWithheld replaces a card number.
const numberWithheld = "[number withheld]"

// WithoutNumbers replaces each apparent card number in a text: 12 to 19 digits with a correct check digit.
// One space, dash or plus sign may stand between groups of digits, because forms write a space as a plus
// sign. In longer numbers points, slashes and underscores may stand there too: see appendMarked.
func WithoutNumbers(text string) string { return replaced(text, numberWithheld, appendCards) }

// HasNumber reports whether a text holds a card number, also one that it hides: see HidesNumber.
func HasNumber(text string) bool { return holdsAny(text, appendCards) || HidesNumber(text) }

// WithoutDigits replaces, by the text by, everything that WithoutNumbers replaces, and every other sequence
// of at least 12 digits.
func WithoutDigits(text, by string) string { return replaced(text, by, appendLong) }

// HasDigits reports whether WithoutDigits replaces anything.
func HasDigits(text string) bool { return holdsAny(text, appendLong) }

func replaced(text, by string, find finder) string {
	if few(text) {
		return text
	}
	text = replacedAt(text, by, scan(text, isSeparator, find))
	return replacedAt(text, by, scan(text, isMark, appendMarked))
}

func replacedAt(text, by string, numbers []span) string {
	if len(numbers) == 0 {
		return text
	}
	var b strings.Builder
	from := 0
	for _, n := range numbers {
		b.WriteString(text[from:n.from])
		b.WriteString(by)
		from = n.to
	}
	b.WriteString(text[from:])
	return b.String()
}

func holdsAny(text string, find finder) bool {
	return !few(text) && (len(scan(text, isSeparator, find)) > 0 || len(scan(text, isMark, appendMarked)) > 0)
}

// few reports whether a text has too few digits for a card number. It must not count bytes, because a digit
// of another script has several bytes.
func few(text string) bool {
	digits := 0
	for i := range len(text) {
		if c := text[i]; c >= '0' && c <= '9' || c >= utf8.RuneSelf {
			digits++
		}
	}
	return digits < minCard
}

// span is a part of a text.
type span struct{ from, to int }

// group is a group of digits.
type group struct {
	span
	digits int
}

// finder appends the positions of the numbers in a row of groups. One separator stands between two groups.
type finder func(numbers []span, text string, groups []group) []span

// scan returns the positions of the numbers in a text.
func scan(text string, separates func(rune) bool, find finder) (numbers []span) {
	var groups []group
	separated := false // whether a separator came since the last digit
	for at, r := range text {
		_, isDigit := plaintext.Digit(r)
		switch {
		case isDigit:
			if len(groups) == 0 || separated {
				groups = append(groups, group{span: span{from: at}})
			}
			separated = false
			last := &groups[len(groups)-1]
			last.digits++
			last.to = at + utf8.RuneLen(r)
		case len(groups) == 0 || isInvisible(r):
		case !separated && separates(r):
			separated = true
		default:
			numbers = find(numbers, text, groups)
			groups, separated = groups[:0], false
		}
	}
	return find(numbers, text, groups)
}

// isInvisible reports whether a character has no width. Such a character does not end a group.
func isInvisible(r rune) bool {
	return r < ' ' || r == 0x7f || r > 0x7f && r != utf8.RuneError && unicode.Is(unicode.C, r)
}

// isSeparator reports whether a character may stand between the groups of a number.
func isSeparator(r rune) bool {
	return r == ' ' || r == '+' || plaintext.IsDash(r) || r > 0x7f && unicode.Is(unicode.Zs, r)
}

// isMark reports whether a character is a separator, or one of the signs . / _ that dates, addresses and
// fractions have.
func isMark(r rune) bool { return r == '.' || r == '/' || r == '_' || isSeparator(r) }

// minGroup is the least number of digits in a group of a card number that has other numbers around it.
const minGroup = 3

// appendCards finds card numbers that all groups form together, or that some neighbouring groups form.
func appendCards(numbers []span, text string, groups []group) []span {
	if isCard(text, groups) {
		return append(numbers, spanOf(groups))
	}
	return appendWithin(numbers, text, groups, 1, minCard)
}

// appendMarked finds card numbers that have three groups or more, as every card number in groups has. It
// ignores numbers that are short enough for an internet address of four groups.
func appendMarked(numbers []span, text string, groups []group) []span {
	const minGroups, minDigits = 3, 13
	return appendWithin(numbers, text, groups, minGroups, minDigits)
}

// appendLong finds groups that together have as many digits as a card number.
func appendLong(numbers []span, _ string, groups []group) []span {
	if digitsOf(groups) < minCard {
		return numbers
	}
	return append(numbers, spanOf(groups))
}

// appendWithin finds card numbers in some of the groups.
func appendWithin(numbers []span, text string, groups []group, minGroups, minDigits int) []span {
	for i := 0; i < len(groups); i++ {
		for j := i + 1; j <= len(groups) && groups[j-1].digits >= minGroup && j-i <= maxCard/minGroup; j++ {
			some := groups[i:j]
			if len(some) >= minGroups && digitsOf(some) >= minDigits && isCard(text, some) {
				numbers = append(numbers, spanOf(some))
				i = j - 1
				break
			}
		}
	}
	return numbers
}

func spanOf(groups []group) span { return span{groups[0].from, groups[len(groups)-1].to} }

func digitsOf(groups []group) (count int) {
	for _, g := range groups {
		count += g.digits
	}
	return count
}

// isCard reports whether groups together form a card number. A number of zeros alone is no card number,
// because many ids begin with zeros.
func isCard(text string, groups []group) bool {
	if count := digitsOf(groups); count < minCard || count > maxCard {
		return false
	}
	at := spanOf(groups)
	sum, double, some := rune(0), false, false
	for text = text[at.from:at.to]; text != ""; {
		r, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
		d, isDigit := plaintext.Digit(r)
		if !isDigit {
			continue
		}
		some = some || d != 0
		if double {
			d = d*2/10 + d*2%10
		}
		sum, double = sum+d, !double
	}
	return some && sum%10 == 0
}
