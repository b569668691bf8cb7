package recording

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// maxFound bounds the secrets of a request that are looked for in its other parts. A registration with a card has two.
const maxFound = 64

// leastRepeated is the least length of a secret that is looked for in the other parts of its request: the code of a
// card has three digits.
const leastRepeated = 3

// maxRepeated is the length of the part of a long text that is looked for. Messages shorten texts.
const maxRepeated = 32

// appendTexts appends the texts in a value.
func appendTexts(found foundSecrets, n *node.Node) foundSecrets {
	if text := strings.TrimSpace(n.Text); len(text) >= leastRepeated {
		found = append(found, text)
	}
	for i := range n.Items {
		found = appendTexts(found, &n.Items[i])
	}
	for i := range n.Members {
		found = appendTexts(found, &n.Members[i].Node)
	}
	return found
}

// foundSecrets are what a request has under the names of secrets, and what can be one.
type foundSecrets []string

// in reports whether a text holds one of them.
func (f foundSecrets) in(text string) bool {
	return redact.Holds(text, func(text string) bool {
		return slices.ContainsFunc(f, func(secret string) bool { return strings.Contains(text, secret) })
	})
}

// inValue reports whether a value that is what its row says holds one of them. The code of a card counts as a number of
// its own in a text, and not where the value is a number itself: the id of a team tells nobody that the code is the
// same, and neither does a postal code with its digits.
func (f foundSecrets) inValue(text string, isNumber bool) bool {
	return slices.ContainsFunc(f, func(secret string) bool {
		if !redact.IsCode(secret) {
			return foundSecrets{secret}.in(text)
		}
		return !isNumber && redact.Holds(text, func(text string) bool { return standsAlone(text, secret) })
	})
}

// standsAlone reports whether a text has a number that is no part of a longer one.
func standsAlone(text, number string) bool {
	for from := 0; ; from++ {
		i := strings.Index(text[from:], number)
		if i < 0 {
			return false
		}
		from += i
		before, after := text[:from], text[from+len(number):]
		if !endsWithDigit(before) && (after == "" || !isDigit(after[0])) {
			return true
		}
	}
}

func endsWithDigit(text string) bool { return text != "" && isDigit(text[len(text)-1]) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
