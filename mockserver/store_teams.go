package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// addTeam adds a team with the division, pools, players and coaches that it carries, or replaces the team that has
// its id.
func (s *store) addTeam(t tourney.Team) int64 {
	divisionID, eventID := s.ensureDivision(t.Division)
	return s.addTeamTo(divisionID, eventID, t)
}

// addTeamTo adds a team to a division and an event, either of which may be 0.
func (s *store) addTeamTo(divisionID, eventID int64, t tourney.Team) int64 {
	t.ID = s.ids.assign(teamIDs, t.ID)
	row := teamRow{team: t, divisionID: divisionID, eventID: eventID}
	row.team.Division, row.team.Pools, row.team.Players = nil, nil, nil
	row.team.Coaches = s.numberedCoaches(t.Coaches)
	row.shown = s.divisions.get(row.divisionID).shows(&row.team)
	if s.teams.get(t.ID) == nil {
		s.teams.add(row)
		s.indexExternalID("", row.team)
	} else {
		s.replaceTeam(row)
	}
	s.addRoster(t.ID, t.Players)
	for _, p := range t.Pools {
		poolID := s.addPool(p.Pool)
		s.placeTeam(s.teamPool(poolID, p.Number), t.ID)
	}
	return t.ID
}

// replaceTeam replaces the team that has the id of the row, except for the details of that team, which only writes set.
func (s *store) replaceTeam(row teamRow) {
	id := row.team.ID
	for _, p := range s.teams.get(id).team.Players {
		s.leaveTeam(p, id)
	}
	for _, teamPool := range s.teamPools.under(teamPoolKey{team: id}) {
		s.teamPools.change(teamPool.id, func(r *teamPoolRow) { r.teamID = 0 })
	}
	s.changeTeam(id, func(r *teamRow) {
		row.details = r.details
		*r = row
	})
}

// changeTeam applies f to a team, and indexes the team and its players anew.
func (s *store) changeTeam(id int64, f func(*teamRow)) {
	var before, after teamRow
	s.teams.change(id, func(r *teamRow) {
		before = *r
		f(r)
		r.shown = s.divisions.get(r.divisionID).shows(&r.team)
		after = *r
	})
	s.indexExternalID(before.team.ExternalTeamID, after.team)
	if before.divisionID == after.divisionID && before.eventID == after.eventID {
		return
	}
	for _, p := range after.team.Players {
		s.people.change(p.PlayerID, func(r *personRow) { r.scopes = s.scopesOfTeams(r.teamIDs) })
	}
	s.leaveOtherPools(id, after.divisionID)
}

// leaveOtherPools takes a team off its positions in the pools of all divisions but its own.
func (s *store) leaveOtherPools(id, divisionID int64) {
	for _, teamPool := range s.teamPools.under(teamPoolKey{team: id}) {
		if s.pools.get(teamPool.poolID).divisionID != divisionID {
			s.teamPools.change(teamPool.id, func(r *teamPoolRow) { r.teamID = 0 })
		}
	}
}

// indexExternalID indexes a team by its external id, and no longer by its external id before the change.
func (s *store) indexExternalID(before string, t tourney.Team) {
	if before == t.ExternalTeamID {
		return
	}
	if before != "" {
		s.external[before] = slices.DeleteFunc(s.external[before], func(id int64) bool { return id == t.ID })
	}
	if t.ExternalTeamID != "" {
		s.external[t.ExternalTeamID] = append(s.external[t.ExternalTeamID], t.ID)
	}
}

// setSeason gives a team a registration for a season and reports whether the team exists.
func (s *store) setSeason(teamID int64, season *tourney.Season) bool {
	s.teams.change(teamID, func(r *teamRow) { r.team.Season = season })
	return s.teams.get(teamID) != nil
}

// numberedCoaches returns a copy of the coaches in which all have ids.
func (s *store) numberedCoaches(coaches []tourney.Coach) []tourney.Coach {
	if coaches == nil {
		return nil
	}
	return mapped(coaches, func(c tourney.Coach) tourney.Coach {
		c.ID = s.ids.assign(coachIDs, c.ID)
		c.CoachID = s.ids.assign(coachPersonIDs, c.CoachID)
		return c
	})
}
