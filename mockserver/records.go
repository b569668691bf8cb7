package mockserver

import "github.com/tourney-go/tourney"

// TeamDetails holds the data of a team that writes can set and no response shows.
type TeamDetails struct {
	EventID         int64 `json:",omitempty"` // 0 for none; it stays while the division has an event
	Age             *tourney.Age
	Grade           *tourney.Grade
	Notes           string
	Website         string
	TwitterHandle   string
	InstagramHandle string
	FacebookPage    string
	Abbreviation    string
	Year            int // of the registration; 0 for a team that was not registered
	Meta            []tourney.MetaItem
	Coaches         map[int64]CoachDetails // by Coach.ID
}

// CoachDetails holds the data of a coach that writes can set and no response shows.
type CoachDetails struct {
	Primary         bool // primary contact of the team
	Status          *tourney.RosterStatus
	ExternalCoachID string
	Notes           string
	MobileCarrier   string
	NCAAApproval    string
	Meta            []tourney.MetaItem
}

// PaymentRecord is a payment. Request is the request without the number and the security code of the card, which the
// mock does not keep. All other texts are as the client sent them.
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
	CreditCardType string               // "" when no card was charged
	MarkedAsPaid   bool                 // the request marked its team as paid; Payments.Add marks none
	Confirmation   bool                 // a host would send an e-mail
	Request        tourney.PaymentInput // for a registration only its Payment
}

// RegistrationRecord is a registration.
type RegistrationRecord struct {
	TeamID        int64
	Request       tourney.RegistrationInput // without the number and the security code of the card
	TransactionID string                    // of the payment; "" without one
}

// EventDetails says where an event belongs. No response shows it, and filters of the list of events find it.
type EventDetails struct {
	OrganizationID int64 // 0 for none
	ParentID       int64 // the event above it; 0 for none
}

// DivisionDetails holds what writes set of a division and no response shows.
type DivisionDetails struct {
	ExternalID string // "" if no write set one
}

// VenueDetails says where a venue belongs.
type VenueDetails struct {
	EventIDs []int64
}

// GameDetails holds what updates set of a game and no response shows.
type GameDetails struct {
	ExternalID string // the vendor's id; "" if no update set one
}
