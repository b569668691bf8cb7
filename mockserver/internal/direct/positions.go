package direct

import (
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// AddPositions adds empty positions to a pool, after the last position, and returns their ids.
func (w *Access) AddPositions(poolID int64, n int, ids []int64) []int64 {
	return through(w, "Pools.AddPositions", func(d *Call) []int64 {
		d.exists(poolID, d.Pools.Get(poolID) != nil, "pool")
		d.CheckPositions(n, ids)
		d.check()
		return d.AddTeamPools(poolID, n, ids)
	})
}

// Positions returns the positions of a pool.
func (w *Access) Positions(poolID int64) []stored.Position {
	list, _ := history.Read(w.Versions, func(st *model.Version) ([]stored.Position, bool) {
		rows := st.TeamPools.Under(model.TeamPoolKey{Pool: poolID}.Key())
		return values.Mapped(rows, func(r *model.TeamPoolRow) stored.Position {
			return stored.Position{ID: r.ID, PoolID: r.PoolID, Number: r.Number, TeamID: r.TeamID}
		}), true
	})
	return list
}
