package tourney

import "context"

// VenuesService reads venues (section 4.13).
type VenuesService struct{ inside inside }

// Venue is a place with one or more courts (section 2, Venue).
type Venue struct {
	ID        int64      `json:"Id"`                                 // of the venue
	Name      string     `json:"Name"`                               // of the venue
	Abbr      string     `json:"Abbr,omitzero"`                      // abbreviation
	Address   *Address   `json:"Address,omitzero"`                   // with Location; nil when the host did not say
	Locations []Location `json:"Locations,omitzero" item:"Location"` // its courts; nil inside a game
	Extra     Extra      `json:"-"`                                  // members that this version has no field for
}

// Location is a court of a venue (section 2, Venue).
type Location struct {
	ID    int64  `json:"Id"`             // of the court
	Name  string `json:"Name"`           // of the court
	Abbr  string `json:"Abbr,omitzero"`  // abbreviation
	Sport int    `json:"Sport,omitzero"` // observed, not stated by the interface document; 0 when the host did not say
	Extra Extra  `json:"-"`              // members that this version has no field for
}

// VenueListOptions selects venues (section 4.13).
type VenueListOptions struct {
	EventID int64 `url:"EventId,omitempty"` // venues of this event; 0 for all active venues
}

// venueByID holds the parameters of Get in the spelling of section 4.13.
type venueByID struct {
	ID int64 `url:"Id"`
}

func (b venueByID) rowID() int64 { return b.ID }

type venueBody struct{ Venue Venue }

type venuesBody struct{ Venues []Venue }

// Get returns one venue (section 4.13). It answers ErrNotFound for an unknown id. An answer
// without the venue, or with another one, is a DecodeError.
func (s VenuesService) Get(ctx context.Context, id int64, opts ...CallOption) (Venue, error) {
	body, err := invoke[venueBody](ctx, s.inside, "Venues.Get", venueByID{ID: id}, opts)
	return body.Venue, err
}

// List returns the active venues, or those of an event. This list is not paged (section 4.13). The result is nil when
// the host did not state the list, and empty but not nil when the list has no venues. An answer that is not empty and
// has no Venues is a DecodeError.
func (s VenuesService) List(ctx context.Context, o VenueListOptions, opts ...ListOption) ([]Venue, error) {
	body, err := invoke[venuesBody](ctx, s.inside, "Venues.List", o, opts)
	return body.Venues, err
}
