package handlers

import (
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

func getEvent(ex *Exchange, in byID) (any, error) {
	ex.Assume(assumption.Events)
	c := ex.Store.Events.Cell(in.ID)
	if c == nil {
		return nil, refusal.NotFound("id", "event", in.ID)
	}
	return detailOf(ex, c, shownEvents, func(e tourney.Event) any { return struct{ Event tourney.Event }{e} }), nil
}

// shownEvents is how details and lists show events.
var shownEvents = shown[model.EventRow, tourney.Event]{
	"Event", 0, func(_ *model.Reader, r *model.EventRow) tourney.Event { return r.Event },
}

func listEvents(ex *Exchange, in tourney.EventListOptions) (any, error) {
	ex.Assume(assumption.Order, assumption.Events)
	st := ex.Store
	ex.filter("parentid", "event", st.Events.Known, in.ParentID)
	positions := st.EventsWhere(func(r *model.EventRow) bool { return matches(r, in) })
	return pageOf(ex, &st.Events, positions, in.Page, in.PageSize, shownEvents, func(p tourney.Page[tourney.Event]) any {
		return struct{ Events tourney.Page[tourney.Event] }{p}
	}), nil
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
