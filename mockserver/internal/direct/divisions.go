package direct

import (
	"slices"

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
		view: func(s *model.Reader, r *model.DivisionRow) tourney.Division {
			return views.DivisionWithoutTeams(s, r, views.All)
		},
	},
	One: "division", whole: wholeDivision, editable: editableDivision,
	id:    func(division tourney.Division) int64 { return division.ID },
	parts: model.IDsInDivision,
	names: func(_ *Call, division tourney.Division) []named { return namesByEvent("Event", division.Event) },
	check: checkDivision,
	add:   (*model.Version).AddDivision, change: (*model.Version).EditDivision,
	remove: (*Call).removeDivision,
}

func wholeDivision(s *model.Reader, r *model.DivisionRow) tourney.Division {
	return views.Division(s, r, views.All)
}

// editableDivision returns the division that Divisions.Edit passes to its caller's function.
func editableDivision(s *model.Reader, r *model.DivisionRow) tourney.Division {
	division := r.Division
	division.Active = new(r.Active)
	if e := s.Events.Get(r.EventID); e != nil {
		division.Event = model.NestedEvent(e.Event)
	}
	return division
}

// DivisionDetails are the details of the divisions.
var DivisionDetails = Detailed[model.DivisionRow, stored.DivisionDetails]{
	get: func(r *model.DivisionRow) stored.DivisionDetails {
		return stored.DivisionDetails{ExternalID: r.ExternalID}
	},
	set: func(d *Call, r *model.DivisionRow, _, after stored.DivisionDetails) {
		d.Divisions.Change(r.Division.ID, func(r *model.DivisionRow) { r.ExternalID = after.ExternalID })
	},
}

// checkDivision refuses a division in which two prices or two brackets have the same id. It checks the new teams of a
// new division.
func checkDivision(d *Call, before *tourney.Division, after tourney.Division) {
	once(d, "Prices", after.Prices, func(p tourney.Price) int64 { return p.ID })
	once(d, "Brackets", after.Brackets, func(b tourney.Bracket) int64 { return b.ID })
	if before != nil {
		if after.Teams != nil {
			d.Problem("Teams must stay nil: Teams.Edit moves a team")
		}
		belongs(d, "Event", before.Event, after.Event, model.EventIDs, eventID)
		return
	}
	own := idOf(&tourney.TeamDivision{ID: after.ID})
	for i, t := range after.Teams {
		if d.Teams.Get(t.ID) == nil {
			path := refusal.Indexed("Teams", i, "") + "."
			d.choose(path, model.IDsInTeam(&t))
			d.checkNames(namesOfTeam(d, path, t), nil)
			d.checkTeam(path, t, own)
		}
	}
}

// namesByDivision returns the ids in a reference to a division.
func namesByDivision(path string, division *tourney.TeamDivision) []named {
	if division == nil {
		return nil
	}
	return append([]named{{path + ".Id", model.DivisionIDs, division.ID, true}},
		namesByEvent(path+".Event", division.Event)...)
}

func divisionID(division *tourney.TeamDivision) *int64 { return &division.ID }

func (d *Call) removeDivision(id int64) {
	in := model.Scope{Level: model.InDivision, ID: id}
	games := func(r *model.GameRow) bool { return r.DivisionID() == id || hasSideOf(r, id) }
	refuseIn(d, &d.Teams, d.Teams.Under(model.EveryTeamIn(in)), model.TeamIDs)
	refuseIn(d, &d.Pools, d.Pools.Under(model.PoolKey(id).Key()), model.PoolIDs)
	refuseIn(d, &d.Games, d.Games.Where(games), model.GameIDs)
	d.check()
	d.Divisions.Remove(id)
}

// hasSideOf reports whether a side of the game has a team of a division.
func hasSideOf(r *model.GameRow, divisionID int64) bool {
	return slices.ContainsFunc(r.Sides(), func(side *tourney.GameSide) bool {
		return side.DivisionID != nil && *side.DivisionID == divisionID
	})
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
