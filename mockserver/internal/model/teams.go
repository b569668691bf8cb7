package model

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// TeamRow is a team with its roster. Its division, its pools and its players are rows of other tables.
type TeamRow struct {
	Team       tourney.Team       `json:"Team"` // without Division and Pools
	Details    stored.TeamDetails `json:"Details"`
	EventID    int64              `json:"EventId"`
	DivisionID int64              `json:"DivisionId"`
	Shown      bool               `json:"Shown"` // whether lists without the parameter Paid show the team
}

func (r *TeamRow) keys(to []store.Key) []store.Key {
	for _, scope := range appendScopes(make([]Scope, 0, maxScopes), r.EventID, r.DivisionID) {
		to = r.keysIn(TeamKey{Scope: scope, Status: AnyStatus}, to)
		if r.Team.Status != nil {
			to = r.keysIn(TeamKey{Scope: scope, Status: *r.Team.Status}, to)
		}
	}
	return to
}

func (r *TeamRow) claim(s *Version) error { return s.Claim("Team.", IDsInTeam(&r.Team)) }

// keysIn appends copies of the key k, one for each value of Paid that selects the team.
func (r *TeamRow) keysIn(k TeamKey, to []store.Key) []store.Key {
	paid := OnlyPaid
	if r.Team.Paid != nil && !*r.Team.Paid {
		paid = OnlyUnpaid
	}
	to = append(to, TeamKey{k.Scope, k.Status, PaidOrNot}.Key(), TeamKey{k.Scope, k.Status, paid}.Key())
	if r.Shown {
		to = append(to, TeamKey{k.Scope, k.Status, PaidAsShown}.Key())
	}
	return to
}

// BelongsTo reports whether the team is in one of the events.
func (r *TeamRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.EventID) }

// CoachIndex returns the index of a coach in team.Coaches, -1 when the team has no coach with the id.
func (r *TeamRow) CoachIndex(id int64) int {
	return slices.IndexFunc(r.Team.Coaches, func(c tourney.Coach) bool { return c.ID == id })
}

// LineIndex returns the index of the roster's line with an id in team.Players, -1 when no line has the id.
func (r *TeamRow) LineIndex(id int64) int { return LineIndex(r.Team.Players, id) }

// LineOf returns the line of a person on the roster, nil when there is none.
func (r *TeamRow) LineOf(personID int64) *tourney.TeamPlayer {
	if r == nil {
		return nil
	}
	for i := range r.Team.Players {
		if r.Team.Players[i].PlayerID == personID {
			return &r.Team.Players[i]
		}
	}
	return nil
}

// PaidFilter is the value of the parameter Paid of the list of teams.
type PaidFilter uint8

// The values of the filter.
const (
	PaidAsShown PaidFilter = iota // no parameter: the division's setting decides
	OnlyPaid
	OnlyUnpaid
	PaidOrNot // selects all teams; clients cannot send it
)

// AnyStatus is the status of a TeamKey that selects teams of all statuses.
const AnyStatus = -1 << 31

// TeamKey selects the teams of a scope that have the status and that the filter Paid selects.
type TeamKey struct {
	Scope  Scope
	Status tourney.TeamStatus
	Paid   PaidFilter
}

// Key returns the key for the table.
func (k TeamKey) Key() store.Key {
	return store.Key{int64(k.Scope.Level), k.Scope.ID, int64(k.Status), int64(k.Paid)}
}

// EveryTeamIn returns the key of all teams of a scope.
func EveryTeamIn(scope Scope) store.Key { return TeamKey{scope, AnyStatus, PaidOrNot}.Key() }

// AddTeam adds a team with its division, pools, players and coaches.
func (s *Version) AddTeam(t tourney.Team) int64 {
	divisionID, eventID := s.ensureDivision(t.Division)
	row := s.NewTeamRow(t)
	row.DivisionID, row.EventID = divisionID, eventID
	s.AddTeamRow(row)
	s.placeInPools(row.Team.ID, t.Pools)
	return row.Team.ID
}

// NewTeamRow returns a row for a new team. The row has the team's players and coaches, but not its division and pools.
// NewTeamRow gives out missing ids.
func (s *Version) NewTeamRow(t tourney.Team) TeamRow {
	t.ID = s.IDs.Assign(TeamIDs, t.ID)
	t.Division, t.Pools = nil, nil
	t.Coaches, t.Players = s.numberedCoaches(t.Coaches), s.numberedLines(t.Players)
	return TeamRow{Team: t}
}

// AddTeamRow adds a row of a team, and adds the persons on its roster who are unknown.
func (s *Version) AddTeamRow(row TeamRow) {
	row.Shown = s.Divisions.Get(row.DivisionID).shows(&row.Team)
	added := store.Add(&s.Teams, row)
	s.IndexExternalID(row.Team.ID, "", row.Team.ExternalTeamID)
	s.JoinTeam(added, 0)
}

// EditTeam gives a team other values. A team that leaves its division leaves the event and the pools of that division.
func (s *Version) EditTeam(t tourney.Team) {
	samePools := s.HasPlaces(t.ID, t.Pools)
	divisionID, eventID := s.ensureDivision(t.Division)
	s.ChangeTeam(t.ID, func(r *TeamRow) {
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

// detailsOf returns a copy of details that has only entries for these coaches.
func detailsOf(coaches []tourney.Coach, details map[int64]stored.CoachDetails) map[int64]stored.CoachDetails {
	kept := maps.Clone(details)
	maps.DeleteFunc(kept, func(id int64, _ stored.CoachDetails) bool {
		return !slices.ContainsFunc(coaches, func(c tourney.Coach) bool { return c.ID == id })
	})
	return kept
}

// Place names a position in a pool: the pool, and the number of the position there.
type Place struct {
	PoolID int64
	Number int
}

// HasPlaces reports whether a team is on exactly the given positions in pools. The order does not matter.
func (s *Version) HasPlaces(teamID int64, pools []tourney.TeamPool) bool {
	rows := s.TeamPools.Under(TeamPoolKey{Team: teamID}.Key())
	has := values.Mapped(rows, func(r *TeamPoolRow) Place { return Place{r.PoolID, r.Number} })
	given := values.Mapped(pools, func(p tourney.TeamPool) Place { return Place{p.Pool.ID, p.Number} })
	slices.SortFunc(has, comparePlaces)
	slices.SortFunc(given, comparePlaces)
	return slices.Equal(has, given)
}

func comparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.PoolID, b.PoolID), cmp.Compare(a.Number, b.Number))
}

// placeInPools puts a team on positions in pools. It adds unknown pools and positions.
func (s *Version) placeInPools(teamID int64, pools []tourney.TeamPool) {
	for _, p := range pools {
		poolID := s.AddPool(p.Pool)
		s.PlaceTeam(s.teamPool(poolID, p.Number), teamID)
	}
}

// RemoveTeam removes a team with its roster and the statistics of its players. The sides of the team's games keep the
// name of the team but not its id, and the team's positions in pools become empty. Teams whose parent was the removed
// team then have no parent.
func (s *Version) RemoveTeam(id int64) {
	s.setRoster(id, nil)
	s.leaveAllPools(id)
	team := s.Teams.Get(id).Team
	s.ChangeSides(s.Games.Under(GameKey{Team: id}.Key()), func(_ *GameRow, side *tourney.GameSide) *tourney.GameSide {
		return withoutTeam(side, team)
	})
	for _, child := range s.Teams.Where(func(r *TeamRow) bool { return r.Team.ParentID == id }) {
		s.ChangeTeam(child.Team.ID, func(r *TeamRow) { r.Team.ParentID = 0 })
	}
	s.IndexExternalID(id, team.ExternalTeamID, "")
	s.Teams.Remove(id)
}

// withoutTeam returns a copy of a side that has the team's name, but not its id. It returns another team's side
// unchanged.
func withoutTeam(side *tourney.GameSide, team tourney.Team) *tourney.GameSide {
	if TeamOf(side) != team.ID {
		return side
	}
	changed := *side
	changed.TeamID, changed.Name = nil, team.Name
	return &changed
}

// ChangeTeam applies f to a team, and updates the indexes of the team. If f changes the division or event of the team,
// ChangeTeam updates the scopes of the players, and the team leaves the pools of other divisions.
func (s *Version) ChangeTeam(id int64, f func(*TeamRow)) {
	before := s.Teams.Get(id)
	s.Teams.Change(id, func(r *TeamRow) {
		f(r)
		r.Shown = s.Divisions.Get(r.DivisionID).shows(&r.Team)
	})
	after := s.Teams.Get(id)
	if after == nil {
		return
	}
	s.IndexExternalID(id, before.Team.ExternalTeamID, after.Team.ExternalTeamID)
	if before.DivisionID == after.DivisionID && before.EventID == after.EventID {
		return
	}
	for i := range after.Team.Players {
		s.People.Change(after.Team.Players[i].PlayerID, func(r *PersonRow) {
			r.Membership = &Membership{r.Listed, r.TeamIDs, store.ItemsOf(s.ScopesOfTeams(r.TeamIDs.All()))}
		})
	}
	s.LeavePools(id, func(p *PoolRow) bool { return p.DivisionID != after.DivisionID })
}

// LeavePools takes a team off its positions in the pools that a filter selects.
func (s *Version) LeavePools(teamID int64, selects func(*PoolRow) bool) {
	for _, teamPool := range s.TeamPools.Under(TeamPoolKey{Team: teamID}.Key()) {
		if selects(s.Pools.Get(teamPool.PoolID)) {
			s.TeamPools.Change(teamPool.ID, func(r *TeamPoolRow) { r.TeamID = 0 })
		}
	}
}

// leaveAllPools takes a team off all its positions in pools.
func (s *Version) leaveAllPools(id int64) { s.LeavePools(id, func(*PoolRow) bool { return true }) }

// IndexExternalID removes a team from the index under its old external id, and adds it under the new one. An external
// id of "" is not in the index.
func (s *Version) IndexExternalID(teamID int64, before, after string) {
	if before == after {
		return
	}
	if before != "" {
		teams, _ := s.External.Get(before)
		if teams = slices.DeleteFunc(slices.Clone(teams), func(id int64) bool { return id == teamID }); len(teams) > 0 {
			s.External.Set(before, teams)
		} else {
			s.External.Delete(before) // otherwise the index would keep every id that a team ever had
		}
	}
	if after != "" {
		teams, _ := s.External.Get(after)
		s.External.Set(after, append(values.CopyWithRoom(teams, 1), teamID))
	}
}

// numberedCoaches returns a copy of the coaches in which every coach has ids.
func (s *Version) numberedCoaches(coaches []tourney.Coach) []tourney.Coach {
	if coaches == nil {
		return nil
	}
	return values.Mapped(coaches, s.NumberedCoach)
}

// NumberedCoach returns a coach with the ids ID and CoachID, and gives out the ids that are missing.
func (s *Version) NumberedCoach(c tourney.Coach) tourney.Coach {
	c.ID = s.IDs.Assign(CoachIDs, c.ID)
	c.CoachID = s.IDs.Assign(CoachPersonIDs, c.CoachID)
	return c
}

// IDsInTeam yields the id of a team and the ids of the rows in it.
func IDsInTeam(t *tourney.Team) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yield(RowID{Kind: TeamIDs, ID: t.ID, field: "Id"}) &&
			listIDs("Players", t.Players, RosterIDs, "Id", func(p *tourney.TeamPlayer) int64 { return p.ID }, yield) &&
			listIDs("Players", t.Players, PersonIDs, "PlayerId",
				func(p *tourney.TeamPlayer) int64 { return p.PlayerID }, yield) &&
			listIDs("Coaches", t.Coaches, CoachIDs, "Id", func(c *tourney.Coach) int64 { return c.ID }, yield) &&
			listIDs("Coaches", t.Coaches, CoachPersonIDs, "CoachId",
				func(c *tourney.Coach) int64 { return c.CoachID }, yield) &&
			(t.Season == nil || yield(RowID{Kind: SeasonIDs, ID: t.Season.ID, field: "Season.Id"}))
	}
}
