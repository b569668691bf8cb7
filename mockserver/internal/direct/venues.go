package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Venues are the venues.
var Venues = Noun[model.VenueRow, tourney.Venue]{
	Pages: Pages[model.VenueRow, tourney.Venue]{
		Name: "Venues", Takes: []string{"EventID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.VenueRow] { return &st.Venues },
		key:   func(q *stored.Query) store.Key { return model.VenueKey(q.EventID).Key() },
		text:  func(_ *model.Version, r *model.VenueRow, to []byte) []byte { return append(to, r.Venue.Name...) },
		view:  wholeVenue,
	},
	One: "venue", whole: wholeVenue, editable: wholeVenue,
	id:    func(v tourney.Venue) int64 { return v.ID },
	parts: model.IDsInVenue,
	names: func(*Call, tourney.Venue) []named { return nil },
	check: func(d *Call, _ *tourney.Venue, v tourney.Venue) {
		once(d, "Locations", v.Locations, func(l tourney.Location) int64 { return l.ID })
	},
	add:    func(s *model.Version, v tourney.Venue) int64 { return s.AddVenue(v, nil) },
	change: (*model.Version).EditVenue,
	remove: func(d *Call, id int64) {
		at := func(r *model.GameRow) bool { return venueOf(r.Game).ID == id }
		refuseIn(d, &d.Games, d.Games.Where(at), model.GameIDs)
		d.check()
		d.Venues.Remove(id)
	},
}

func wholeVenue(_ *model.Reader, r *model.VenueRow) tourney.Venue { return r.Venue }

// VenueDetails are the details of the venues.
var VenueDetails = Detailed[model.VenueRow, stored.VenueDetails]{
	get: func(r *model.VenueRow) stored.VenueDetails { return stored.VenueDetails{EventIDs: r.EventIDs} },
	set: func(d *Call, r *model.VenueRow, _, after stored.VenueDetails) {
		d.CheckEventIDs("EventIDs", after.EventIDs)
		d.check()
		d.Venues.Change(r.Venue.ID, func(r *model.VenueRow) { r.EventIDs = model.EachOnce(after.EventIDs) })
	},
}
