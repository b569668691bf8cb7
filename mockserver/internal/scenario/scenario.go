// Package scenario contains the built-in scenarios: the made-up tournament at several stages, an empty scenario and a
// huge scenario. It uses rows and the tables of the contract, but no servers, requests or files. This file contains the
// list of the scenarios, and plan.go the stages of the tournament. To add rows to a scenario, edit the file for their
// kind, such as teams.go, and add their names to words.go. If a row differs from all others, also add an entry to
// special.go, with the names of the scenarios that have the row.
package scenario

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// builder adds rows to an empty version. It makes every random choice with rng, so that the same seed always gives the
// same rows.
type builder func(st *model.Version, rng *rand.Rand, o *Scenario)

// Scenario is a version that a server can start with.
type Scenario struct {
	Name, About string
	build       any           // a builder; the type any keeps the code of builders out of programs that never call one
	Teams       int           // the default of ScenarioSize; 0 for a scenario with a fixed number
	past        time.Duration // how long after the first morning of the event the clock starts
	Moved       int           // the days from 12 June 2026 to the first day
}

// Begins returns the time that the clock of a new server shows.
func (s Scenario) Begins() time.Time { return contract.DefaultTime.Add(s.past).AddDate(0, 0, s.Moved) }

// DaysTo returns the value of Moved for a first day.
func DaysTo(first tourney.Date) int {
	return int(first.At(tourney.TimeOfDay{}, time.UTC).Sub(contract.DefaultTime.Truncate(24*time.Hour)) / (24 * time.Hour))
}

// Huge is the name of the scenario whose number of teams a caller can choose.
const Huge = "huge"

// The names of the other scenarios.
const (
	midTournament    = "mid-tournament"
	beforeStart      = "not-started"
	registrationOpen = "registration-open"
	paymentsMixed    = "payments-mixed"
	finished         = "finished"
	empty            = "empty"
)

// All are the scenarios. The first is the default.
var All = []Scenario{
	{
		midTournament, "three divisions on the first evening of a tournament: most games of the day are played",
		tournamentAt(midway, (*tournament).planGames), 0, firstEvening, 0,
	},
	{beforeStart, "the same tournament before its first game", tournamentAt(notStarted, (*tournament).planGames), 0, 0, 0},
	{
		registrationOpen, "five weeks before it: a division with free places, a full one and a closed one; no games yet",
		tournamentAt(registering, (*tournament).openRegistration), 0, 0, 0,
	},
	{
		paymentsMixed, "the tournament before its first game, with paid, partly paid and unpaid teams and their records",
		tournamentAt(notStarted, (*tournament).planGames, (*tournament).mixPayments), 0, 0, 0,
	},
	{
		finished, "the same tournament with every game played and the brackets resolved",
		tournamentAt(over, (*tournament).planGames), 0, lastEvening, 0,
	},
	{empty, "nothing", builder(func(*model.Version, *rand.Rand, *Scenario) {}), 0, 0, 0},
	{
		Huge, "100,000 teams in a hundred divisions of ten events, or fewer as you say",
		builder(buildHuge), MostTeams, firstEvening, 0,
	},
}

// The evenings are at 23:00 in UTC, which is 18:00 in the time zone of the event. In both time zones all results are
// older than these times.
const (
	firstEvening = 15 * time.Hour
	lastEvening  = firstEvening + 2*24*time.Hour
)

// Named returns the scenario with a name. The error names the most similar name and lists all names.
func Named(name string) (Scenario, error) {
	if i := slices.IndexFunc(All, func(s Scenario) bool { return s.Name == name }); i >= 0 {
		return All[i], nil
	}
	names := values.Mapped(All, func(s Scenario) string { return s.Name })
	hint := ""
	if known := plaintext.Nearest(names, name); known != "" {
		hint = ": the nearest is " + known
	}
	return Scenario{}, fmt.Errorf("no scenario %q%s: choose one of %s", redact.Safe(name), hint, strings.Join(names, ", "))
}

// tournamentAt returns the builder that shows the built-in tournament at a stage. After the teams are in the plan, the
// functions in plans change the plan.
func tournamentAt(s stage, plans ...func(*tournament)) builder {
	return func(st *model.Version, rng *rand.Rand, o *Scenario) {
		t := newTournament(st, rng, s, o)
		t.planVenues()
		t.planTeams()
		for _, plan := range plans {
			plan(t)
		}
		t.addTo(st)
	}
}

func newTournament(st *model.Version, rng *rand.Rand, s stage, o *Scenario) *tournament {
	first := tourney.DateOf(contract.DefaultTime).AddDays(o.Moved)
	return &tournament{variant: st.Variant, rng: rng, stage: s, first: first, event: fireflyEvent(st.Variant, s, first)}
}

func (t *tournament) addTo(st *model.Version) {
	st.AddEvent(t.event)
	st.Events.Change(t.event.ID, func(r *model.EventRow) { r.Details.OrganizationID = firstOrganization })
	for _, venue := range t.venues {
		st.AddVenue(venue, []int64{t.event.ID})
	}
	for _, c := range t.divisions {
		t.addContest(st, c)
	}
	st.AddDivision(t.retiredDivision())
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

func (t *tournament) addGames(st *model.Version) {
	for _, m := range t.matches {
		st.Take(model.GameIDs, m.id)
		store.Add(&st.Games, model.GameRow{
			Game: m.game(t.stage), EventID: t.event.ID,
			AwayWaiting: m.waiting(&m.away, t.stage), HomeWaiting: m.waiting(&m.home, t.stage),
		})
	}
}

// addContest adds a division and its pools, and stores the ids of the positions in the teams of the plan.
func (t *tournament) addContest(st *model.Version, c *contest) {
	c.division.Brackets = t.brackets(c)
	st.AddDivision(c.division)
	for i, name := range poolNames {
		pool := tourney.Pool{
			ID: int64(firstPool + len(poolNames)*c.index + i), Name: name, Label: "Pool " + name,
			Division: &tourney.TeamDivision{ID: c.division.ID, Name: c.division.Name},
		}
		id := st.AddPool(pool)
		positions := st.AddTeamPools(id, poolSize, nil)
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

func (t *tournament) addEntrant(st *model.Version, e *entrant) {
	team := e.team
	team.Season = e.season
	st.AddTeam(team)
}
