package tourney

import (
	"context"
	"iter"
	"slices"
)

// EventsService reads events, and so finds the id of an event by its name or its dates. GET /events is observed, not
// stated by the interface document: clients of several hosts rely on it. A Profile that is Strict refuses it.
type EventsService struct{ inside inside }

// EventListOptions selects events. The parameters are observed, not stated by the interface document. Zero members are
// not sent.
type EventListOptions struct {
	Page           int          `url:"page,omitempty"`           // from 1, the default
	PageSize       int          `url:"pagesize,omitempty"`       // default 50, no maximum stated; the host may answer fewer
	OrganizationID int64        `url:"organizationid,omitempty"` // events of this organization
	ParentID       int64        `url:"parentid,omitempty"`       // events below this one
	StartDate      Date         `url:"startdate,omitempty"`      // taken to be: events that start on this day or later
	EndDate        Date         `url:"enddate,omitempty"`        // taken to be: events that end on this day or earlier
	Type           TextOrNumber `url:"type,omitempty"`           // events with this Type
	Archive        *bool        `url:"archive,omitempty"`        // events with this Archive; nil for the host's choice
}

func eventID(e *Event) int64 { return e.ID }

type eventBody struct{ Event Event }

type eventsBody struct{ Events Page[Event] }

// Get returns one event. It answers ErrNotFound for an unknown id. Observed, not stated by the interface document.
func (s EventsService) Get(ctx context.Context, id int64, opts ...CallOption) (Event, error) {
	body, err := invoke[eventBody](ctx, s.inside, "Events.Get", byID{ID: id}, opts)
	return body.Event, err
}

// List returns one page of events. Observed, not stated by the interface document.
func (s EventsService) List(ctx context.Context, o EventListOptions, opts ...ListOption) (Page[Event], error) {
	body, err := invoke[eventsBody](ctx, s.inside, "Events.List", o, opts)
	return body.Events, err
}

// Pages returns the pages of events from o.Page on. Observed, not stated by the interface document.
func (s EventsService) Pages(ctx context.Context, o EventListOptions,
	opts ...ListOption) iter.Seq2[Page[Event], error] {
	return eventListing(s, o, opts).pages(ctx)
}

// All returns the events of all pages from o.Page on, each once. See Page for when it ends. Observed, not stated by the
// interface document.
func (s EventsService) All(ctx context.Context, o EventListOptions, opts ...ListOption) iter.Seq2[Event, error] {
	return eventListing(s, o, opts).all(ctx)
}

func eventListing(s EventsService, o EventListOptions, opts []ListOption) listing[Event] {
	o.Archive = copyOf(o.Archive)
	fetch := func(ctx context.Context, page int, opts []ListOption) (Page[Event], error) {
		o := o
		o.Page = page
		return s.List(ctx, o, opts...)
	}
	return listing[Event]{
		core: coreOf(s.inside), op: "Events.List", from: o.Page, id: eventID, opts: slices.Clone(opts), fetch: fetch,
	}
}
