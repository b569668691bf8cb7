package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// Statistic returns a statistic of a line of a roster in a game.
func (s *server) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return read(s.state, func(st *version) (tourney.Decimal, bool) {
		r := st.statistic(gameID, teamPlayerID, name)
		if r == nil || r.Cleared {
			return tourney.Decimal{}, false
		}
		return r.Value, true
	})
}

// Statistics returns the statistics of a game. It costs the length of all statistics.
func (s *server) Statistics(gameID int64) []StatisticValue {
	list, _ := read(s.state, func(st *version) ([]StatisticValue, bool) {
		rows := st.statistics.Where(func(r *statisticRow) bool { return r.GameID == gameID && !r.Cleared })
		return mapped(rows, func(r *statisticRow) StatisticValue { return StatisticValue{r.PlayerID, r.Name, r.Value} }), true
	})
	return list
}

func (s *server) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	through(s, "Statistics.Set", func(d *door) int64 {
		d.exists(gameID, d.games.Get(gameID) != nil, "game")
		d.exists(teamPlayerID, d.rosterLine(teamPlayerID) != nil, "line of a roster")
		d.setRosterStatistic(gameID, teamPlayerID, name, value)
		return 0
	})
}

func (s *server) RemoveStatistic(gameID, teamPlayerID int64, name string) {
	through(s, "Statistics.Remove", func(d *door) int64 {
		r := d.statistic(gameID, teamPlayerID, name)
		d.exists(redact.Safe(name), r != nil && !r.Cleared, "statistic")
		d.statistics.Remove(r.ID)
		return 0
	})
}

func (s *server) StatisticOrder() []string {
	names, _ := read(s.state, func(st *version) ([]string, bool) { return append([]string{}, st.statNames...), true })
	return names
}

func (s *server) SetStatisticOrder(names []string) {
	write(s.state, "Statistics.SetOrder", func(st *version) int64 { st.statNames = slices.Clone(names); return 0 })
}

func (s *server) SetStandings(table *tourney.Standings) {
	write(s.state, "SetStandings", func(st *version) int64 { st.standings = deepCopy(table); return 0 })
}

func (s *server) SetLeaders(categories []tourney.StatisticCategory) {
	write(s.state, "SetLeaders", func(st *version) int64 { st.leaders = deepCopy(categories); return 0 })
}

func (s *server) NextID(id int64) {
	through(s, "NextID", func(d *door) int64 {
		d.chosen("the id", id)
		d.fresh("the id", id, d.teams.Get(id) != nil, "team")
		d.fresh("the id", id, d.divisions.Get(id) != nil, "division")
		d.check()
		d.nextID = id
		return 0
	})
}

func (s *server) NextTransactionID(id string) {
	through(s, "NextTransactionID", func(d *door) int64 {
		if id != "" && d.payment(id) != nil {
			d.problem("a payment has the transaction id %q", redact.Safe(id))
		}
		d.check()
		d.nextTransaction = id
		return 0
	})
}
