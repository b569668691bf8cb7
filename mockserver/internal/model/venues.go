package model

import (
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// VenueRow is a venue with the ids of the events that use it.
type VenueRow struct {
	Venue    tourney.Venue `json:"Venue"`
	EventIDs []int64       `json:"EventIds"`
}

// Location returns the index of a court in venue.Locations, -1 when the venue does not have it.
func (r *VenueRow) Location(c *tourney.Court) int {
	if c == nil || c.ID == 0 { // football's courts have no id
		return -1
	}
	return slices.IndexFunc(r.Venue.Locations, func(l tourney.Location) bool { return l.ID == c.ID })
}

func (r *VenueRow) keys(to []store.Key) []store.Key {
	to = append(to, VenueKey(0).Key())
	for _, id := range r.EventIDs {
		to = append(to, VenueKey(id).Key())
	}
	return to
}

func (r *VenueRow) claim(s *Version) error { return s.Claim("Venue.", IDsInVenue(&r.Venue)) }

// BelongsTo reports whether one of the events uses the venue.
func (r *VenueRow) BelongsTo(events []int64) bool {
	return r == nil || inOne(events, slices.Clone(r.EventIDs)...)
}

// VenueKey selects the venues of the event with this id. The key 0 selects all.
type VenueKey int64

// Key returns the key for the table.
func (k VenueKey) Key() store.Key { return store.Key{int64(k)} }

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

// IDsInVenue yields the ids of a venue and of its courts.
func IDsInVenue(v *tourney.Venue) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yield(RowID{Kind: VenueIDs, ID: v.ID, field: "Id"}) &&
			listIDs("Locations", v.Locations, CourtIDs, "Id", func(l *tourney.Location) int64 { return l.ID }, yield)
	}
}
