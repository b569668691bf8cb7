package mockserver

import (
	"github.com/tourney-go/tourney"
)

func getVenue(ex *exchange, in byID) (any, error) {
	c := ex.store.venues.Cell(in.ID)
	if c == nil {
		return nil, notFound("id", "venue", in.ID)
	}
	ex.assumeCourts()
	return detailOf(ex, c, shownVenues, func(v tourney.Venue) any { return struct{ Venue tourney.Venue }{v} }), nil
}

// assumeCourts notes that courts show their sport.
func (ex *exchange) assumeCourts() {
	if !ex.settings.Strict {
		ex.assume(assumeCourts)
	}
}

// shownVenues is how details and lists show venues.
var shownVenues = shown[venueRow, tourney.Venue]{
	"Venue", 0, func(_ *reader, r *venueRow) tourney.Venue { return r.Venue },
}

// listVenues is not paged (section 4.13).
func listVenues(ex *exchange, in tourney.VenueListOptions) (any, error) {
	ex.assume(assumeOrder)
	ex.assumeCourts()
	ex.filter("eventid", "event", ex.store.events.Known, in.EventID)
	of := ex.store.venues.List(in.EventID)
	if null := ex.null(of.Len()); null != nil {
		return null, nil
	}
	answer := func(v []tourney.Venue) any { return struct{ Venues []tourney.Venue }{v} }
	return listOf(ex, &ex.store.venues, ordered(ex, of, 1, of.Len()), shownVenues, answer), nil
}
