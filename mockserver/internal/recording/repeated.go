package recording

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
)

// maxFound is the limit of the secrets of a request that the redaction looks for in the other parts of the request. A
// registration with a card has two.
const maxFound = 64

// minRepeated is the shortest secret that the redaction looks for in the other parts of the request: the code of a
// card has three digits.
const minRepeated = 3

// maxRepeated is the length of the part of a long text that the redaction looks for, because messages shorten texts.
const maxRepeated = 32

// appendTexts appends the texts in a value.
func appendTexts(found foundSecrets, n *node.Node) foundSecrets {
	if text := strings.TrimSpace(n.Text); len(text) >= minRepeated {
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

// foundSecrets are the values of a request that have names of secrets, or that can be secrets.
type foundSecrets []string

// in reports whether a text holds one of the secrets.
func (f foundSecrets) in(text string) bool {
	return redact.Holds(text, func(text string) bool {
		return slices.ContainsFunc(f, func(secret string) bool { return strings.Contains(text, secret) })
	})
}

// inValue reports whether a valid value of a row holds one of the secrets. In a text, the code of a card counts only
// when it is no part of a longer number. It does not count when the value is a number itself: the id of a team or a
// postal code with the same digits does not show that these digits are the code.
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
