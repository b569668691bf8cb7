package tourney

import (
	"context"
	"slices"
)

// VenuesService reads venues (section 4.13).
type VenuesService struct{ inside inside }

// Venue is a place with one or more courts (section 2, Venue). A missing field is nil, "" or zero.
type Venue struct {
	ID        int64      `json:"Id"`                                 // of the venue
	Name      string     `json:"Name"`                               // of the venue
	Abbr      string     `json:"Abbr,omitzero"`                      // abbreviation
	Address   *Address   `json:"Address,omitzero"`                   // also has Address.Location
	Locations []Location `json:"Locations,omitzero" item:"Location"` // courts of the venue; nil inside a game
	Extra     Extra      `json:"-"`                                  // members that this version has no field for
}

// Location is a court of a venue (section 2, Venue). A missing field is nil, "" or zero.
type Location struct {
	ID    int64  `json:"Id"`             // of the court
	Name  string `json:"Name"`           // of the court
	Abbr  string `json:"Abbr,omitzero"`  // abbreviation
	Sport int    `json:"Sport,omitzero"` // observed, not stated by the interface document
	Extra Extra  `json:"-"`              // members that this version has no field for
}

// Address is the address of a person, a team or a venue (section 2, Address). Which fields are filled depends on whose
// address it is. A missing field is nil, "" or zero.
type Address struct {
	Location        string   `json:"Location,omitzero"`        // venues only
	StreetAddress   string   `json:"StreetAddress,omitzero"`   // persons and venues
	ExtendedAddress string   `json:"ExtendedAddress,omitzero"` // second line; persons and venues
	City            string   `json:"City,omitzero"`
	StateRegion     string   `json:"StateRegion,omitzero"` // state or region; not in a team's address
	PostalCode      string   `json:"PostalCode,omitzero"`  // not in a team's address
	Country         string   `json:"Country,omitzero"`     // observed, not stated by the interface document
	Latitude        *float64 `json:"Latitude,omitzero"`    // teams and venues; taken to be degrees
	Longitude       *float64 `json:"Longitude,omitzero"`   // teams and venues; taken to be degrees
	Extra           Extra    `json:"-"`                    // members that this version has no field for
}

// TeamAddressInput is a team's address in writes (section 2, Address; limits from sections 4.4 and 4.16). Nil members
// are not sent.
type TeamAddressInput struct {
	City        *string `json:"City,omitzero"`        // city or town; at most 100 characters
	StateRegion *string `json:"StateRegion,omitzero"` // state or region; at most 100 characters
	PostalCode  *string `json:"PostalCode,omitzero"`  // of the city or town; at most 10 characters
}

// PersonAddressInput is an address in writes (sections 4.16 and 4.17). Nil members are not sent.
type PersonAddressInput struct {
	StreetAddress   *string `json:"StreetAddress,omitzero"`   // street and number; at most 100 characters
	ExtendedAddress *string `json:"ExtendedAddress,omitzero"` // second line; at most 100 characters; required with a card: send "-" where the payer has none
	City            *string `json:"City,omitzero"`            // city or town; at most 100 characters
	StateRegion     *string `json:"StateRegion,omitzero"`     // state or region; at most 100 characters
	PostalCode      *string `json:"PostalCode,omitzero"`      // of the city or town; at most 10 characters
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

// Get returns one venue (section 4.13). For an unknown id the error is an [ErrNotFound]. For an answer without the
// venue, or with another venue, the error is a [DecodeError].
func (s VenuesService) Get(ctx context.Context, id int64, opts ...CallOption) (Venue, error) {
	body, err := invoke[venueBody](ctx, s.inside, "Venues.Get", venueByID{ID: id}, opts)
	return body.Venue, err
}

// List returns the active venues, or the venues of an event. This list has no pages (section 4.13). The result is nil
// when the answer has no list, and empty but not nil when the list has no venues. For an answer that is not empty and
// has no Venues, the error is a [DecodeError].
func (s VenuesService) List(ctx context.Context, o VenueListOptions, opts ...ListOption) ([]Venue, error) {
	body, err := invoke[venuesBody](ctx, s.inside, "Venues.List", o, opts)
	return body.Venues, err
}

// ReadAll returns all active venues, or all venues of the event. [WholeList] says how ReadAll reads. ReadAll sends one
// request, because this list has no pages.
func (s VenuesService) ReadAll(ctx context.Context, o VenueListOptions, opts ...ListOption) (WholeList[Venue], error) {
	fetch := func(ctx context.Context, _ int, opts []ListOption) (Page[Venue], error) {
		venues, err := s.List(ctx, o, opts...)
		return Page[Venue]{Results: venues, NotStated: err == nil && venues == nil}, err
	}
	id := func(v *Venue) int64 { return v.ID }
	return readAll(ctx, listing[Venue]{
		core: coreOf(s.inside), op: "Venues.List", id: id, opts: slices.Clone(opts), fetch: fetch, single: true,
	})
}
