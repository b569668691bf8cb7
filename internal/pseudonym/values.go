package pseudonym

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
)

// The kinds of texts that are recognized.
var (
	inWord  = regexp.MustCompile(`[\pL\pN\pM]+`)
	anEmail = regexp.MustCompile(`^[^\s@]+@[^\s@]+$`)
	aURL    = regexp.MustCompile(`^(?i:https?)://\S+$`)
	digits  = regexp.MustCompile(`\d`)
	letters = regexp.MustCompile(`[a-zA-Z\x{80}-\x{10FFFF}]`)
)

// layouts are the forms of dates (section 1, convention 8), and others that hosts could use.
var layouts = []string{"01/02/2006", "1/2/2006", "2006-01-02", "2006-01-02T15:04:05", time.RFC3339, "20060102"}

// Name returns the name that replaces the name of a member, an element or a part of a path.
func (r *Replacer) Name(name string) string {
	if len(r.Seed) == 0 {
		return Unknown
	}
	return r.draw("name", name).word(4)
}

// namesOfPeople are the members with names of people, in lower case (section 2, and 4.1, 4.4, 4.16 and 4.17).
var namesOfPeople = []string{"firstname", "lastname", "contactname", "username"}

// madeUp returns the value that replaces a text, a number or a boolean in a member. Each word of a name becomes a word,
// so that a person has one name in members for the first, the last and the whole name.
func (r *Replacer) madeUp(name string, kind node.Kind, text string) string {
	switch {
	case kind == node.Bool:
		return "false"
	case len(r.Seed) == 0 && kind == node.Text:
		return ""
	case len(r.Seed) == 0:
		return "0"
	case kind == node.Number:
		if made := r.draw("number", text).likeIt(text); json.Valid([]byte(made)) {
			return made
		}
		return "0" // for an exponent
	case strings.HasSuffix(name, "email") || anEmail.MatchString(text):
		d := r.draw("email", text)
		return strings.ToLower(d.word(2)+"."+d.word(3)) + "@example.com"
	case aURL.MatchString(text):
		return text[:strings.IndexByte(text, ':')] + "://example.com/" + strings.ToLower(r.draw("URL", text).word(4))
	case strings.HasSuffix(name, "phone"):
		return r.phone(text)
	case slices.Contains(namesOfPeople, name) && inWord.MatchString(text):
		return inWord.ReplaceAllStringFunc(text, func(word string) string { return r.draw("person", word).word(3) })
	}
	for _, layout := range layouts {
		if day, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return r.date(day).Format(layout)
		}
	}
	return r.draw("text", text).likeIt(text)
}

// cardLike returns a number that looks like the number of a card too, so that a Player takes neither for an id.
func (r *Replacer) cardLike(kind node.Kind, text string) string {
	made := r.madeUp("", kind, text)
	for d := r.draw("card", text); len(r.Seed) > 0 && !redact.HasNumber(made); {
		made = d.likeIt(text)
	}
	return made
}

// drawing is a row of numbers that the seed and a text decide.
type drawing struct {
	*rand.Rand
	from string
}

// draw returns the drawing for a text. Letter case and the marks between words do not matter.
func (r *Replacer) draw(kind, text string) drawing {
	from := strings.Join(inWord.FindAllString(strings.ToLower(text), -1), " ")
	mac := hmac.New(sha256.New, r.Seed)
	mac.Write([]byte(kind + " " + from))
	return drawing{rand.New(rand.NewChaCha8([32]byte(mac.Sum(nil)))), from} //nolint:gosec // it is a cipher
}

const consonants, vowels = "bdfgklmnprstvz", "aeiou"

// word returns a word of so many syllables that is not the text itself.
func (d drawing) word(syllables int) string {
	word := make([]byte, 0, 2*syllables)
	for range syllables {
		word = append(word, consonants[d.IntN(len(consonants))], vowels[d.IntN(len(vowels))])
	}
	if string(word) == d.from {
		return d.word(syllables)
	}
	word[0] -= 'a' - 'A'
	return string(word)
}

// phone returns a number that is reserved for fiction, with marks between its groups if the text has any.
func (r *Replacer) phone(text string) string {
	number := strings.Join(digits.FindAllString(text, -1), "")
	d := r.draw("phone", number)
	made := fmt.Sprintf("%d-555-0%d", 201+d.IntN(798), 100+d.IntN(100))
	if number == text {
		return strings.ReplaceAll(made, "-", "")
	}
	return made
}

// date returns another day of the same year, so that rules about ages hold.
func (r *Replacer) date(of time.Time) time.Time {
	day := 1 + r.draw("date", of.Format(time.DateOnly)).IntN(364)
	if day >= of.YearDay() {
		day++
	}
	return of.AddDate(0, 0, day-of.YearDay())
}

// likeIt returns a text of the same length with other letters, so that it fits where the text fitted. Spaces and the
// marks of ASCII stay. Digits become letters in a text with letters, and other digits elsewhere. A short word becomes a
// longer one, because short ones would become equal too often.
func (d drawing) likeIt(text string) string {
	const short = 5
	hasLetters := letters.MatchString(text)
	if d.from == "" || len(text) < short && hasLetters {
		return d.word(3)
	}
	last := ' '
	made := strings.Map(func(r rune) rune {
		isDigit := r >= '0' && r <= '9'
		switch {
		case isDigit && !hasLetters:
			return rune("2568"[d.IntN(4)]) // no zero leads, and few made-up numbers have a certain code in them
		case r < utf8.RuneSelf && !isDigit && !unicode.IsLetter(r):
			last = r
			return r
		}
		from := consonants
		if strings.ContainsRune(consonants, last) {
			from = vowels
		}
		last = rune(from[d.IntN(len(from))])
		if unicode.IsUpper(r) {
			return unicode.ToUpper(last)
		}
		return last
	}, text)
	if strings.EqualFold(made, text) {
		return d.likeIt(text)
	}
	return made
}
