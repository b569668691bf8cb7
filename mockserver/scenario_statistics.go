package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

// performance is a player in a game, with the names of the player's statistics.
type performance struct {
	gameID int64
	line   *tourney.TeamPlayer
	names  []string
	where  []scope
}

// addStatistics adds the statistics of all games that were played.
func (t *tournament) addStatistics(st *version) {
	performances, count := make([]performance, 0, 2*maxRoster*len(t.fixtures)), 0
	for _, f := range t.fixtures {
		performances = t.appendPerformances(performances, st, f)
	}
	for i := range performances {
		count += len(performances[i].names)
	}
	st.statistics.Fill(count, func(_ int, r *statisticRow) {
		p := &performances[0]
		*r = st.newStatisticRow(p.gameID, p.line, p.names[0], t.amount(p.names[0]), p.where)
		if p.names = p.names[1:]; len(p.names) == 0 {
			performances = performances[1:]
		}
	})
}

// appendPerformances appends those of the players in a game. A forfeit has none.
func (t *tournament) appendPerformances(list []performance, st *version, f *fixture) []performance {
	if t.stage < f.playedFrom || !f.hasStatistics {
		return list
	}
	where := st.games.Get(f.id).scopes()
	for _, side := range []*berth{&f.away, &f.home} {
		for i, p := range side.entrant.team.Players {
			if names := t.statisticsFor(i); len(names) > 0 {
				list = append(list, performance{f.id, st.rosterLine(p.ID), names, where})
			}
		}
	}
	return list
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
