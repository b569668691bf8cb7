package direct

import (
	"iter"

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
	parts: func(e *tourney.Event) iter.Seq[model.RowID] { return model.OnlyID(model.EventIDs, e.ID) },
	names: func(_ *Call, e tourney.Event) []named { return namesOfEvent("", &e) },
	check: func(*Call, *tourney.Event, tourney.Event) {},
	add:   (*model.Version).AddEvent,
	change: func(s *model.Version, e tourney.Event) {
		s.Events.Change(e.ID, func(r *model.EventRow) { r.Event = e })
	},
	remove: (*Call).removeEvent,
}

func wholeEvent(_ *model.Reader, r *model.EventRow) tourney.Event { return r.Event }

// EventDetails are the details of the events.
var EventDetails = Detailed[model.EventRow, stored.EventDetails]{
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

// namesOfEvent returns the ids with which an event names other things.
func namesOfEvent(prefix string, e *tourney.Event) []named {
	if e.Organization == nil {
		return nil
	}
	return []named{{prefix + "Organization.Id", model.NoKind, e.Organization.ID, false}}
}

// namesByEvent returns the ids in a reference to an event.
func namesByEvent(path string, e *tourney.Event) []named {
	if e == nil {
		return nil
	}
	return append([]named{{path + ".Id", model.EventIDs, e.ID, true}}, namesOfEvent(path+".", e)...)
}

func eventID(e *tourney.Event) *int64 { return &e.ID }

// CheckEventIDs checks the ids of the events that a venue belongs to.
func (d *Call) CheckEventIDs(path string, ids []int64) {
	for i, id := range ids {
		d.refer(refusal.Indexed(path, i, ""), model.EventIDs, id)
	}
}

func (d *Call) removeEvent(id int64) {
	in := model.Scope{Level: model.InEvent, ID: id}
	below := func(r *model.EventRow) bool { return r.Details.ParentID == id }
	refuseIn(d, &d.Divisions, d.Divisions.Under(model.DivisionKey{Event: id}.Key()), model.DivisionIDs)
	refuseIn(d, &d.Teams, d.Teams.Under(model.EveryTeamIn(in)), model.TeamIDs)
	refuseIn(d, &d.Games, d.Games.Under(model.GameKey{Scope: in}.Key()), model.GameIDs)
	refuseIn(d, &d.Venues, d.Venues.Under(model.VenueKey(id).Key()), model.VenueIDs)
	refuseIn(d, &d.Events, d.Events.Where(below), model.EventIDs)
	d.check()
	d.Events.Remove(id)
}
