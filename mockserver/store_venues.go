package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// addVenue adds a venue to events.
func (s *version) addVenue(v tourney.Venue, eventIDs []int64) int64 {
	v.ID = s.ids.assign(venueIDs, v.ID)
	return s.venues.Add(venueRow{Venue: s.numberedCourts(v), EventIDs: eachOnce(eventIDs)}).Venue.ID
}

// editVenue gives a venue other values.
func (s *version) editVenue(v tourney.Venue) {
	s.venues.Change(v.ID, func(r *venueRow) { r.Venue = s.numberedCourts(v) })
}

// numberedCourts returns a venue in which all courts have ids.
func (s *version) numberedCourts(v tourney.Venue) tourney.Venue {
	if v.Locations != nil {
		v.Locations = mapped(v.Locations, func(l tourney.Location) tourney.Location {
			l.ID = s.ids.assign(courtIDs, l.ID)
			return l
		})
	}
	return v
}

// eachOnce returns the ids that are not 0, each once.
func eachOnce(ids []int64) (list []int64) {
	for _, id := range ids {
		if id != 0 && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
