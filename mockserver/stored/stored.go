// Package stored has the types of a mock's data that are no resources of the interface. Details, such as
// [GameDetails], hold values that requests can set but no response shows. A [Payment] or a [Registration] is the
// record of a request. A [Query] selects rows, and a [Page] holds some of them.
//
// A program uses these types to read or change the data:
//
//	srv.Games.EditDetails(7001, func(d *stored.GameDetails) { d.ExternalID = "final" })
//	page := srv.Teams.Page(stored.Query{DivisionID: 2001, Limit: 50})
package stored

import (
	"time"

	"github.com/tourney-go/tourney"
)

// The JSON tags below are the names that the admin API and files use: see
// https://github.com/tourney-go/tourney/blob/main/docs/data.md.

// TeamDetails holds the values of a team that requests can set but no response shows.
type TeamDetails struct {
	EventID         int64                  `json:"EventId,omitempty"` // 0 for none; stays while the division has an event
	Age             *int                   `json:"Age"`
	Grade           *int                   `json:"Grade"`
	Notes           string                 `json:"Notes"`
	Website         string                 `json:"Website"`
	TwitterHandle   string                 `json:"TwitterHandle"`
	InstagramHandle string                 `json:"InstagramHandle"`
	FacebookPage    string                 `json:"FacebookPage"`
	Abbreviation    string                 `json:"Abbreviation"`
	Year            int                    `json:"Year"` // of the registration; 0 for a team that was not registered
	Meta            []tourney.MetaItem     `json:"Meta"`
	Coaches         map[int64]CoachDetails `json:"Coaches"` // by Coach.ID
}

// CoachDetails holds the values of a coach that requests can set but no response shows.
type CoachDetails struct {
	Primary         bool                  `json:"Primary"` // primary contact of the team
	Status          *tourney.RosterStatus `json:"Status"`
	ExternalCoachID string                `json:"ExternalCoachId"`
	Notes           string                `json:"Notes"`
	MobileCarrier   string                `json:"MobileCarrier"`
	NCAAApproval    string                `json:"NCAAApproval"`
	Meta            []tourney.MetaItem    `json:"Meta"`
}

// Payment is a payment. Request is the request without the number and the security code of the card, which the mock
// does not keep. All other texts are exactly what the client sent.
type Payment struct {
	TransactionID  string               `json:"TransactionId"`
	TeamID         int64                `json:"TeamId"`
	DivisionID     int64                `json:"DivisionId"`
	EventID        int64                `json:"EventId"`
	PriceID        int64                `json:"PriceId"`
	Amount         tourney.Decimal      `json:"Amount"`
	Title          string               `json:"Title"`
	Description    string               `json:"Description"`
	Email          string               `json:"Email"`
	CreditCardType string               `json:"CreditCardType"` // "" when no card was charged
	MarkedAsPaid   bool                 `json:"MarkedAsPaid"`   // the request marked its team as paid; Add marks no team
	Confirmation   bool                 `json:"Confirmation"`   // a real host would send an e-mail
	Request        tourney.PaymentInput `json:"Request"`        // if a registration paid, only its Payment
}

// Registration is a registration.
type Registration struct {
	TeamID        int64                     `json:"TeamId"`
	Request       tourney.RegistrationInput `json:"Request"`       // without the number and the security code of the card
	TransactionID string                    `json:"TransactionId"` // of the payment; "" without a payment
}

// EventDetails says where an event belongs. No response shows these ids, but the list of events can be filtered by
// them.
type EventDetails struct {
	OrganizationID int64 `json:"OrganizationId"` // 0 for none
	ParentID       int64 `json:"ParentId"`       // the event that contains this event; 0 for none
}

// DivisionDetails holds the values of a division that requests can set but no response shows.
type DivisionDetails struct {
	ExternalID string `json:"ExternalId"` // "" if no write set one
}

// VenueDetails says where a venue belongs.
type VenueDetails struct {
	EventIDs []int64 `json:"EventIds"`
}

// GameDetails holds the data of a game that updates can set and no response shows, and where its teams come from.
type GameDetails struct {
	ExternalID string `json:"ExternalId"` // the vendor's id; "" if no update set one

	// What a side waited for, such as W1 (Championship), before a result put its team there. It is "" for a side without
	// a team, whose Name says what it waits for, and for a team that no result chose.
	AwayWaited string `json:"AwayWaited"`
	HomeWaited string `json:"HomeWaited"`
}

// Position is a position of a pool, which the interface calls a team pool.
type Position struct {
	ID     int64 `json:"Id"` // TeamPoolID in GameSide and StandingsUpdateInput
	PoolID int64 `json:"PoolId"`
	Number int   `json:"Number"`
	TeamID int64 `json:"TeamId"` // 0 while the position is empty
}

// Statistic is a statistic of a player in a game.
type Statistic struct {
	TeamPlayerID int64           `json:"TeamPlayerId"` // the id of the player's line in the roster
	Name         string          `json:"Name"`
	Value        tourney.Decimal `json:"Value"`
}

// Account is an account without its secrets.
type Account struct {
	ID       int64     `json:"id"`
	Username string    `json:"username"`
	Email    string    `json:"email,omitempty"`
	APIKey   string    `json:"apiKey"`            // the newest key of the account
	Until    time.Time `json:"until,omitzero"`    // when APIKey expires, by the server's clock; zero for never
	Expired  bool      `json:"expired,omitempty"` // APIKey has expired, so the server refuses it
	Events   []int64   `json:"events,omitempty"`  // the events that the account sees; none for all
}
