package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Divisions are the divisions.
var Divisions = Noun[model.DivisionRow, tourney.Division]{
	Pages: Pages[model.DivisionRow, tourney.Division]{
		Name: "Divisions", Takes: []string{"EventID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.DivisionRow] { return &st.Divisions },
		key:   func(q *stored.Query) store.Key { return model.DivisionKey{Event: q.EventID}.Key() },
		text:  func(_ *model.Version, r *model.DivisionRow, to []byte) []byte { return append(to, r.Division.Name...) },
		view: func(st *model.Version, r *model.DivisionRow) tourney.Division {
			return views.DivisionWithoutTeams(st.Reader(), r, views.All)
		},
	},
	One: "division", whole: wholeDivision, editable: editableDivision,
	id:    func(division tourney.Division) int64 { return division.ID },
	fresh: (*Call).FreshDivision,
	add:   func(d *Call, division tourney.Division) int64 { return d.AddDivision(division) },
	change: func(d *Call, before, after tourney.Division) {
		if after.Teams != nil {
			d.Problem("Teams must stay nil: Teams.Edit moves a team")
		}
		d.checkEventChange("Event", before.Event, after.Event)
		d.checkDivisionLists(after)
		d.check()
		d.EditDivision(after)
	},
	remove: (*Call).removeDivision,
}

func wholeDivision(s *model.Version, r *model.DivisionRow) tourney.Division {
	return views.Division(s.Reader(), r, views.All)
}

// editableDivision returns the division that Divisions.Edit passes to its caller's function.
func editableDivision(s *model.Version, r *model.DivisionRow) tourney.Division {
	division := r.Division
	division.Active = new(r.Active)
	if e := s.Events.Get(r.EventID); e != nil {
		division.Event = model.NestedEvent(e.Event)
	}
	return division
}

// DivisionDetails are the details of the divisions.
var DivisionDetails = Detailed[model.DivisionRow, stored.DivisionDetails]{
	name: "Divisions", one: "division", table: Divisions.table,
	get: func(r *model.DivisionRow) stored.DivisionDetails {
		return stored.DivisionDetails{ExternalID: r.ExternalID}
	},
	set: func(d *Call, r *model.DivisionRow, _, after stored.DivisionDetails) {
		d.Divisions.Change(r.Division.ID, func(r *model.DivisionRow) { r.ExternalID = after.ExternalID })
	},
}

// FreshDivision checks a new division.
func (d *Call) FreshDivision(division tourney.Division) {
	d.fresh("Id", division.ID, d.Divisions.Get(division.ID) != nil, "division")
	d.checkDivision(division)
}

func (d *Call) checkDivision(division tourney.Division) {
	d.choose("", model.IDsInDivision(&division))
	d.checkEventOf("Event", division.Event)
	d.checkDivisionLists(division)
	own := idOf(&tourney.TeamDivision{ID: division.ID})
	for i, t := range division.Teams {
		if d.Teams.Get(t.ID) == nil {
			path := refusal.Indexed("Teams", i, "") + "."
			d.checkTeam(path, t, own)
			d.bound(otherIDsOfTeam(path, t), nil)
		}
	}
}

// checkDivisionLists refuses a division in which two prices or two brackets have the same id.
func (d *Call) checkDivisionLists(division tourney.Division) {
	once(d, "Prices", division.Prices, func(p tourney.Price) int64 { return p.ID })
	once(d, "Brackets", division.Brackets, func(b tourney.Bracket) int64 { return b.ID })
}

func (d *Call) checkDivisionOf(path string, division *tourney.TeamDivision) {
	if division != nil {
		d.refer(path+".Id", model.DivisionIDs, division.ID)
		d.checkEventOf(path+".Event", division.Event)
	}
}

// checkDivisionChange checks a reference to a division that the function of an Edit call may have changed.
func (d *Call) checkDivisionChange(path string, before, after *tourney.TeamDivision) {
	d.checkDivisionOf(path, after)
	if before != nil && after != nil && before.ID == after.ID {
		belongs(d, path, *before, *after, tourney.TeamDivision{ID: after.ID}, "the division: Divisions.Edit changes them")
	}
}

func (d *Call) removeDivision(id int64) {
	in := model.Scope{Level: model.InDivision, ID: id}
	games := func(r *model.GameRow) bool { return r.DivisionID() == id || hasSideOf(r, id) }
	d.refuseIn("team", teamsIn(d, in))
	d.refuseIn("pool", idsOf(d.Pools.Under(model.PoolKey(id).Key()), d.Pools.ID))
	d.refuseIn("game", idsOf(d.Games.Where(games), d.Games.ID))
	d.check()
	d.Divisions.Remove(id)
}

// hasSideOf reports whether a side of the game has a team of a division.
func hasSideOf(r *model.GameRow, divisionID int64) bool {
	for _, side := range []*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side != nil && side.DivisionID != nil && *side.DivisionID == divisionID {
			return true
		}
	}
	return false
}

// newDivision is what idOf returns for a division that the call adds and that has no id yet.
const newDivision = -1 << 63

// idOf returns the id of the division that a team or pool names, 0 for nil, and newDivision for a division without an
// id.
func idOf(division *tourney.TeamDivision) int64 {
	switch {
	case division == nil:
		return 0
	case division.ID == 0:
		return newDivision
	}
	return division.ID
}
