package mockserver

import "github.com/tourney-go/tourney"

// TeamDetails is what a write can hold of a team and no response shows.
type TeamDetails struct {
	Age             *tourney.Age
	Grade           *tourney.Grade
	Notes           string
	Website         string
	TwitterHandle   string
	InstagramHandle string
	FacebookPage    string
	Abbreviation    string
	Year            int // of the registration; 0 when the team was not registered
	Meta            []tourney.MetaItem
	Coaches         map[int64]CoachDetails // by Coach.ID
}

// CoachDetails is what a write can hold of a coach and no response shows.
type CoachDetails struct {
	Primary         bool // primary contact of the team
	Status          *tourney.RosterStatus
	ExternalCoachID string
	Notes           string
	MobileCarrier   string
	NCAAApproval    string
	Meta            []tourney.MetaItem
}

// PaymentRecord is a payment that was made. The mock never keeps a card's number or security code: Request is without
// them.
type PaymentRecord struct {
	TransactionID  string
	TeamID         int64
	DivisionID     int64
	EventID        int64
	PriceID        int64
	Amount         tourney.Decimal
	Title          string
	Description    string
	Email          string
	CreditCardType string // "" when no card was charged
	MarkedAsPaid   bool
	Confirmation   bool                 // an e-mail would have been sent
	Request        tourney.PaymentInput // what was sent; of the payment of a registration only Payment
}

// RegistrationRecord is a registration that was made.
type RegistrationRecord struct {
	TeamID        int64
	Request       tourney.RegistrationInput // without the number and the security code of the card
	TransactionID string                    // of its payment; "" when there was none
}
