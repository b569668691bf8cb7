package handlers

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// The numbers of cards that the mock declines with CodePermissionDenied. It charges every other card whose number has
// the right check digit, and the length and first digits of its type. It refuses mistyped cards with CodeInvalid.
const (
	CardDeclined          = "4000000000000002"
	CardInsufficientFunds = "4000000000009995"
	CardExpired           = "4000000000000069"
	CardWrongCVV          = "4000000000000127"
)

// declines maps these numbers to the fields and reasons in the answer. A declined card has the code PermissionDenied,
// and a mistyped card the code Invalid. The status of PermissionDenied is 403, which proves that no money moved. Other
// and Unavailable would leave that open.
var declines = []struct{ number, field, reason string }{
	{CardDeclined, "creditcardnumber", "was declined by the card's issuer"},
	{CardInsufficientFunds, "creditcardnumber", "was declined: insufficient funds"},
	{CardExpired, "creditcardexpireyear", "was declined: the card has expired"},
	{CardWrongCVV, "creditcardcvv2", "was declined: the security code is wrong"},
}

// checkCard checks a card as far as that is possible without its issuer. The issuer declines only a card in which
// nothing else is wrong. Its messages repeat no number and no code.
func (ex *Exchange) checkCard(p *tourney.PaymentDetailsInput, problems *refusal.Refusal) {
	before := len(problems.Items)
	number, brand := cardNumber(p.CreditCardNumber.Reveal()), brands[contract.CardTypeOf(*p.CreditCardType)]
	if reason := brand.refuses(number, *p.CreditCardType); reason != "" {
		problems.Add(refusal.Invalid("payment.creditcardnumber", reason))
	}
	if cvv := p.CreditCardCVV2.Reveal(); len(cvv) != brand.cvv || !onlyDigits(cvv) {
		reason := fmt.Sprintf("must be %d digits for this card type", brand.cvv)
		problems.Add(refusal.Invalid("payment.creditcardcvv2", reason))
	}
	now := ex.now()
	end := time.Date(2000+*p.CreditCardExpireYear, time.Month(*p.CreditCardExpireMonth)+1, 1, 0, 0, 0, 0, time.UTC)
	if !now.Before(end) {
		fields := "payment.creditcardexpireyear and creditcardexpiremonth"
		problems.Add(refusal.Invalid(fields, "are in the past: the card has expired"))
	}
	for _, d := range declines {
		if number == d.number && len(problems.Items) == before {
			problems.Add(refusal.New(tourney.CodePermissionDenied, "payment."+d.field, d.reason))
		}
	}
}

// cardNumber returns the number of a card without the spaces and hyphens that people write.
func cardNumber(text string) string {
	return strings.Map(func(r rune) rune { return values.IfElse(r == '-' || unicode.IsSpace(r), -1, r) }, text)
}

func onlyDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// brand describes the numbers of a card type.
type brand struct {
	cvv      int
	digits   []int
	prefixes []prefix
}

// prefix is a range of first digits.
type prefix struct{ from, to string }

var brands = map[string]brand{
	tourney.CardVisa:            {3, []int{13, 16, 19}, []prefix{{"4", "4"}}},
	tourney.CardMastercard:      {3, []int{16}, []prefix{{"51", "55"}, {"2221", "2720"}}},
	tourney.CardDiscover:        {3, []int{16, 17, 18, 19}, []prefix{{"6011", "6011"}, {"644", "649"}, {"65", "65"}}},
	tourney.CardAmericanExpress: {4, []int{15}, []prefix{{"34", "34"}, {"37", "37"}}},
}

// refuses returns why a number does not belong to a card type, "" when it does.
func (b brand) refuses(number, cardType string) string {
	starts := func(p prefix) bool {
		head := number[:min(len(p.from), len(number))]
		return len(head) == len(p.from) && head >= p.from && head <= p.to
	}
	switch {
	case number == "" || !onlyDigits(number):
		return "is not a card number: expected digits, with spaces or hyphens between them"
	case !slices.ContainsFunc(b.prefixes, starts):
		return "is not a number of the card type " + cardType
	case !slices.Contains(b.digits, len(number)):
		return fmt.Sprintf("is not a card number: it has %d digits, and one of the card type %s has %s", len(number),
			cardType, strings.Trim(strings.ReplaceAll(fmt.Sprint(b.digits), " ", " or "), "[]"))
	case !luhn(number):
		return "is not a card number: its check digit is wrong"
	}
	return ""
}

// luhn reports whether a number of 12 to 19 digits ends with the right check digit.
func luhn(number string) bool {
	if len(number) < 12 || len(number) > 19 || !onlyDigits(number) {
		return false
	}
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
