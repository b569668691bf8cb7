package model

import (
	"cmp"
	"fmt"
	"hash/fnv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// PaymentRow is the record of a payment. Several payments can have the same transaction id, so a number identifies the
// row.
type PaymentRow struct {
	Number int64          `json:"Number"`
	Record stored.Payment `json:"Record"`
}

func (r *PaymentRow) keys(to []store.Key) []store.Key {
	return append(to, PaymentKey(r.Record.TransactionID).Key())
}

func (r *PaymentRow) claim(s *Version) error { return s.claimBooking(r.Number) }

// RegistrationRow is the record of a registration. A team can have several, so a number identifies the row.
type RegistrationRow struct {
	Number int64               `json:"Number"`
	Record stored.Registration `json:"Record"`
}

func (r *RegistrationRow) keys(to []store.Key) []store.Key {
	return append(to, RegistrationKey(r.Record.TeamID).Key())
}

func (r *RegistrationRow) claim(s *Version) error {
	if err := s.claimBooking(r.Number); err != nil {
		return err
	}
	s.IDs.Assign(RegistrationIDs, r.Number)
	return nil
}

// claimBooking marks the number of a payment or registration of a file as used.
func (s *Version) claimBooking(number int64) error {
	s.Booked = max(s.Booked, number)
	return CountError("Number", 1, number)
}

// PaymentKey selects the payments with this transaction id, and those whose transaction ids have the same hash.
type PaymentKey string

// Key returns the key for the table.
func (k PaymentKey) Key() store.Key {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(k))
	return store.Key{int64(hash.Sum64())} //nolint:gosec // the bits matter, not the number
}

// RegistrationKey selects the registrations of the team with this id.
type RegistrationKey int64

// Key returns the key for the table.
func (k RegistrationKey) Key() store.Key { return store.Key{int64(k)} }

// Charge stores the payment of a request, and returns its transaction id. The id is NextTransaction if that is set, and
// else a new id.
func (s *Version) Charge(record stored.Payment) string {
	record.TransactionID, s.NextTransaction = s.NextTransaction, ""
	return s.AddPayment(record)
}

// AddPayment stores a payment and returns its transaction id. A payment without a transaction id gets a new id.
func (s *Version) AddPayment(record stored.Payment) string {
	s.Paid++
	record.TransactionID = cmp.Or(record.TransactionID, s.newTransaction())
	store.Add(&s.Payments, PaymentRow{s.nextBooking(), record})
	return record.TransactionID
}

// nextBooking returns the number of a new payment or registration.
func (s *Version) nextBooking() int64 {
	s.Booked++
	return s.Booked
}

// newTransaction returns a transaction id that no payment has. The number in the id is at least the count of payments.
func (s *Version) newTransaction() string {
	for n := s.Paid; ; n++ {
		if id := fmt.Sprintf("MOCK-%06d", n); s.Payment(id) == nil {
			return id
		}
	}
}

// Payment returns the first payment with a transaction id, nil when there is none.
func (s *Version) Payment(id string) *PaymentRow {
	list := s.Payments.List(PaymentKey(id).Key())
	for i := range list.Len() {
		if r := s.Payments.Row(list.At(i)); r.Record.TransactionID == id {
			return r
		}
	}
	return nil
}

// PaymentRecords returns all payments in the order in which they were added.
func (s *Version) PaymentRecords() []stored.Payment {
	return values.Mapped(s.Payments.All(), func(r *PaymentRow) stored.Payment { return r.Record })
}

// EditPayment gives a payment other values. The payment keeps its transaction id.
func (s *Version) EditPayment(record stored.Payment) {
	s.Payments.Change(s.Payment(record.TransactionID).Number, func(r *PaymentRow) { r.Record = record })
}

// RemovePayment removes a payment. If no other payment has the transaction id, the first registration with that id then
// has no payment.
func (s *Version) RemovePayment(id string) {
	s.Payments.Remove(s.Payment(id).Number)
	of := s.Registrations.Where(func(r *RegistrationRow) bool { return r.Record.TransactionID == id })
	if len(of) > 0 && s.Payment(id) == nil {
		s.Registrations.Change(of[0].Number, func(r *RegistrationRow) { r.Record.TransactionID = "" })
	}
}

// AddRegistration stores a registration, and returns the id of its team.
func (s *Version) AddRegistration(record stored.Registration) int64 {
	number := s.nextBooking()
	s.Take(RegistrationIDs, number)
	store.Add(&s.Registrations, RegistrationRow{number, record})
	return record.TeamID
}

// Registration returns the first registration of a team, nil when there is none.
func (s *Version) Registration(teamID int64) *RegistrationRow {
	return s.Registrations.First(RegistrationKey(teamID).Key())
}

// RegistrationRecords returns all registrations, those added first at the front.
func (s *Version) RegistrationRecords() []stored.Registration {
	return values.Mapped(s.Registrations.All(), func(r *RegistrationRow) stored.Registration { return r.Record })
}

// EditRegistration gives the first registration of record's team other values.
func (s *Version) EditRegistration(record stored.Registration) {
	s.Registrations.Change(s.Registration(record.TeamID).Number, func(r *RegistrationRow) { r.Record = record })
}

// RemoveRegistration removes the first registration of a team.
func (s *Version) RemoveRegistration(teamID int64) {
	s.Registrations.Remove(s.Registration(teamID).Number)
}

// WithoutCard returns a payment without the number and the security code of its card.
func WithoutCard(p *tourney.PaymentDetailsInput) *tourney.PaymentDetailsInput {
	if p == nil {
		return nil
	}
	kept := *p
	kept.CreditCardNumber, kept.CreditCardCVV2 = secret.Text{}, secret.Text{}
	return &kept
}
