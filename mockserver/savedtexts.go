package mockserver

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
)

// The least and the most digits of the number of a card that files must not have.
const (
	leastCard = 13
	mostCard  = 19
)

// savedText returns the text that a file holds in place of a text of a row. It masks numbers of cards, and withholds a
// text that has a value under the name of a secret. Rows keep such texts, but people copy files.
func savedText(text string) string {
	if len(text) < len("pin=1") || !mayHideSecret(text) {
		return text
	}
	if assignsSecret(text) {
		return redacted
	}
	hidden := maskNumbers(text)
	if slices.ContainsFunc(stages(text), func(stage string) bool {
		return assignsSecret(stage) || maskNumbers(stage) != stage
	}) {
		return redacted
	}
	return hidden
}

// mayHideSecret reports whether a text has enough digits for the number of a card, or a sign of an assignment or an
// escape.
func mayHideSecret(text string) bool {
	return mayAssign(text) || mayHaveEscapes(text) || holdsCard(text)
}

// savedValue returns the value of a named value as files have it.
func savedValue(name, value string) string {
	if value != "" && secretName(name) {
		return redacted
	}
	return value
}

// savedExtra returns the members that the interface does not have as files have them. Those with the name of a secret
// keep no value.
func savedExtra(members tourney.Extra) tourney.Extra {
	kept, copied := members, false
	for name, value := range members {
		if text := string(value); !secretName(name) || text == "null" || text == `""` {
			continue
		}
		if !copied {
			kept, copied = maps.Clone(members), true // rows keep the value
		}
		kept[name] = json.RawMessage(`"` + redacted + `"`)
	}
	return kept
}

// savedDecimal returns the text that a file holds in place of a number. It is 0 for the number of a card. The digits
// behind the point are none: coordinates have as many.
func savedDecimal(d tourney.Decimal) string {
	text := d.String()
	whole, _, _ := strings.Cut(text, ".")
	if maskNumbers(whole) != whole {
		return "0"
	}
	return text
}

// keepsText reports whether files have a text as it is. A text with a mask in it can stand for several texts.
func keepsText(text string) bool {
	return !strings.Contains(text, redacted) && savedText(text) == text
}

// maskNumbers replaces the numbers of cards. Rows have other long numbers, such as phone numbers and external ids, and
// they stay: unlike findCard it asks for the check digit.
func maskNumbers(text string) string {
	var masked strings.Builder
	rest := text
	for {
		start, end := findCard(rest)
		if start < 0 {
			break
		}
		masked.WriteString(rest[:start])
		if run := rest[start:end]; hasCardNumber(run) {
			masked.WriteString(redacted)
		} else {
			masked.WriteString(run)
		}
		rest = rest[end:]
	}
	return masked.String() + rest
}

// hasCardNumber reports whether groups of digits of a run, which findCard found, are the number of a card together.
// Digits of other scripts always count as one.
func hasCardNumber(run string) bool {
	groups, plain := digitGroups(run)
	for i := range groups {
		number := ""
		for _, group := range groups[i:] {
			if number += group; len(number) > mostCard {
				break
			}
			if len(number) >= leastCard && number[0] >= '2' && number[0] <= '6' && luhn(number) {
				return true
			}
		}
	}
	return !plain
}

// digitGroups returns the digits of a run between separators, and whether all are digits of ASCII.
func digitGroups(run string) (groups []string, plain bool) {
	groups, plain = []string{""}, true
	for _, r := range run {
		switch cardPartOf(r) {
		case cardDigit:
			plain = plain && r < utf8.RuneSelf
			groups[len(groups)-1] += string(r)
		case cardSeparator:
			groups = append(groups, "")
		}
	}
	return groups, plain
}
