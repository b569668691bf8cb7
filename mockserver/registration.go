package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func register(ex *exchange, in tourney.RegistrationInput) (any, error) {
	ex.assume(assumeRegisteredStatus)
	division, err := ex.registrationDivision(in)
	if err != nil {
		return nil, err
	}
	ex.assumeOfRegistration(in)
	var payment stored.Payment
	if in.Payment != nil {
		prices := ex.withEvent(priceList{in.DivisionID, in.EventID})
		if payment, err = ex.charge(in.Payment, trueByDefault(in.EnableCreditCard), prices); err != nil {
			return nil, err
		}
	}
	record := stored.Registration{TeamID: ex.addRegisteredTeam(in, division), Request: in}
	record.Request.Payment = withoutCard(in.Payment)
	if in.Payment != nil {
		record.TransactionID = ex.store.charge(registrationPayment(payment, record))
	}
	ex.store.addRegistration(record)
	return tourney.RegistrationResult{TeamID: record.TeamID, Status: ex.settings.RegisteredStatus}, nil
}

// assumeOfRegistration notes what the document leaves open about a registration without a payment, and about counts.
func (ex *exchange) assumeOfRegistration(in tourney.RegistrationInput) {
	if in.Payment == nil && trueByDefault(in.EnableCreditCard) {
		ex.assume(assumeNoPayment)
	}
	if ex.store.variant.RegistrationCoaches == 0 && longestList(in) > leastStatedCount() {
		ex.assume(assumeRegistrationCounts)
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

// leastStatedCount returns the least of the counts that the document states for registrations in some variants.
var leastStatedCount = sync.OnceValue(func() int {
	var counts []int
	for _, v := range contract.Variants() {
		if v.RegistrationCoaches > 0 {
			counts = append(counts, v.RegistrationCoaches)
		}
	}
	return slices.Min(counts)
})

// registrationDivision returns the division to register for, nil when the request names an event alone.
func (ex *exchange) registrationDivision(in tourney.RegistrationInput) (*divisionRow, error) {
	if in.DivisionID == 0 && in.EventID == 0 {
		ex.assume(assumeTarget)
		return nil, required("divisionid or eventid")
	}
	division, err := ex.divisionFor(in.DivisionID, in.EventID)
	if err != nil {
		return nil, err
	}
	if division != nil && !division.takesRegistrations() {
		ex.assume(assumeClosed)
		reason := fmt.Sprintf("names a division that does not take registrations: %d", in.DivisionID)
		return nil, newRefusal(codeInactive, "divisionid", reason)
	}
	return division, nil
}

// registrationPayment returns the payment with the fields of its registration.
func registrationPayment(payment stored.Payment, registration stored.Registration) stored.Payment {
	in := registration.Request
	payment.Request.Payment = in.Payment
	payment.TeamID, payment.DivisionID, payment.EventID = registration.TeamID, in.DivisionID, in.EventID
	payment.MarkedAsPaid = trueByDefault(in.MarkAsPaid)
	payment.Confirmation = trueByDefault(in.EnablePaymentConfirmation)
	return payment
}

// addRegisteredTeam adds the team of a registration with its coaches and players.
func (ex *exchange) addRegisteredTeam(in tourney.RegistrationInput, division *divisionRow) int64 {
	t := tourney.Team{
		ID: ex.newID(), Sport: ex.store.variant.SportCode, Gender: in.Gender, Paid: new(trueByDefault(in.MarkAsPaid)),
		Status:  new(ex.settings.RegisteredStatus),
		Coaches: mapped(in.Coaches, registeredCoach), Players: mapped(in.Players, ex.registeredPlayer),
	}
	set(&t.Name, in.Name)
	setTeamAddress(&t, in.Address)
	row := ex.store.newTeamRow(t)
	row.move(division, in.EventID)
	set(&row.Details.Notes, in.Notes)
	row.Details.Year = ex.registrationYear(in.Year)
	row.Details.Meta = metaOf(in.Meta)
	row.Details.Coaches = make(map[int64]stored.CoachDetails, len(in.Coaches))
	for i, c := range in.Coaches {
		row.Details.Coaches[row.Team.Coaches[i].ID] = coachDetails(c)
	}
	ex.store.addTeamRow(row)
	return row.Team.ID
}

// registrationYear returns the year of the request, else the variant's default (section 4.16), else this year.
func (ex *exchange) registrationYear(year *int) int {
	if year != nil {
		return *year
	}
	return cmp.Or(ex.store.variant.RegistrationYear, ex.now().Year())
}

func registeredCoach(in tourney.RegistrationCoachInput) tourney.Coach {
	c := tourney.Coach{Type: new(tourney.CoachOther)} // the default of the parameter
	setPointer(&c.Type, in.Type)
	set(&c.FirstName, in.FirstName)
	set(&c.LastName, in.LastName)
	set(&c.Email, in.Email)
	set(&c.MobilePhone, in.MobilePhone)
	set(&c.HomePhone, in.HomePhone)
	set(&c.WorkPhone, in.WorkPhone)
	set(&c.FaxPhone, in.FaxPhone)
	if in.Address != nil {
		setAddress(&c.Address, *in.Address)
	}
	return c
}

func coachDetails(in tourney.RegistrationCoachInput) stored.CoachDetails {
	d := stored.CoachDetails{Primary: isTrue(in.PrimaryContact), Meta: metaOf(in.Meta)}
	set(&d.Notes, in.Notes)
	set(&d.MobileCarrier, in.MobileCarrier)
	set(&d.NCAAApproval, in.NCAACoachesApprovalNumber)
	return d
}

// registeredPlayer returns the line of a roster. If the request has the Id of a known player, the line is that
// player's.
func (ex *exchange) registeredPlayer(in tourney.RegistrationPlayerInput) tourney.TeamPlayer {
	p := tourney.TeamPlayer{Status: "Active", Active: new(trueByDefault(in.Active)), Birthdate: tourney.Date(in.Birthdate)}
	if !*p.Active {
		p.Status = "Inactive"
	}
	p.BirthYear = p.Birthdate.Year
	if in.ID != 0 {
		ex.assume(assumeKnownPlayers)
		if ex.store.people.Get(in.ID) != nil {
			p.PlayerID = in.ID
		}
	}
	set(&p.FirstName, in.FirstName)
	set(&p.LastName, in.LastName)
	set(&p.HomePhone, in.HomePhone)
	set(&p.MobilePhone, in.MobilePhone)
	set(&p.Email, in.Email)
	set(&p.Position, in.Position)
	set(&p.School, in.School)
	setPointer(&p.GraduationYear, in.GraduationYear)
	setPointer(&p.Number, in.Number)
	if in.Address != nil {
		setAddress(&p.Address, *in.Address)
	}
	p.Meta = metaOf(in.Meta)
	return p
}

func metaOf(in []tourney.MetaInput) []tourney.MetaItem {
	if in == nil {
		return nil
	}
	return mapped(in, func(m tourney.MetaInput) tourney.MetaItem { return tourney.MetaItem{Name: m.Key, Value: m.Value} })
}
