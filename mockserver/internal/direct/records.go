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
	fresh: func(d *Call, p stored.Payment) {
		if d.Payment(p.TransactionID) != nil {
			d.Problem("TransactionId %q names a payment that exists: Payments.Edit changes it", redact.Safe(p.TransactionID))
		}
		d.checkPayment(p)
		d.bound(otherIDsOfPayment(p), nil)
	},
	add:    func(d *Call, p stored.Payment) string { return d.AddPayment(p) },
	check:  (*Call).checkPaymentChange,
	change: func(d *Call, p stored.Payment) { d.EditPayment(p) },
	remove: func(d *Call, id string) { d.RemovePayment(id) },
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
	fresh: func(d *Call, r stored.Registration) {
		if r.TeamID == 0 {
			d.Problem("TeamID is 0: expected the id of the team that registered")
		}
		if d.Registration(r.TeamID) != nil {
			d.Problem("TeamId %d names a team that has a registration: Registrations.Edit changes it", r.TeamID)
		}
		d.checkRegistration(r)
		d.bound(otherIDsOfRegistration(r), nil)
	},
	add: func(d *Call, r stored.Registration) int64 {
		d.AddRegistration(r)
		return r.TeamID
	},
	check:  (*Call).checkRegistrationChange,
	change: func(d *Call, r stored.Registration) { d.EditRegistration(r) },
	remove: func(d *Call, teamID int64) { d.RemoveRegistration(teamID) },
}

func (d *Call) checkPayment(r stored.Payment) {
	d.refer("TeamId", model.TeamIDs, r.TeamID)
	d.refer("DivisionId", model.DivisionIDs, r.DivisionID)
	d.refer("EventId", model.EventIDs, r.EventID)
}

// checkPaymentChange checks only those references of a payment that changed. The others may name rows that no longer
// exist, because a record stays when such a row is removed.
func (d *Call) checkPaymentChange(before, after stored.Payment) {
	d.bound(otherIDsOfPayment(after), otherIDsOfPayment(before))
	forget(&after.TeamID, before.TeamID)
	forget(&after.DivisionID, before.DivisionID)
	forget(&after.EventID, before.EventID)
	d.checkPayment(after)
}

func (d *Call) checkRegistration(r stored.Registration) {
	d.refer("TeamId", model.TeamIDs, r.TeamID)
	d.refer("Request.DivisionId", model.DivisionIDs, r.Request.DivisionID)
	d.refer("Request.EventId", model.EventIDs, r.Request.EventID)
	if r.TransactionID != "" && d.Payment(r.TransactionID) == nil && !d.dangling {
		d.Problem("TransactionId %q names no payment: add it first", redact.Safe(r.TransactionID))
	}
}

// checkRegistrationChange checks only those references of a registration that changed. The others may name rows that no
// longer exist, because a record stays when such a row is removed.
func (d *Call) checkRegistrationChange(before, after stored.Registration) {
	d.bound(otherIDsOfRegistration(after), otherIDsOfRegistration(before))
	forget(&after.TeamID, before.TeamID)
	forget(&after.Request.DivisionID, before.Request.DivisionID)
	forget(&after.Request.EventID, before.Request.EventID)
	forget(&after.TransactionID, before.TransactionID)
	d.checkRegistration(after)
}

// forget clears a reference that did not change, so that later checks skip the reference.
func forget[T comparable](after *T, before T) {
	if *after == before {
		var none T
		*after = none
	}
}

func otherIDsOfPayment(r stored.Payment) []otherID {
	return append(otherIDsOfCharge(r.Request.Payment),
		otherID{model.PriceIDs, r.PriceID, "PriceId"},
		otherID{model.TeamIDs, r.Request.TeamID, "Request.TeamId"},
		otherID{model.DivisionIDs, r.Request.DivisionID, "Request.DivisionId"},
		otherID{model.EventIDs, r.Request.EventID, "Request.EventId"},
		otherID{model.NoKind, r.Request.CollegeCoachID, "Request.CollegeCoachId"},
		otherID{model.SeasonIDs, r.Request.SeasonID, "Request.SeasonId"},
	)
}

func otherIDsOfCharge(p *tourney.PaymentDetailsInput) []otherID {
	if p == nil {
		return nil
	}
	return []otherID{{model.PriceIDs, p.PriceID, "Request.Payment.PriceId"}}
}

func otherIDsOfRegistration(r stored.Registration) []otherID {
	ids := otherIDsOfCharge(r.Request.Payment)
	for i, p := range r.Request.Players {
		ids = append(ids, otherID{model.NoKind, p.ID, "Request." + refusal.Indexed("Players", i, "Id")})
	}
	return ids
}
