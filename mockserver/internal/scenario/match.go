package scenario

import (
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
)

// match is a game of the plan, with its result. A field with a name such as playedFrom is the first stage that shows a
// part of the match: here, the result.
type match struct {
	id            int64
	contest       *contest
	kind          tourney.GameType
	bracket       int // unused in pool play
	round         *tourney.Round
	date          tourney.Date
	timeOfDay     tourney.TimeOfDay
	court         tourney.VenueCourt
	away, home    berth
	timedFrom     stage
	placedFrom    stage
	playedFrom    stage
	forfeited     bool // the loser forfeited
	hasStatistics bool // false for a game without statistics
}

// berth is a side of a match. It has a team, and a text. Stages before knownFrom show the text instead of the team.
type berth struct {
	entrant   *entrant
	knownFrom stage
	waiting   string // the name that stages before knownFrom show for the side
	pool      string // the pool that decides the team; "" when a game decides it
	poolSeed  int
	seed      int // in the bracket
	score     int
}

func (m *match) better() *berth {
	if m.away.score > m.home.score {
		return &m.away
	}
	return &m.home
}

func (m *match) worse() *berth {
	if m.better() == &m.away {
		return &m.home
	}
	return &m.away
}

func (m *match) winner() *entrant { return m.better().entrant }

func (m *match) loser() *entrant { return m.worse().entrant }

func (m *match) game(s stage) tourney.Game {
	g := tourney.Game{
		ID: m.id, Type: m.kind, Date: m.date, Round: m.round,
		Number:   new(tourney.TextOrNumber(strconv.Itoa(int(m.id) - firstGame + 1))),
		Division: &tourney.GameDivision{ID: m.contest.division.ID, Name: m.contest.division.Name},
		AwayTeam: m.side(&m.away, s), HomeTeam: m.side(&m.home, s),
	}
	if s >= m.timedFrom {
		g.Time = new(m.timeOfDay)
	}
	if s >= m.placedFrom {
		g.VenueCourt = new(m.court)
	}
	if m.kind != tourney.GamePool {
		g.BracketName = bracketNames[m.bracket]
	}
	return g
}

func (m *match) side(b *berth, s stage) *tourney.GameSide {
	side := &tourney.GameSide{Name: b.waiting, Pool: b.pool, Exhibition: new(false), Forfeited: new(false)}
	if b.poolSeed != 0 {
		side.PoolSeed = new(b.poolSeed)
	}
	if s >= b.knownFrom {
		side.Name, side.TeamID, side.Color = b.entrant.team.Name, new(b.entrant.team.ID), b.entrant.color
		side.Pool, side.PoolNumber, side.TeamPoolID = b.entrant.pool, new(b.entrant.poolNumber), new(b.entrant.positionID)
	}
	if m.kind != tourney.GamePool {
		m.addBracket(side, b, s)
	}
	if s >= m.playedFrom {
		m.addResult(side, b)
	}
	return side
}

// waiting returns a side with a team from a result as the side waited for the result, nil for another side.
func (m *match) waiting(b *berth, s stage) *tourney.GameSide {
	if b.waiting == "" || s < b.knownFrom {
		return nil
	}
	return m.side(b, notStarted)
}

func (m *match) addBracket(side *tourney.GameSide, b *berth, s stage) {
	side.BracketName, side.BracketID = bracketNames[m.bracket], new(m.contest.bracketID(m.bracket))
	side.ExternalBracketID = "EXT-B-" + strconv.FormatInt(*side.BracketID, 10)
	side.DivisionID, side.DivisionName = new(m.contest.division.ID), m.contest.division.Name
	if s >= b.knownFrom || m.contest.semifinal(m) {
		side.Seed, side.DivisionSeed = new(b.seed), new(b.seed)
		return
	}
	side.Pool, side.PoolSeed = "", nil // because pool and seed depend on who wins the semifinal
}

// semifinal reports whether a game is a semifinal. The sides of a semifinal have a seed before they have a team.
func (c *contest) semifinal(m *match) bool { return slices.Contains(c.semis, m) }

func (m *match) addResult(side *tourney.GameSide, b *berth) {
	side.Score = tourney.Score(b.score)
	if !m.forfeited {
		return
	}
	if b == m.better() {
		side.WonBy = new(tourney.WonByForfeit)
	} else {
		side.Forfeited = new(true)
	}
}
