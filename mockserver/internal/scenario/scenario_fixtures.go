package scenario

import (
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
)

// game returns a fixture as a stage shows it.
func (f *fixture) game(s stage) tourney.Game {
	g := tourney.Game{
		ID: f.id, Type: f.kind, Date: f.date, Round: f.round,
		Number:   new(tourney.TextOrNumber(strconv.Itoa(int(f.id) - FirstGame + 1))),
		Division: &tourney.GameDivision{ID: f.contest.division.ID, Name: f.contest.division.Name},
		AwayTeam: f.side(&f.away, s), HomeTeam: f.side(&f.home, s),
	}
	if s >= f.timedFrom {
		g.Time = new(f.timeOfDay)
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
	side.ExternalBracketID = "EXT-B-" + strconv.FormatInt(*side.BracketID, 10)
	side.DivisionID, side.DivisionName = new(f.contest.division.ID), f.contest.division.Name
	if s >= b.knownFrom || f.contest.semifinal(f) {
		side.Seed, side.DivisionSeed = new(b.seed), new(b.seed)
		return
	}
	side.Pool, side.PoolSeed = "", nil // they depend on the winner of the semifinal
}

// semifinal reports whether a game is a semifinal. The sides of a semifinal have a seed before they have a team.
func (c *contest) semifinal(f *fixture) bool { return slices.Contains(c.semis, f) }

func (f *fixture) addResult(side *tourney.GameSide, b *berth) {
	side.Score = tourney.Score(b.score)
	if !f.forfeited {
		return
	}
	if b == f.better() {
		side.WonBy = new(tourney.WonByForfeit)
	} else {
		side.Forfeited = new(true)
	}
}
