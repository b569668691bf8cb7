package handlers

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// venues is how requests read venues.
var venues = resource[model.VenueRow, tourney.Venue]{
	kind: model.VenueIDs, name: "Venue",
	table: func(s *model.Version) *model.Table[*model.VenueRow] { return &s.Venues },
	includes: func(ex *Exchange, _ []tourney.Include) views.Includes {
		if !ex.Settings.Strict {
			ex.Assume(assumption.Courts) // courts show their sport
		}
		return 0
	},
	view: func(_ *Exchange, _ views.Includes, _ *model.Reader, r *model.VenueRow) tourney.Venue { return r.Venue },
}

// listVenues is not paged (section 4.13).
func listVenues(ex *Exchange, in tourney.VenueListOptions) (any, error) {
	ex.Assume(assumption.Order)
	includes := venues.includes(ex, nil)
	ex.filter("eventid", model.EventIDs, in.EventID)
	of := visible(ex, &ex.Store.Venues, ex.Store.Venues.List(model.VenueKey(in.EventID).Key()))
	if null := ex.null(of.Len()); null != nil {
		return null, nil
	}
	empty := struct{ Venues []tourney.Venue }{[]tourney.Venue{}}
	return venues.rows(ex, ordered(ex, of, 1, of.Len()), includes, empty), nil
}
