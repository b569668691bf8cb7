package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

// lineup is the roster of a side in a game that was played.
type lineup struct {
	gameID  int64
	players []tourney.TeamPlayer
	where   []scope
}

// addStatistics adds the statistics of all games that were played. They are a third of the work for a tournament, and
// few tests ask for them, so the table gets them when somebody does. Nothing may use the random numbers after them.
func (t *tournament) addStatistics(st *version) {
	lineups, count := make([]lineup, 0, 2*len(t.fixtures)), 0
	for _, f := range t.fixtures {
		lineups = t.appendLineups(lineups, f)
	}
	for i := range lineups {
		for player := range lineups[i].players {
			count += len(t.statisticsFor(player))
		}
	}
	player, names, first := 0, t.statisticsFor(0), st.ids.reserve(statisticIDs, count)
	st.statistics.FillLater(count, func(i int, r *statisticRow) {
		for len(names) == 0 {
			if player++; player == len(lineups[0].players) {
				lineups, player = lineups[1:], 0
			}
			names = t.statisticsFor(player)
		}
		of := &lineups[0]
		*r = statisticRowOf(of.gameID, &of.players[player], names[0], t.amount(names[0]), of.where)
		r.id = first + int64(i)
		names = names[1:]
	})
}

// appendLineups appends those of a game. A forfeit has none.
func (t *tournament) appendLineups(list []lineup, f *fixture) []lineup {
	if t.stage < f.playedFrom || !f.hasStatistics {
		return list
	}
	where := scopes(t.event.ID, f.contest.division.ID)
	return append(list,
		lineup{f.id, f.away.entrant.team.Players, where}, lineup{f.id, f.home.entrant.team.Players, where})
}

// statisticsFor returns the names of a player's statistics, by the player's index in the roster. The first player has
// all statistics. The others have two each, because more would make a server slow to start. They are from the first
// half of the contract's row, which names the statistics of ordinary players first.
func (t *tournament) statisticsFor(player int) []string {
	names := t.variant.Statistics
	if player == 0 {
		return names
	}
	everyday := names[:(len(names)+1)/2]
	first := player % max(1, len(everyday)-1)
	return everyday[first:min(first+2, len(everyday))]
}

// amounts bound the values of statistics by the endings of their names. The first match counts.
var amounts = []struct {
	suffix      string
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
		if strings.HasSuffix(name, a.suffix) {
			return tourney.NewDecimal(int64(a.least+t.rng.IntN(a.most-a.least+1)), 0)
		}
	}
	return tourney.Decimal{}
}
