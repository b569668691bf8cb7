package mockserver

import "github.com/tourney-go/tourney"

// updateStandings puts a team into a position of a pool. The team leaves its other positions in the pools of the
// division, and takes the position's side in games that are not played yet.
func updateStandings(ex *exchange, in tourney.StandingsUpdateInput) (any, error) {
	if in.EventID != 0 && ex.store.events.Get(in.EventID) == nil {
		return nil, notFound("eventid", "event", in.EventID)
	}
	if in.TeamPoolID == 0 { // the request then names no team either
		return empty{}, nil
	}
	teamPool := ex.store.teamPools.Get(in.TeamPoolID)
	if teamPool == nil {
		return nil, notFound("teampoolid", "team pool", in.TeamPoolID)
	}
	if err := ex.checkTeamPoolEvent(teamPool, in.EventID); err != nil || in.TeamID == 0 {
		return empty{}, err
	}
	ex.assume(assumeTeamPoolChange)
	pool := ex.store.pools.Get(teamPool.PoolID)
	if err := ex.checkTeamForPool(in.TeamID, ex.store.divisions.Get(pool.DivisionID)); err != nil {
		return nil, err
	}
	ex.store.leavePools(in.TeamID, pool.DivisionID)
	ex.store.placeTeam(teamPool.ID, in.TeamID)
	ex.store.assignToOpenGames(in.TeamPoolID, in.TeamID)
	return empty{}, nil
}

// checkTeamForPool refuses a team of another division or of another event than the pool's.
func (ex *exchange) checkTeamForPool(teamID int64, d *divisionRow) error {
	team := ex.store.teams.Get(teamID)
	switch {
	case team == nil:
		return notFound("teamid", "team", teamID)
	case !d.mayBelongTo(team.EventID):
		return invalid("teamid", "is not a team of the pool's event")
	case d != nil && team.DivisionID != 0 && team.DivisionID != d.Division.ID:
		return invalid("teamid", "is not a team of the pool's division")
	}
	return nil
}

// leavePools takes a team off its positions in the pools of a division.
func (s *version) leavePools(teamID, divisionID int64) {
	for _, teamPool := range s.teamPools.Under(teamPoolKey{team: teamID}) {
		if s.pools.Get(teamPool.PoolID).DivisionID == divisionID {
			s.teamPools.Change(teamPool.ID, func(r *teamPoolRow) { r.TeamID = 0 })
		}
	}
}

func (ex *exchange) checkTeamPoolEvent(teamPool *teamPoolRow, eventID int64) error {
	if eventID == 0 {
		return nil
	}
	d := ex.store.divisions.Get(ex.store.pools.Get(teamPool.PoolID).DivisionID)
	if d != nil && d.EventID != eventID {
		return invalid("teampoolid", "is not a team pool of the event")
	}
	return nil
}

// assignToOpenGames puts a position's new team into the position's games that have no result yet. A side of a bracket
// that has a team keeps it, because that team got there by a result.
func (s *version) assignToOpenGames(teamPoolID, teamID int64) {
	pool := s.pools.Get(s.teamPools.Get(teamPoolID).PoolID)
	for _, r := range s.games.Under(gameKey{scope: scope{inDivision, pool.DivisionID}}) {
		if r.Game.Winner() != tourney.WinnerUndecided { // r.result leaves out exhibitions
			continue
		}
		s.changeGame(r.Game.ID, func(r *gameRow) {
			r.Game.AwayTeam = sideWithTeam(r.Game.AwayTeam, teamPoolID, teamID, r.bracketPlay())
			r.Game.HomeTeam = sideWithTeam(r.Game.HomeTeam, teamPoolID, teamID, r.bracketPlay())
		})
	}
}

// sideWithTeam returns a copy of a side with the position's new team, or the side itself when its team stays.
func sideWithTeam(side *tourney.GameSide, teamPoolID, teamID int64, bracket bool) *tourney.GameSide {
	if side == nil || side.TeamPoolID == nil || *side.TeamPoolID != teamPoolID {
		return side
	}
	if side.Score != nil || bracket && side.TeamID != nil {
		return side
	}
	changed := *side
	if changed.TeamID == nil || *changed.TeamID != teamID {
		changed.TeamID, changed.Color = &teamID, "" // the color is that of the team before
	}
	return &changed
}

func (s *reader) poolsOfTeam(teamID int64) []tourney.TeamPool {
	teamPools := s.teamPools.Under(teamPoolKey{team: teamID})
	if len(teamPools) == 0 {
		return nil
	}
	return mapped(teamPools, func(teamPool *teamPoolRow) tourney.TeamPool {
		return tourney.TeamPool{Number: teamPool.Number, Pool: s.poolView(s.pools.Get(teamPool.PoolID))}
	})
}

func (s *reader) poolView(r *poolRow) tourney.Pool {
	view := tourney.Pool{ID: r.ID, Name: r.Name, Label: r.Label}
	if d := s.divisions.Get(r.DivisionID); d != nil {
		view.Division = &tourney.TeamDivision{ID: d.Division.ID, Name: d.Division.Name}
	}
	return view
}
