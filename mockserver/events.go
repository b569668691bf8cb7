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
	"Event", 0, func(_ *reader, r *eventRow) tourney.Event { return r.event },
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
	return (in.OrganizationID == 0 || in.OrganizationID == r.owner.OrganizationID) &&
		(in.ParentID == 0 || in.ParentID == r.owner.ParentID) &&
		(in.StartDate.IsZero() || !r.event.StartDate.IsZero() && in.StartDate.Compare(r.event.StartDate) <= 0) &&
		(in.EndDate.IsZero() || !r.event.EndDate.IsZero() && in.EndDate.Compare(r.event.EndDate) >= 0) &&
		(in.Type == "" || strings.EqualFold(in.Type.String(), r.event.Type.String())) &&
		(in.Archive == nil || *in.Archive == isTrue(r.event.Archive))
}
