package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

func getEvent(ex *exchange, in byID) (any, error) {
	ex.assume(assumeEvents)
	r := ex.store.events.Get(in.ID)
	if r == nil {
		return nil, notFound("id", "event", in.ID)
	}
	return struct{ Event tourney.Event }{r.event}, nil
}

func listEvents(ex *exchange, in tourney.EventListOptions) (any, error) {
	ex.assume(assumeOrder, assumeEvents)
	st := ex.store
	ex.filter("parentid", "event", st.events.Known, in.ParentID)
	positions := st.eventsWhere(func(r *eventRow) bool { return r.matches(in) })
	page := pageOf(ex, &st.events, positions, in.Page, in.PageSize, func(r *eventRow) tourney.Event { return r.event })
	return struct{ Events tourney.Page[tourney.Event] }{page}, nil
}

// matches reports whether all filters of a list select the event.
func (r *eventRow) matches(in tourney.EventListOptions) bool {
	return (in.OrganizationID == 0 || in.OrganizationID == r.owner.OrganizationID) &&
		(in.ParentID == 0 || in.ParentID == r.owner.ParentID) &&
		(in.StartDate.IsZero() || !r.event.StartDate.IsZero() && in.StartDate.Compare(r.event.StartDate) <= 0) &&
		(in.EndDate.IsZero() || !r.event.EndDate.IsZero() && in.EndDate.Compare(r.event.EndDate) >= 0) &&
		(in.Type == "" || strings.EqualFold(string(in.Type), string(r.event.Type))) &&
		(in.Archive == nil || *in.Archive == isTrue(r.event.Archive))
}
