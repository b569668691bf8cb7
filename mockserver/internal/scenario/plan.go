package scenario

import (
	"math/rand/v2"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// stage is a point in the course of a tournament. A later stage shows everything that an earlier stage shows.
type stage int

const (
	registering stage = iota - 1
	notStarted
	midway
	over
)

// The first ids of the built-in tournament. They are the same for every sport and seed, so that texts, such as
// documentation, can contain ids. The ids of persons contain the number of the team: the third player of team 4012 is
// line 51203 of the roster and player 61203.
const (
	firstEvent          = 1001
	firstOrganization   = 1901
	firstSeasonDivision = 1101
	firstSeason         = 1201
	firstDivision       = 2001
	firstPool           = 3001
	firstTeam           = 4001
	firstClub           = 4091
	firstPrice          = 5001 // 5011 in the second division
	firstAsset          = 5101 // 5111 in the second division
	firstBracket        = 5201 // 5211 in the second division
	firstGame           = 7001
	firstVenue          = 9001
	firstCourt          = 9101
	firstVenueCourt     = 9201

	rosterBase      = 50_000
	personBase      = 60_000
	coachBase       = 70_000
	coachPersonBase = 80_000
)

// divisionStep is the distance between the first price ids of two divisions, and of their asset and bracket ids.
const divisionStep = 10

// tournament is the plan of the built-in tournament. It contains all results, of which a stage shows only some.
type tournament struct {
	variant   *contract.Variant
	rng       *rand.Rand
	stage     stage
	first     tourney.Date // the day on which the clock of the first stages starts
	event     tourney.Event
	venues    []tourney.Venue
	courts    []tourney.VenueCourt
	divisions []*contest
	waiting   []*entrant // teams on the waiting list of the second division
	cast      *casting
	clubs     []*entrant
	matches   []*match // in the order of the schedule
}

type casting struct {
	places, mascots, people []int
}

// contest is a division of the plan, with its teams and the games of its bracket.
type contest struct {
	group    ageGroup
	index    int
	division tourney.Division
	teams    []*entrant    // the teams of pool A, then the teams of pool B
	ranked   [2][]*entrant // the teams of each pool, best first
	undrawn  bool          // no team is in a pool yet
	semis    []*match
	final    *match
	third    *match
}

type ageGroup struct {
	name, description  string
	gender             tourney.Gender
	ages               string // in the name of the season's division
	birthYear          int    // birth year of the older half of the players
	height, weight     int    // inches and pounds of a small player
	school             string
	rosterLimit        int
	enableRegistration bool
	shows              tourney.RegistrationStatus
	fee                string
}

var ageGroups = []ageGroup{
	{
		name: "12U Meadow", description: "Players of 12 and under. Two pools of four, then a bracket.",
		gender: tourney.GenderCoed, ages: "12U", birthYear: 2014, height: 54, weight: 75,
		school: "Elementary", rosterLimit: 12, enableRegistration: true, shows: tourney.RegistrationAll, fee: "395.00",
	},
	{
		name: "14U Harbor", description: "Players of 14 and under. Two pools of four, then a bracket.",
		gender: tourney.GenderFemale, ages: "14U", birthYear: 2012, height: 59, weight: 95,
		school: "Middle School", rosterLimit: 15, enableRegistration: true, shows: tourney.RegistrationActive, fee: "425.50",
	},
	{
		name: "18U Summit", description: "Players of 18 and under. Two pools of four, then a bracket.",
		gender: tourney.GenderMale, ages: "18U", birthYear: 2008, height: 66, weight: 130,
		school: "High School", rosterLimit: 18, enableRegistration: false, shows: tourney.RegistrationAll, fee: "549.99",
	},
}

// entrant is a team of the plan.
type entrant struct {
	team       tourney.Team
	number     int // the number of the team, from 1; the ids of its persons contain the number
	group      ageGroup
	season     *tourney.Season
	town       town
	color      string
	pool       string
	poolNumber int
	poolRank   int // the final place of the team in its pool
	positionID int64
	booking    booking
}

// booking says how a team of the plan paid. Every team with a booking has a registration.
type booking int

const (
	notBooked booking = iota
	unpaid            // nothing was paid. The mock keeps no record of a card that was declined.
	byCard            // the fee of the team, with a card, with the registration
	byHand            // the fee, marked as paid later and without a card
	inPart            // a deposit with a card, which does not mark the team as paid
	twice             // the fee with the registration, and weekend passes later
)

var poolNames = []string{"A", "B"}

const poolSize = 4

// The indexes of the brackets in Division.Brackets.
const (
	championship = iota
	thirdPlace
	skills
)

var bracketNames = []string{championship: "Championship", thirdPlace: "Third Place", skills: "Skills Challenge"}

func (c *contest) bracketID(bracket int) int64 {
	return int64(firstBracket + divisionStep*c.index + bracket)
}

// The days of the event.
const (
	friday = iota
	saturday
	sunday
)

// moment returns a time on a day. The first day has the number 0.
func (t *tournament) moment(day, hour, minute int) tourney.DateTime {
	return tourney.DateTime{Date: t.first.AddDays(day), Time: tourney.TimeOfDay{Hour: hour, Minute: minute}}
}

// daysOfRegistration is the time from registration to the event.
const daysOfRegistration = 5 * 7

// fireflyEvent returns the event. It takes three days, from the first day on, or from five weeks later while teams
// register.
func fireflyEvent(v *contract.Variant, s stage, first tourney.Date) tourney.Event {
	day := first
	if s == registering {
		day = day.AddDays(daysOfRegistration)
	}
	on := func(days int) tourney.TextOrNumber { return tourney.TextOrNumber(day.AddDays(days).String()) }
	drawn := s > registering
	return tourney.Event{
		ID: firstEvent, Name: v.Title + " Firefly Classic", StartDate: day, EndDate: day.AddDays(2),
		Image: "https://files.example.com/firefly.png", TimeZone: "America/Chicago", Gender: new(tourney.GenderCoed),
		Type: tourney.EventTournament, ParticipationType: new(tourney.ParticipationTeam), Archive: new(false),
		Address: &tourney.Address{
			StreetAddress: "1 Whistlestop Loop", City: towns[0].name, StateRegion: stateRegion,
			PostalCode: towns[0].postalCode(), Country: "US",
		},
		TravelWebsite: "https://files.example.com/firefly-travel.html",
		Settings: &tourney.EventSettings{
			RegistrationStartDate: on(-10 * 7), RegistrationStartTime: "8:00 AM",
			RegistrationEndDate: on(-7), RegistrationEndTime: "11:59 PM",
			ScheduleAvailabilityDate: on(-3), ScheduleAvailabilityTime: "6:00 PM",
			ShowSchedule: new(drawn), ShowPools: new(drawn), ShowBrackets: new(drawn), ShowTeams: new(true),
		},
		Organization: &tourney.EventOrganization{ID: firstOrganization, Name: "Meadowland Games"},
		ContactName:  "Wren Ticktock", ContactEmail: "wren.ticktock@example.com", ContactPhone: "515-555-0100",
	}
}
