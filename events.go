package tourney

import (
	"cmp"
	"context"
	"iter"
)

// EventsService reads events. A program can use it to find the id of an event with a known name or date. GET /events is
// observed, not stated by the interface document: clients of several hosts rely on it. A client with a Strict [Profile]
// refuses to send it.
type EventsService struct{ inside inside }

// Event is an event with its divisions and games. In a division or a game, an Event has Id, Name, StartDate and EndDate
// at most (section 2, Division and Game). [EventsService] reads the other fields, which are observed and not stated by
// the interface document. Extra has members that were observed and whose form is not known: other members whose names
// begin with Contact, enumerations such as InviteType, and members that an [Include] asked for. A missing field is nil,
// "" or zero.
type Event struct {
	ID                int64              `json:"Id"`                         // of the event: EventID of list options
	Name              string             `json:"Name"`                       // of the event
	StartDate         Date               `json:"StartDate,omitzero"`         // first day
	EndDate           Date               `json:"EndDate,omitzero"`           // last day
	Image             string             `json:"Image,omitzero"`             // observed: taken to be a URL
	TimeZone          string             `json:"TimeZone,omitzero"`          // observed: its form is not known
	Gender            *Gender            `json:"Gender,omitzero"`            // observed
	Type              TextOrNumber       `json:"Type,omitzero"`              // observed
	ParticipationType *ParticipationType `json:"ParticipationType,omitzero"` // observed
	Archive           *bool              `json:"Archive,omitzero"`           // observed
	Address           *Address           `json:"Address,omitzero"`           // observed
	TravelWebsite     string             `json:"TravelWebsite,omitzero"`     // observed: taken to be a URL
	Settings          *EventSettings     `json:"Settings,omitzero"`          // observed
	Organization      *EventOrganization `json:"Organization,omitzero"`      // observed
	ContactName       string             `json:"ContactName,omitzero"`       // observed: names that begin with Contact
	ContactEmail      string             `json:"ContactEmail,omitzero"`      // as ContactName
	ContactPhone      TextOrNumber       `json:"ContactPhone,omitzero"`      // as ContactName
	Extra             Extra              `json:"-"`                          // members that this version has no field for
}

var eventTypeNames = map[TextOrNumber]string{
	EventTournament: "Tournament", EventLeague: "League", EventCampClinic: "CampClinic", EventTryout: "Tryout",
	EventPractice: "Practice", EventTraining: "Training",
}

// TypeName returns the observed name of a number in Type, or the text of Type.
func (e Event) TypeName() string { return cmp.Or(eventTypeNames[e.Type], string(e.Type)) }

// EventSettings say when teams register for an event, and what its public pages show. They are observed, not stated by
// the interface document. The form of the dates and times is not known, so the fields have the texts of the host.
// [ParseDate] and [ParseTimeOfDay] read texts in the form of section 1. A missing field is "" or nil.
type EventSettings struct {
	RegistrationStartDate    TextOrNumber `json:"RegistrationStartDate,omitzero"`    // first day of registration
	RegistrationStartTime    TextOrNumber `json:"RegistrationStartTime,omitzero"`    // on that day
	RegistrationEndDate      TextOrNumber `json:"RegistrationEndDate,omitzero"`      // last day of registration
	RegistrationEndTime      TextOrNumber `json:"RegistrationEndTime,omitzero"`      // on that day
	ScheduleAvailabilityDate TextOrNumber `json:"ScheduleAvailabilityDate,omitzero"` // when the schedule is shown
	ScheduleAvailabilityTime TextOrNumber `json:"ScheduleAvailabilityTime,omitzero"` // on that day
	ShowSchedule             *bool        `json:"ShowSchedule,omitzero"`             // public pages show the games
	ShowPools                *bool        `json:"ShowPools,omitzero"`                // public pages show the pools
	ShowBrackets             *bool        `json:"ShowBrackets,omitzero"`             // public pages show the brackets
	ShowTeams                *bool        `json:"ShowTeams,omitzero"`                // public pages show the teams
	Extra                    Extra        `json:"-"`                                 // members that this version has no field for
}

// EventOrganization runs an event. It is observed, not stated by the interface document, and its form is guessed.
type EventOrganization struct {
	ID    int64  `json:"Id,omitzero"`   // OrganizationID of [EventListOptions]
	Name  string `json:"Name,omitzero"` // of the organization
	Extra Extra  `json:"-"`             // members that this version has no field for
}

// EventListOptions selects events. The parameters are observed, not stated by the interface document. Zero members are
// not sent.
type EventListOptions struct {
	Page           int          `url:"page,omitempty"`           // number of the page, from 1; default 1
	PageSize       int          `url:"pagesize,omitempty"`       // rows on a page; default 50, no maximum stated; the host may answer fewer
	OrganizationID int64        `url:"organizationid,omitempty"` // events of this organization
	ParentID       int64        `url:"parentid,omitempty"`       // events whose parent is this event
	StartDate      Date         `url:"startdate,omitempty"`      // taken to be: events that start on this day or later
	EndDate        Date         `url:"enddate,omitempty"`        // taken to be: events that end on this day or earlier
	Type           TextOrNumber `url:"type,omitempty"`           // events of this type
	Archive        *bool        `url:"archive,omitempty"`        // only archived events, or none of them; nil for the host's choice
}

type eventBody struct{ Event Event }

type eventsBody struct{ Events Page[Event] }

// Get returns one event. For an unknown id the error is an [ErrNotFound]. The operation was observed, and is not stated
// by the interface document.
func (s EventsService) Get(ctx context.Context, id int64, opts ...CallOption) (Event, error) {
	body, err := invoke[eventBody](ctx, s.inside, "Events.Get", byID{ID: id}, opts)
	return body.Event, err
}

// List returns one page of events. The operation was observed, and is not stated by the interface document.
func (s EventsService) List(ctx context.Context, o EventListOptions, opts ...ListOption) (Page[Event], error) {
	body, err := invoke[eventsBody](ctx, s.inside, "Events.List", o, opts)
	return body.Events, err
}

// Pages returns the pages of events from o.Page on. The operation was observed, and is not stated by the interface
// document.
func (s EventsService) Pages(ctx context.Context, o EventListOptions,
	opts ...ListOption) iter.Seq2[Page[Event], error] {
	return eventListing(s, o, opts).pages(ctx)
}

// All returns the events of all pages from o.Page on, each once. [Page] says when the iteration ends. The operation was
// observed, and is not stated by the interface document.
func (s EventsService) All(ctx context.Context, o EventListOptions, opts ...ListOption) iter.Seq2[Event, error] {
	return eventListing(s, o, opts).all(ctx)
}

// ReadAll returns all events. [WholeList] says how ReadAll reads. Observed, not stated by the interface document.
func (s EventsService) ReadAll(ctx context.Context, o EventListOptions, opts ...ListOption) (WholeList[Event], error) {
	return readAll(ctx, eventListing(s, o, opts))
}

func eventListing(s EventsService, o EventListOptions, opts []ListOption) listing[Event] {
	o.Archive = copyOf(o.Archive)
	page := func(o *EventListOptions) *int { return &o.Page }
	id := func(e *Event) int64 { return e.ID }
	return listingOf(s.inside, "Events.List", o, page, id, s.List, opts)
}
