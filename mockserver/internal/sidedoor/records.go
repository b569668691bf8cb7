package sidedoor

import (
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// PaymentNoun are the payments.
var PaymentNoun = recordNoun[string, stored.Payment]{
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
	fresh: func(d *Door, p stored.Payment) {
		if d.Payment(p.TransactionID) != nil {
			d.Problem("TransactionId %q names a payment that exists: Payments.Edit changes it", redact.Safe(p.TransactionID))
		}
		d.checkPayment(p)
		d.bound(otherIDsOfPayment(p), nil)
	},
	add:    func(d *Door, p stored.Payment) string { return d.AddPayment(p) },
	check:  (*Door).checkPaymentChange,
	change: func(d *Door, p stored.Payment) { d.EditPayment(p) },
	remove: func(d *Door, id string) { d.RemovePayment(id) },
}

// RegistrationNoun are the registrations.
var RegistrationNoun = recordNoun[int64, stored.Registration]{
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
	fresh: func(d *Door, r stored.Registration) {
		if r.TeamID == 0 {
			d.Problem("TeamID is 0: expected the id of the team that registered")
		}
		if d.Registration(r.TeamID) != nil {
			d.Problem("TeamId %d names a team that has a registration: Registrations.Edit changes it", r.TeamID)
		}
		d.checkRegistration(r)
		d.bound(otherIDsOfRegistration(r), nil)
	},
	add: func(d *Door, r stored.Registration) int64 {
		d.AddRegistration(r)
		return r.TeamID
	},
	check:  (*Door).checkRegistrationChange,
	change: func(d *Door, r stored.Registration) { d.EditRegistration(r) },
	remove: func(d *Door, teamID int64) { d.RemoveRegistration(teamID) },
}
