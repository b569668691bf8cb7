package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Events are the events.
var Events = Noun[model.EventRow, tourney.Event]{
	Pages: Pages[model.EventRow, tourney.Event]{
		Name: "Events", Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.EventRow] { return &st.Events },
		key:   func(*stored.Query) store.Key { return model.EventKey{}.Key() },
		text:  func(_ *model.Version, r *model.EventRow, to []byte) []byte { return append(to, r.Event.Name...) },
		view:  wholeEvent,
	},
	One: "event", whole: wholeEvent, editable: wholeEvent,
	id:    func(e tourney.Event) int64 { return e.ID },
	fresh: (*Call).FreshEvent, add: func(d *Call, e tourney.Event) int64 { return d.AddEvent(e) },
	change: func(d *Call, _, after tourney.Event) {
		d.checkOrganization("", after)
		d.check()
		d.Events.Change(after.ID, func(r *model.EventRow) { r.Event = after })
	},
	remove: (*Call).removeEvent,
}

func wholeEvent(_ *model.Version, r *model.EventRow) tourney.Event { return r.Event }

// EventDetails are the details of the events.
var EventDetails = Detailed[model.EventRow, stored.EventDetails]{
	name: "Events", one: "event", table: Events.table,
	get: func(r *model.EventRow) stored.EventDetails { return r.Details },
	set: func(d *Call, r *model.EventRow, before, after stored.EventDetails) {
		if after.ParentID != before.ParentID {
			d.refer("ParentId", model.EventIDs, after.ParentID)
		}
		if after.ParentID == r.Event.ID {
			d.Problem("ParentId %d is the event itself", after.ParentID)
		}
		if after.OrganizationID != 0 && after.OrganizationID != before.OrganizationID {
			d.chosen("OrganizationId", after.OrganizationID)
		}
		d.check()
		d.Events.Change(r.Event.ID, func(r *model.EventRow) { r.Details = after })
	},
}

// FreshEvent checks a new event.
func (d *Call) FreshEvent(e tourney.Event) {
	d.choose("", model.OnlyID(model.EventIDs, e.ID))
	d.fresh("Id", e.ID, d.Events.Get(e.ID) != nil, "event")
	d.checkOrganization("", e)
}

func (d *Call) checkEventOf(path string, e *tourney.Event) {
	if e != nil {
		d.refer(path+".Id", model.EventIDs, e.ID)
		d.checkOrganization(path+".", *e)
	}
}

// checkEventChange checks a reference to an event that the function of an Edit call may have changed.
func (d *Call) checkEventChange(path string, before, after *tourney.Event) {
	d.checkEventOf(path, after)
	if before != nil && after != nil && before.ID == after.ID && d.Events.Get(after.ID) != nil {
		belongs(d, path, *before, *after, tourney.Event{ID: after.ID}, "the event: Events.Edit changes them")
	}
}

func (d *Call) checkOrganization(prefix string, e tourney.Event) {
	if e.Organization != nil && e.Organization.ID != 0 {
		d.chosen(prefix+"Organization.Id", e.Organization.ID)
	}
}

// CheckEventIDs checks the ids of the events that a venue belongs to.
func (d *Call) CheckEventIDs(path string, ids []int64) {
	for i, id := range ids {
		d.refer(refusal.Indexed(path, i, ""), model.EventIDs, id)
	}
}

func (d *Call) removeEvent(id int64) {
	in := model.Scope{Level: model.InEvent, ID: id}
	d.refuseIn("division", idsOf(d.Divisions.Under(model.DivisionKey{Event: id}.Key()), d.Divisions.ID))
	d.refuseIn("team", teamsIn(d, in))
	d.refuseIn("game", idsOf(d.Games.Under(model.GameKey{Scope: in}.Key()), d.Games.ID))
	d.refuseIn("venue", idsOf(d.Venues.Under(model.VenueKey(id).Key()), d.Venues.ID))
	below := func(r *model.EventRow) bool { return r.Details.ParentID == id }
	d.refuseIn("event", idsOf(d.Events.Where(below), d.Events.ID))
	d.check()
	d.Events.Remove(id)
}
