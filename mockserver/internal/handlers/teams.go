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

// teams is how requests read teams. Details show no external id, lists do unless the server is strict.
var teams = resource[model.TeamRow, tourney.Team]{
	kind: model.TeamIDs, name: "Team", includes: (*Exchange).includes, inLists: InList,
	table: func(s *model.Version) *model.Table[*model.TeamRow] { return &s.Teams },
	view: func(ex *Exchange, in views.Includes, s *model.Reader, r *model.TeamRow) tourney.Team {
		t := views.Team(s, r, in)
		if in&InList != 0 && r.Team.ExternalTeamID != "" && !ex.Settings.Strict {
			s.Assume(assumption.TeamRows)
			t.ExternalTeamID = r.Team.ExternalTeamID
		}
		return t
	},
	page: func(p tourney.Page[tourney.Team]) any { return struct{ Teams tourney.Page[tourney.Team] }{p} },
}

// teamList holds the parameters of a list of teams.
type teamList struct {
	tourney.TeamListOptions

	Includes []tourney.Include
}

func listTeams(ex *Exchange, in teamList) (any, error) {
	ex.Assume(assumption.ShownTeams)
	table := &ex.Store.Teams
	key := model.TeamKey{Scope: ex.scope(in.EventID, in.DivisionID), Status: model.AnyStatus}
	values.Set(&key.Status, in.Status)
	if in.Paid != nil {
		key.Paid = values.IfElse(*in.Paid, model.OnlyPaid, model.OnlyUnpaid)
	}
	ex.filter("teamids", model.TeamIDs, in.TeamIDs...)
	positions := table.List(key.Key())
	if len(in.TeamIDs) > 0 {
		positions = store.PositionsOf(table, in.TeamIDs, key.Key())
	}
	return teams.list(ex, positions, in.Page, in.PageSize, in.Includes)
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
	r, err := ex.teamNamed("", in.ID, values.Value(in.ExternalTeamID))
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
	return ex.updated(id, teams.get)
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

// teamNamed finds a team by its id, and else by its external id (section 4.5). The paths of the two begin with prefix.
func (ex *Exchange) teamNamed(prefix string, id int64, external string) (*model.TeamRow, error) {
	if id != 0 {
		return ex.Store.Teams.Get(id), ex.require(prefix+"id", model.TeamIDs, id)
	}
	if r := ex.externalTeam(external); r != nil {
		return r, nil
	}
	return nil, refusal.NotFoundText(prefix+"externalteamid", "team", external)
}

// divisionFor finds the division of a write, nil when the request has none. It must belong to the event of the request.
func (ex *Exchange) divisionFor(divisionID, eventID int64) (*model.DivisionRow, error) {
	err := cmp.Or(ex.require("eventid", model.EventIDs, eventID), ex.require("divisionid", model.DivisionIDs, divisionID))
	d := ex.Store.Divisions.Get(divisionID)
	if err == nil && !d.MayBelongTo(eventID) {
		err = refusal.Invalid("divisionid", "is not a division of the event")
	}
	return d, err
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
