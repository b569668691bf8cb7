package mockserver

import (
	"cmp"

	"github.com/tourney-go/tourney"
)

// addPool adds a pool. A pool that has the id already stays as it is.
func (s *store) addPool(p tourney.Pool) int64 {
	row := poolRow{id: s.ids.assign(poolIDs, p.ID), name: p.Name, label: p.Label}
	row.divisionID, _ = s.ensureDivision(p.Division)
	if s.pools.get(row.id) == nil {
		s.pools.add(row)
	}
	return row.id
}

// addPoolWithPositions adds a pool, or changes the pool that has its id. It returns the ids of the first positions, and
// adds the missing ones under the given ids.
func (s *store) addPoolWithPositions(p tourney.Pool, positions int, ids []int64) (poolID int64, teamPoolIDs []int64) {
	poolID = s.addPool(p)
	s.describePool(poolID, p)
	return poolID, s.teamPoolsOf(poolID, positions, ids)
}

// describePool sets the fields of a pool that p has.
func (s *store) describePool(id int64, p tourney.Pool) {
	divisionID, _ := s.ensureDivision(p.Division)
	s.pools.change(id, func(r *poolRow) {
		r.name, r.label, r.divisionID = cmp.Or(p.Name, r.name), cmp.Or(p.Label, r.label), cmp.Or(divisionID, r.divisionID)
	})
}

// teamPoolsOf returns the ids of the first positions of a pool, and adds the missing ones under the given ids.
func (s *store) teamPoolsOf(poolID int64, positions int, ids []int64) []int64 {
	existing := map[int]int64{}
	for _, teamPool := range s.teamPools.under(teamPoolKey{pool: poolID}) {
		existing[teamPool.number] = teamPool.id
	}
	var list []int64
	for i := range positions {
		id, ok := existing[i+1]
		if !ok {
			var newID int64
			if i < len(ids) {
				newID = ids[i]
			}
			id = s.addTeamPool(poolID, i+1, newID)
		}
		list = append(list, id)
	}
	return list
}

// teamPool returns the id of a position of a pool, and adds a missing position.
func (s *store) teamPool(poolID int64, number int) int64 {
	for _, teamPool := range s.teamPools.under(teamPoolKey{pool: poolID}) {
		if teamPool.number == number {
			return teamPool.id
		}
	}
	return s.addTeamPool(poolID, number, 0)
}

func (s *store) addTeamPool(poolID int64, number int, id int64) int64 {
	return s.teamPools.add(teamPoolRow{id: s.ids.assign(teamPoolIDs, id), poolID: poolID, number: number}).id
}

// placeTeam puts a team on a position of a pool. The team leaves the other positions that it has in the pool.
func (s *store) placeTeam(teamPoolID, teamID int64) {
	teamPool := s.teamPools.get(teamPoolID)
	for _, old := range s.teamPools.under(teamPoolKey{team: teamID}) {
		if old.poolID == teamPool.poolID && old.id != teamPoolID {
			s.teamPools.change(old.id, func(r *teamPoolRow) { r.teamID = 0 })
		}
	}
	s.teamPools.change(teamPoolID, func(r *teamPoolRow) { r.teamID = teamID })
}
