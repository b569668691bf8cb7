package handlers

import (
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// events is how requests read events.
var events = resource[model.EventRow, tourney.Event]{
	kind: model.EventIDs, name: "Event", includes: noIncludes,
	table: func(s *model.Version) *model.Table[*model.EventRow] { return &s.Events },
	view:  func(_ *Exchange, _ views.Includes, _ *model.Reader, r *model.EventRow) tourney.Event { return r.Event },
	page:  func(p tourney.Page[tourney.Event]) any { return struct{ Events tourney.Page[tourney.Event] }{p} },
}

// getEvent answers the details of an event.
func getEvent(ex *Exchange, in byID) (any, error) {
	ex.Assume(assumption.Events)
	return events.get(ex, in)
}

func listEvents(ex *Exchange, in tourney.EventListOptions) (any, error) {
	ex.Assume(assumption.Events)
	ex.filter("parentid", model.EventIDs, in.ParentID)
	positions := ex.Store.EventsWhere(func(r *model.EventRow) bool { return matches(r, in) })
	return events.list(ex, positions, in.Page, in.PageSize, nil)
}

// matches reports whether all filters of a list select the event.
func matches(r *model.EventRow, in tourney.EventListOptions) bool {
	return (in.OrganizationID == 0 || in.OrganizationID == r.Details.OrganizationID ||
		r.Event.Organization != nil && in.OrganizationID == r.Event.Organization.ID) &&
		(in.ParentID == 0 || in.ParentID == r.Details.ParentID) &&
		(in.StartDate.IsZero() || !r.Event.StartDate.IsZero() && in.StartDate.Compare(r.Event.StartDate) <= 0) &&
		(in.EndDate.IsZero() || !r.Event.EndDate.IsZero() && in.EndDate.Compare(r.Event.EndDate) >= 0) &&
		(in.Type == "" || strings.EqualFold(tourney.Event{Type: in.Type}.TypeName(), r.Event.TypeName())) &&
		(in.Archive == nil || *in.Archive == values.IsTrue(r.Event.Archive))
}
