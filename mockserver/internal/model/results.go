package model

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// GameResult is the outcome and the points that standings count for the sides of a game. It is computed from the game.
// Standings count thousands of games, so the table of games computes the result once after each change of a game.
type GameResult struct {
	DivisionID int64 // 0 for a game without a division
	Decided    bool
	Away, Home SideResult
}

// SideResult is the outcome and the points that standings count for one side of a game.
type SideResult struct {
	TeamID  int64 // 0 for a side without a team
	Outcome Outcome
	Points  int32            // 0 if a side has no score, or if this side forfeited
	Decimal *tourney.Decimal // the points if they are not a short whole number; else nil
}

// Outcome is 1 for a side that won, -1 for a side that lost, and 0 for a tie.
type Outcome int8

// The outcomes.
const (
	Lost Outcome = iota - 1
	Tied
	Won
)

// resultOf returns the result of a game.
func resultOf(g *tourney.Game) GameResult {
	forAway, forHome, decided := outcomes(g)
	r := GameResult{
		DivisionID: divisionOf(g), Decided: decided,
		Away: SideResult{TeamID: TeamOf(g.AwayTeam), Outcome: forAway},
		Home: SideResult{TeamID: TeamOf(g.HomeTeam), Outcome: forHome},
	}
	if g.Played() {
		r.Away.score(g.AwayTeam, g.HomeTeam)
		r.Home.score(g.HomeTeam, g.AwayTeam)
	}
	return r
}

// score sets the points of a side. The score of a side that forfeited counts for neither side (assumption
// counted-games).
func (s *SideResult) score(side, other *tourney.GameSide) {
	n, short := values.ShortWhole(*side.Score)
	switch {
	case forfeits(side, other):
	case short:
		s.Points = int32(n) //nolint:gosec // it has at most nine digits
	default:
		s.Decimal = side.Score
	}
}

// outcomes returns the outcomes of the sides of a game. decided is false while the game has no result, and for a game
// that does not count in standings. If both sides forfeited, both sides lost.
func outcomes(g *tourney.Game) (forAway, forHome Outcome, decided bool) {
	if !counts(g) {
		return Tied, Tied, false
	}
	switch g.Winner() {
	case tourney.WinnerAway:
		return Won, Lost, true
	case tourney.WinnerHome:
		return Lost, Won, true
	case tourney.WinnerTie:
		return Tied, Tied, true
	case tourney.WinnerNobody:
		return Lost, Lost, true
	}
	return Tied, Tied, false
}

// divisionOf returns the id of a game's division, 0 when it has none.
func divisionOf(g *tourney.Game) int64 {
	if g.Division == nil {
		return 0
	}
	return g.Division.ID
}

// TeamOf returns the id of a side's team, 0 when it has none.
func TeamOf(side *tourney.GameSide) int64 {
	if side == nil || side.TeamID == nil {
		return 0
	}
	return *side.TeamID
}

// counts reports whether a game counts in standings and for leaders (assumption counted-games). A game that does not
// count can still have a result.
func counts(g *tourney.Game) bool { return !isExhibition(g) && PairProblem(g) == "" }

// isExhibition reports whether a side of a game is marked as an exhibition.
func isExhibition(g *tourney.Game) bool {
	flag := func(side *tourney.GameSide) bool { return side != nil && values.IsTrue(side.Exhibition) }
	return flag(g.AwayTeam) || flag(g.HomeTeam)
}

// forfeits reports whether a side forfeited. Only football has a flag for a forfeit. In other sports the field WonBy of
// the other side shows the forfeit.
func forfeits(side, other *tourney.GameSide) bool {
	by, forfeit := other.WonBy, tourney.WonByForfeit
	return values.IsTrue(side.Forfeited) ||
		by != nil && (by.Code == forfeit.Code || strings.EqualFold(by.Name, forfeit.Name))
}

// wonBy reports whether a side has a WonBy that makes the side win, as the method Winner of tourney.Game decides.
func wonBy(side *tourney.GameSide) bool {
	return side != nil && side.WonBy != nil && tourney.Game{
		AwayTeam: &tourney.GameSide{WonBy: side.WonBy}, HomeTeam: &tourney.GameSide{},
	}.Winner() == tourney.WinnerAway
}

// PairProblem returns why the two sides of a game contradict each other, "" when they do not. An update can cause a
// game with such sides, because a host stores a result as supplied (section 3). Such a game counts neither in standings
// nor for leaders.
func PairProblem(g *tourney.Game) string {
	away, home := g.AwayTeam, g.HomeTeam
	const contradiction = " has a WonBy and is Forfeited: a side that forfeited has not won"
	switch {
	case wonBy(away) && values.IsTrue(away.Forfeited):
		return "AwayTeam" + contradiction
	case wonBy(home) && values.IsTrue(home.Forfeited):
		return "HomeTeam" + contradiction
	case wonBy(away) && wonBy(home):
		return "AwayTeam and HomeTeam have a WonBy: only one side can have won"
	case TeamOf(away) != 0 && TeamOf(away) == TeamOf(home):
		return fmt.Sprintf("AwayTeam and HomeTeam have the same TeamId %d: a team cannot play itself", TeamOf(away))
	case teamPoolOf(away) != 0 && teamPoolOf(away) == teamPoolOf(home):
		return fmt.Sprintf("AwayTeam and HomeTeam have the same TeamPoolId %d: a team cannot play itself", teamPoolOf(away))
	}
	return ""
}

// teamPoolOf returns the id of a side's position in a pool, 0 when it has none.
func teamPoolOf(side *tourney.GameSide) int64 {
	if side == nil || side.TeamPoolID == nil {
		return 0
	}
	return *side.TeamPoolID
}
