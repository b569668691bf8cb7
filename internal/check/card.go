package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// card checks a card number and a security code against their card type. It says nothing about a missing value or an
// unknown card type, and does not look at the date: whether a card has expired depends on the day at the host. Its
// messages repeat no number and no code.
func (c *checker) card(at place, object *node.Node) {
	text := func(name string) string {
		if n := find(object, name); n != nil && n.Kind == node.Text {
			return n.Text
		}
		return ""
	}
	card := contract.CardOf(text("creditcardtype"))
	if card == nil {
		return
	}
	fail := func(name, reason string) {
		path := at.join(name)
		c.report(contract.CodeInvalid, path, path+" "+reason)
	}
	if number := text("creditcardnumber"); number != "" {
		if reason := refuses(card, CardNumber(number)); reason != "" {
			fail("creditcardnumber", reason)
		}
	}
	if cvv := text("creditcardcvv2"); cvv != "" && (len(cvv) != card.CVV || !onlyDigits(cvv)) {
		fail("creditcardcvv2", fmt.Sprintf("must be %d digits for this card type", card.CVV))
	}
}

// CardNumber returns the number of a card without the spaces and hyphens that people write.
func CardNumber(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

func onlyDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// refuses returns why a number does not belong to a card type, "" when it does.
func refuses(card *contract.Card, number string) string {
	starts := func(p contract.Prefix) bool {
		head := number[:min(len(p.From), len(number))]
		return len(head) == len(p.From) && head >= p.From && head <= p.To
	}
	switch {
	case number == "" || !onlyDigits(number):
		return "is not a card number: expected digits, with spaces or hyphens between them"
	case !slices.ContainsFunc(card.Prefixes, starts):
		return "is not a number of the card type " + card.Type
	case !slices.Contains(card.Digits, len(number)):
		return fmt.Sprintf("is not a card number: it has %d digits, and one of the card type %s has %s", len(number),
			card.Type, strings.Trim(strings.ReplaceAll(fmt.Sprint(card.Digits), " ", " or "), "[]"))
	case !luhn(number):
		return "is not a card number: its check digit is wrong"
	}
	return ""
}

// luhn reports whether a number of digits ends with the right check digit.
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return sum%10 == 0
}
