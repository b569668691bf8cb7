package model

import (
	"math"
	"strings"

	"github.com/tourney-go/tourney"
)

// statInnings is the name of the statistic with innings in the notation of scorers.
const statInnings = "InningsPitched"

// pitching are the statistics of a GameStatistic (section 2, Player).
var pitching = []struct {
	name string
	of   func(*tourney.GameStatistic) *int
}{
	{statInnings, func(g *tourney.GameStatistic) *int { return &g.InningsPitched }},
	{"InningsPitchedNumerator", func(g *tourney.GameStatistic) *int { return &g.InningsPitchedNumerator }},
	{"InningsPitchedDenominator", func(g *tourney.GameStatistic) *int { return &g.InningsPitchedDenominator }},
	{"PitchCount", func(g *tourney.GameStatistic) *int { return &g.PitchCount }},
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
		for _, p := range pitching {
			if r.Cleared || !strings.EqualFold(r.Name, p.name) {
				continue
			}
			whole, _ := r.Value.Int64()
			*p.of(&view), found = int(whole), true
			if p.name == statInnings {
				view.InningsPitched, thirds, _ = innings(r.Value)
			}
		}
	}
	if !found {
		return nil
	}
	if thirds > 0 {
		view.InningsPitchedNumerator, view.InningsPitchedDenominator = thirds, 3
	}
	return &view
}
