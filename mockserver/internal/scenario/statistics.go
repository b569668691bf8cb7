package scenario

import (
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// addStatistics adds the statistics of all games that were played. A game that ended by a forfeit has no statistics.
func (t *tournament) addStatistics(st *model.Version) {
	for _, m := range t.matches {
		if t.stage < m.playedFrom || !m.hasStatistics {
			continue
		}
		where := model.Scopes(t.event.ID, m.contest.division.ID)
		t.addLineup(st, m.id, m.away.entrant.team.Players, where)
		t.addLineup(st, m.id, m.home.entrant.team.Players, where)
	}
}

func (t *tournament) addLineup(st *model.Version, gameID int64, players []tourney.TeamPlayer, where []model.Scope) {
	for i := range players {
		for _, name := range t.statisticsFor(i) {
			r := model.NewStatisticRow(gameID, &players[i], name, t.amount(name), where)
			r.ID = st.IDs.Reserve(model.StatisticIDs, 1)
			store.Add(&st.Statistics, r)
		}
	}
}

// statisticsFor returns the names of a player's statistics, by the player's index in the roster. The first player has
// all statistics. Every other player has two statistics, because more would make a server slow to start. Both come from
// the first half of the contract's list, because that list begins with the statistics of ordinary players.
func (t *tournament) statisticsFor(player int) []string {
	names := t.variant.Statistics
	if player == 0 {
		return names
	}
	everyday := names[:(len(names)+1)/2]
	first := player % max(1, len(everyday)-1)
	return everyday[first:min(first+2, len(everyday))]
}

// amounts contains bounds for the values of statistics. An entry applies to statistics whose names end with the entry's
// text. If several entries match a name, the first one counts.
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

func (t *tournament) amount(name string) tourney.Decimal {
	for _, a := range amounts {
		if strings.HasSuffix(name, a.suffix) {
			return tourney.NewDecimal(int64(a.least+t.rng.IntN(a.most-a.least+1)), 0)
		}
	}
	return tourney.Decimal{}
}
