package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

func getDivision(ex *exchange, in byID) (any, error) {
	c := ex.store.divisions.Cell(in.ID)
	if c == nil {
		return nil, notFound("id", "division", in.ID)
	}
	return detailOf(ex, c, shownDivisions(ex.includes(in.Includes)), func(d tourney.Division) any {
		return struct{ Division tourney.Division }{d}
	}), nil
}

// divisionList holds the parameters of a list of divisions.
type divisionList struct {
	tourney.DivisionListOptions

	Includes []tourney.Include
}

func listDivisions(ex *exchange, in divisionList) (any, error) {
	ex.assume(assumeOrder)
	st, includes := ex.store, ex.includes(in.Includes)
	ex.filter("eventid", "event", st.events.Known, in.EventID)
	positions := st.divisions.List(divisionKey{event: in.EventID, active: true})
	as := shownDivisions(includes)
	return pageOf(ex, &st.divisions, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Division]) any {
		return struct {
			Divisions tourney.Page[tourney.Division]
		}{p}
	}), nil
}

// shownDivisions returns how details and lists show divisions.
func shownDivisions(in includes) shown[divisionRow, tourney.Division] {
	view := func(s *reader, r *divisionRow) tourney.Division { return s.divisionView(r, in) }
	return shown[divisionRow, tourney.Division]{"Division", in, view}
}

func createDivision(ex *exchange, in tourney.DivisionCreateInput) (any, error) {
	event := ex.store.defaultEvent()
	if in.EventID == 0 {
		ex.assume(assumeDivisionEvent)
	} else {
		r := ex.store.events.Get(in.EventID)
		if r == nil {
			return nil, notFound("eventid", "event", in.EventID)
		}
		event = &r.Event
	}
	id := ex.store.addDivision(tourney.Division{ID: ex.newID(), Event: event, Active: new(true)})
	ex.writeDivision(id, tourney.DivisionUpdateInput{
		Name: in.Name, Description: in.Description, Order: in.Order, Active: in.Active, ExternalID: in.ExternalID,
	})
	return created{id}, nil
}

func updateDivision(ex *exchange, in tourney.DivisionUpdateInput) (any, error) {
	if ex.store.divisions.Get(in.ID) == nil {
		return nil, notFound("id", "division", in.ID)
	}
	ex.writeDivision(in.ID, in)
	return ex.updated(in.ID, getDivision)
}

// writeDivision sets the fields of a division that the request has (section 1, convention 9).
func (ex *exchange) writeDivision(id int64, in tourney.DivisionUpdateInput) {
	ex.store.divisions.Change(id, func(r *divisionRow) {
		d := &r.Division
		set(&d.Name, in.Name)
		setPointer(&d.Description, in.Description)
		set(&d.Order, in.Order)
		set(&r.Active, in.Active)
		set(&r.ExternalID, in.ExternalID)
	})
}

// divisionView returns a division as responses show it.
func (s *reader) divisionView(r *divisionRow, in includes) tourney.Division {
	d := s.divisionAlone(r, in)
	if in.has(tourney.IncludeTeams) {
		rows := s.teams.Under(teamKey{scope{inDivision, d.ID}, anyStatus, paidOrNot})
		d.Teams = mapped(rows, teamSummary)
	}
	return d
}

// divisionAlone returns a division without its teams.
func (s *reader) divisionAlone(r *divisionRow, in includes) tourney.Division {
	d := r.Division
	d.Active = new(r.Active)
	if e := s.events.Get(r.EventID); e != nil {
		d.Event = nestedEvent(e.Event)
	}
	if !in.has(tourney.IncludeSettings) {
		d.Settings = nil
	}
	d.Prices = listed(in, tourney.IncludePrices, d.Prices)
	d.Assets = listed(in, tourney.IncludeAssets, d.Assets)
	d.Reports = listed(in, tourney.IncludeReports, d.Reports)
	d.Brackets = bracketsView(d.Brackets, in)
	return d
}

// bracketsView returns brackets with their results when the request includes either of the two.
func bracketsView(brackets []tourney.Bracket, in includes) []tourney.Bracket {
	asked := tourney.IncludeBrackets
	if !in.has(asked) {
		asked = tourney.IncludeResults
	}
	list := slices.Clone(listed(in, asked, brackets))
	for i := range list {
		list[i].Results = listed(in, asked, list[i].Results)
	}
	return list
}
