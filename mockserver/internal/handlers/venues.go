package handlers

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

func getVenue(ex *Exchange, in byID) (any, error) {
	c := ex.Store.Venues.Cell(in.ID)
	if c == nil {
		return nil, refusal.NotFound("id", "venue", in.ID)
	}
	ex.assumeCourts()
	return detailOf(ex, c, shownVenues, func(v tourney.Venue) any { return struct{ Venue tourney.Venue }{v} }), nil
}

// assumeCourts notes that courts show their sport.
func (ex *Exchange) assumeCourts() {
	if !ex.Settings.Strict {
		ex.Assume(assumption.Courts)
	}
}

// shownVenues is how details and lists show venues.
var shownVenues = shown[model.VenueRow, tourney.Venue]{
	"Venue", 0, func(_ *model.Reader, r *model.VenueRow) tourney.Venue { return r.Venue },
}

// listVenues is not paged (section 4.13).
func listVenues(ex *Exchange, in tourney.VenueListOptions) (any, error) {
	ex.Assume(assumption.Order)
	ex.assumeCourts()
	ex.filter("eventid", "event", ex.Store.Events.Known, in.EventID)
	of := visible(ex, &ex.Store.Venues, ex.Store.Venues.List(model.VenueKey(in.EventID).Key()))
	if null := ex.null(of.Len()); null != nil {
		return null, nil
	}
	answer := func(v []tourney.Venue) any { return struct{ Venues []tourney.Venue }{v} }
	return listOf(ex, &ex.Store.Venues, ordered(ex, of, 1, of.Len()), shownVenues, answer), nil
}
