package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

// The statistic names that make up a GameStatistic (section 2, Player).
const (
	statInnings     = "InningsPitched"
	statNumerator   = "InningsPitchedNumerator"
	statDenominator = "InningsPitchedDenominator"
	statPitchCount  = "PitchCount"
)

// pitchingStatistic is one of the statistics that make up a GameStatistic.
type pitchingStatistic struct {
	name  string
	value int
}

// pitchingStatistics returns a GameStatistic as the statistics that it is made of.
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

// gameStatistic returns what a player pitched in a game, nil when nothing was recorded.
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
