package mockserver

import (
	"math/rand/v2"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// builder fills an empty store. It takes every random choice from rng, so that a seed gives the same rows each time.
type builder func(st *version, rng *rand.Rand)

// scenario is a store that a server can start with.
type scenario struct {
	name, about string
	build       builder
}

// The names of the scenarios.
const (
	midTournament    = "mid-tournament"
	notStartedName   = "not-started"
	registrationOpen = "registration-open"
	paymentsMixed    = "payments-mixed"
	finishedName     = "finished"
	emptyName        = "empty"
)

// scenarios lists the scenarios. The first is the default.
var scenarios = []scenario{
	{
		midTournament, "three divisions on the first evening of a tournament: most games of the day are played",
		tournamentAt(midway, (*tournament).planGames),
	},
	{notStartedName, "the same tournament before its first game", tournamentAt(notStarted, (*tournament).planGames)},
	{
		registrationOpen, "five weeks before it: a division with free places, a full one and a closed one; no games yet",
		tournamentAt(registering, (*tournament).openRegistration),
	},
	{
		paymentsMixed, "the tournament before its first game, with paid, partly paid and unpaid teams and their records",
		tournamentAt(notStarted, (*tournament).planGames, (*tournament).mixPayments),
	},
	{
		finishedName, "the same tournament with every game played and the brackets resolved",
		tournamentAt(over, (*tournament).planGames),
	},
	{emptyName, "nothing", func(*version, *rand.Rand) {}},
}

// ScenarioInfo describes a scenario.
type ScenarioInfo struct {
	Name  string // argument of the option Scenario
	About string // a description for people
}

// Scenarios returns the scenarios that a server can start with. The first is the default.
func Scenarios() []ScenarioInfo {
	list := make([]ScenarioInfo, len(scenarios))
	for i, s := range scenarios {
		list[i] = ScenarioInfo{Name: s.name, About: s.about}
	}
	return list
}

// scenarioNames returns the names of the scenarios.
func scenarioNames() []string { return mapped(scenarios, func(s scenario) string { return s.name }) }

// tournamentAt returns the builder that shows the built-in tournament at a stage. The plans follow that of the teams.
func tournamentAt(s stage, plans ...func(*tournament)) builder {
	return func(st *version, rng *rand.Rand) {
		t := &tournament{variant: st.variant, rng: rng, stage: s, event: fireflyEvent(st.variant, s)}
		t.planVenues()
		t.planTeams()
		for _, plan := range plans {
			plan(t)
		}
		t.addTo(st)
	}
}

// daysOfRegistration is the time from registration to the event.
const daysOfRegistration = 5 * 7

// fireflyEvent returns the event. It has three days. The first is that of the mock's clock, and later while teams
// register.
func fireflyEvent(v *contract.Variant, s stage) tourney.Event {
	day := tourney.DateOf(contract.DefaultTime)
	if s == registering {
		day = day.AddDays(daysOfRegistration)
	}
	return tourney.Event{
		ID: firstEvent, Name: v.Title + " Firefly Classic", StartDate: day, EndDate: day.AddDays(2),
		Image: "https://files.example.com/firefly.png", TimeZone: "America/Chicago", Gender: new(tourney.GenderCoed),
		Type: "1", Archive: new(false),
		Address: &tourney.Address{City: towns[0].name, StateRegion: stateRegion, PostalCode: towns[0].postalCode()},
	}
}

// addTo adds the rows of the tournament to a store.
func (t *tournament) addTo(st *version) {
	st.addEvent(t.event)
	st.events.Change(t.event.ID, func(r *eventRow) { r.owner.OrganizationID = firstOrganization })
	for _, venue := range t.venues {
		st.addVenue(venue, []int64{t.event.ID})
	}
	for _, c := range t.divisions {
		t.addContest(st, c)
	}
	st.addDivision(t.retiredDivision())
	for _, club := range t.clubs {
		t.addEntrant(st, club)
	}
	for _, e := range t.entrants() {
		t.addEntrant(st, e)
		t.addBooking(st, t.divisions[e.team.Division.ID-firstDivision], e)
	}
	for _, f := range t.fixtures {
		st.addGame(f.game(t.stage))
		t.addStatistics(st, f)
	}
}

// addContest adds a division and its pools, and notes the ids of their positions in the teams.
func (t *tournament) addContest(st *version, c *contest) {
	c.division.Brackets = t.brackets(c)
	st.addDivision(c.division)
	for i, name := range poolNames {
		pool := tourney.Pool{
			ID: int64(firstPool + len(poolNames)*c.index + i), Name: name, Label: "Pool " + name,
			Division: &tourney.TeamDivision{ID: c.division.ID, Name: c.division.Name},
		}
		id := st.addPool(pool)
		positions := st.addTeamPools(id, poolSize, nil)
		for number := range positions {
			if c.undrawn {
				break
			}
			e := c.teams[i*poolSize+number]
			e.positionID = positions[number]
			e.team.Pools = []tourney.TeamPool{{Number: number + 1, Pool: tourney.Pool{ID: id}}}
		}
	}
}

func (t *tournament) addEntrant(st *version, e *entrant) {
	st.addTeam(e.team)
	if e.season != nil {
		st.setSeason(e.team.ID, e.season)
	}
}
