package model

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// EventRow is an event.
type EventRow struct {
	Event   tourney.Event       `json:"Event"`
	Details stored.EventDetails `json:"Details"`
}

func (*EventRow) keys(to []store.Key) []store.Key { return append(to, EventKey{}.Key()) }

func (r *EventRow) claim(s *Version) error { return s.Claim("Event.", OnlyID(EventIDs, r.Event.ID)) }

// BelongsTo reports whether the event is one of events. As for all rows, it is true for a nil row, for a row of no
// event, and if events is empty.
func (r *EventRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.Event.ID) }

// EventKey selects all events.
type EventKey struct{}

// Key returns the key for the table.
func (EventKey) Key() store.Key { return store.Key{} }

// AddEvent adds an event.
func (s *Version) AddEvent(e tourney.Event) int64 {
	e.ID = s.IDs.Assign(EventIDs, e.ID)
	store.Add(&s.Events, EventRow{Event: e})
	return e.ID
}

// EventsWhere returns the positions in the table of the events that a filter selects.
func (s *Version) EventsWhere(selects func(*EventRow) bool) store.List {
	var positions []int32
	for _, pos := range s.Events.List(EventKey{}.Key()).All() {
		if selects(s.Events.Row(pos)) {
			positions = append(positions, pos)
		}
	}
	return store.ListOf(positions)
}

// DefaultEvent returns the first event, nil when there is none.
func (s *Version) DefaultEvent() *tourney.Event {
	if first := s.Events.First(EventKey{}.Key()); first != nil {
		return &first.Event
	}
	return nil
}

// ensureEvent returns the id of an event that a resource contains, and adds the event when no event has the id. It
// returns 0 for nil.
func (s *Version) ensureEvent(e *tourney.Event) int64 {
	if e == nil {
		return 0
	}
	if e.ID != 0 && s.Events.Get(e.ID) != nil {
		return e.ID
	}
	return s.AddEvent(*e)
}

// ensureDivision returns the id of the division that a team or pool names, and the id of the division's event. It adds
// the division when no division has the id. It returns zeros for nil.
func (s *Version) ensureDivision(d *tourney.TeamDivision) (divisionID, eventID int64) {
	if d == nil {
		return 0, 0
	}
	if d.ID == 0 || s.Divisions.Get(d.ID) == nil {
		r := store.Add(&s.Divisions, s.newDivisionRow(tourney.Division{
			ID: d.ID, Name: d.Name, Description: d.Description, Gender: d.Gender, Event: d.Event,
		}))
		return r.Division.ID, r.EventID
	}
	return d.ID, s.Divisions.Get(d.ID).EventID
}

// newDivisionRow returns a row for a new division. A division that names no event goes into the first event.
func (s *Version) newDivisionRow(d tourney.Division) DivisionRow {
	if d.Event == nil {
		d.Event = s.DefaultEvent()
	}
	return s.divisionRowOf(d)
}

// divisionRowOf returns a row for a division. It gives out missing ids and adds an unknown event. The caller adds the
// row to the table.
func (s *Version) divisionRowOf(d tourney.Division) DivisionRow {
	d.ID = s.IDs.Assign(DivisionIDs, d.ID)
	row := DivisionRow{Division: d, EventID: s.ensureEvent(d.Event), Active: d.Active == nil || *d.Active}
	// The table Teams contains the teams. The event and Active are columns of the division's row.
	row.Division.Teams, row.Division.Event, row.Division.Active = nil, nil, nil
	if d.Prices != nil {
		row.Division.Prices = values.Mapped(d.Prices, func(p tourney.Price) tourney.Price {
			p.ID = s.IDs.Assign(PriceIDs, p.ID)
			return p
		})
	}
	return row
}

// NestedEvent returns an event with only the fields that teams, divisions and games show (section 2, Division).
func NestedEvent(e tourney.Event) *tourney.Event {
	return &tourney.Event{ID: e.ID, Name: e.Name, StartDate: e.StartDate, EndDate: e.EndDate}
}
