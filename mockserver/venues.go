package mockserver

import (
	"github.com/tourney-go/tourney"
)

func getVenue(ex *exchange, in byID) (any, error) {
	c := ex.store.venues.Cell(in.ID)
	if c == nil {
		return nil, notFound("id", "venue", in.ID)
	}
	return detailOf(ex, c, shownVenues, func(v tourney.Venue) any { return struct{ Venue tourney.Venue }{v} }), nil
}

// shownVenues is how details and lists show venues.
var shownVenues = shown[venueRow, tourney.Venue]{
	"Venue", venueTable, 0, func(_ *reader, r *venueRow) tourney.Venue { return r.venue },
}

// listVenues is not paged (section 4.13).
func listVenues(ex *exchange, in tourney.VenueListOptions) (any, error) {
	ex.assume(assumeOrder)
	ex.filter("eventid", "event", ex.store.events.Known, in.EventID)
	room, of := newListRoom(), ex.store.venues.List(in.EventID)
	room.positions = appendOrdered(room.positions, ex, of, 1, of.Len())
	answer := func(v []tourney.Venue) any { return struct{ Venues []tourney.Venue }{v} }
	key := frameKey{encoder: ex.encoder, name: shownVenues.name}
	return listOf(ex, &ex.store.venues, room, key, shownVenues, answer), nil
}
