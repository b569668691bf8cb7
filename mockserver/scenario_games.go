package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// fixture is a game of the plan, with its result. Each part is there from a stage on.
type fixture struct {
	id           int64
	contest      *contest
	kind         tourney.GameType
	bracket      int // of a game that is not in a pool
	round        *tourney.Round
	date         tourney.Date
	clock        tourney.TimeOfDay
	court        tourney.VenueCourt
	away, home   berth
	timedFrom    stage
	placedFrom   stage
	playedFrom   stage
	forfeited    bool // by the loser
	statisticsOf bool // whether anybody counted
}

// berth is one side of a fixture: the team that takes it in the end, and what is written there before.
type berth struct {
	entrant   *entrant
	knownFrom stage
	waiting   string // name while the team is not known
	pool      string // that the side comes from; "" when it comes from another game
	poolSeed  int
	seed      int // in the bracket
	score     int
}

// roundRobin pairs the places in which the four teams of a pool end, so that the first is certain of its place
// after two rounds: the bracket then has a team beside a side that is still open.
var roundRobin = [][][2]int{{{0, 2}, {1, 3}}, {{0, 1}, {2, 3}}, {{0, 3}, {1, 2}}}

// The day of each round of the pools, and that of the brackets.
const (
	friday = iota
	saturday
	sunday
)

var roundDays = []int{friday, friday, saturday}

func (t *tournament) planVenues() {
	t.addVenue(tourney.Venue{Name: "Whistlestop Fieldhouse", Abbr: "WSF", Address: &tourney.Address{
		Location: "Behind the water tower", StreetAddress: "1 Whistlestop Loop", ExtendedAddress: "Gate 2",
		City: towns[0].name, StateRegion: stateRegion, PostalCode: towns[0].postalCode(),
		Latitude: degrees(41_5868), Longitude: degrees(-93_6250),
	}}, 3)
	t.addVenue(tourney.Venue{Name: "Teapot Park", Abbr: "TPK", Address: &tourney.Address{
		Location: "North of the duck pond", StreetAddress: "40 Saucer Street",
		City: towns[1].name, StateRegion: stateRegion, PostalCode: towns[1].postalCode(),
		Latitude: degrees(41_6005), Longitude: degrees(-93_6091),
	}}, 2)
}

func (t *tournament) addVenue(v tourney.Venue, courts int) {
	v.ID = int64(firstVenue + len(t.venues))
	inGame := v
	for range courts {
		index := len(t.courts)
		court := tourney.Court{ID: int64(firstCourt + index), Name: fmt.Sprintf("Court %d", index+1), Abbr: fmt.Sprintf("C%d", index+1)}
		v.Locations = append(v.Locations, tourney.Location{ID: court.ID, Name: court.Name, Abbr: court.Abbr})
		t.courts = append(t.courts, tourney.VenueCourt{ID: int64(firstVenueCourt + index), Court: &court, Venue: &inGame})
	}
	t.venues = append(t.venues, v)
}

func (t *tournament) planGames() {
	for _, c := range t.divisions {
		t.rankPools(c)
	}
	for i, pairs := range roundRobin {
		for _, c := range t.divisions {
			for pool := range poolNames {
				for _, pair := range pairs {
					t.planPoolGame(c, roundDays[i], c.ranked[pool][pair[0]], c.ranked[pool][pair[1]])
				}
			}
		}
	}
	for _, c := range t.divisions {
		t.planSemifinals(c)
	}
	for _, c := range t.divisions {
		t.planFinals(c)
	}
	t.setTimes()
	t.makeExceptions()
}

// rankPools decides how the pools end.
func (t *tournament) rankPools(c *contest) {
	for i, name := range poolNames {
		teams := c.teams[i*poolSize : (i+1)*poolSize]
		order := t.rng.Perm(poolSize)
		for number, e := range teams {
			e.pool, e.poolNumber, e.poolRank = name, number+1, order[number]+1
		}
		c.ranked[i] = slices.SortedFunc(slices.Values(teams), func(a, b *entrant) int { return cmp.Compare(a.poolRank, b.poolRank) })
	}
}

// planPoolGame adds a game that better wins.
func (t *tournament) planPoolGame(c *contest, day int, better, worse *entrant) {
	f := t.newFixture(c, day, tourney.GamePool)
	if day == friday {
		f.playedFrom = midway
	}
	won, lost := t.scores()
	f.away, f.home = poolBerth(better, won), poolBerth(worse, lost)
	if t.rng.IntN(2) == 0 {
		f.away, f.home = f.home, f.away
	}
}

func poolBerth(e *entrant, score int) berth {
	return berth{entrant: e, knownFrom: notStarted, pool: e.pool, poolSeed: e.poolNumber, score: score}
}

// planSemifinals pairs the first of each pool with the second of the other.
func (t *tournament) planSemifinals(c *contest) {
	for pool := range poolNames {
		f := t.newFixture(c, sunday, tourney.GameBracket)
		f.bracket, f.round = championship, new(tourney.RoundSemifinal)
		f.away, f.home = c.seeded(pool, 0), c.seeded(1-pool, 1)
		t.decide(f)
		c.semis = append(c.semis, f)
	}
	c.semis[0].away.knownFrom = midway // certain after two rounds: see roundRobin
}

// seeded returns the side of the team that ends a pool at a place, counted from 0.
func (c *contest) seeded(pool, place int) berth {
	return berth{
		entrant: c.ranked[pool][place], knownFrom: over, waiting: fmt.Sprintf("%s Pool %s", [...]string{"1st", "2nd"}[place], poolNames[pool]),
		pool: poolNames[pool], poolSeed: place + 1, seed: 1 + pool + 2*place,
	}
}

func (t *tournament) planFinals(c *contest) {
	c.third = t.newFixture(c, sunday, tourney.GameBracketAlt)
	c.third.bracket, c.third.round = thirdPlace, new(tourney.RoundNone)
	c.third.away, c.third.home = c.advanced("L", 0), c.advanced("L", 1)
	t.decide(c.third)

	c.final = t.newFixture(c, sunday, tourney.GameBracket)
	c.final.bracket, c.final.round = championship, new(tourney.RoundChampionship)
	c.final.away, c.final.home = c.advanced("W", 0), c.advanced("W", 1)
	t.decide(c.final)
}

// advanced returns the side of the winner (W) or loser (L) of a semifinal.
func (c *contest) advanced(which string, semifinal int) berth {
	side := *c.semis[semifinal].better()
	if which == "L" {
		side = *c.semis[semifinal].worse()
	}
	side.knownFrom, side.score = over, 0
	side.waiting = fmt.Sprintf("%s%d (%s)", which, semifinal+1, bracketNames[championship])
	return side
}

// decide gives a game of a bracket a result with a winner.
func (t *tournament) decide(f *fixture) {
	f.away.score, f.home.score = t.scores()
	if t.rng.IntN(2) == 0 {
		f.away.score, f.home.score = f.home.score, f.away.score
	}
}

func (t *tournament) newFixture(c *contest, day int, kind tourney.GameType) *fixture {
	f := &fixture{
		id: int64(firstGame + len(t.fixtures)), contest: c, kind: kind, date: t.event.StartDate.AddDays(day),
		playedFrom: over, statisticsOf: true,
	}
	t.fixtures = append(t.fixtures, f)
	return f
}

// setTimes fills the courts of each day from eight o'clock on, every ninety minutes. The finals wait until noon.
func (t *tournament) setTimes() {
	day, onDay, noon := tourney.Date{}, 0, false
	for _, f := range t.fixtures {
		final := f == f.contest.final || f == f.contest.third
		if f.date != day || final != noon {
			day, noon, onDay = f.date, final, 0
		}
		minutes := 8*60 + 90*(onDay/len(t.courts))
		if final {
			minutes += 4 * 60
		}
		f.clock = tourney.TimeOfDay{Hour: minutes / 60, Minute: minutes % 60}
		f.court = t.courts[onDay%len(t.courts)]
		onDay++
	}
}

// makeExceptions changes the games that differ from the others. Only games between the two last teams of a pool
// change their result, so that nobody else's place does.
func (t *tournament) makeExceptions() {
	tie := t.lastsOf(t.divisions[0], 0)
	if counts(t.variant, contract.Ties) {
		tie.better().score = tie.worse().score
	}
	forfeit := t.lastsOf(t.divisions[1], 0)
	forfeit.forfeited, forfeit.statisticsOf, forfeit.worse().score = true, false, 0
	for _, c := range t.divisions {
		t.lastsOf(c, 1).playedFrom = over // too late for the first evening
		c.final.placedFrom = over
		c.third.placedFrom, c.third.timedFrom = over, over
	}
	t.fixtures[len(roundRobin)*len(t.divisions)*poolSize-1].placedFrom = over // the last of Saturday
}

// lastsOf returns the game between the two last teams of a pool.
func (t *tournament) lastsOf(c *contest, pool int) *fixture {
	third, fourth := c.ranked[pool][2], c.ranked[pool][3]
	i := slices.IndexFunc(t.fixtures, func(f *fixture) bool {
		return f.better().entrant == third && f.worse().entrant == fourth
	})
	return t.fixtures[i]
}

// counts reports whether the standings of a sport have a column for a figure.
func counts(v *contract.Variant, figure contract.Figure) bool {
	return slices.ContainsFunc(v.Columns, func(c contract.Column) bool { return c.Figure == figure })
}

// better returns the side with the higher score.
func (f *fixture) better() *berth {
	if f.away.score > f.home.score {
		return &f.away
	}
	return &f.home
}

// worse returns the other side.
func (f *fixture) worse() *berth {
	if f.better() == &f.away {
		return &f.home
	}
	return &f.away
}

func (f *fixture) winner() *entrant { return f.better().entrant }

func (f *fixture) loser() *entrant { return f.worse().entrant }

// game returns what a stage shows of a fixture.
func (f *fixture) game(s stage) tourney.Game {
	g := tourney.Game{
		ID: f.id, Type: f.kind, Date: f.date, Round: f.round,
		Division: &tourney.GameDivision{ID: f.contest.division.ID, Name: f.contest.division.Name},
		AwayTeam: f.side(&f.away, s), HomeTeam: f.side(&f.home, s),
	}
	if s >= f.timedFrom {
		g.Time = new(f.clock)
	}
	if s >= f.placedFrom {
		g.VenueCourt = new(f.court)
	}
	if f.kind != tourney.GamePool {
		g.BracketName = bracketNames[f.bracket]
	}
	return g
}

func (f *fixture) side(b *berth, s stage) *tourney.GameSide {
	side := &tourney.GameSide{Name: b.waiting, Pool: b.pool, Exhibition: new(false), Forfeited: new(false)}
	if b.poolSeed != 0 {
		side.PoolSeed = new(b.poolSeed)
	}
	if s >= b.knownFrom {
		side.Name, side.TeamID, side.Color = b.entrant.team.Name, new(b.entrant.team.ID), b.entrant.color
		side.Pool, side.PoolNumber, side.TeamPoolID = b.entrant.pool, new(b.entrant.poolNumber), new(b.entrant.positionID)
	}
	if f.kind != tourney.GamePool {
		f.addBracket(side, b, s)
	}
	if s >= f.playedFrom {
		f.addResult(side, b)
	}
	return side
}

func (f *fixture) addBracket(side *tourney.GameSide, b *berth, s stage) {
	side.BracketName, side.BracketID = bracketNames[f.bracket], new(f.contest.bracketID(f.bracket))
	side.DivisionID, side.DivisionName = new(f.contest.division.ID), f.contest.division.Name
	if s >= b.knownFrom || f.contest.semifinal(f) {
		side.Seed, side.DivisionSeed = new(b.seed), new(b.seed)
		return
	}
	side.Pool, side.PoolSeed = "", nil // those of whoever wins the semifinal
}

// semifinal reports whether a game is one: its sides have a seed before they have a team.
func (c *contest) semifinal(f *fixture) bool { return slices.Contains(c.semis, f) }

func (f *fixture) addResult(side *tourney.GameSide, b *berth) {
	side.Score = new(tourney.NewDecimal(int64(b.score), 0))
	if !f.forfeited {
		return
	}
	if b == f.better() {
		side.WonBy = new(tourney.WonByForfeit)
	} else {
		side.Forfeited = new(true)
	}
}

// scale is what scores look like where a thing is counted.
type scale struct {
	unit        string // first word of the standings column
	least, most int    // score of the loser
	margin      int    // most that the winner is ahead, when it has enough to win
	toWin       int    // least score of a winner
}

var scales = []scale{
	{unit: "Sets", least: 0, most: 1, margin: 1, toWin: 2},
	{unit: "Goals", least: 0, most: 4, margin: 3},
	{unit: "Runs", least: 0, most: 7, margin: 5},
	{unit: "Points", least: 6, most: 28, margin: 14},
}

// scores returns the scores of a winner and a loser, as the standings columns of the sport let expect.
func (t *tournament) scores() (won, lost int) {
	s := scaleOf(t.variant)
	lost = s.least + t.rng.IntN(s.most-s.least+1)
	return max(s.toWin, lost+1+t.rng.IntN(s.margin)), lost
}

// scaleOf returns the scale of the column that counts what a team scored, else the last one.
func scaleOf(v *contract.Variant) scale {
	for _, c := range v.Columns {
		for _, s := range scales {
			if c.Figure == contract.For && strings.HasPrefix(c.Name, s.unit) {
				return s
			}
		}
	}
	return scales[len(scales)-1]
}

// addStatistics gives the players of a game that was played their statistics. Nobody counts a forfeit.
func (t *tournament) addStatistics(st *store, f *fixture) {
	if t.stage < f.playedFrom || !f.statisticsOf {
		return
	}
	for _, side := range []*berth{&f.away, &f.home} {
		for i, p := range side.entrant.team.Players {
			for _, name := range t.statisticsFor(i) {
				st.setRosterStatistic(f.id, p.ID, name, t.amount(name))
			}
		}
	}
}

// statisticsFor returns the names that a player of a roster gets. The rows of the contract name what everybody
// does first: the first player of a team also does what specialists do, and of the others a scorer wrote down two
// things each, because every statistic of everybody would make a server slow to start.
func (t *tournament) statisticsFor(player int) []string {
	names := t.variant.Statistics
	if player == 0 {
		return names
	}
	everyday := names[:(len(names)+1)/2]
	first := player % max(1, len(everyday)-1)
	return everyday[first:min(first+2, len(everyday))]
}

// amounts bound the statistics whose names end in a word; the first that fits counts.
var amounts = []struct {
	ending      string
	least, most int
}{
	{"Numerator", 0, 2},
	{"Denominator", 3, 3},
	{"InningsPitched", 1, 6},
	{"PitchCount", 20, 75},
	{"AtBats", 2, 4},
	{"Yards", 0, 90},
	{"Points", 0, 16},
	{"PlusMinus", -2, 3},
	{"PenaltyMinutes", 0, 4},
	{"Cards", 0, 1},
	{"Kills", 0, 12},
	{"Digs", 0, 12},
	{"Tackles", 0, 9},
	{"Saves", 0, 9},
	{"", 0, 3},
}

// amount returns a plausible value of a statistic in one game.
func (t *tournament) amount(name string) tourney.Decimal {
	for _, a := range amounts {
		if strings.HasSuffix(name, a.ending) {
			return tourney.NewDecimal(int64(a.least+t.rng.IntN(a.most-a.least+1)), 0)
		}
	}
	return tourney.Decimal{}
}
