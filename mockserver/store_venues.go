package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

func (s *store) addVenue(v tourney.Venue, eventIDs []int64) int64 {
	v.ID = s.ids.take(venueIDs, v.ID)
	if v.Locations != nil {
		v.Locations = mapped(v.Locations, func(l tourney.Location) tourney.Location {
			l.ID = s.ids.take(courtIDs, l.ID)
			return l
		})
	}
	row := venueRow{venue: v}
	for _, id := range eventIDs {
		if id != 0 && !slices.Contains(row.eventIDs, id) {
			row.eventIDs = append(row.eventIDs, id)
		}
	}
	if s.venues.get(v.ID) == nil {
		s.venues.add(row)
	} else {
		s.venues.change(v.ID, func(r *venueRow) { *r = row })
	}
	return v.ID
}
