package direct

import (
	"iter"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Pools are the pools.
var Pools = Noun[model.PoolRow, tourney.Pool]{
	Pages: Pages[model.PoolRow, tourney.Pool]{
		Name: "Pools", Takes: []string{"DivisionID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.PoolRow] { return &st.Pools },
		key: func(q *stored.Query) store.Key {
			if q.DivisionID == 0 {
				return model.EveryPool.Key()
			}
			return model.PoolKey(q.DivisionID).Key()
		},
		text: func(_ *model.Version, r *model.PoolRow, to []byte) []byte { return append(to, r.Name...) },
		view: views.Pool,
	},
	One: "pool", whole: views.Pool, editable: views.Pool,
	id:    func(p tourney.Pool) int64 { return p.ID },
	parts: func(p *tourney.Pool) iter.Seq[model.RowID] { return model.OnlyID(model.PoolIDs, p.ID) },
	names: func(_ *Call, p tourney.Pool) []named { return namesByDivision("Division", p.Division) },
	check: func(d *Call, before *tourney.Pool, after tourney.Pool) {
		if before == nil {
			return
		}
		belongs(d, "Division", before.Division, after.Division, model.DivisionIDs, divisionID)
		was := d.Pools.Get(after.ID).DivisionID
		if team := teamIn(d.Version, after.ID); team != 0 && idOf(after.Division) != was {
			d.Problem("Division.Id: the pool has team %d, which is in division %d", team, was)
		}
	},
	add: (*model.Version).AddPool, change: (*model.Version).EditPool,
	remove: func(d *Call, id int64) { d.RemovePool(id) },
}

// teamIn returns the id of some team on a position of a pool, 0 when all positions are empty.
func teamIn(s *model.Version, poolID int64) int64 {
	for _, r := range s.TeamPools.Under(model.TeamPoolKey{Pool: poolID}.Key()) {
		if r.TeamID != 0 {
			return r.TeamID
		}
	}
	return 0
}

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

// MostPositions bounds how many positions one call, or one pool of a file, adds.
const MostPositions = 10_000

// CheckPositions refuses a number of positions below 0 or above MostPositions, and more ids than positions.
func (d *Call) CheckPositions(positions int, ids []int64) {
	if positions < 0 || positions > MostPositions || len(ids) > max(positions, 0) {
		d.Problem("positions is %d, with %d ids: expected 0 to %d, and at most as many ids",
			positions, len(ids), MostPositions)
	}
	d.checkTeamPoolIDs(ids)
}

func (d *Call) checkTeamPoolIDs(ids []int64) {
	for i, id := range ids {
		path := refusal.Indexed("ids", i, "")
		d.chosen(path, id)
		d.fresh(path, id, d.TeamPools.Get(id) != nil, "position")
		for _, before := range ids[:i] {
			if id != 0 && id == before {
				d.Problem("ids[%d] %d is there twice", i, id)
			}
		}
	}
}
