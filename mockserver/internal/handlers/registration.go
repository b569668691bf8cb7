package handlers

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func register(ex *Exchange, in tourney.RegistrationInput) (any, error) {
	ex.Assume(assumption.RegisteredStatus)
	division, err := ex.registrationDivision(in)
	if err != nil {
		return nil, err
	}
	ex.assumeOfRegistration(in)
	var payment stored.Payment
	if in.Payment != nil {
		prices := ex.withEvent(priceList{in.DivisionID, in.EventID})
		if payment, err = ex.charge(in.Payment, values.TrueByDefault(in.EnableCreditCard), prices); err != nil {
			return nil, err
		}
	}
	record := stored.Registration{TeamID: ex.addRegisteredTeam(in, division), Request: in}
	record.Request.Payment = model.WithoutCard(in.Payment)
	if in.Payment != nil {
		record.TransactionID = ex.Store.Charge(registrationPayment(payment, record))
	}
	ex.Store.AddRegistration(record)
	return tourney.RegistrationResult{TeamID: record.TeamID, Status: ex.Settings.RegisteredStatus}, nil
}

// assumeOfRegistration records the assumptions about a registration without a payment, and about counts.
func (ex *Exchange) assumeOfRegistration(in tourney.RegistrationInput) {
	if in.Payment == nil && values.TrueByDefault(in.EnableCreditCard) {
		ex.Assume(assumption.NoPayment)
	}
	if ex.Store.Variant.RegistrationCoaches == 0 && longestList(in) > minStatedCount() {
		ex.Assume(assumption.RegistrationCounts)
	}
}

// longestList returns the length of the longest list in a registration.
func longestList(in tourney.RegistrationInput) int {
	longest := max(len(in.Coaches), len(in.Players), len(in.Meta))
	for _, c := range in.Coaches {
		longest = max(longest, len(c.Meta))
	}
	for _, p := range in.Players {
		longest = max(longest, len(p.Meta))
	}
	return longest
}

// minStatedCount returns the least of the counts that the document states for registrations in some variants.
var minStatedCount = sync.OnceValue(func() int {
	var counts []int
	for _, v := range contract.Variants() {
		if v.RegistrationCoaches > 0 {
			counts = append(counts, v.RegistrationCoaches)
		}
	}
	return slices.Min(counts)
})

// registrationDivision returns the division to register for, nil when the request names an event alone.
func (ex *Exchange) registrationDivision(in tourney.RegistrationInput) (*model.DivisionRow, error) {
	division, err := ex.divisionFor(in.DivisionID, in.EventID)
	if err != nil {
		return nil, err
	}
	if division != nil && !division.TakesRegistrations() {
		ex.Assume(assumption.Closed)
		reason := fmt.Sprintf("names a division that does not take registrations: %d", in.DivisionID)
		return nil, refusal.New(tourney.CodeInactive, "divisionid", reason)
	}
	return division, nil
}

// registrationPayment returns the payment with the fields of its registration.
func registrationPayment(payment stored.Payment, registration stored.Registration) stored.Payment {
	in := registration.Request
	payment.Request.Payment = in.Payment
	payment.TeamID, payment.DivisionID, payment.EventID = registration.TeamID, in.DivisionID, in.EventID
	payment.MarkedAsPaid = values.TrueByDefault(in.MarkAsPaid)
	payment.Confirmation = values.TrueByDefault(in.EnablePaymentConfirmation)
	return payment
}

// addRegisteredTeam adds the team of a registration with its coaches and players.
func (ex *Exchange) addRegisteredTeam(in tourney.RegistrationInput, division *model.DivisionRow) int64 {
	t := tourney.Team{
		ID: ex.newID(), Sport: ex.Store.Variant.SportCode, Paid: new(values.TrueByDefault(in.MarkAsPaid)),
		Status:  new(ex.Settings.RegisteredStatus),
		Coaches: values.Mapped(in.Coaches, registeredCoach), Players: values.Mapped(in.Players, ex.registeredPlayer),
	}
	row := ex.Store.NewTeamRow(t)
	move(&row, division, in.EventID)
	setTeam(&row, &in, in.Address)
	row.Details.Year = ex.registrationYear(in.Year)
	row.Details.Meta = metaOf(in.Meta)
	row.Details.Coaches = make(map[int64]stored.CoachDetails, len(in.Coaches))
	for i, c := range in.Coaches {
		row.Details.Coaches[row.Team.Coaches[i].ID] = coachDetails(c)
	}
	ex.Store.AddTeamRow(row)
	return row.Team.ID
}

// registrationYear returns the year of the request, else the variant's default (section 4.16), else this year.
func (ex *Exchange) registrationYear(year *int) int {
	if year != nil {
		return *year
	}
	return cmp.Or(ex.Store.Variant.RegistrationYear, ex.now().Year())
}

func registeredCoach(in tourney.RegistrationCoachInput) tourney.Coach {
	c := tourney.Coach{Type: new(tourney.CoachOther)} // the default of the parameter
	values.Fill(&c, &in)
	if in.Address != nil {
		values.Fill(&c.Address, in.Address)
	}
	return c
}

func coachDetails(in tourney.RegistrationCoachInput) stored.CoachDetails {
	d := stored.CoachDetails{Primary: values.IsTrue(in.PrimaryContact), Meta: metaOf(in.Meta)}
	values.Fill(&d, &in)
	values.Set(&d.NCAAApproval, in.NCAACoachesApprovalNumber)
	return d
}

// registeredPlayer returns the line of a roster. If the request has the Id of a known player, the line belongs to that
// player.
func (ex *Exchange) registeredPlayer(in tourney.RegistrationPlayerInput) tourney.TeamPlayer {
	p := tourney.TeamPlayer{Status: "Active", Active: new(values.TrueByDefault(in.Active)), Birthdate: in.Birthdate}
	if !*p.Active {
		p.Status = "Inactive"
	}
	p.BirthYear = p.Birthdate.Year
	if in.ID != 0 {
		ex.Assume(assumption.KnownPlayers)
		if ex.Store.People.Get(in.ID) != nil && ex.sees(model.PersonIDs, in.ID) {
			p.PlayerID = in.ID
		}
	}
	values.Fill(&p, &in)
	if in.Address != nil {
		values.Fill(&p.Address, in.Address)
	}
	p.Meta = metaOf(in.Meta)
	return p
}

func metaOf(in []tourney.MetaInput) []tourney.MetaItem {
	if in == nil {
		return nil
	}
	return values.Mapped(in, func(m tourney.MetaInput) tourney.MetaItem {
		return tourney.MetaItem{Name: m.Key, Value: m.Value}
	})
}
