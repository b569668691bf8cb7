package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Statistic returns a statistic of a line of a roster in a game.
func (w *direct) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return read(w.versions, func(st *version) (tourney.Decimal, bool) {
		r := st.statistic(gameID, teamPlayerID, name)
		if r == nil || r.Cleared {
			return tourney.Decimal{}, false
		}
		return r.Value, true
	})
}

// Statistics returns the statistics of a game. It costs the length of all statistics.
func (w *direct) Statistics(gameID int64) []stored.Statistic {
	list, _ := read(w.versions, func(st *version) ([]stored.Statistic, bool) {
		rows := st.statistics.Where(func(r *statisticRow) bool { return r.GameID == gameID && !r.Cleared })
		return mapped(rows, func(r *statisticRow) stored.Statistic {
			return stored.Statistic{TeamPlayerID: r.PlayerID, Name: r.Name, Value: r.Value}
		}), true
	})
	return list
}

func (w *direct) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	through(w, "Statistics.Set", func(d *door) int64 {
		d.exists(gameID, d.games.Get(gameID) != nil, "game")
		line := d.rosterLine(teamPlayerID)
		d.exists(teamPlayerID, line != nil, "line of a roster")
		d.setStatistic(gameID, line, name, value)
		return 0
	})
}

func (w *direct) RemoveStatistic(gameID, teamPlayerID int64, name string) {
	through(w, "Statistics.Remove", func(d *door) int64 {
		r := d.statistic(gameID, teamPlayerID, name)
		d.exists(redact.Safe(name), r != nil && !r.Cleared, "statistic")
		d.statistics.Remove(r.ID)
		return 0
	})
}

func (w *direct) StatisticOrder() []string {
	names, _ := read(w.versions, func(st *version) ([]string, bool) { return append([]string{}, st.statNames...), true })
	return names
}

func (w *direct) SetStatisticOrder(names []string) {
	write(w.versions, "Statistics.SetOrder", func(st *version) int64 { st.statNames = slices.Clone(names); return 0 })
}

func (w *direct) SetStandings(table *tourney.Standings) {
	write(w.versions, "SetStandings", func(st *version) int64 { st.standings = deepCopy(table); return 0 })
}

func (w *direct) SetLeaders(categories []tourney.StatisticCategory) {
	write(w.versions, "SetLeaders", func(st *version) int64 { st.leaders = deepCopy(categories); return 0 })
}

func (w *direct) SetNextID(id int64) {
	through(w, "SetNextID", func(d *door) int64 {
		d.chosen("the id", id)
		d.fresh("the id", id, d.teams.Get(id) != nil, "team")
		d.fresh("the id", id, d.divisions.Get(id) != nil, "division")
		d.check()
		d.nextID = id
		return 0
	})
}

func (w *direct) SetNextTransactionID(id string) {
	through(w, "SetNextTransactionID", func(d *door) int64 {
		if id != "" && d.payment(id) != nil {
			d.problem("a payment has the transaction id %q", redact.Safe(id))
		}
		d.check()
		d.nextTransaction = id
		return 0
	})
}
