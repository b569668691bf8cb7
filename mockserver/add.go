package mockserver

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// addPositions adds empty positions to a pool, behind those that it has, and returns their ids.
func (w *direct) AddPositions(poolID int64, n int, ids []int64) []int64 {
	return through(w, "Pools.AddPositions", func(d *door) []int64 {
		d.exists(poolID, d.pools.Get(poolID) != nil, "pool")
		d.checkPositions(n, ids)
		d.check()
		return d.addTeamPools(poolID, n, ids)
	})
}

// positions returns the positions of a pool.
func (w *direct) Positions(poolID int64) []stored.Position {
	list, _ := read(w.versions, func(st *version) ([]stored.Position, bool) {
		rows := st.teamPools.Under(teamPoolKey{pool: poolID})
		return mapped(rows, func(r *teamPoolRow) stored.Position {
			return stored.Position{ID: r.ID, PoolID: r.PoolID, Number: r.Number, TeamID: r.TeamID}
		}), true
	})
	return list
}

func (w *direct) AddAccount(username, password string, a tourney.Account) int64 {
	now := w.time.Now()
	return through(w, "Accounts.Add", func(d *door) int64 {
		if problem := accountProblem(username, password, a.Credentials); problem != "" {
			d.problem("%s", problem)
		}
		d.choose("", only(accountIDs, a.ID))
		d.check()
		return d.addAccount(newAccount(username, password, a), now, w.rules)
	})
}
