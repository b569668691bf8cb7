package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

// addStatistics gives the players of a game that was played their statistics. Nobody counts a forfeit.
func (t *tournament) addStatistics(st *store, f *fixture) {
	if t.stage < f.playedFrom || !f.hasStatistics {
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
