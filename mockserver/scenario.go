package mockserver

import (
	"math/rand/v2"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// scenario fills an empty store. It takes every random choice from rng, so that a seed gives the same rows each time.
type scenario func(st *store, rng *rand.Rand)

// scenarios lists the scenarios. The first is the default.
var scenarios = []struct {
	name, about string
	build       scenario
}{
	{
		"mid-tournament",
		"three divisions on the first evening of a tournament: most games of the day are played",
		tournamentAt(midway),
	},
	{"not-started", "the same tournament before its first game", tournamentAt(notStarted)},
	{"finished", "the same tournament with every game played and the brackets resolved", tournamentAt(over)},
	{"empty", "nothing", func(*store, *rand.Rand) {}},
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

// scenarioNames lists the names of the scenarios for people.
func scenarioNames() string {
	names := make([]string, len(scenarios))
	for i, s := range scenarios {
		names[i] = s.name
	}
	return strings.Join(names, ", ")
}

// tournamentAt returns the scenario that shows the built-in tournament at a stage.
func tournamentAt(s stage) scenario {
	return func(st *store, rng *rand.Rand) {
		t := &tournament{variant: st.variant, rng: rng, stage: s, event: fireflyEvent(st.variant)}
		t.planVenues()
		t.planTeams()
		t.planGames()
		t.addTo(st)
	}
}

// fireflyEvent returns the event. It has three days, of which the first is that of the mock's clock.
func fireflyEvent(v *contract.Variant) tourney.Event {
	day := tourney.DateOf(contract.DefaultTime)
	return tourney.Event{
		ID: firstEvent, Name: v.Title + " Firefly Classic", StartDate: day, EndDate: day.AddDays(2),
		Image: "https://files.example.com/firefly.png", TimeZone: "America/Chicago", Gender: new(tourney.GenderCoed),
		Type: "1", Archive: new(false),
		Address: &tourney.Address{City: towns[0].name, StateRegion: stateRegion, PostalCode: towns[0].postalCode()},
	}
}

// addTo adds the rows of the tournament to a store.
func (t *tournament) addTo(st *store) {
	st.addEvent(t.event)
	st.events.change(t.event.ID, func(r *eventRow) { r.owner.OrganizationID = firstOrganization })
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
	for _, c := range t.divisions {
		for _, e := range c.teams {
			t.addEntrant(st, e)
		}
	}
	t.addEntrant(st, t.waiting)
	for _, f := range t.fixtures {
		st.addGame(f.game(t.stage))
		t.addStatistics(st, f)
	}
}

// addContest adds a division and its pools, and notes the ids of their positions in the teams.
func (t *tournament) addContest(st *store, c *contest) {
	c.division.Brackets = t.brackets(c)
	st.addDivision(c.division)
	for i, name := range poolNames {
		pool := tourney.Pool{
			ID: int64(firstPool + len(poolNames)*c.index + i), Name: name, Label: "Pool " + name,
			Division: &tourney.TeamDivision{ID: c.division.ID, Name: c.division.Name},
		}
		id := st.addPool(pool)
		positions := st.addTeamPools(id, poolSize, nil)
		for number, e := range c.teams[i*poolSize : (i+1)*poolSize] {
			e.positionID = positions[number]
			e.team.Pools = []tourney.TeamPool{{Number: number + 1, Pool: tourney.Pool{ID: id}}}
		}
	}
}

func (t *tournament) addEntrant(st *store, e *entrant) {
	st.addTeam(e.team)
	if e.season != nil {
		st.setSeason(e.team.ID, e.season)
	}
}
