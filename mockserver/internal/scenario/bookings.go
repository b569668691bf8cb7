package scenario

import (
	"cmp"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// deposit is the amount of a payment that covers only a part of the price.
var deposit = tourney.MustDecimal("100.00")

func (b booking) paidInFull() bool { return b == byCard || b == byHand || b == twice }

func (e *entrant) book(b booking) {
	e.booking = b
	e.team.Paid = new(b.paidInFull())
}

// openRegistration changes the plan to the state five weeks before the event. The first division has free places, the
// second is full and has a waiting list, and the third is closed.
func (t *tournament) openRegistration() {
	free, full, closed := t.divisions[0], t.divisions[1], t.divisions[2]
	free.teams, closed.teams = free.teams[:5], closed.teams[:6]
	free.undrawn, closed.undrawn = true, true
	late := t.newEntrant(full, len(t.divisions)*len(poolNames)*poolSize+2, t.cast)
	late.team.Status = new(tourney.TeamWaitingList)
	t.waiting = append(t.waiting, late)
	for _, e := range t.entrants() {
		e.book(values.IfElse(*e.team.Paid, byCard, unpaid))
	}
	free.teams[3].book(inPart)
	closed.teams[0].book(byHand)
	for _, e := range t.waiting {
		e.book(unpaid)
	}
}

// mixPayments gives the teams all kinds of bookings in turn. A team that is unpaid in the other scenarios stays without
// a payment.
func (t *tournament) mixPayments() {
	kinds := []booking{byCard, byHand, byCard, inPart, twice, byCard, unpaid}
	for i, e := range t.entrants() {
		e.book(values.IfElse(*e.team.Paid, kinds[i%len(kinds)], unpaid))
	}
}

// entrants returns the teams in divisions, followed by the teams on the waiting list.
func (t *tournament) entrants() []*entrant {
	var list []*entrant
	for _, c := range t.divisions {
		list = append(list, c.teams...)
	}
	return append(list, t.waiting...)
}

func (t *tournament) addBooking(st *model.Version, c *contest, e *entrant) {
	if e.booking == notBooked {
		return
	}
	record := stored.Registration{TeamID: e.team.ID, Request: e.registration(c, t.event.ID)}
	if in := record.Request.Payment; in != nil {
		record.TransactionID = st.AddPayment(stored.Payment{
			TeamID: e.team.ID, DivisionID: c.division.ID, EventID: t.event.ID, PriceID: in.PriceID,
			Amount: c.entry().Amount, Title: c.entry().Name, Email: *in.Email, CreditCardType: tourney.CardVisa,
			MarkedAsPaid: true, Confirmation: true, Request: tourney.PaymentInput{Payment: in},
		})
	}
	st.AddRegistration(record)
	if later, ok := e.laterPayment(c); ok {
		st.AddPayment(later)
	}
	st.ChangeTeam(e.team.ID, func(r *model.TeamRow) {
		r.Details.Year = cmp.Or(t.variant.RegistrationYear, t.event.StartDate.Year)
	})
}

func (c *contest) entry() tourney.Price { return c.division.Prices[0] }

func (c *contest) weekendPass() tourney.Price { return c.division.Prices[1] }

func (e *entrant) registration(c *contest, eventID int64) tourney.RegistrationInput {
	paysNow := e.booking == byCard || e.booking == twice
	in := tourney.RegistrationInput{
		EventID: eventID, DivisionID: c.division.ID, Name: &e.team.Name, Gender: e.team.Gender,
		MarkAsPaid: &paysNow, EnableCreditCard: &paysNow,
	}
	for i, coach := range e.team.Coaches {
		in.Coaches = append(in.Coaches, tourney.RegistrationCoachInput{
			PrimaryContact: new(i == 0), FirstName: new(coach.FirstName), LastName: new(coach.LastName),
			Email: new(coach.Email), Type: coach.Type, MobilePhone: new(coach.MobilePhone),
		})
	}
	for _, p := range e.team.Players {
		in.Players = append(in.Players, tourney.RegistrationPlayerInput{
			FirstName: new(p.FirstName), LastName: new(p.LastName), Number: p.Number, Birthdate: p.Birthdate,
		})
	}
	if paysNow {
		in.Payment = e.payment(tourney.PaymentDetailsInput{PriceID: c.entry().ID}, true)
	}
	return in
}

// payment returns the details of a payment that the team's head coach makes. The details lack the number and security
// code of the card, because the mock never stores them.
func (e *entrant) payment(in tourney.PaymentDetailsInput, card bool) *tourney.PaymentDetailsInput {
	payer := e.team.Coaches[0]
	in.FirstName, in.LastName, in.Email = new(payer.FirstName), new(payer.LastName), new(payer.Email)
	in.Phone = new(payer.MobilePhone)
	if card {
		home := payer.Address
		in.CreditCardType, in.CreditCardExpireYear, in.CreditCardExpireMonth = new(tourney.CardVisa), new(30), new(12)
		in.Address = &tourney.PersonAddressInput{
			StreetAddress: new(home.StreetAddress), ExtendedAddress: new(cmp.Or(home.ExtendedAddress, "House")),
			City: new(home.City), StateRegion: new(home.StateRegion), PostalCode: new(home.PostalCode),
		}
	}
	return &in
}

// laterPayment returns the payment that the team made after its registration.
func (e *entrant) laterPayment(c *contest) (record stored.Payment, ok bool) {
	in := tourney.PaymentInput{TeamID: e.team.ID, MarkAsPaid: new(false)}
	switch e.booking {
	case byHand:
		record.Amount, record.Title, record.Description = c.entry().Amount, c.entry().Name, "A check at the gate"
		in.MarkAsPaid, in.EnableCreditCard, record.MarkedAsPaid = new(true), new(false), true
	case inPart:
		record.Amount, record.Title, record.Description = deposit, "Deposit", "The rest follows"
	case twice:
		record.Amount, record.Title, record.PriceID = c.weekendPass().Amount, c.weekendPass().Name, c.weekendPass().ID
	default:
		return record, false
	}
	card := e.booking != byHand
	in.Payment = e.payment(tourney.PaymentDetailsInput{
		PriceID: record.PriceID, Amount: new(record.Amount), Title: new(record.Title), Description: new(record.Description),
	}, card)
	record.CreditCardType = values.IfElse(card, tourney.CardVisa, "")
	record.TeamID, record.Email, record.Confirmation, record.Request = e.team.ID, *in.Payment.Email, true, in
	return record, true
}
