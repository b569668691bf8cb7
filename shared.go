package tourney

import (
	"cmp"

	"github.com/tourney-go/tourney/secret"
)

// Event is an event with its divisions and games. A division and a game show Id, Name, StartDate and EndDate of their
// event at most (section 2, Division and Game). EventsService reads the other fields, which are observed and not stated
// by the interface document. Extra has what was seen without its form: Organization, members whose names begin with
// Contact, other enumerations such as InviteType, and what an Include asked for.
type Event struct {
	ID                int64              `json:"Id"`                         // of the event, as list options take it
	Name              string             `json:"Name"`                       // of the event
	StartDate         Date               `json:"StartDate,omitzero"`         // first day; zero when the host did not say
	EndDate           Date               `json:"EndDate,omitzero"`           // last day; zero when the host did not say
	Image             string             `json:"Image,omitzero"`             // observed: taken to be a URL; "" when the host did not say
	TimeZone          string             `json:"TimeZone,omitzero"`          // observed: its form is not known; "" when the host did not say
	Gender            *Gender            `json:"Gender,omitzero"`            // observed: nil when the host did not say
	Type              TextOrNumber       `json:"Type,omitzero"`              // observed: "" when the host did not say
	ParticipationType *ParticipationType `json:"ParticipationType,omitzero"` // observed: nil when the host did not say
	Archive           *bool              `json:"Archive,omitzero"`           // observed: nil when the host did not say
	Address           *Address           `json:"Address,omitzero"`           // observed: nil when the host did not say
	TravelWebsite     string             `json:"TravelWebsite,omitzero"`     // observed: taken to be a URL; "" when the host did not say
	Settings          *EventSettings     `json:"Settings,omitzero"`          // observed: nil when the host did not say
	Extra             Extra              `json:"-"`                          // members that this version has no field for
}

var eventTypeNames = map[TextOrNumber]string{
	EventTournament: "Tournament", EventLeague: "League", EventCampClinic: "CampClinic", EventTryout: "Tryout",
	EventPractice: "Practice", EventTraining: "Training",
}

// TypeName returns the observed name of a number in Type, or the text of Type.
func (e Event) TypeName() string { return cmp.Or(eventTypeNames[e.Type], string(e.Type)) }

// EventSettings say when teams register for an event, and what its public pages show. They are observed, not stated by
// the interface document. The form of the dates and times is not known, so they are the texts of the host: ParseDate
// and ParseTimeOfDay read those in the form of section 1. Members that the host did not say are "" and nil.
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

// Address is the address of a person, a team or a venue (section 2, Address). Which fields are filled depends
// on whose address it is.
type Address struct {
	Location        string   `json:"Location,omitzero"`        // venues only
	StreetAddress   string   `json:"StreetAddress,omitzero"`   // persons and venues
	ExtendedAddress string   `json:"ExtendedAddress,omitzero"` // second line; persons and venues
	City            string   `json:"City,omitzero"`            // "" when the host did not say
	StateRegion     string   `json:"StateRegion,omitzero"`     // state or region; not in a team's address
	PostalCode      string   `json:"PostalCode,omitzero"`      // not in a team's address
	Country         string   `json:"Country,omitzero"`         // observed, not stated by the interface document; "" when the host did not say
	Latitude        *float64 `json:"Latitude,omitzero"`        // teams and venues; taken to be degrees; nil when the host did not say
	Longitude       *float64 `json:"Longitude,omitzero"`       // teams and venues; taken to be degrees; nil when the host did not say
	Extra           Extra    `json:"-"`                        // members that this version has no field for
}

// TeamAddressInput is a team's address in writes (section 2, Address; limits from sections 4.4 and 4.16). Nil members
// are not sent.
type TeamAddressInput struct {
	City        *string `json:"City,omitzero"`        // at most 100 characters
	StateRegion *string `json:"StateRegion,omitzero"` // state or region; at most 100 characters
	PostalCode  *string `json:"PostalCode,omitzero"`  // at most 10 characters
}

// PersonAddressInput is an address in writes (sections 4.16 and 4.17). Nil members are not sent.
type PersonAddressInput struct {
	StreetAddress   *string `json:"StreetAddress,omitzero"`   // at most 100 characters
	ExtendedAddress *string `json:"ExtendedAddress,omitzero"` // second line; at most 100 characters; required with a card: send "-" where the payer has none
	City            *string `json:"City,omitzero"`            // at most 100 characters
	StateRegion     *string `json:"StateRegion,omitzero"`     // state or region; at most 100 characters
	PostalCode      *string `json:"PostalCode,omitzero"`      // at most 10 characters
}

// Login is the body of POST /authenticate (section 4.1); both texts hold at most 50 characters.
type Login struct {
	Username string      `json:"Username,omitzero"`
	Password secret.Text `json:"Password,omitzero"`
}

func (Login) operation() string { return "Authentication.Authenticate" }
