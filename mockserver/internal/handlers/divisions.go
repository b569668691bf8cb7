package handlers

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

func getDivision(ex *Exchange, in byID) (any, error) {
	c := ex.Store.Divisions.Cell(in.ID)
	if c == nil {
		return nil, refusal.NotFound("id", "division", in.ID)
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

func listDivisions(ex *Exchange, in divisionList) (any, error) {
	ex.Assume(assumption.Order)
	st, includes := ex.Store, ex.includes(in.Includes)
	ex.filter("eventid", "event", st.Events.Known, in.EventID)
	positions := st.Divisions.List(model.DivisionKey{Event: in.EventID, Active: true}.Key())
	as := shownDivisions(includes)
	return pageOf(ex, &st.Divisions, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Division]) any {
		return struct {
			Divisions tourney.Page[tourney.Division]
		}{p}
	}), nil
}

// shownDivisions returns how details and lists show divisions.
func shownDivisions(in views.Includes) shown[model.DivisionRow, tourney.Division] {
	view := func(s *model.Reader, r *model.DivisionRow) tourney.Division { return views.Division(s, r, in) }
	return shown[model.DivisionRow, tourney.Division]{"Division", in, view}
}

func createDivision(ex *Exchange, in tourney.DivisionCreateInput) (any, error) {
	event := ex.Store.DefaultEvent()
	switch {
	case in.EventID == 0 && ex.events != nil:
		return nil, refusal.Required("eventid") // the server's first event may be another account's
	case in.EventID == 0:
		ex.Assume(assumption.DivisionEvent)
	default:
		r := ex.Store.Events.Get(in.EventID)
		if r == nil {
			return nil, refusal.NotFound("eventid", "event", in.EventID)
		}
		event = &r.Event
	}
	id := ex.Store.AddDivision(tourney.Division{ID: ex.newID(), Event: event, Active: new(true)})
	ex.setDivision(id, &in)
	return created{id}, nil
}

func updateDivision(ex *Exchange, in tourney.DivisionUpdateInput) (any, error) {
	if ex.Store.Divisions.Get(in.ID) == nil {
		return nil, refusal.NotFound("id", "division", in.ID)
	}
	ex.setDivision(in.ID, &in)
	return ex.updated(in.ID, getDivision)
}

// setDivision sets the fields of a division that the request has (section 1, convention 9).
func (ex *Exchange) setDivision(id int64, in any) {
	ex.Store.Divisions.Change(id, func(r *model.DivisionRow) {
		values.Fill(r, in)
		values.Fill(&r.Division, in)
		r.Division.Active = nil // a column of the row
	})
}
