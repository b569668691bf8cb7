package mockserver

import (
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

// gameStatistic returns the pitching statistics of a player in a game, nil when there are none.
func (s *store) gameStatistic(gameID, lineID int64) *tourney.GameStatistic {
	var view tourney.GameStatistic
	found := false
	for _, r := range s.statistics.under(statisticKey{game: gameID, player: lineID}) {
		if r.cleared {
			continue
		}
		whole, _ := r.value.Int64()
		value := int(whole)
		switch {
		case strings.EqualFold(r.name, statInnings):
			view.InningsPitched = value
		case strings.EqualFold(r.name, statNumerator):
			view.InningsPitchedNumerator = value
		case strings.EqualFold(r.name, statDenominator):
			view.InningsPitchedDenominator = value
		case strings.EqualFold(r.name, statPitchCount):
			view.PitchCount = value
		default:
			continue
		}
		found = true
	}
	if !found {
		return nil
	}
	return &view
}
