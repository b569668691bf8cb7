package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Payments are the payments.
var Payments = RecordNoun[string, stored.Payment]{
	Name: "Payments", One: "payment", all: (*model.Version).PaymentRecords,
	key: func(p stored.Payment) string { return p.TransactionID },
	find: func(st *model.Version, id string) (record stored.Payment, ok bool) {
		if r := st.Payment(id); r != nil {
			return r.Record, true
		}
		return record, false
	},
	Plain: func(p stored.Payment) stored.Payment {
		p.Request.Payment = model.WithoutCard(p.Request.Payment)
		return p
	},
	names: func(p stored.Payment) []named {
		return append(namesOfCharge(p.Request.Payment),
			named{"TeamId", model.TeamIDs, p.TeamID, true},
			named{"DivisionId", model.DivisionIDs, p.DivisionID, true},
			named{"EventId", model.EventIDs, p.EventID, true},
			named{"PriceId", model.PriceIDs, p.PriceID, false},
			named{"Request.TeamId", model.TeamIDs, p.Request.TeamID, false},
			named{"Request.DivisionId", model.DivisionIDs, p.Request.DivisionID, false},
			named{"Request.EventId", model.EventIDs, p.Request.EventID, false},
			named{"Request.CollegeCoachId", model.NoKind, p.Request.CollegeCoachID, false},
			named{"Request.SeasonId", model.SeasonIDs, p.Request.SeasonID, false},
		)
	},
	check: func(d *Call, before, after *stored.Payment) {
		if before == nil && d.Payment(after.TransactionID) != nil {
			d.Problem("TransactionId %q names a payment that exists: Payments.Edit changes it",
				redact.Safe(after.TransactionID))
		}
	},
	add: (*model.Version).AddPayment, change: (*model.Version).EditPayment, remove: (*model.Version).RemovePayment,
}

// Registrations are the registrations.
var Registrations = RecordNoun[int64, stored.Registration]{
	Name: "Registrations", One: "registration of team", all: (*model.Version).RegistrationRecords,
	key: func(r stored.Registration) int64 { return r.TeamID },
	find: func(st *model.Version, teamID int64) (record stored.Registration, ok bool) {
		if r := st.Registration(teamID); r != nil {
			return r.Record, true
		}
		return record, false
	},
	Plain: func(r stored.Registration) stored.Registration {
		r.Request.Payment = model.WithoutCard(r.Request.Payment)
		return r
	},
	names: func(r stored.Registration) []named {
		names := append(namesOfCharge(r.Request.Payment),
			named{"TeamId", model.TeamIDs, r.TeamID, true},
			named{"Request.DivisionId", model.DivisionIDs, r.Request.DivisionID, true},
			named{"Request.EventId", model.EventIDs, r.Request.EventID, true},
		)
		for i, p := range r.Request.Players {
			names = append(names, named{"Request." + refusal.Indexed("Players", i, "Id"), model.NoKind, p.ID, false})
		}
		return names
	},
	check: checkRegistration,
	add:   (*model.Version).AddRegistration, change: (*model.Version).EditRegistration,
	remove: (*model.Version).RemoveRegistration,
}

// checkRegistration checks the keys of a registration: its team and its payment.
func checkRegistration(d *Call, before, after *stored.Registration) {
	if before == nil && after.TeamID == 0 {
		d.Problem("TeamID is 0: expected the id of the team that registered")
	}
	if before == nil && d.Registration(after.TeamID) != nil {
		d.Problem("TeamId %d names a team that has a registration: Registrations.Edit changes it", after.TeamID)
	}
	id := after.TransactionID
	if had := before != nil && before.TransactionID == id; !had && id != "" && d.Payment(id) == nil && !d.dangling {
		d.Problem("TransactionId %q names no payment: add it first", redact.Safe(id))
	}
}

func namesOfCharge(p *tourney.PaymentDetailsInput) []named {
	if p == nil {
		return nil
	}
	return []named{{"Request.Payment.PriceId", model.PriceIDs, p.PriceID, false}}
}
