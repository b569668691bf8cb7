package mockserver

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// scenario fills an empty store. It takes every random choice from rng, so that a seed gives the same rows each time.
type scenario func(st *store, rng *rand.Rand)

// scenarios are the contents that a server can start with. The first is the default.
var scenarios = []struct {
	name, about string
	build       scenario
}{
	{"mid-tournament", "three divisions on the first evening of a tournament: most games of the day are played", tournamentAt(midway)},
	{"not-started", "the same tournament before its first game", tournamentAt(notStarted)},
	{"finished", "the same tournament with every game played and the brackets resolved", tournamentAt(over)},
	{"empty", "nothing", func(*store, *rand.Rand) {}},
}

// ScenarioInfo describes what a server can start with.
type ScenarioInfo struct {
	Name  string // for the option Scenario
	About string // for people
}

// Scenarios returns what a server can start with; the first is the default.
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

// stage is how far a tournament has come. What a later stage shows includes what an earlier one shows.
type stage int

const (
	notStarted stage = iota
	midway
	over
)

// The first ids of the built-in tournament. They are the same for every sport and seed, so that what is written
// down with an id in it stays true. Persons on a team are numbered with the team: the third player of team 4012
// is line 51203 of the roster and player 61203.
const (
	firstEvent          = 1001
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

// inDivisionStep is how far apart the ids of two divisions' prices, assets and brackets are.
const inDivisionStep = 10

// tournament is the plan that the scenarios build: it holds how everything ends, and a stage shows a part of it.
type tournament struct {
	variant   *contract.Variant
	rng       *rand.Rand
	stage     stage
	event     tourney.Event
	venues    []tourney.Venue
	courts    []tourney.VenueCourt
	divisions []*contest
	waiting   *entrant // on the waiting list
	clubs     []*entrant
	fixtures  []*fixture // in the order of the schedule
}

// contest is a division with its teams.
type contest struct {
	group    ageGroup
	index    int
	division tourney.Division
	teams    []*entrant    // those of pool A, then those of pool B
	ranked   [2][]*entrant // each pool's, in the order in which it ends
	semis    []*fixture
	final    *fixture
	third    *fixture
}

// ageGroup is what a division of the built-in tournament is made from.
type ageGroup struct {
	name, description  string
	gender             tourney.Gender
	ages               string // of the season's division
	birthYear          int    // of the older half of the players
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
		school: "Elementary", rosterLimit: 12, enableRegistration: true, shows: tourney.ShowAllTeams, fee: "395.00",
	},
	{
		name: "14U Harbor", description: "Players of 14 and under. Two pools of four, then a bracket.",
		gender: tourney.GenderFemale, ages: "14U", birthYear: 2012, height: 59, weight: 95,
		school: "Middle School", rosterLimit: 15, enableRegistration: true, shows: tourney.ShowActiveTeams, fee: "425.50",
	},
	{
		name: "18U Summit", description: "Players of 18 and under. Two pools of four, then a bracket.",
		gender: tourney.GenderMale, ages: "18U", birthYear: 2008, height: 66, weight: 130,
		school: "High School", rosterLimit: 18, enableRegistration: false, shows: tourney.ShowAllTeams, fee: "549.99",
	},
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

// fireflyEvent returns the event: three days from the day on which the mock's clock starts.
func fireflyEvent(v *contract.Variant) tourney.Event {
	day := tourney.DateOf(contract.DefaultTime)
	return tourney.Event{ID: firstEvent, Name: v.Title + " Firefly Classic", StartDate: day, EndDate: day.AddDays(2)}
}

func (t *tournament) addTo(st *store) {
	st.addEvent(t.event)
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

// addContest adds a division and its pools, whose positions then have ids.
func (t *tournament) addContest(st *store, c *contest) {
	c.division.Brackets = t.brackets(c)
	st.addDivision(c.division)
	for i, name := range poolNames {
		pool := tourney.Pool{
			ID: int64(firstPool + len(poolNames)*c.index + i), Name: name, Label: "Pool " + name,
			Division: &tourney.TeamDivision{ID: c.division.ID, Name: c.division.Name},
		}
		id, positions := st.addPoolWithPositions(pool, poolSize, nil)
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

// retiredDivision returns a division that lists do not show.
func (t *tournament) retiredDivision() tourney.Division {
	index := len(ageGroups)
	return tourney.Division{
		ID: int64(firstDivision + index), Name: "Grandparents Open", Order: index + 1, Active: new(false),
		Description: new("Called off: everybody wanted to umpire."), Gender: new(tourney.GenderAll), Event: &t.event,
		Settings: &tourney.DivisionSettings{RosterLimit: 10, RegistrationStatus: tourney.ShowAllTeams},
	}
}

// newContest returns a division without its teams.
func (t *tournament) newContest(index int, group ageGroup) *contest {
	id := int64(firstDivision + index)
	return &contest{group: group, index: index, division: tourney.Division{
		ID: id, Name: group.name, Order: index + 1, Active: new(true),
		Description: new(group.description), Gender: new(group.gender), Event: &t.event,
		Settings: settingsOf(group), Prices: pricesOf(index, group), Assets: assetsOf(index, id), Reports: reportsOf(id),
	}}
}

func settingsOf(group ageGroup) *tourney.DivisionSettings {
	return &tourney.DivisionSettings{
		EnableRegistration: new(group.enableRegistration), RosterLimit: group.rosterLimit, RegistrationStatus: group.shows,
		ShowStandings: new(true), ShowSchedule: new(true), ShowBrackets: new(true), ShowParticipants: new(true),
	}
}

func pricesOf(index int, group ageGroup) []tourney.Price {
	first := int64(firstPrice + inDivisionStep*index)
	return []tourney.Price{
		{ID: first, Type: tourney.PriceEventFee, Name: "Team entry", Amount: tourney.MustDecimal(group.fee), Description: "Three pool games and the bracket"},
		{ID: first + 1, Type: tourney.PriceGateFee, Name: "Weekend pass", Amount: tourney.MustDecimal("12.50"), Description: "All three days"},
		{ID: first + 2, Type: tourney.PriceSanctionFee, Name: "Sanction", Amount: tourney.MustDecimal("25.00")},
		{ID: first + 3, Type: tourney.PriceCollegeCoach, Name: "College coach packet", Amount: tourney.MustDecimal("40.00"), Description: "Rosters on paper"},
		{ID: first + 4, Type: tourney.PriceOther, Name: "Firefly lantern", Amount: tourney.MustDecimal("7.25")},
	}
}

func assetsOf(index int, divisionID int64) []tourney.Asset {
	first := int64(firstAsset + inDivisionStep*index)
	return []tourney.Asset{
		{
			ID: first, Name: "House rules", Description: "What this division plays by", URL: fileURL(divisionID, "rules.pdf"),
			DateModified: moment(-11, 16, 45), DateCreated: moment(-60, 9, 0),
		},
		{
			ID: first + 1, Name: "Parking map", URL: fileURL(divisionID, "parking.png"),
			DateModified: moment(-3, 0, 15), DateCreated: moment(-30, 12, 30),
		},
	}
}

func reportsOf(divisionID int64) []tourney.Report {
	return []tourney.Report{
		{Name: "Rosters", Description: "All teams with their players", URL: fileURL(divisionID, "rosters.html"), Type: tourney.ReportHTML, DateModified: moment(-1, 20, 8)},
		{Name: "Schedule", Description: "All games of the division", URL: fileURL(divisionID, "schedule.pdf"), Type: tourney.ReportPDF, DateModified: moment(-1, 20, 9)},
	}
}

// The brackets of a division, by their place in Division.Brackets.
const (
	championship = iota
	thirdPlace
	skills
)

var bracketNames = []string{championship: "Championship", thirdPlace: "Third Place", skills: "Skills Challenge"}

func (c *contest) bracketID(bracket int) int64 {
	return int64(firstBracket + inDivisionStep*c.index + bracket)
}

// brackets returns a division's brackets with the results that there are. The skills challenge is a bracket
// without games, which is how the tournament has results on its first evening.
func (t *tournament) brackets(c *contest) []tourney.Bracket {
	list := make([]tourney.Bracket, len(bracketNames))
	for i, name := range bracketNames {
		list[i] = tourney.Bracket{ID: c.bracketID(i), Name: name, DateModified: moment(-1, 18, 0)}
		list[i].URL = new(fileURL(c.division.ID, fmt.Sprintf("brackets/%d.html", list[i].ID)))
	}
	list[thirdPlace].URL = nil // it was never drawn
	if t.stage >= midway {
		list[skills].DateModified = moment(0, 17, 30)
		list[skills].Results = []tourney.BracketResult{c.result("Winner", c.teams[2]), {Name: "Runner-up: " + c.teams[5].team.Name}}
	}
	if t.stage >= over {
		list[championship].DateModified = moment(2, 16, 20)
		list[championship].Results = []tourney.BracketResult{
			c.result("Champion", c.final.winner()), c.result("Runner-up", c.final.loser()),
		}
		list[thirdPlace].DateModified = moment(2, 15, 10)
		list[thirdPlace].Results = []tourney.BracketResult{c.result("Third", c.third.winner())}
	}
	return list
}

// result returns a line of a bracket's results with pictures.
func (c *contest) result(place string, e *entrant) tourney.BracketResult {
	image := func(name, file string) tourney.Image {
		return tourney.Image{Name: name, URL: fileURL(c.division.ID, fmt.Sprintf("images/%d-%s.jpg", e.team.ID, file))}
	}
	return tourney.BracketResult{
		Name: place + ": " + e.team.Name, Images: []tourney.Image{image("Team", "team"), image("Handshake", "handshake")},
	}
}

func fileURL(divisionID int64, name string) string {
	return fmt.Sprintf("https://files.example.com/%d/%s", divisionID, name)
}

// moment returns a time on a day counted from the first day of the event.
func moment(day, hour, minute int) tourney.DateTime {
	return tourney.DateTime{
		Date: tourney.DateOf(contract.DefaultTime).AddDays(day), Time: tourney.TimeOfDay{Hour: hour, Minute: minute},
	}
}
