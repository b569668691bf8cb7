package mockserver

import "github.com/tourney-go/tourney"

func getVenue(tx *tx, in byID) (any, error) {
	r := tx.store.venues.get(in.ID)
	if r == nil {
		return nil, notFound("id", "venue", in.ID)
	}
	return struct{ Venue tourney.Venue }{r.venue}, nil
}

// listVenues is not paged (section 4.13).
func listVenues(tx *tx, in tourney.VenueListOptions) (any, error) {
	tx.assume(assumeOrder)
	tx.filteredBy(tx.store.events.known(in.EventID))
	rows := tx.store.venues.under(in.EventID)
	return struct{ Venues []tourney.Venue }{mapped(rows, func(r *venueRow) tourney.Venue { return r.venue })}, nil
}
