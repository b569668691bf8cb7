package mockserver

import (
	"cmp"
	"fmt"

	"github.com/tourney-go/tourney/mockserver/stored"
)

// charge stores the payment of a request under the next transaction id, and returns that id.
func (s *version) charge(record stored.Payment) string {
	record.TransactionID, s.nextTransaction = s.nextTransaction, ""
	return s.addPayment(record)
}

// addPayment stores a payment under its transaction id, or under a new one, and returns that id.
func (s *version) addPayment(record stored.Payment) string {
	s.paid++
	record.TransactionID = cmp.Or(record.TransactionID, s.newTransaction())
	s.payments.Add(paymentRow{s.nextBooking(), record})
	return record.TransactionID
}

// nextBooking returns the number of a new payment or registration.
func (s *version) nextBooking() int64 {
	s.booked++
	return s.booked
}

// newTransaction returns a transaction id that no payment has. It counts the payments.
func (s *version) newTransaction() string {
	for n := s.paid; ; n++ {
		if id := fmt.Sprintf("MOCK-%06d", n); s.payment(id) == nil {
			return id
		}
	}
}

// payment returns the first payment with a transaction id, nil when there is none.
func (s *version) payment(id string) *paymentRow { return s.payments.First(id) }

// paymentRecords returns all payments in the order in which they came.
func (s *version) paymentRecords() []stored.Payment {
	return mapped(s.payments.All(), func(r *paymentRow) stored.Payment { return r.Record })
}

// editPayment gives a payment other values. It keeps its transaction id.
func (s *version) editPayment(record stored.Payment) {
	s.payments.Change(s.payment(record.TransactionID).Number, func(r *paymentRow) { r.Record = record })
}

// removePayment removes a payment. The registration that it belongs to then has none.
func (s *version) removePayment(id string) {
	s.payments.Remove(s.payment(id).Number)
	of := s.registrations.Where(func(r *registrationRow) bool { return r.Record.TransactionID == id })
	if len(of) > 0 && s.payment(id) == nil {
		s.registrations.Change(of[0].Number, func(r *registrationRow) { r.Record.TransactionID = "" })
	}
}

func (s *version) addRegistration(record stored.Registration) {
	number := s.nextBooking()
	s.take(registrationIDs, number)
	s.registrations.Add(registrationRow{number, record})
}

// registration returns the first registration of a team, nil when there is none.
func (s *version) registration(teamID int64) *registrationRow { return s.registrations.First(teamID) }

// registrationRecords returns all registrations in the order in which they came.
func (s *version) registrationRecords() []stored.Registration {
	return mapped(s.registrations.All(), func(r *registrationRow) stored.Registration { return r.Record })
}

// editRegistration gives a registration other values. It keeps its team.
func (s *version) editRegistration(record stored.Registration) {
	s.registrations.Change(s.registration(record.TeamID).Number, func(r *registrationRow) { r.Record = record })
}

func (s *version) removeRegistration(teamID int64) {
	s.registrations.Remove(s.registration(teamID).Number)
}
