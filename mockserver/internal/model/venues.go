package model

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// AddVenue adds a venue that the given events use.
func (s *Version) AddVenue(v tourney.Venue, eventIDs []int64) int64 {
	v.ID = s.IDs.Assign(VenueIDs, v.ID)
	return store.Add(&s.Venues, VenueRow{Venue: s.numberedCourts(v), EventIDs: EachOnce(eventIDs)}).Venue.ID
}

// EditVenue gives a venue other values.
func (s *Version) EditVenue(v tourney.Venue) {
	s.Venues.Change(v.ID, func(r *VenueRow) { r.Venue = s.numberedCourts(v) })
}

// numberedCourts returns a copy of a venue in which every court has an id.
func (s *Version) numberedCourts(v tourney.Venue) tourney.Venue {
	if v.Locations != nil {
		v.Locations = values.Mapped(v.Locations, func(l tourney.Location) tourney.Location {
			l.ID = s.IDs.Assign(CourtIDs, l.ID)
			return l
		})
	}
	return v
}

// EachOnce returns the ids that are not 0, each once.
func EachOnce(ids []int64) (list []int64) {
	for _, id := range ids {
		if id != 0 && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
