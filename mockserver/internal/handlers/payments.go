package handlers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// The numbers of cards that the mock declines. It charges every other card whose number has the right check digit, and
// the length and first digits of its type.
const (
	CardDeclined          = "4000000000000002"
	CardInsufficientFunds = "4000000000009995"
	CardExpired           = "4000000000000069"
	CardWrongCVV          = "4000000000000127"
)

// declines maps these numbers to the fields and reasons in the answer.
var declines = []struct{ number, field, reason string }{
	{CardDeclined, "creditcardnumber", "was declined by the card's issuer"},
	{CardInsufficientFunds, "creditcardnumber", "was declined: insufficient funds"},
	{CardExpired, "creditcardexpireyear", "was declined: the card has expired"},
	{CardWrongCVV, "creditcardcvv2", "was declined: the security code is wrong"},
}

func pay(ex *Exchange, in tourney.PaymentInput) (any, error) {
	if err := ex.checkPayees(in); err != nil {
		return nil, err
	}
	record, err := ex.charge(in.Payment, values.TrueByDefault(in.EnableCreditCard), ex.priceList(in))
	if err != nil {
		return nil, err
	}
	record.Request = in
	record.Request.Payment = model.WithoutCard(in.Payment)
	record.TeamID, record.DivisionID, record.EventID = in.TeamID, in.DivisionID, in.EventID
	record.Confirmation = values.TrueByDefault(in.EnablePaymentConfirmation)
	if in.TeamID != 0 && values.TrueByDefault(in.MarkAsPaid) { // MarkAsPaid counts only with a team (section 4.17)
		record.MarkedAsPaid = true
		ex.Store.ChangeTeam(in.TeamID, func(r *model.TeamRow) { r.Team.Paid = new(true) })
	}
	id := ex.Store.Charge(record)
	if ex.Settings.NoTransactionID && !values.TrueByDefault(in.EnableCreditCard) {
		return empty{}, nil
	}
	return tourney.PaymentResult{TransactionID: id}, nil
}

// checkPayees refuses unknown ids of the team, division and event of a payment.
func (ex *Exchange) checkPayees(in tourney.PaymentInput) error {
	var problems refusal.Refusal
	if in.TeamID != 0 && ex.Store.Teams.Get(in.TeamID) == nil {
		problems.Add(refusal.NotFound("teamid", "team", in.TeamID))
	}
	if in.DivisionID != 0 && ex.Store.Divisions.Get(in.DivisionID) == nil {
		problems.Add(refusal.NotFound("divisionid", "division", in.DivisionID))
	}
	if in.EventID != 0 && ex.Store.Events.Get(in.EventID) == nil {
		problems.Add(refusal.NotFound("eventid", "event", in.EventID))
	}
	problems.Add(ex.checkPayeesAgree(in))
	return problems.OrNil()
}

// checkPayeesAgree refuses a team, a division and an event that do not belong together. What the rows do not say fits
// everything.
func (ex *Exchange) checkPayeesAgree(in tourney.PaymentInput) error {
	differ := func(asked, known int64) bool { return asked != 0 && known != 0 && asked != known }
	var problems refusal.Refusal
	if team := ex.Store.Teams.Get(in.TeamID); team != nil {
		if differ(in.DivisionID, team.DivisionID) {
			problems.Add(refusal.Invalid("teamid", "is not a team of the division"))
		}
		if differ(in.EventID, team.EventID) {
			problems.Add(refusal.Invalid("teamid", "is not a team of the event"))
		}
	}
	if !ex.Store.Divisions.Get(in.DivisionID).MayBelongTo(in.EventID) {
		problems.Add(refusal.Invalid("divisionid", "is not a division of the event"))
	}
	if len(problems.Items) > 0 {
		ex.Assume(assumption.Payees)
	}
	return problems.OrNil()
}

// charge checks a payment and returns its record. It checks the card only if card is true.
func (ex *Exchange) charge(p *tourney.PaymentDetailsInput, card bool, prices priceList) (stored.Payment, error) {
	ex.Assume(assumption.Cards)
	record := stored.Payment{PriceID: p.PriceID}
	var problems refusal.Refusal
	values.Set(&record.Amount, p.Amount)
	values.Set(&record.Title, p.Title)
	values.Set(&record.Description, p.Description)
	values.Set(&record.Email, p.Email)
	if p.PriceID != 0 {
		problems.Add(ex.fillInPrice(&record, prices))
	}
	if p.Amount != nil && p.Amount.Sign() < 0 {
		problems.Add(refusal.Invalid("payment.amount", "must not be negative"))
	}
	if card {
		record.CreditCardType = *p.CreditCardType
		ex.checkCard(p, &problems)
	}
	return record, problems.OrNil()
}

// priceList says which divisions can have the price of a payment: first this division, then all divisions of this
// event. Without an event these are the divisions of all events.
type priceList struct{ divisionID, eventID int64 }

// priceList returns the price list of a payment: its division and event, else those of its team.
func (ex *Exchange) priceList(in tourney.PaymentInput) priceList {
	list := priceList{in.DivisionID, in.EventID}
	if team := ex.Store.Teams.Get(in.TeamID); team != nil {
		list.divisionID, list.eventID = cmp.Or(list.divisionID, team.DivisionID), cmp.Or(list.eventID, team.EventID)
	}
	return ex.withEvent(list)
}

// withEvent returns the list with the event of its division, if it has none.
func (ex *Exchange) withEvent(list priceList) priceList {
	if d := ex.Store.Divisions.Get(list.divisionID); d != nil {
		list.eventID = cmp.Or(list.eventID, d.EventID)
	}
	return list
}

// fillInPrice sets the amount and the title of a payment from its price, where the request has none.
func (ex *Exchange) fillInPrice(r *stored.Payment, list priceList) error {
	ex.Assume(assumption.Prices)
	rows := ex.Store.Divisions.Under(model.DivisionKey{Event: list.eventID})
	if d := ex.Store.Divisions.Get(list.divisionID); d != nil {
		rows = append([]*model.DivisionRow{d}, rows...)
	}
	for _, d := range rows {
		i := slices.IndexFunc(d.Division.Prices, func(p tourney.Price) bool { return p.ID == r.PriceID })
		if i < 0 {
			continue
		}
		price := d.Division.Prices[i]
		if r.Amount.IsZero() {
			r.Amount = price.Amount
		}
		r.Title = cmp.Or(r.Title, price.Name)
		return nil
	}
	return refusal.NotFound("payment.priceid", "price", r.PriceID)
}

// checkCard checks a card as far as that is possible without its issuer, who declines only a card in which nothing else
// is wrong. Its messages repeat no number and no code.
func (ex *Exchange) checkCard(p *tourney.PaymentDetailsInput, problems *refusal.Refusal) {
	before := len(problems.Items)
	number, brand := cardNumber(p.CreditCardNumber.Reveal()), brands[contract.CardTypeOf(*p.CreditCardType)]
	if reason := brand.refuses(number, *p.CreditCardType); reason != "" {
		problems.Add(refusal.Invalid("payment.creditcardnumber", reason))
	}
	if cvv := p.CreditCardCVV2.Reveal(); len(cvv) != brand.cvv || !onlyDigits(cvv) {
		problems.Add(refusal.Invalid("payment.creditcardcvv2", fmt.Sprintf("must be %d digits for this card type", brand.cvv)))
	}
	now := ex.now()
	end := time.Date(2000+*p.CreditCardExpireYear, time.Month(*p.CreditCardExpireMonth)+1, 1, 0, 0, 0, 0, time.UTC)
	if !now.Before(end) {
		fields := "payment.creditcardexpireyear and creditcardexpiremonth"
		problems.Add(refusal.Invalid(fields, "are in the past: the card has expired"))
	}
	for _, d := range declines {
		if number == d.number && len(problems.Items) == before {
			problems.Add(refusal.Invalid("payment."+d.field, d.reason))
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

// refuses returns why a number is none of a card type, "" when it is one.
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
