package mockserver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// builder fills an empty store. It takes every random choice from rng, so that a seed gives the same rows each time.
// The number of teams is 0 for a scenario without a choice.
type builder func(st *version, rng *rand.Rand, teams int)

// scenario is a store that a server can start with.
type scenario struct {
	name, about string
	build       any           // a builder: any, so that no importer takes in what a builder uses
	teams       int           // unless ScenarioSize sets another number; 0 for a scenario without a choice
	past        time.Duration // from the first morning of the event to what the clock shows
}

// begins returns what the clock shows at the start.
func (s scenario) begins() time.Time { return contract.DefaultTime.Add(s.past) }

// The names of the scenarios.
const (
	midTournament    = "mid-tournament"
	notStartedName   = "not-started"
	registrationOpen = "registration-open"
	paymentsMixed    = "payments-mixed"
	finishedName     = "finished"
	emptyName        = "empty"
	hugeName         = "huge"
)

// scenarios lists the scenarios. The first is the default.
var scenarios = []scenario{
	{
		midTournament, "three divisions on the first evening of a tournament: most games of the day are played",
		tournamentAt(midway, (*tournament).planGames), 0, firstEvening,
	},
	{notStartedName, "the same tournament before its first game", tournamentAt(notStarted, (*tournament).planGames), 0, 0},
	{
		registrationOpen, "five weeks before it: a division with free places, a full one and a closed one; no games yet",
		tournamentAt(registering, (*tournament).openRegistration), 0, 0,
	},
	{
		paymentsMixed, "the tournament before its first game, with paid, partly paid and unpaid teams and their records",
		tournamentAt(notStarted, (*tournament).planGames, (*tournament).mixPayments), 0, 0,
	},
	{
		finishedName, "the same tournament with every game played and the brackets resolved",
		tournamentAt(over, (*tournament).planGames), 0, lastEvening,
	},
	{emptyName, "nothing", builder(func(*version, *rand.Rand, int) {}), 0, 0},
	{
		hugeName, "100,000 teams in a hundred divisions of ten events, or fewer as you say",
		builder(buildHuge), hugeTeams, firstEvening,
	},
}

// The evenings are at 23:00 in UTC, which is 18:00 in the time zone of the event. All results are older in either.
const (
	firstEvening = 15 * time.Hour
	lastEvening  = firstEvening + 2*24*time.Hour
)

// scenarioNames returns the names of the scenarios.
func scenarioNames() []string { return mapped(scenarios, func(s scenario) string { return s.name }) }

// scenarioNamed returns the scenario with a name. The error names the nearest and all others.
func scenarioNamed(name string) (scenario, error) {
	if i := slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == name }); i >= 0 {
		return scenarios[i], nil
	}
	names := scenarioNames()
	hint := ""
	if known := nearest.Of(names, name); known != "" {
		hint = ": the nearest is " + known
	}
	return scenario{}, fmt.Errorf("no scenario %q%s: choose one of %s", redact.Safe(name), hint, strings.Join(names, ", "))
}

// tournamentAt returns the builder that shows the built-in tournament at a stage. The plans follow that of the teams.
func tournamentAt(s stage, plans ...func(*tournament)) builder {
	return func(st *version, rng *rand.Rand, _ int) {
		t := &tournament{variant: st.variant, rng: rng, stage: s, event: fireflyEvent(st.variant, s)}
		t.planVenues()
		t.planTeams()
		for _, plan := range plans {
			plan(t)
		}
		t.addTo(st)
	}
}

// addTo adds the rows of the tournament to a store.
func (t *tournament) addTo(st *version) {
	st.addEvent(t.event)
	st.events.Change(t.event.ID, func(r *eventRow) { r.Details.OrganizationID = firstOrganization })
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
	t.addGames(st)
	t.addStatistics(st)
}

func (t *tournament) addGames(st *version) {
	for _, f := range t.fixtures {
		st.take(gameIDs, f.id)
		st.games.Add(gameRow{Game: f.game(t.stage), EventID: t.event.ID})
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
	team := e.team
	team.Season = e.season
	st.addTeam(team)
}
