package pseudonym

import (
	"regexp"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
)

// The forms of words, and of e-mail addresses and telephone numbers in texts. A telephone number in a text has marks
// between its groups, because other numbers can be anything.
var (
	inWord  = regexp.MustCompile(`[\pL\pN\pM]+`)
	emailIn = regexp.MustCompile(`[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`)
	phoneIn = regexp.MustCompile(`(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\b\d{3}[ .-])\d{3}[ .-]\d{4}\b|` +
		`\+\d(?:[ .()-]{0,2}\d){7,14}\b`)
)

// minPhone is the least number of digits of a telephone number.
const minPhone = 7

// mostGroups is how many groups of digits a telephone number has at most where a text repeats it.
const mostGroups = 6

// withoutPrefix returns the digits of a telephone number without those of its country.
func withoutPrefix(digits string) string { return digits[max(0, len(digits)-len("7855550199")):] }

// Text returns a sentence with the people replaced whose names p has learned, and with all e-mail addresses and
// telephone numbers replaced.
func (p *People) Text(text string) string { return p.text(text, true) }

// text replaces whole names in a text, and in prose also first and last names alone. If escapes hide a person, as in
// the URL of a search, the text loses its escapes.
func (p *People) text(text string, prose bool) string {
	if strings.ContainsAny(text, `%&\`) {
		plain := redact.Plain(text)
		if without := p.unescaped(plain, prose); without != plain {
			return without
		}
	}
	return p.unescaped(text, prose)
}

func (p *People) unescaped(text string, prose bool) string {
	if strings.Contains(text, "@") {
		text = emailIn.ReplaceAllStringFunc(text, func(found string) string { return p.madeUp(contract.PersonEmail, found) })
	}
	if len(onlyDigits(text)) >= minPhone {
		text = phoneIn.ReplaceAllStringFunc(text, func(found string) string { return p.madeUp(contract.PersonPhone, found) })
	}
	return p.names(text, prose)
}

// names replaces known names. Letter case and the marks between words do not matter, as in gus.pepperday and
// PEPPERDAY, GUS.
func (p *People) names(text string, prose bool) string {
	if len(p.Known) == 0 {
		return text
	}
	at, from := inWord.FindAllStringIndex(text, -1), 0
	var b strings.Builder
	for i := 0; i < len(at); i++ {
		if name, count := p.nameAt(text, at[i:], prose); count > 0 {
			b.WriteString(text[from:at[i][0]] + name)
			i += count - 1
			from = at[i][1]
		}
	}
	return b.String() + text[from:]
}

// nameAt returns the made-up name for the longest known name at the first of these words, and how many words that has.
func (p *People) nameAt(text string, at [][]int, prose bool) (made string, count int) {
	const maxMarks = 2
	key := ""
	for n := range min(p.Longest, len(at)) {
		if n > 0 && at[n][0]-at[n-1][1] > maxMarks {
			break
		}
		word := text[at[n][0]:at[n][1]]
		key = strings.TrimPrefix(key+" "+strings.ToLower(word), " ")
		name, found := "", false
		if n > 0 {
			name, found = p.Known[p.key(key)]
		}
		if !found && prose && (n > 0 || word != key) { // hunter is a word, Hunter can be a name
			name, found = p.Known[p.key(alone+key)]
		}
		if digits := strings.ReplaceAll(key, " ", ""); !found && len(digits) >= minPhone && digits == onlyDigits(digits) {
			name, found = p.Known[p.key(digitsOf+withoutPrefix(digits))]
		}
		if found {
			made, count = name, n+1
		}
	}
	return made, count
}

// words returns the words of a text in lower case.
func words(text string) []string { return inWord.FindAllString(strings.ToLower(text), -1) }

func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
