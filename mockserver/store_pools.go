package mockserver

import "github.com/tourney-go/tourney"

// addPool adds a pool. A pool that has the id already stays as it is.
func (s *version) addPool(p tourney.Pool) int64 {
	if s.pools.Get(p.ID) != nil {
		return p.ID
	}
	row := poolRow{ID: s.ids.assign(poolIDs, p.ID), Name: p.Name, Label: p.Label}
	row.DivisionID, _ = s.ensureDivision(p.Division)
	return s.pools.Add(row).ID
}

// editPool gives a pool other values.
func (s *version) editPool(p tourney.Pool) {
	divisionID, _ := s.ensureDivision(p.Division)
	s.pools.Change(p.ID, func(r *poolRow) { r.Name, r.Label, r.DivisionID = p.Name, p.Label, divisionID })
}

// addTeamPools adds positions to a pool behind those that it has, under the given ids, and returns their ids.
func (s *version) addTeamPools(poolID int64, positions int, ids []int64) []int64 {
	last := 0
	for _, teamPool := range s.teamPools.Under(teamPoolKey{pool: poolID}) {
		last = max(last, teamPool.Number)
	}
	list := make([]int64, positions)
	for i := range list {
		if i < len(ids) {
			list[i] = ids[i]
		}
		list[i] = s.addTeamPool(poolID, last+i+1, list[i])
	}
	return list
}

// removePool removes a pool with its positions. The sides of games no longer name them.
func (s *version) removePool(id int64) {
	positions := map[int64]bool{}
	for _, teamPool := range s.teamPools.Under(teamPoolKey{pool: id}) {
		positions[teamPool.ID] = true
		s.teamPools.Remove(teamPool.ID)
	}
	clearSide := func(side *tourney.GameSide) *tourney.GameSide { return withoutPool(side, id, positions) }
	for _, g := range s.games.All() {
		s.changeGame(g.Game.ID, func(r *gameRow) {
			r.Game.AwayTeam, r.Game.HomeTeam = clearSide(r.Game.AwayTeam), clearSide(r.Game.HomeTeam)
		})
	}
	s.pools.Remove(id)
}

// withoutPool returns a copy of a side that names neither the pool nor its positions, or the side itself if it does not
// name them.
func withoutPool(side *tourney.GameSide, poolID int64, positions map[int64]bool) *tourney.GameSide {
	if side == nil {
		return nil
	}
	changed := *side
	if side.TeamPoolID != nil && positions[*side.TeamPoolID] {
		changed.TeamPoolID = nil
	}
	if side.PoolID != nil && *side.PoolID == poolID {
		changed.PoolID = nil
	}
	return &changed
}

// teamPool returns the id of a position of a pool, and adds a missing position.
func (s *version) teamPool(poolID int64, number int) int64 {
	if r := s.position(poolID, number); r != nil {
		return r.ID
	}
	return s.addTeamPool(poolID, number, 0)
}

// position returns a position of a pool by its number, nil when there is none.
func (s *version) position(poolID int64, number int) *teamPoolRow {
	for _, r := range s.teamPools.Under(teamPoolKey{pool: poolID}) {
		if r.Number == number {
			return r
		}
	}
	return nil
}

func (s *version) addTeamPool(poolID int64, number int, id int64) int64 {
	return s.teamPools.Add(teamPoolRow{ID: s.ids.assign(teamPoolIDs, id), PoolID: poolID, Number: number}).ID
}

// placeTeam puts a team on a position of a pool. The team leaves the other positions that it has in the pool.
func (s *version) placeTeam(teamPoolID, teamID int64) {
	teamPool := s.teamPools.Get(teamPoolID)
	for _, old := range s.teamPools.Under(teamPoolKey{team: teamID}) {
		if old.PoolID == teamPool.PoolID && old.ID != teamPoolID {
			s.teamPools.Change(old.ID, func(r *teamPoolRow) { r.TeamID = 0 })
		}
	}
	s.teamPools.Change(teamPoolID, func(r *teamPoolRow) { r.TeamID = teamID })
}
