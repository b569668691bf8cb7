package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

func getVenue(ex *exchange, in byID) (any, error) {
	r := ex.store.venues.Get(in.ID)
	if r == nil {
		return nil, notFound("id", "venue", in.ID)
	}
	return struct{ Venue tourney.Venue }{r.venue}, nil
}

// listVenues is not paged (section 4.13).
func listVenues(ex *exchange, in tourney.VenueListOptions) (any, error) {
	ex.assume(assumeOrder)
	ex.filter("eventid", "event", ex.store.events.Known, in.EventID)
	rows := ex.store.venues.Under(in.EventID)
	if ex.settings.newestFirst {
		slices.Reverse(rows)
	}
	return struct{ Venues []tourney.Venue }{mapped(rows, func(r *venueRow) tourney.Venue { return r.venue })}, nil
}
