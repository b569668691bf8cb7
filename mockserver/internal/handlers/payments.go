package handlers

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

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
	problems.Add(ex.require("teamid", model.TeamIDs, in.TeamID))
	problems.Add(ex.require("divisionid", model.DivisionIDs, in.DivisionID))
	problems.Add(ex.require("eventid", model.EventIDs, in.EventID))
	problems.Add(ex.checkPayeesAgree(in))
	return problems.OrNil()
}

// checkPayeesAgree refuses a team, a division and an event that do not belong together. If a row names no division or
// event, any division or event is accepted for it.
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

// charge checks a payment and returns the row to store for it. It checks the card only if card is true.
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
	if card {
		record.CreditCardType = *p.CreditCardType
		ex.checkCard(p, prices.eventID, &problems)
	}
	return record, problems.OrNil()
}

// priceList tells in which divisions to look for the price of a payment: first in this division, then in all divisions
// of this event, or of all events if the event is 0.
type priceList struct{ divisionID, eventID int64 }

// priceList returns the price list of a payment: the division and event that the payment names. A division or event
// that it does not name comes from its team.
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

// fillInPrice sets the amount and the title of a payment from its price, if the request does not have them.
func (ex *Exchange) fillInPrice(r *stored.Payment, list priceList) error {
	ex.Assume(assumption.Prices)
	rows := ex.Store.Divisions.Under(model.DivisionKey{Event: list.eventID}.Key())
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
