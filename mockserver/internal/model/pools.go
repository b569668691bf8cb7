package model

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// PoolRow is a pool without its positions, which are rows of the table TeamPools.
type PoolRow struct {
	ID         int64  `json:"Id"`
	DivisionID int64  `json:"DivisionId"`
	Name       string `json:"Name"`
	Label      string `json:"Label"`
}

func (r *PoolRow) keys(to []store.Key) []store.Key {
	return append(to, PoolKey(r.DivisionID).Key(), EveryPool.Key())
}

func (r *PoolRow) claim(s *Version) error { return s.Claim("", OnlyID(PoolIDs, r.ID)) }

// TeamPoolRow is a position of a pool, which the interface calls a team pool.
type TeamPoolRow struct {
	ID     int64 `json:"Id"`
	PoolID int64 `json:"PoolId"`
	Number int   `json:"Number"`
	TeamID int64 `json:"TeamId"` // 0 while the position is empty
}

func (r *TeamPoolRow) keys(to []store.Key) []store.Key {
	to = append(to, TeamPoolKey{Pool: r.PoolID}.Key())
	if r.TeamID != 0 {
		to = append(to, TeamPoolKey{Team: r.TeamID}.Key())
	}
	return to
}

func (r *TeamPoolRow) claim(s *Version) error { return s.Claim("", OnlyID(TeamPoolIDs, r.ID)) }

// PoolKey selects the pools of the division with this id.
type PoolKey int64

// EveryPool is the key of all pools.
const EveryPool PoolKey = -1

// Key returns the key for the table.
func (k PoolKey) Key() store.Key { return store.Key{int64(k)} }

// TeamPoolKey selects the positions of a pool, or the positions of a team.
type TeamPoolKey struct{ Pool, Team int64 }

// Key returns the key for the table.
func (k TeamPoolKey) Key() store.Key { return store.Key{k.Pool, k.Team} }

// AddPool adds a pool. If a pool with the id exists already, that pool does not change.
func (s *Version) AddPool(p tourney.Pool) int64 {
	if s.Pools.Get(p.ID) != nil {
		return p.ID
	}
	row := PoolRow{ID: s.IDs.Assign(PoolIDs, p.ID), Name: p.Name, Label: p.Label}
	row.DivisionID, _ = s.ensureDivision(p.Division)
	return store.Add(&s.Pools, row).ID
}

// EditPool gives a pool other values.
func (s *Version) EditPool(p tourney.Pool) {
	divisionID, _ := s.ensureDivision(p.Division)
	s.Pools.Change(p.ID, func(r *PoolRow) { r.Name, r.Label, r.DivisionID = p.Name, p.Label, divisionID })
}

// AddTeamPools adds positions with the given ids after the last position of a pool, and returns their ids.
func (s *Version) AddTeamPools(poolID int64, positions int, ids []int64) []int64 {
	last := 0
	for _, teamPool := range s.TeamPools.Under(TeamPoolKey{Pool: poolID}.Key()) {
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

// RemovePool removes a pool with its positions. Sides of games that name the pool or a position no longer name it.
func (s *Version) RemovePool(id int64) {
	positions := map[int64]bool{}
	for _, teamPool := range s.TeamPools.Under(TeamPoolKey{Pool: id}.Key()) {
		positions[teamPool.ID] = true
		s.TeamPools.Remove(teamPool.ID)
	}
	s.ChangeSides(s.Games.All(), func(_ *GameRow, side *tourney.GameSide) *tourney.GameSide {
		return withoutPool(side, id, positions)
	})
	s.Pools.Remove(id)
}

// withoutPool returns a copy of a side without the names of the pool and of its positions. It returns nil for nil.
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

// teamPool returns the id of the position with a number in a pool. It adds the position if the pool does not have it.
func (s *Version) teamPool(poolID int64, number int) int64 {
	if r := s.Position(poolID, number); r != nil {
		return r.ID
	}
	return s.addTeamPool(poolID, number, 0)
}

// Position returns a position of a pool by its number, nil when there is none.
func (s *Version) Position(poolID int64, number int) *TeamPoolRow {
	for _, r := range s.TeamPools.Under(TeamPoolKey{Pool: poolID}.Key()) {
		if r.Number == number {
			return r
		}
	}
	return nil
}

func (s *Version) addTeamPool(poolID int64, number int, id int64) int64 {
	return store.Add(&s.TeamPools, TeamPoolRow{ID: s.IDs.Assign(TeamPoolIDs, id), PoolID: poolID, Number: number}).ID
}

// PlaceTeam puts a team on a position of a pool. The caller takes the team off its other positions in that pool.
func (s *Version) PlaceTeam(teamPoolID, teamID int64) {
	s.TeamPools.Change(teamPoolID, func(r *TeamPoolRow) { r.TeamID = teamID })
}
