package handlers

import (
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
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

// checkCard declines a card as its issuer would: a card whose last month is over in the time zone of an event, and the
// cards of declines. The rules of the contract have checked its number and its code. The messages repeat no number and
// no code.
func (ex *Exchange) checkCard(p *tourney.PaymentDetailsInput, eventID int64, problems *refusal.Refusal) {
	zone := time.UTC
	if e := ex.Store.Events.Get(eventID); e != nil && e.Event.TimeZone != "" {
		if known, err := time.LoadLocation(e.Event.TimeZone); err == nil { // other forms mean nothing to the mock
			zone = known
		}
	}
	end := time.Date(2000+*p.CreditCardExpireYear, time.Month(*p.CreditCardExpireMonth)+1, 1, 0, 0, 0, 0, zone)
	if !ex.now().Before(end) {
		fields := "payment.creditcardexpireyear and creditcardexpiremonth"
		problems.Add(refusal.Invalid(fields, "are in the past: the card has expired"))
		return
	}
	number := check.CardNumber(p.CreditCardNumber.Reveal())
	for _, d := range declines {
		if number == d.number {
			problems.Add(refusal.New(tourney.CodePermissionDenied, "payment."+d.field, d.reason))
		}
	}
}
