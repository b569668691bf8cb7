package tournament

import (
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// scope is the part of the tournament that a page shows: an event, or a division of the event.
type scope struct {
	Path      string // of the page
	Keep      [][2]string
	Events    []ask.EventRow
	Divisions []ask.DivisionRow
	Event     int64 // the id; 0 when there is no event
	Division  int64 // the id; 0 for all divisions
	All       bool  // the page can show all divisions
}

// How many events and divisions the lists offer for a choice.
const (
	eventsOffered    = 100
	divisionsOffered = 200
)

// scopeOf returns the scope that the query names. By default the scope is the first event, or the first division of
// that event on a page that cannot show all divisions.
func scopeOf(v *view.Visit, all bool) (*scope, error) {
	s := &scope{Path: v.Page.Path, All: all}
	var err error
	if _, s.Event, err = view.RowNamed[ask.Named](v, "event"); err != nil {
		return nil, err
	}
	if err := s.takeDivision(v); err != nil {
		return nil, err
	}
	events, err := ask.RowsOf[ask.EventRow](v.API, "events", eventsOffered)
	if err != nil {
		return nil, err
	}
	s.Events = events.Rows
	if s.Event == 0 && len(s.Events) > 0 {
		s.Event = s.Events[0].ID
	}
	return s, s.findDivisions(v)
}

// takeDivision sets the division that the query names. If the query names no event, takeDivision also sets the event
// of the division. If the division belongs to another event than the query names, takeDivision ignores the division,
// because the person has just chosen another event.
func (s *scope) takeDivision(v *view.Visit) error {
	division, id, err := view.RowNamed[ask.DivisionRow](v, "division")
	switch {
	case err != nil:
		return err
	case division.Event == nil || s.Event == division.Event.ID:
		s.Division = id
	case s.Event == 0:
		s.Division, s.Event = id, division.Event.ID
	}
	return nil
}

// findDivisions requests the divisions of the event, or all divisions when there is no event.
func (s *scope) findDivisions(v *view.Visit) error {
	divisions, err := ask.RowsOf[ask.DivisionRow](v.API, "divisions", divisionsOffered, "event", ask.IDText(s.Event))
	if err != nil {
		return err
	}
	s.Divisions = divisions.Rows
	known := false
	for i := range s.Divisions {
		known = known || s.Divisions[i].ID == s.Division
	}
	switch {
	case s.Division == 0 && !s.All && len(s.Divisions) > 0:
		s.Division = s.Divisions[0].ID
	case s.Division != 0 && !known:
		s.Divisions = append(s.Divisions, ask.DivisionRow{Named: ask.Named{ID: s.Division}})
	}
	return nil
}

// events returns the events to choose from.
func (s *scope) events() (choices []prose.Choice) {
	for i := range s.Events {
		choices = append(choices, prose.Choice{Value: ask.IDText(s.Events[i].ID), Text: s.Events[i].Text()})
	}
	return choices
}

// divisions returns the divisions to choose from.
func (s *scope) divisions() (choices []prose.Choice) {
	if s.All {
		choices = append(choices, prose.Choice{Text: "All divisions"})
	}
	for i := range s.Divisions {
		choices = append(choices, prose.Choice{Value: ask.IDText(s.Divisions[i].ID), Text: s.Divisions[i].Text()})
	}
	return choices
}

// smallest returns the scope as a parameter of the admin API: the division, or else the event. It does not return
// both, because with both parameters the admin API would read each row.
func (s *scope) smallest() []string {
	if s.Division != 0 {
		return []string{"division", ask.IDText(s.Division)}
	}
	return []string{"event", ask.IDText(s.Event)}
}

// link returns the link to a page with this scope and more parameters.
func (s *scope) link(pairs ...string) string {
	values := ask.Values(append(pairs, "event", ask.IDText(s.Event), "division", ask.IDText(s.Division))...)
	return s.Path + "?" + values.Encode()
}
