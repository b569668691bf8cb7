package handlers

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

func getTeam(ex *Exchange, in byID) (any, error) {
	c := ex.Store.Teams.Cell(in.ID)
	if c == nil {
		return nil, refusal.NotFound("id", "team", in.ID)
	}
	includes := ex.includes(in.Includes)
	view := func(s *model.Reader, r *model.TeamRow) tourney.Team { return views.Team(s, r, includes) }
	return detailOf(ex, c, shown[model.TeamRow, tourney.Team]{"Team", includes, view}, func(t tourney.Team) any {
		return struct{ Team tourney.Team }{t}
	}), nil
}

// teamList holds the parameters of a list of teams.
type teamList struct {
	tourney.TeamListOptions

	Includes []tourney.Include
}

func listTeams(ex *Exchange, in teamList) (any, error) {
	ex.Assume(assumption.Order, assumption.ShownTeams)
	st := ex.Store
	key := model.TeamKey{Scope: ex.scope(in.EventID, in.DivisionID), Status: model.AnyStatus}
	if in.Status != nil {
		key.Status = *in.Status
	}
	if in.Paid != nil {
		key.Paid = model.OnlyUnpaid
		if *in.Paid {
			key.Paid = model.OnlyPaid
		}
	}
	ex.filter("teamids", "team", st.Teams.Known, in.TeamIDs...)
	positions := st.Teams.List(key.Key())
	if len(in.TeamIDs) > 0 {
		positions = store.PositionsOf(&st.Teams, in.TeamIDs, key.Key())
	}
	includes := ex.includes(in.Includes)
	strict := ex.Settings.Strict
	view := func(s *model.Reader, r *model.TeamRow) tourney.Team { return teamRowView(s, r, includes, strict) }
	as := shown[model.TeamRow, tourney.Team]{"Team", includes | InList, view}
	return pageOf(ex, &st.Teams, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Team]) any {
		return struct{ Teams tourney.Page[tourney.Team] }{p}
	}), nil
}

func createTeam(ex *Exchange, in tourney.TeamCreateInput) (any, error) {
	division, err := ex.divisionFor(in.DivisionID, in.EventID)
	if err != nil {
		return nil, err
	}
	row := ex.Store.NewTeamRow(tourney.Team{
		ID: ex.newID(), Sport: ex.Store.Variant.SportCode, Paid: new(true),
		Players: []tourney.TeamPlayer{}, Coaches: []tourney.Coach{},
	})
	move(&row, division, in.EventID)
	setTeam(&row, &in, in.Address)
	ex.writeCoaches(&row, values.Mapped(in.Coaches, func(c tourney.CoachInput) tourney.CoachUpdateInput {
		return tourney.CoachUpdateInput{CoachInput: c}
	}))
	row.Team.Players = make([]tourney.TeamPlayer, len(in.Players))
	for i := range in.Players {
		ex.fillLine(&row.Team.Players[i], &in.Players[i])
	}
	ex.Store.AddTeamRow(row)
	return created{row.Team.ID}, nil
}

func updateTeam(ex *Exchange, in tourney.TeamUpdateInput) (any, error) {
	r, err := ex.targetTeam(in)
	if err != nil {
		return nil, err
	}
	division, err := ex.divisionFor(in.DivisionID, in.EventID)
	if err != nil {
		return nil, err
	}
	if d := ex.Store.Divisions.Get(r.DivisionID); division == nil && !d.MayBelongTo(in.EventID) {
		return nil, refusal.Invalid("eventid", "is not the event of the team's division")
	}
	if err := checkPeopleIDs(r, in); err != nil {
		return nil, err
	}
	ex.Assume(assumption.UpdateAnswer)
	ex.assumeOfCounts(r, in)
	if slices.ContainsFunc(in.Coaches, func(c tourney.CoachUpdateInput) bool { return c.ID != 0 }) {
		ex.Assume(assumption.CoachIDs)
	}
	id, known := r.Team.ID, len(r.Team.Players)
	var changes []model.LineChange
	ex.Store.ChangeTeam(id, func(r *model.TeamRow) {
		move(r, division, in.EventID)
		setTeam(r, &in, in.Address)
		ex.writeCoaches(r, in.Coaches)
		changes = ex.writePlayers(r, in.Players)
	})
	ex.Store.DescribePeople(changes)
	ex.Store.JoinTeam(ex.Store.Teams.Get(id), known)
	return ex.updated(id, getTeam)
}

// assumeOfCounts records the assumption that the counts of section 4.4 bound one request, and not the team.
func (ex *Exchange) assumeOfCounts(r *model.TeamRow, in tourney.TeamUpdateInput) {
	coaches, players := len(r.Team.Coaches), len(r.Team.Players)
	for _, c := range in.Coaches {
		coaches += values.IfElse(c.ID == 0, 1, 0)
	}
	for _, p := range in.Players {
		players += values.IfElse(p.ID == 0, 1, 0)
	}
	most := func(list string) int { return contract.Lookup("Teams.Update").Param(list).MaxIn(ex.Store.Variant) }
	if coaches > most("coaches") || players > most("players") {
		ex.Assume(assumption.RosterCounts)
	}
}

// checkPeopleIDs refuses ids of coaches and players that the team does not have.
func checkPeopleIDs(r *model.TeamRow, in tourney.TeamUpdateInput) error {
	var problems refusal.Refusal
	for i, c := range in.Coaches {
		if c.ID != 0 && r.CoachIndex(c.ID) < 0 {
			problems.Add(refusal.NotFound(refusal.Indexed("coaches", i, "id"), "coach of the team", c.ID))
		}
	}
	for i, p := range in.Players {
		if p.ID != 0 && r.LineIndex(p.ID) < 0 {
			problems.Add(refusal.NotFound(refusal.Indexed("players", i, "id"), "player of the team", p.ID))
		}
	}
	return problems.OrNil()
}

// targetTeam finds the team of an update by its id, and else by its external id (section 4.5).
func (ex *Exchange) targetTeam(in tourney.TeamUpdateInput) (*model.TeamRow, error) {
	if in.ID != 0 {
		if r := ex.Store.Teams.Get(in.ID); r != nil {
			return r, nil
		}
		return nil, refusal.NotFound("id", "team", in.ID)
	}
	if r := ex.externalTeam(*in.ExternalTeamID); r != nil {
		return r, nil
	}
	return nil, refusal.NotFoundText("externalteamid", "team", *in.ExternalTeamID)
}

// divisionFor finds the division of a write, nil when the request has none. It must belong to the event of the request.
func (ex *Exchange) divisionFor(divisionID, eventID int64) (*model.DivisionRow, error) {
	if eventID != 0 && ex.Store.Events.Get(eventID) == nil {
		return nil, refusal.NotFound("eventid", "event", eventID)
	}
	if divisionID == 0 {
		return nil, nil //nolint:nilnil // the request names no division
	}
	d := ex.Store.Divisions.Get(divisionID)
	if d == nil {
		return nil, refusal.NotFound("divisionid", "division", divisionID)
	}
	if !d.MayBelongTo(eventID) {
		return nil, refusal.Invalid("divisionid", "is not a division of the event")
	}
	return d, nil
}

// move puts the team into a division, nil for none, and into an event, 0 for none. With neither, the team stays where
// it is.
func move(r *model.TeamRow, division *model.DivisionRow, eventID int64) {
	if eventID != 0 {
		r.EventID = eventID
	}
	if division != nil {
		r.DivisionID, r.EventID = division.Division.ID, cmp.Or(division.EventID, eventID)
	}
}

// setTeam sets the fields of a team that the request has (section 1, convention 9).
func setTeam(r *model.TeamRow, in any, address *tourney.TeamAddressInput) {
	values.Fill(&r.Team, in)
	values.Fill(&r.Details, in)
	setTeamAddress(&r.Team, address)
}

// teamRowView returns a team as the list of teams shows it, with its external id unless the server is strict.
func teamRowView(s *model.Reader, r *model.TeamRow, in views.Includes, strict bool) tourney.Team {
	t := views.Team(s, r, in)
	if r.Team.ExternalTeamID != "" && !strict {
		s.Assume(assumption.TeamRows)
		t.ExternalTeamID = r.Team.ExternalTeamID
	}
	return t
}
