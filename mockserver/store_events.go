package mockserver

import "github.com/tourney-go/tourney"

func (s *store) addEvent(e tourney.Event) int64 {
	e.ID = s.ids.take(eventIDs, e.ID)
	if s.events.get(e.ID) == nil {
		s.events.add(eventRow{event: e})
	} else {
		s.events.change(e.ID, func(r *eventRow) { r.event = e })
	}
	return e.ID
}

// defaultEvent is the first event, nil in a server without one.
func (s *store) defaultEvent() *tourney.Event {
	if rows := s.events.under(eventKey{}); len(rows) > 0 {
		return &rows[0].event
	}
	return nil
}

// ensureEvent adds an event that is only known from a resource that carries it.
func (s *store) ensureEvent(e *tourney.Event) int64 {
	if e == nil {
		return 0
	}
	if e.ID != 0 && s.events.get(e.ID) != nil {
		return e.ID
	}
	return s.addEvent(*e)
}

// shortEvent returns an event as games show it.
func (s *store) shortEvent(id int64) *tourney.Event {
	r := s.events.get(id)
	if r == nil {
		return nil
	}
	return &tourney.Event{ID: r.event.ID, Name: r.event.Name}
}

// ensureDivision adds a division that is only known from a team that carries it.
func (s *store) ensureDivision(d *tourney.TeamDivision) (divisionID, eventID int64) {
	if d == nil {
		return 0, 0
	}
	if d.ID == 0 || s.divisions.get(d.ID) == nil {
		r := s.divisions.add(s.newDivisionRow(tourney.Division{
			ID: d.ID, Name: d.Name, Description: d.Description, Gender: d.Gender, Event: d.Event,
		}))
		return r.division.ID, r.eventID
	}
	return d.ID, s.divisions.get(d.ID).eventID
}

// newDivisionRow returns the row of a division, with ids and an event, that is in no table yet.
func (s *store) newDivisionRow(d tourney.Division) divisionRow {
	d.ID = s.ids.take(divisionIDs, d.ID)
	if d.Event == nil {
		d.Event = s.defaultEvent()
	}
	row := divisionRow{division: d, eventID: s.ensureEvent(d.Event), active: d.Active == nil || *d.Active}
	row.division.Teams, row.division.Event, row.division.Active = nil, nil, nil // teams are rows, the others columns
	if d.Prices != nil {
		row.division.Prices = mapped(d.Prices, func(p tourney.Price) tourney.Price {
			p.ID = s.ids.take(priceIDs, p.ID)
			return p
		})
	}
	return row
}
