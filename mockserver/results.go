package mockserver

import (
	"github.com/tourney-go/tourney"
)

// gameResult is what a game gives its sides in standings. It follows from the game. Standings count thousands of games,
// so the table settles a result once for each change of its game.
type gameResult struct {
	divisionID int64 // 0 for a game without a division
	decided    bool
	away, home sideResult
}

// sideResult is what a game gives one side.
type sideResult struct {
	teamID  int64 // 0 for a side without a team
	outcome outcome
	points  int32            // 0 unless both sides have a score
	decimal *tourney.Decimal // in place of points; nil for a short whole number
}

// outcome is 1 for a side that won, -1 for a side that lost, and 0 for a tie.
type outcome int8

const (
	lost outcome = iota - 1
	tied
	won
)

// resultOf returns the result of a game.
func resultOf(g *tourney.Game) gameResult {
	forAway, forHome, decided := outcomes(g)
	r := gameResult{divisionOf(g), decided, sideResultOf(g.AwayTeam, forAway), sideResultOf(g.HomeTeam, forHome)}
	if g.Played() {
		r.away.score(g.AwayTeam.Score)
		r.home.score(g.HomeTeam.Score)
	}
	return r
}

func sideResultOf(side *tourney.GameSide, o outcome) sideResult {
	return sideResult{teamID: teamOf(side), outcome: o}
}

// score sets the points.
func (s *sideResult) score(d *tourney.Decimal) {
	if n, ok := wholeNumber(*d); ok {
		s.points = int32(n) //nolint:gosec // it has at most nine digits
	} else {
		s.decimal = d
	}
}

// outcomes returns what the sides of a game have. It returns false while the game has no result. If both sides
// forfeited, both lost.
func outcomes(g *tourney.Game) (forAway, forHome outcome, decided bool) {
	switch g.Winner() {
	case tourney.WinnerAway:
		return won, lost, true
	case tourney.WinnerHome:
		return lost, won, true
	case tourney.WinnerTie:
		return tied, tied, true
	case tourney.WinnerNobody:
		return lost, lost, true
	}
	return tied, tied, false
}

// divisionOf returns the id of a game's division, 0 when it has none.
func divisionOf(g *tourney.Game) int64 {
	if g.Division == nil {
		return 0
	}
	return g.Division.ID
}

// teamOf returns the id of a side's team, 0 when it has none.
func teamOf(side *tourney.GameSide) int64 {
	if side == nil || side.TeamID == nil {
		return 0
	}
	return *side.TeamID
}
