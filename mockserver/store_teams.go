package mockserver

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// addTeam adds a team with the division, pools, players and coaches that it carries.
func (s *version) addTeam(t tourney.Team) int64 {
	divisionID, eventID := s.ensureDivision(t.Division)
	return s.addTeamTo(divisionID, eventID, t)
}

// addTeamTo adds a team to a division and an event, either of which may be 0.
func (s *version) addTeamTo(divisionID, eventID int64, t tourney.Team) int64 {
	row := s.newTeamRow(t)
	row.DivisionID, row.EventID = divisionID, eventID
	s.addTeamRow(row)
	s.placeInPools(row.Team.ID, t.Pools)
	return row.Team.ID
}

// newTeamRow returns a row for a new team with the players and coaches that it carries, without its division and its
// pools. It gives out missing ids.
func (s *version) newTeamRow(t tourney.Team) teamRow {
	t.ID = s.ids.assign(teamIDs, t.ID)
	t.Division, t.Pools = nil, nil
	t.Coaches, t.Players = s.numberedCoaches(t.Coaches), s.numberedLines(t.Players)
	return teamRow{Team: t}
}

// addTeamRow adds a team, and the persons on its roster.
func (s *version) addTeamRow(row teamRow) {
	row.Shown = s.divisions.Get(row.DivisionID).shows(&row.Team)
	added := s.teams.Add(row)
	s.indexExternalID(row.Team.ID, "", row.Team.ExternalTeamID)
	s.joinTeam(added, 0)
}

// editTeam gives a team other values. A team that leaves its division leaves the event and the pools of that division.
func (s *version) editTeam(t tourney.Team) {
	samePools := s.hasPlaces(t.ID, t.Pools)
	divisionID, eventID := s.ensureDivision(t.Division)
	s.changeTeam(t.ID, func(r *teamRow) {
		if divisionID != r.DivisionID {
			r.DivisionID, r.EventID = divisionID, eventID
		}
		players := r.Team.Players
		r.Team = t
		r.Team.Division, r.Team.Pools, r.Team.Players = nil, nil, players
		r.Team.Coaches = s.numberedCoaches(t.Coaches)
		r.Details.Coaches = detailsOf(r.Team.Coaches, r.Details.Coaches)
	})
	s.setRoster(t.ID, t.Players)
	if !samePools {
		s.leaveAllPools(t.ID)
		s.placeInPools(t.ID, t.Pools)
	}
}

// detailsOf returns the details of the coaches that a team has.
func detailsOf(coaches []tourney.Coach, details map[int64]stored.CoachDetails) map[int64]stored.CoachDetails {
	kept := maps.Clone(details)
	maps.DeleteFunc(kept, func(id int64, _ stored.CoachDetails) bool {
		return !slices.ContainsFunc(coaches, func(c tourney.Coach) bool { return c.ID == id })
	})
	return kept
}

// place is a position in a pool.
type place struct {
	poolID int64
	number int
}

// hasPlaces reports whether these are the positions of a team, in any order.
func (s *version) hasPlaces(teamID int64, pools []tourney.TeamPool) bool {
	rows := s.teamPools.Under(teamPoolKey{team: teamID})
	has := mapped(rows, func(r *teamPoolRow) place { return place{r.PoolID, r.Number} })
	given := mapped(pools, func(p tourney.TeamPool) place { return place{p.Pool.ID, p.Number} })
	slices.SortFunc(has, comparePlaces)
	slices.SortFunc(given, comparePlaces)
	return slices.Equal(has, given)
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.poolID, b.poolID), cmp.Compare(a.number, b.number))
}

// placeInPools puts a team on positions, and adds unknown pools and positions.
func (s *version) placeInPools(teamID int64, pools []tourney.TeamPool) {
	for _, p := range pools {
		poolID := s.addPool(p.Pool)
		s.placeTeam(s.teamPool(poolID, p.Number), teamID)
	}
}

// removeTeam removes a team with its roster and the statistics of its players. The sides of its games keep its name,
// its positions in pools become empty, and the teams that it is the parent of have no parent.
func (s *version) removeTeam(id int64) {
	s.setRoster(id, nil)
	s.leaveAllPools(id)
	team := s.teams.Get(id).Team
	for _, g := range s.games.Under(gameKey{team: id}) {
		s.changeGame(g.Game.ID, func(r *gameRow) {
			r.Game.AwayTeam, r.Game.HomeTeam = withoutTeam(r.Game.AwayTeam, team), withoutTeam(r.Game.HomeTeam, team)
		})
	}
	for _, child := range s.teams.Where(func(r *teamRow) bool { return r.Team.ParentID == id }) {
		s.changeTeam(child.Team.ID, func(r *teamRow) { r.Team.ParentID = 0 })
	}
	s.indexExternalID(id, team.ExternalTeamID, "")
	s.teams.Remove(id)
}

// withoutTeam returns a copy of a side that has the team's name, but no longer the team.
func withoutTeam(side *tourney.GameSide, team tourney.Team) *tourney.GameSide {
	if side == nil || side.TeamID == nil || *side.TeamID != team.ID {
		return side
	}
	changed := *side
	changed.TeamID, changed.Name = nil, team.Name
	return &changed
}

// changeTeam applies f to a team, and indexes the team and its players anew.
func (s *version) changeTeam(id int64, f func(*teamRow)) {
	before := s.teams.Get(id)
	s.teams.Change(id, func(r *teamRow) {
		f(r)
		r.Shown = s.divisions.Get(r.DivisionID).shows(&r.Team)
	})
	after := s.teams.Get(id)
	if after == nil {
		return
	}
	s.indexExternalID(id, before.Team.ExternalTeamID, after.Team.ExternalTeamID)
	if before.DivisionID == after.DivisionID && before.EventID == after.EventID {
		return
	}
	for i := range after.Team.Players {
		s.people.Change(after.Team.Players[i].PlayerID, func(r *personRow) {
			r.membership = &membership{r.listed, r.teamIDs, store.ItemsOf(s.scopesOfTeams(r.teamIDs.All()))}
		})
	}
	s.leaveOtherPools(id, after.DivisionID)
}

// leaveOtherPools takes a team off its positions in the pools of all divisions but its own.
func (s *version) leaveOtherPools(id, divisionID int64) {
	for _, teamPool := range s.teamPools.Under(teamPoolKey{team: id}) {
		if s.pools.Get(teamPool.PoolID).DivisionID != divisionID {
			s.teamPools.Change(teamPool.ID, func(r *teamPoolRow) { r.TeamID = 0 })
		}
	}
}

// indexExternalID indexes a team by its external id, and no longer by its external id before the change.
func (s *version) indexExternalID(teamID int64, before, after string) {
	if before == after {
		return
	}
	if before != "" {
		teams, _ := s.external.Get(before)
		if teams = slices.DeleteFunc(slices.Clone(teams), func(id int64) bool { return id == teamID }); len(teams) > 0 {
			s.external.Set(before, teams)
		} else {
			s.external.Delete(before) // or each id that a team ever had would stay
		}
	}
	if after != "" {
		teams, _ := s.external.Get(after)
		s.external.Set(after, append(copyWithRoom(teams, 1), teamID))
	}
}

// leaveAllPools takes a team off all its positions.
func (s *version) leaveAllPools(id int64) {
	for _, teamPool := range s.teamPools.Under(teamPoolKey{team: id}) {
		s.teamPools.Change(teamPool.ID, func(r *teamPoolRow) { r.TeamID = 0 })
	}
}

// numberedCoaches returns a copy of the coaches in which all have ids.
func (s *version) numberedCoaches(coaches []tourney.Coach) []tourney.Coach {
	if coaches == nil {
		return nil
	}
	return mapped(coaches, s.numberedCoach)
}

// numberedCoach returns a coach with ids.
func (s *version) numberedCoach(c tourney.Coach) tourney.Coach {
	c.ID = s.ids.assign(coachIDs, c.ID)
	c.CoachID = s.ids.assign(coachPersonIDs, c.CoachID)
	return c
}
