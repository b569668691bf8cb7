package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

func getEvent(ex *exchange, in byID) (any, error) {
	ex.assume(assumeEvents)
	c := ex.store.events.Cell(in.ID)
	if c == nil {
		return nil, notFound("id", "event", in.ID)
	}
	return detailOf(ex, c, shownEvents, func(e tourney.Event) any { return struct{ Event tourney.Event }{e} }), nil
}

// shownEvents is how details and lists show events.
var shownEvents = shown[eventRow, tourney.Event]{
	"Event", 0, func(_ *reader, r *eventRow) tourney.Event { return r.Event },
}

func listEvents(ex *exchange, in tourney.EventListOptions) (any, error) {
	ex.assume(assumeOrder, assumeEvents)
	st := ex.store
	ex.filter("parentid", "event", st.events.Known, in.ParentID)
	positions := st.eventsWhere(func(r *eventRow) bool { return r.matches(in) })
	return pageOf(ex, &st.events, positions, in.Page, in.PageSize, shownEvents, func(p tourney.Page[tourney.Event]) any {
		return struct{ Events tourney.Page[tourney.Event] }{p}
	}), nil
}

// matches reports whether all filters of a list select the event.
func (r *eventRow) matches(in tourney.EventListOptions) bool {
	return (in.OrganizationID == 0 || in.OrganizationID == r.Details.OrganizationID) &&
		(in.ParentID == 0 || in.ParentID == r.Details.ParentID) &&
		(in.StartDate.IsZero() || !r.Event.StartDate.IsZero() && in.StartDate.Compare(r.Event.StartDate) <= 0) &&
		(in.EndDate.IsZero() || !r.Event.EndDate.IsZero() && in.EndDate.Compare(r.Event.EndDate) >= 0) &&
		(in.Type == "" || strings.EqualFold(tourney.Event{Type: in.Type}.TypeName(), r.Event.TypeName())) &&
		(in.Archive == nil || *in.Archive == isTrue(r.Event.Archive))
}
