package pseudonym

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// replace replaces a text or a number of this kind.
func (p *People) replace(n *node.Node, kind contract.Personal) {
	if strings.TrimSpace(n.Text) == "" {
		return
	}
	p.remember(kind, n.Text)
	text := p.madeUp(kind, n.Text)
	if n.Kind == node.Number && !json.Valid([]byte(text)) {
		text = "0"
	}
	n.Text = text
}

// madeUp returns the value that replaces a value of this kind. A whole name becomes what its two parts become.
func (p *People) madeUp(kind contract.Personal, text string) string {
	if len(p.Seed) == 0 {
		return ""
	}
	if strings.Contains(text, "@") {
		kind = contract.PersonEmail
	}
	d := p.draw(kind, text)
	switch kind {
	case contract.PersonGiven, contract.PersonUnit, contract.PersonCity:
		return d.word(3)
	case contract.PersonFamily:
		return d.word(4)
	case contract.PersonName:
		given, family := splitName(text)
		if given = p.madeUp(contract.PersonGiven, given); family == "" {
			return given
		}
		return given + " " + p.madeUp(contract.PersonFamily, family)
	case contract.PersonEmail:
		return strings.ToLower(d.word(2)+"."+d.word(3)) + "@example.com"
	case contract.PersonPhone:
		return p.draw(kind, onlyDigits(text)).phone(text)
	case contract.PersonBirthdate:
		return p.birthdate(text)
	case contract.PersonStreet:
		return strconv.Itoa(1+d.IntN(998)) + " " + d.word(3) + " Street"
	case contract.PersonCoordinate:
		return strconv.FormatFloat(float64(10_0000+d.IntN(70_0000))/1_0000, 'f', 4, 64)
	}
	return d.sameShape(text)
}

// splitName divides a whole name, as in First Last or Last, First.
func splitName(text string) (given, family string) {
	if last, first, found := strings.Cut(text, ","); found {
		return first, last
	}
	given, family, _ = strings.Cut(strings.TrimSpace(text), " ")
	return given, strings.TrimSpace(family)
}

// drawing is a row of numbers that the seed and a text decide.
type drawing struct {
	*rand.Rand
	from string
}

// draw returns the drawing for a text. Letter case and the marks between words do not matter.
func (p *People) draw(kind contract.Personal, text string) drawing {
	from := strings.Join(words(text), " ")
	mac := hmac.New(sha256.New, p.Seed)
	mac.Write([]byte(string(rune(kind)) + from))
	return drawing{rand.New(rand.NewChaCha8([32]byte(mac.Sum(nil)))), from} //nolint:gosec // it is a cipher
}

// word returns a word of so many syllables that is not the text itself.
func (d drawing) word(syllables int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
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
func (d drawing) phone(text string) string {
	number := fmt.Sprintf("%d-555-0%d", 201+d.IntN(798), 100+d.IntN(100))
	if onlyDigits(text) == text {
		return onlyDigits(number)
	}
	return number
}

// birthLayouts are the forms of dates (section 1, convention 8), and others that hosts could use.
var birthLayouts = []string{"01/02/2006", "1/2/2006", "2006-01-02", "2006-01-02T15:04:05", time.RFC3339, "20060102"}

// birthdate returns another day of the same year, so that rules about ages hold, in the form of the text; "" for a text
// that is no date.
func (p *People) birthdate(text string) string {
	born, layout := parseBirthdate(text)
	if layout == "" {
		return ""
	}
	day := 1 + p.draw(contract.PersonBirthdate, born.Format(time.DateOnly)).IntN(364)
	if day >= born.YearDay() {
		day++
	}
	return born.AddDate(0, 0, day-born.YearDay()).Format(layout)
}

// parseBirthdate returns a date and its layout; "" for a text that is no date.
func parseBirthdate(text string) (born time.Time, layout string) {
	for _, layout = range birthLayouts {
		if born, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return born, layout
		}
	}
	return time.Time{}, ""
}

// sameShape replaces letters by letters and digits by digits, as a postal code needs.
func (d drawing) sameShape(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return rune("123456789"[d.IntN(9)]) // a number has no leading zero
		case inWord.MatchString(string(r)):
			return rune("ABCDEFGHJKLMNPRSTVWXYZ"[d.IntN(22)])
		}
		return r
	}, text)
}
