package mockserver

import (
	"cmp"
	"fmt"
)

// charge stores the payment of a request under the next transaction id, and returns that id.
func (s *store) charge(record PaymentRecord) string {
	record.TransactionID, s.nextTransaction = s.nextTransaction, ""
	return s.addPayment(record)
}

// addPayment stores a payment under its transaction id, or under a new one, and returns that id.
func (s *store) addPayment(record PaymentRecord) string {
	s.paid++
	record.TransactionID = cmp.Or(record.TransactionID, s.newTransaction())
	s.transactions[record.TransactionID]++
	s.payments.add(record)
	return record.TransactionID
}

// newTransaction returns a transaction id that no payment has. It counts the payments.
func (s *store) newTransaction() string {
	for n := s.paid; ; n++ {
		if id := fmt.Sprintf("MOCK-%06d", n); s.transactions[id] == 0 {
			return id
		}
	}
}

// payment returns the first payment with a transaction id, nil when there is none.
func (s *store) payment(id string) *PaymentRecord {
	if i := s.indexOfPayment(id); i >= 0 {
		return s.payments.at(i)
	}
	return nil
}

func (s *store) indexOfPayment(id string) int {
	return s.payments.index(func(r *PaymentRecord) bool { return r.TransactionID == id })
}

// removePayment removes a payment. The registration that it belongs to then has none.
func (s *store) removePayment(id string) {
	s.payments.remove(s.indexOfPayment(id))
	s.transactions[id]--
	of := func(r *RegistrationRecord) bool { return r.TransactionID == id }
	if i := s.registrations.index(of); i >= 0 && s.transactions[id] == 0 {
		s.registrations.at(i).TransactionID = ""
	}
}

func (s *store) addRegistration(record RegistrationRecord) {
	s.registered[record.TeamID]++
	s.registrations.add(record)
}

// registration returns the registration of a team, nil when there is none.
func (s *store) registration(teamID int64) *RegistrationRecord {
	if i := s.indexOfRegistration(teamID); i >= 0 {
		return s.registrations.at(i)
	}
	return nil
}

func (s *store) indexOfRegistration(teamID int64) int {
	return s.registrations.index(func(r *RegistrationRecord) bool { return r.TeamID == teamID })
}

func (s *store) removeRegistration(teamID int64) {
	s.registrations.remove(s.indexOfRegistration(teamID))
	s.registered[teamID]--
}
