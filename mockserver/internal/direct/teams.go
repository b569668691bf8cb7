package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Teams are the teams.
var Teams = Noun[model.TeamRow, tourney.Team]{
	Pages: Pages[model.TeamRow, tourney.Team]{
		Name: "Teams", Takes: []string{"EventID", "DivisionID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.TeamRow] { return &st.Teams },
		key:   func(q *stored.Query) store.Key { return model.EveryTeamIn(scopeOfQuery(q)) },
		rest: func(q *stored.Query) func(*model.TeamRow) bool {
			if q.EventID == 0 || q.DivisionID == 0 {
				return nil
			}
			return func(r *model.TeamRow) bool { return r.EventID == q.EventID }
		},
		text: func(_ *model.Version, r *model.TeamRow, to []byte) []byte { return append(to, r.Team.Name...) },
		view: wholeTeam,
	},
	One: "team", whole: wholeTeam, editable: editableTeam,
	id:    func(t tourney.Team) int64 { return t.ID },
	parts: model.IDsInTeam,
	names: func(d *Call, t tourney.Team) []named { return namesOfTeam(d, "", t) },
	check: func(d *Call, before *tourney.Team, after tourney.Team) {
		d.checkTeam("", after, idOf(after.Division))
		if before != nil {
			d.checkTeamChange(before, &after)
		}
	},
	add: (*model.Version).AddTeam, change: (*model.Version).EditTeam,
	remove: func(d *Call, id int64) { d.RemoveTeam(id) },
}

// wholeTeam returns a team with the fields that responses leave out.
func wholeTeam(s *model.Reader, r *model.TeamRow) tourney.Team {
	t := views.Team(s, r, views.All)
	t.ExternalTeamID, t.Address = r.Team.ExternalTeamID, r.Team.Address
	return t
}

// editableTeam returns the team that Teams.Edit passes to its caller's function.
func editableTeam(s *model.Reader, r *model.TeamRow) tourney.Team {
	t := r.Team
	t.Division, t.Pools = views.TeamDivision(s, r.DivisionID), views.TeamPools(s, t.ID)
	return t
}

// TeamDetails are the details of the teams.
var TeamDetails = Detailed[model.TeamRow, stored.TeamDetails]{
	get: func(r *model.TeamRow) stored.TeamDetails {
		details := r.Details
		details.EventID = r.EventID
		return details
	},
	set: func(d *Call, r *model.TeamRow, before, after stored.TeamDetails) {
		for id := range after.Coaches {
			if r.CoachIndex(id) < 0 {
				d.Problem("Coaches[%d] names no coach of the team", id)
			}
		}
		moves, eventID := after.EventID != before.EventID, after.EventID
		if moves {
			d.checkTeamEvent(r, eventID)
		}
		d.check()
		after.EventID = 0 // because the row stores it in its own field EventID
		d.Teams.Change(r.Team.ID, func(r *model.TeamRow) { r.Details = after })
		if moves {
			d.ChangeTeam(r.Team.ID, func(r *model.TeamRow) { r.EventID = eventID })
		}
	},
}

// checkTeamEvent checks the new event of a team. It refuses the change if the team's division belongs to an event,
// because then the division decides.
func (d *Call) checkTeamEvent(r *model.TeamRow, eventID int64) {
	d.refer("EventId", model.EventIDs, eventID)
	if division := d.Divisions.Get(r.DivisionID); division != nil && division.EventID != 0 {
		d.Problem("EventId: the team is in division %d, which belongs to event %d", r.DivisionID, division.EventID)
	}
}

// MoveTeam moves a team without a division to an event.
func (d *Call) MoveTeam(id, eventID int64) {
	if d.checkTeamEvent(d.Teams.Get(id), eventID); len(d.Problems) == 0 {
		d.ChangeTeam(id, func(r *model.TeamRow) { r.EventID = eventID })
	}
}

// checkTeamChange refuses a change of a member that the team shows from another row.
func (d *Call) checkTeamChange(before, after *tourney.Team) {
	belongs(d, "Division", before.Division, after.Division, model.DivisionIDs, divisionID)
	if after.ParentID == after.ID {
		d.Problem("ParentId %d is the team itself", after.ParentID)
	}
	for i, p := range after.Pools {
		for _, was := range before.Pools {
			belongs(d, refusal.Indexed("Pools", i, "Pool"), &was.Pool, &p.Pool, model.PoolIDs,
				func(p *tourney.Pool) *int64 { return &p.ID })
		}
	}
	for i, p := range after.Players {
		if j := model.LineIndex(before.Players, p.ID); j >= 0 && before.Players[j].PlayerID != p.PlayerID {
			d.Problem("%s changed from %d to %d: a line of a roster keeps its player",
				refusal.Indexed("Players", i, "PlayerId"), before.Players[j].PlayerID, p.PlayerID)
		}
	}
}

// checkTeam checks a team that is in a division or moves to it. The paths in problems begin with the prefix. If a team
// names its present positions in pools, it keeps them, or leaves them with its division.
func (d *Call) checkTeam(prefix string, t tourney.Team, divisionID int64) {
	d.checkLines(prefix, t)
	once(d, prefix+"Coaches", t.Coaches, func(c tourney.Coach) int64 { return c.ID })
	if d.HasPlaces(t.ID, t.Pools) {
		return
	}
	pools := map[int64]bool{}
	for i, p := range t.Pools {
		path := prefix + refusal.Indexed("Pools", i, "")
		if p.Pool.ID != 0 && pools[p.Pool.ID] {
			d.Problem("%s.Pool.Id %d is there twice: a team has one position in a pool", path, p.Pool.ID)
		}
		pools[p.Pool.ID] = true
		d.checkPlace(path, p, t.ID, divisionID)
	}
}

// checkLines refuses a team whose roster has the id of a line of another roster, or the same id twice.
func (d *Call) checkLines(prefix string, t tourney.Team) {
	for i, p := range t.Players {
		path := prefix + refusal.Indexed("Players", i, "Id")
		if owner, known := d.Rosters.Get(p.ID); known && owner != t.ID {
			d.Problem("%s %d is in the roster of team %d", path, p.ID, owner)
		}
		if p.ID != 0 && d.lines[p.ID] {
			d.Problem("%s %d is there twice", path, p.ID)
		}
		d.lines[p.ID] = true
	}
}

// checkPlace refuses a position of a pool if the position does not exist, if another team has it, or if the pool is in
// another division.
func (d *Call) checkPlace(path string, p tourney.TeamPool, teamID, divisionID int64) {
	pool := d.Pools.Get(p.Pool.ID)
	if pool == nil {
		return
	}
	switch differs := pool.DivisionID != 0 && pool.DivisionID != divisionID; {
	case differs && divisionID == newDivision:
		d.Problem("%s.Pool.Id %d is a pool of division %d, not of the new one", path, pool.ID, pool.DivisionID)
	case differs && divisionID != 0:
		d.Problem("%s.Pool.Id %d is a pool of division %d, not of %d", path, pool.ID, pool.DivisionID, divisionID)
	}
	position, here := d.Position(pool.ID, p.Number), model.Place{PoolID: pool.ID, Number: p.Number}
	switch {
	case d.places[here]:
		d.Problem("%s.Number %d of pool %d is there twice", path, p.Number, pool.ID)
	case position == nil && !d.dangling:
		d.Problem("%s.Number %d: pool %d has no such position: add it with Pools.AddPositions", path, p.Number, pool.ID)
	case position != nil && position.TeamID != 0 && position.TeamID != teamID:
		d.Problem("%s.Number %d: team %d has that position of pool %d", path, p.Number, position.TeamID, pool.ID)
	}
	d.places[here] = true
}

// namesOfTeam returns the ids with which a team names other things. The call adds a pool that does not exist in its
// division.
func namesOfTeam(d *Call, prefix string, t tourney.Team) []named {
	names := append(namesByDivision(prefix+"Division", t.Division),
		named{prefix + "ParentId", model.TeamIDs, t.ParentID, true})
	for i, p := range t.Pools {
		path := prefix + refusal.Indexed("Pools", i, "Pool")
		names = append(names, named{path + ".Id", model.PoolIDs, p.Pool.ID, true})
		if d.Pools.Get(p.Pool.ID) == nil {
			names = append(names, namesByDivision(path+".Division", p.Pool.Division)...)
		}
	}
	for i, p := range t.Players {
		names = append(names, named{prefix + refusal.Indexed("Players", i, "ParentId"), model.NoKind, p.ParentID, false})
	}
	for i, c := range t.Coaches {
		names = append(names, named{prefix + refusal.Indexed("Coaches", i, "ParentId"), model.NoKind, c.ParentID, false})
	}
	if t.Season != nil {
		names = append(names, named{prefix + "Season.SeasonDivisionId", model.NoKind, t.Season.SeasonDivisionID, false})
	}
	return names
}
