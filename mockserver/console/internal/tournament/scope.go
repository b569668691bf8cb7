package tournament

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// scope is the part of the tournament that a page shows: an event, or a division of the event.
type scope struct {
	Path      string // of the page
	Keep      [][2]string
	Events    []tourney.Event
	Divisions []tourney.Division
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
	if s.Event, err = v.IDNamed("event"); err != nil {
		return nil, err
	}
	if err := s.takeDivision(v); err != nil {
		return nil, err
	}
	events, err := ask.RowsOf[tourney.Event](v.API, "events", eventsOffered)
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
	id, err := v.IDNamed("division")
	if id == 0 || err != nil {
		return err
	}
	division, err := ask.Row[tourney.Division](v.API, "rows/divisions/"+ask.IDText(id))
	switch {
	case division.Event == nil || s.Event == division.Event.ID:
		s.Division = id
	case s.Event == 0:
		s.Division, s.Event = id, division.Event.ID
	}
	return err
}

// findDivisions requests the divisions of the event, or all divisions when there is no event.
func (s *scope) findDivisions(v *view.Visit) error {
	divisions, err := ask.RowsOf[tourney.Division](v.API, "divisions", divisionsOffered, "event", ask.IDText(s.Event))
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
		s.Divisions = append(s.Divisions, tourney.Division{ID: s.Division})
	}
	return nil
}

// events returns the events to choose from.
func (s *scope) events() (choices []prose.Choice) {
	for i := range s.Events {
		choices = append(choices, choiceOf(s.Events[i].ID, s.Events[i].Name))
	}
	return choices
}

// choiceOf returns the choice of a row. The text of a row without a name is its id.
func choiceOf(id int64, name string) prose.Choice {
	return prose.Choice{Value: ask.IDText(id), Text: nameOr(name, id)}
}

// divisions returns the divisions to choose from.
func (s *scope) divisions() (choices []prose.Choice) {
	if s.All {
		choices = append(choices, prose.Choice{Text: "All divisions"})
	}
	for i := range s.Divisions {
		choices = append(choices, choiceOf(s.Divisions[i].ID, s.Divisions[i].Name))
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
