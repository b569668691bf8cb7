package scenario

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// roundRobin pairs the teams of a pool by their final places. Pools play two rounds on Friday, and the third on
// Saturday. The first pool of the first division plays all rounds on Friday. Its semifinals therefore have a known team
// on one side and an unknown team on the other side from then on.
var roundRobin = [][][2]int{{{0, 2}, {1, 3}}, {{0, 1}, {2, 3}}, {{0, 3}, {1, 2}}}

var roundDays = []int{friday, friday, saturday}

func (t *tournament) planGames() {
	for _, c := range t.divisions {
		t.rankPools(c)
	}
	for i, pairs := range roundRobin {
		for _, c := range t.divisions {
			for pool := range poolNames {
				for _, pair := range pairs {
					day := roundDays[i]
					if c.early(pool) {
						day = friday
					}
					t.planPoolGame(c, day, c.ranked[pool][pair[0]], c.ranked[pool][pair[1]])
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

func (c *contest) early(pool int) bool { return c.index == 0 && pool == 0 }

func (t *tournament) rankPools(c *contest) {
	for i, name := range poolNames {
		teams := c.teams[i*poolSize : (i+1)*poolSize]
		order := t.rng.Perm(poolSize)
		for number, e := range teams {
			e.pool, e.poolNumber, e.poolRank = name, number+1, order[number]+1
		}
		c.ranked[i] = slices.SortedFunc(slices.Values(teams), func(a, b *entrant) int {
			return cmp.Compare(a.poolRank, b.poolRank)
		})
	}
}

// planPoolGame adds a game of a pool. The team better wins against the team worse.
func (t *tournament) planPoolGame(c *contest, day int, better, worse *entrant) {
	m := t.newMatch(c, day, tourney.GamePool)
	if day == friday {
		m.playedFrom = midway
	}
	won, lost := t.scores()
	m.away, m.home = poolBerth(better, won), poolBerth(worse, lost)
	if t.rng.IntN(2) == 0 {
		m.away, m.home = m.home, m.away
	}
}

func poolBerth(e *entrant, score int) berth {
	return berth{entrant: e, knownFrom: notStarted, pool: e.pool, poolSeed: e.poolNumber, score: score}
}

// planSemifinals pairs the first team of each pool with the second team of the other pool.
func (t *tournament) planSemifinals(c *contest) {
	for pool := range poolNames {
		m := t.newMatch(c, sunday, tourney.GameBracket)
		m.bracket, m.round = championship, new(tourney.RoundSemifinal)
		m.away, m.home = c.seededBerth(pool, 0), c.seededBerth(1-pool, 1)
		t.decide(m)
		c.semis = append(c.semis, m)
	}
}

// seededBerth returns the side of a semifinal for the team on a final place in a pool. Pools and places count from 0.
func (c *contest) seededBerth(pool, place int) berth {
	known := over
	if c.early(pool) {
		known = midway
	}
	return berth{
		entrant: c.ranked[pool][place], knownFrom: known,
		waiting: values.Ordinal{Number: place + 1}.String() + " in " + poolNames[pool],
		pool:    poolNames[pool], poolSeed: place + 1, seed: 1 + pool + 2*place,
	}
}

func (t *tournament) planFinals(c *contest) {
	c.third = t.newMatch(c, sunday, tourney.GameBracketAlt)
	c.third.bracket, c.third.round = thirdPlace, new(tourney.RoundNone)
	c.third.away, c.third.home = c.advancingBerth("L", 0), c.advancingBerth("L", 1)
	t.decide(c.third)

	c.final = t.newMatch(c, sunday, tourney.GameBracket)
	c.final.bracket, c.final.round = championship, new(tourney.RoundChampionship)
	c.final.away, c.final.home = c.advancingBerth("W", 0), c.advancingBerth("W", 1)
	t.decide(c.final)
}

// advancingBerth returns the side for the winner (W) or loser (L) of a semifinal.
func (c *contest) advancingBerth(which string, semifinal int) berth {
	side := *c.semis[semifinal].better()
	if which == "L" {
		side = *c.semis[semifinal].worse()
	}
	side.knownFrom, side.score = over, 0
	side.waiting = fmt.Sprintf("%s%d (%s)", which, semifinal+1, bracketNames[championship])
	return side
}

// decide gives a game of a bracket a result. It avoids a tie.
func (t *tournament) decide(m *match) {
	m.away.score, m.home.score = t.scores()
	if t.rng.IntN(2) == 0 {
		m.away.score, m.home.score = m.home.score, m.away.score
	}
}

func (t *tournament) newMatch(c *contest, day int, kind tourney.GameType) *match {
	m := &match{
		id: int64(firstGame + len(t.matches)), contest: c, kind: kind, date: t.event.StartDate.AddDays(day),
		playedFrom: over, hasStatistics: true,
	}
	t.matches = append(t.matches, m)
	return m
}

// setTimes gives every game a court and a time. Games begin every ninety minutes: from eight o'clock on, and finals
// from noon on.
func (t *tournament) setTimes() {
	type part struct {
		day   tourney.Date
		final bool
	}
	games := map[part]int{}
	for _, m := range t.matches {
		in := part{m.date, m == m.contest.final || m == m.contest.third}
		minutes := 8*60 + 90*(games[in]/len(t.courts))
		if in.final {
			minutes += 4 * 60
		}
		m.timeOfDay = tourney.TimeOfDay{Hour: minutes / 60, Minute: minutes % 60}
		m.court = t.courts[games[in]%len(t.courts)]
		games[in]++
	}
}

// makeExceptions makes some games differ from the others: a tie, a forfeit, and games without a place or time. It
// changes only results of games between the two last teams of a pool, so the places of all other teams stay the same.
func (t *tournament) makeExceptions() {
	tie := t.lastPlacesGame(t.divisions[0], 0)
	if hasColumn(t.variant, contract.Ties) {
		tie.better().score = tie.worse().score
	}
	forfeit := t.lastPlacesGame(t.divisions[1], 0)
	forfeit.forfeited, forfeit.hasStatistics, forfeit.worse().score = true, false, 0
	for _, c := range t.divisions {
		t.lastPlacesGame(c, 1).playedFrom = over // too late for the first evening
		c.final.placedFrom = over
		c.third.placedFrom = over
	}
	last := t.matches[len(roundRobin)*len(t.divisions)*poolSize-1] // of Saturday
	last.placedFrom, last.timedFrom = over, over
}

// lastPlacesGame returns the game between the two last teams of a pool.
func (t *tournament) lastPlacesGame(c *contest, pool int) *match {
	third, fourth := c.ranked[pool][2], c.ranked[pool][3]
	i := slices.IndexFunc(t.matches, func(m *match) bool {
		return m.better().entrant == third && m.worse().entrant == fourth
	})
	return t.matches[i]
}

func hasColumn(v *contract.Variant, figure contract.Figure) bool {
	return slices.ContainsFunc(v.Columns, func(c contract.Column) bool { return c.Figure == figure })
}

type scale struct {
	unit        string // contract.Variant.ScoreUnit
	least, most int    // bounds of the loser's score
	margin      int    // the largest lead, unless toWin needs a larger one
	toWin       int    // the least score with which a team wins
}

var scales = []scale{
	{unit: "Sets", least: 0, most: 1, margin: 1, toWin: 2},
	{unit: "Goals", least: 0, most: 4, margin: 3},
	{unit: "Runs", least: 0, most: 7, margin: 5},
	{unit: "Points", least: 6, most: 28, margin: 14},
}

func (t *tournament) scores() (won, lost int) { return Scores(t.variant, t.rng) }

// Scores returns plausible scores of a winner and a loser.
func Scores(v *contract.Variant, rng *rand.Rand) (won, lost int) {
	s := scaleOf(v)
	lost = s.least + rng.IntN(s.most-s.least+1)
	return max(s.toWin, lost+1+rng.IntN(s.margin)), lost
}

// scaleOf returns the scale for the standings column that counts scores, or the last scale if there is no such column.
func scaleOf(v *contract.Variant) scale {
	for _, s := range scales {
		if s.unit == v.ScoreUnit() {
			return s
		}
	}
	return scales[len(scales)-1]
}
