package model

import (
	"math"
	"strings"

	"github.com/tourney-go/tourney"
)

// The names of the statistics in a GameStatistic (section 2, Player).
const (
	statInnings     = "InningsPitched"
	statNumerator   = "InningsPitchedNumerator"
	statDenominator = "InningsPitchedDenominator"
	statPitchCount  = "PitchCount"
)

// pitchingStatistic is one statistic of a GameStatistic.
type pitchingStatistic struct {
	name  string
	value int
}

// pitchingStatistics returns the statistics of a GameStatistic.
func pitchingStatistics(g *tourney.GameStatistic) []pitchingStatistic {
	if g == nil {
		return nil
	}
	return []pitchingStatistic{
		{statInnings, g.InningsPitched},
		{statNumerator, g.InningsPitchedNumerator},
		{statDenominator, g.InningsPitchedDenominator},
		{statPitchCount, g.PitchCount},
	}
}

// innings splits innings in the notation of scorers, in which 5.2 stands for five innings and two thirds.
func innings(value tourney.Decimal) (whole, thirds int, ok bool) {
	for thirds = range 3 {
		n, isWhole := value.Sub(tourney.NewDecimal(int64(thirds), 1)).Int64()
		if isWhole && n >= 0 && n <= math.MaxInt32 {
			return int(n), thirds, true
		}
	}
	return 0, 0, false
}

// GameStatistic returns the pitching statistics of a player in a game, nil when there are none.
func (s *Reader) GameStatistic(gameID, lineID int64) *tourney.GameStatistic {
	var view tourney.GameStatistic
	found, thirds := false, 0
	for _, r := range s.statistics.Under(StatisticKey{game: gameID, player: lineID}.Key()) {
		if r.Cleared {
			continue
		}
		whole, _ := r.Value.Int64()
		value := int(whole)
		switch {
		case strings.EqualFold(r.Name, statInnings):
			view.InningsPitched, thirds, _ = innings(r.Value)
		case strings.EqualFold(r.Name, statNumerator):
			view.InningsPitchedNumerator = value
		case strings.EqualFold(r.Name, statDenominator):
			view.InningsPitchedDenominator = value
		case strings.EqualFold(r.Name, statPitchCount):
			view.PitchCount = value
		default:
			continue
		}
		found = true
	}
	if !found {
		return nil
	}
	if thirds > 0 {
		view.InningsPitchedNumerator, view.InningsPitchedDenominator = thirds, 3
	}
	return &view
}
