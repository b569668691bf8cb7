package handlers

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// divisions is how requests read divisions.
var divisions = resource[model.DivisionRow, tourney.Division]{
	kind: model.DivisionIDs, name: "Division", includes: (*Exchange).includes,
	table: func(s *model.Version) *model.Table[*model.DivisionRow] { return &s.Divisions },
	view: func(_ *Exchange, in views.Includes, s *model.Reader, r *model.DivisionRow) tourney.Division {
		return views.Division(s, r, in)
	},
	page: func(p tourney.Page[tourney.Division]) any {
		return struct {
			Divisions tourney.Page[tourney.Division]
		}{p}
	},
}

// divisionList holds the parameters of a list of divisions.
type divisionList struct {
	tourney.DivisionListOptions

	Includes []tourney.Include
}

func listDivisions(ex *Exchange, in divisionList) (any, error) {
	ex.filter("eventid", model.EventIDs, in.EventID)
	positions := ex.Store.Divisions.List(model.DivisionKey{Event: in.EventID, Active: true}.Key())
	return divisions.list(ex, positions, in.Page, in.PageSize, in.Includes)
}

func createDivision(ex *Exchange, in tourney.DivisionCreateInput) (any, error) {
	event := ex.Store.DefaultEvent()
	switch {
	case in.EventID == 0 && ex.events != nil:
		return nil, refusal.Required("eventid") // the server's first event may be another account's
	case in.EventID == 0:
		ex.Assume(assumption.DivisionEvent)
	default:
		if err := ex.require("eventid", model.EventIDs, in.EventID); err != nil {
			return nil, err
		}
		event = &ex.Store.Events.Get(in.EventID).Event
	}
	id := ex.Store.AddDivision(tourney.Division{ID: ex.newID(), Event: event, Active: new(true)})
	ex.setDivision(id, &in)
	return created{id}, nil
}

func updateDivision(ex *Exchange, in tourney.DivisionUpdateInput) (any, error) {
	if err := ex.require("id", model.DivisionIDs, in.ID); err != nil {
		return nil, err
	}
	ex.setDivision(in.ID, &in)
	return ex.updated(in.ID, divisions.get)
}

// setDivision sets the fields of a division that the request has (section 1, convention 9).
func (ex *Exchange) setDivision(id int64, in any) {
	ex.Store.Divisions.Change(id, func(r *model.DivisionRow) {
		values.Fill(r, in)
		values.Fill(&r.Division, in)
		r.Division.Active = nil // a column of the row
	})
}
