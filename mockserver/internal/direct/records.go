package direct

import (
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Payments are the payments.
var Payments = recordNoun[string, stored.Payment]{
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
var Registrations = recordNoun[int64, stored.Registration]{
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
