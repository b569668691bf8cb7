package mockserver

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// addEvent adds an event.
func (s *version) addEvent(e tourney.Event) int64 {
	e.ID = s.ids.assign(eventIDs, e.ID)
	s.events.Add(eventRow{Event: e})
	return e.ID
}

// eventsWhere returns the positions of the events that a filter selects.
func (s *version) eventsWhere(selects func(*eventRow) bool) store.List {
	var positions []int32
	for _, pos := range s.events.List(eventKey{}).All() {
		if selects(s.events.Row(pos)) {
			positions = append(positions, pos)
		}
	}
	return store.ListOf(positions)
}

// defaultEvent returns the first event, nil when there is none.
func (s *version) defaultEvent() *tourney.Event {
	if first := s.events.First(eventKey{}); first != nil {
		return &first.Event
	}
	return nil
}

// ensureEvent returns the id of an event that a resource carries, and adds the event when it is unknown.
func (s *version) ensureEvent(e *tourney.Event) int64 {
	if e == nil {
		return 0
	}
	if e.ID != 0 && s.events.Get(e.ID) != nil {
		return e.ID
	}
	return s.addEvent(*e)
}

// ensureDivision returns the ids of a division that a team or pool carries, and of its event. It adds the division when
// it is unknown.
func (s *version) ensureDivision(d *tourney.TeamDivision) (divisionID, eventID int64) {
	if d == nil {
		return 0, 0
	}
	if d.ID == 0 || s.divisions.Get(d.ID) == nil {
		r := s.divisions.Add(s.newDivisionRow(tourney.Division{
			ID: d.ID, Name: d.Name, Description: d.Description, Gender: d.Gender, Event: d.Event,
		}))
		return r.Division.ID, r.EventID
	}
	return d.ID, s.divisions.Get(d.ID).EventID
}

// newDivisionRow returns a row for a new division, by default in the first event.
func (s *version) newDivisionRow(d tourney.Division) divisionRow {
	if d.Event == nil {
		d.Event = s.defaultEvent()
	}
	return s.divisionRowOf(d)
}

// divisionRowOf returns a row for a division. It gives out missing ids and adds the event, but not the row.
func (s *version) divisionRowOf(d tourney.Division) divisionRow {
	d.ID = s.ids.assign(divisionIDs, d.ID)
	row := divisionRow{Division: d, EventID: s.ensureEvent(d.Event), Active: d.Active == nil || *d.Active}
	// Teams are rows of their own, and the event and Active are columns.
	row.Division.Teams, row.Division.Event, row.Division.Active = nil, nil, nil
	if d.Prices != nil {
		row.Division.Prices = mapped(d.Prices, func(p tourney.Price) tourney.Price {
			p.ID = s.ids.assign(priceIDs, p.ID)
			return p
		})
	}
	return row
}

// nestedEvent returns an event as teams, divisions and games show it (section 2, Division).
func nestedEvent(e tourney.Event) *tourney.Event {
	return &tourney.Event{ID: e.ID, Name: e.Name, StartDate: e.StartDate, EndDate: e.EndDate}
}
