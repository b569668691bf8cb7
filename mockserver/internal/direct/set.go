package direct

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Statistic returns a statistic of a line of a roster in a game.
func (w *Access) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return history.Read(w.Versions, func(st *model.Version) (tourney.Decimal, bool) {
		r := st.Statistic(gameID, teamPlayerID, name)
		if r == nil || r.Cleared {
			return tourney.Decimal{}, false
		}
		return r.Value, true
	})
}

// Statistics returns the statistics of a game. The time grows with the number of all statistics of the world.
func (w *Access) Statistics(gameID int64) []stored.Statistic {
	list, _ := history.Read(w.Versions, func(st *model.Version) ([]stored.Statistic, bool) {
		rows := st.Statistics.Where(func(r *model.StatisticRow) bool { return r.GameID == gameID && !r.Cleared })
		return values.Mapped(rows, func(r *model.StatisticRow) stored.Statistic {
			return stored.Statistic{TeamPlayerID: r.PlayerID, Name: r.Name, Value: r.Value}
		}), true
	})
	return list
}

// SetStatistic sets a statistic of a line of a roster in a game.
func (w *Access) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	through(w, "Statistics.Set", func(d *Call) int64 {
		d.exists(gameID, d.Games.Get(gameID) != nil, "game")
		line := d.RosterLine(teamPlayerID)
		d.exists(teamPlayerID, line != nil, "line of a roster")
		d.SetStatistic(gameID, line, name, value)
		return 0
	})
}

// RemoveStatistic removes a statistic.
func (w *Access) RemoveStatistic(gameID, teamPlayerID int64, name string) {
	through(w, "Statistics.Remove", func(d *Call) int64 {
		r := d.Statistic(gameID, teamPlayerID, name)
		d.exists(redact.Safe(name), r != nil && !r.Cleared, "statistic")
		d.Statistics.Remove(r.ID)
		return 0
	})
}

// StatisticOrder returns the order of the categories of leaders.
func (w *Access) StatisticOrder() []string {
	names, _ := history.Read(w.Versions, func(st *model.Version) ([]string, bool) {
		return append([]string{}, st.StatNames...), true
	})
	return names
}

// SetStatisticOrder sets the order of the categories of leaders.
func (w *Access) SetStatisticOrder(names []string) {
	history.Write(w.Versions, "Statistics.SetOrder", func(st *model.Version) int64 {
		st.StatNames = slices.Clone(names)
		return 0
	})
}

// SetStandings makes this table the answer to every request for standings, until SetStandings is called with nil.
func (w *Access) SetStandings(table *tourney.Standings) {
	history.Write(w.Versions, "SetStandings", func(st *model.Version) int64 {
		st.Standings = values.DeepCopy(table)
		return 0
	})
}

// SetLeaders makes these categories the answer to every request for leaders, until SetLeaders is called with nil.
func (w *Access) SetLeaders(categories []tourney.StatisticCategory) {
	history.Write(w.Versions, "SetLeaders", func(st *model.Version) int64 {
		st.Leaders = values.DeepCopy(categories)
		return 0
	})
}

// SetNextID sets the id of the next team or division that a request creates.
func (w *Access) SetNextID(id int64) {
	through(w, "SetNextID", func(d *Call) int64 {
		d.chosen("the id", id)
		d.fresh("the id", id, d.Teams.Get(id) != nil, "team")
		d.fresh("the id", id, d.Divisions.Get(id) != nil, "division")
		d.check()
		d.NextID = id
		return 0
	})
}

// SetNextTransactionID sets the transaction id of the next payment.
func (w *Access) SetNextTransactionID(id string) {
	through(w, "SetNextTransactionID", func(d *Call) int64 {
		if id != "" && d.Payment(id) != nil {
			d.Problem("a payment has the transaction id %q", redact.Safe(id))
		}
		d.check()
		d.NextTransaction = id
		return 0
	})
}
