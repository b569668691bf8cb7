package mockserver

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func getTeam(ex *exchange, in byID) (any, error) {
	c := ex.store.teams.Cell(in.ID)
	if c == nil {
		return nil, notFound("id", "team", in.ID)
	}
	includes := ex.includes(in.Includes)
	view := func(s *reader, r *teamRow) tourney.Team { return s.teamView(r, includes) }
	return detailOf(ex, c, shown[teamRow, tourney.Team]{"Team", includes, view}, func(t tourney.Team) any {
		return struct{ Team tourney.Team }{t}
	}), nil
}

// teamList holds the parameters of a list of teams.
type teamList struct {
	tourney.TeamListOptions

	Includes []tourney.Include
}

func listTeams(ex *exchange, in teamList) (any, error) {
	ex.assume(assumeOrder, assumeShownTeams)
	st := ex.store
	key := teamKey{scope: ex.scope(in.EventID, in.DivisionID), status: anyStatus}
	if in.Status != nil {
		key.status = *in.Status
	}
	if in.Paid != nil {
		key.paid = onlyUnpaid
		if *in.Paid {
			key.paid = onlyPaid
		}
	}
	ex.filter("teamids", "team", st.teams.Known, in.TeamIDs...)
	positions := st.teams.List(key)
	if len(in.TeamIDs) > 0 {
		positions = st.teams.PositionsOf(in.TeamIDs, key)
	}
	includes := ex.includes(in.Includes)
	strict := ex.settings.Strict
	view := func(s *reader, r *teamRow) tourney.Team { return s.teamRowView(r, includes, strict) }
	as := shown[teamRow, tourney.Team]{"Team", includes | inList, view}
	return pageOf(ex, &st.teams, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Team]) any {
		return struct{ Teams tourney.Page[tourney.Team] }{p}
	}), nil
}

func createTeam(ex *exchange, in tourney.TeamCreateInput) (any, error) {
	division, err := ex.divisionFor(in.DivisionID, in.EventID)
	if err != nil {
		return nil, err
	}
	row := ex.store.newTeamRow(tourney.Team{
		ID: ex.newID(), Sport: ex.store.variant.SportCode, Paid: new(true),
		Players: []tourney.TeamPlayer{}, Coaches: []tourney.Coach{},
	})
	row.move(division, in.EventID)
	ex.writeTeam(&row, tourney.TeamUpdateInput{
		Name: in.Name, Age: in.Age, Grade: in.Grade, ExternalTeamID: in.ExternalTeamID, Gender: in.Gender, Paid: in.Paid,
		Status: in.Status, Address: in.Address, Notes: in.Notes, Website: in.Website, TwitterHandle: in.TwitterHandle,
		InstagramHandle: in.InstagramHandle, FacebookPage: in.FacebookPage, Abbreviation: in.Abbreviation,
		Coaches: mapped(in.Coaches, func(c tourney.CoachInput) tourney.CoachUpdateInput {
			return tourney.CoachUpdateInput{CoachInput: c}
		}),
	})
	row.Team.Players = make([]tourney.TeamPlayer, len(in.Players))
	for i := range in.Players {
		ex.fillLine(&row.Team.Players[i], &in.Players[i])
	}
	ex.store.addTeamRow(row)
	return created{row.Team.ID}, nil
}

func updateTeam(ex *exchange, in tourney.TeamUpdateInput) (any, error) {
	r, err := ex.targetTeam(in)
	if err != nil {
		return nil, err
	}
	division, err := ex.divisionFor(in.DivisionID, in.EventID)
	if err != nil {
		return nil, err
	}
	if d := ex.store.divisions.Get(r.DivisionID); division == nil && !d.mayBelongTo(in.EventID) {
		return nil, invalid("eventid", "is not the event of the team's division")
	}
	if err := checkPeopleIDs(r, in); err != nil {
		return nil, err
	}
	ex.assume(assumeUpdateAnswer)
	ex.assumeOfCounts(r, in)
	if slices.ContainsFunc(in.Coaches, func(c tourney.CoachUpdateInput) bool { return c.ID != 0 }) {
		ex.assume(assumeCoachIDs)
	}
	id, known := r.Team.ID, len(r.Team.Players)
	var changes []lineChange
	ex.store.changeTeam(id, func(r *teamRow) {
		r.move(division, in.EventID)
		changes = ex.writeTeam(r, in)
	})
	ex.store.describePeople(changes)
	ex.store.joinTeam(ex.store.teams.Get(id), known)
	return ex.updated(id, getTeam)
}

// assumeOfCounts notes that the counts of section 4.4 bound what one request carries, and not the team.
func (ex *exchange) assumeOfCounts(r *teamRow, in tourney.TeamUpdateInput) {
	coaches, players := len(r.Team.Coaches), len(r.Team.Players)
	for _, c := range in.Coaches {
		coaches += ifElse(c.ID == 0, 1, 0)
	}
	for _, p := range in.Players {
		players += ifElse(p.ID == 0, 1, 0)
	}
	most := func(list string) int { return contract.Lookup("Teams.Update").Param(list).MaxIn(ex.store.variant) }
	if coaches > most("coaches") || players > most("players") {
		ex.assume(assumeRosterCounts)
	}
}

// checkPeopleIDs refuses ids of coaches and players that the team does not have.
func checkPeopleIDs(r *teamRow, in tourney.TeamUpdateInput) error {
	var problems refusal
	for i, c := range in.Coaches {
		if c.ID != 0 && r.coachIndex(c.ID) < 0 {
			problems.add(notFound(indexed("coaches", i, "id"), "coach of the team", c.ID))
		}
	}
	for i, p := range in.Players {
		if p.ID != 0 && r.lineIndex(p.ID) < 0 {
			problems.add(notFound(indexed("players", i, "id"), "player of the team", p.ID))
		}
	}
	return problems.orNil()
}

// targetTeam finds the team of an update by its id, and else by its external id (section 4.5).
func (ex *exchange) targetTeam(in tourney.TeamUpdateInput) (*teamRow, error) {
	if in.ID != 0 {
		if r := ex.store.teams.Get(in.ID); r != nil {
			return r, nil
		}
		return nil, notFound("id", "team", in.ID)
	}
	if r := ex.externalTeam(*in.ExternalTeamID); r != nil {
		return r, nil
	}
	return nil, notFoundText("externalteamid", "team", *in.ExternalTeamID)
}

// divisionFor finds the division of a write, nil when the request has none. It must belong to the event of the request.
func (ex *exchange) divisionFor(divisionID, eventID int64) (*divisionRow, error) {
	if eventID != 0 && ex.store.events.Get(eventID) == nil {
		return nil, notFound("eventid", "event", eventID)
	}
	if divisionID == 0 {
		return nil, nil //nolint:nilnil // the request names no division
	}
	d := ex.store.divisions.Get(divisionID)
	if d == nil {
		return nil, notFound("divisionid", "division", divisionID)
	}
	if !d.mayBelongTo(eventID) {
		return nil, invalid("divisionid", "is not a division of the event")
	}
	return d, nil
}

// move puts the team into a division, nil for none, and into an event, 0 for none. Without both it stays where it is.
func (r *teamRow) move(division *divisionRow, eventID int64) {
	if eventID != 0 {
		r.EventID = eventID
	}
	if division != nil {
		r.DivisionID, r.EventID = division.Division.ID, cmp.Or(division.EventID, eventID)
	}
}

// writeTeam sets the fields of a team that the request has (section 1, convention 9). It returns the changes of the
// lines that the roster has. New lines stand behind them.
func (ex *exchange) writeTeam(r *teamRow, in tourney.TeamUpdateInput) []lineChange {
	t := &r.Team
	set(&t.Name, in.Name)
	set(&t.ExternalTeamID, in.ExternalTeamID)
	setPointer(&t.Gender, in.Gender)
	setPointer(&t.Paid, in.Paid)
	setPointer(&t.Status, in.Status)
	setTeamAddress(t, in.Address)
	writeDetails(&r.Details, in)
	ex.writeCoaches(r, in.Coaches)
	return ex.writePlayers(r, in.Players)
}

// writeDetails sets the details that the request has.
func writeDetails(d *stored.TeamDetails, in tourney.TeamUpdateInput) {
	setPointer(&d.Age, in.Age)
	setPointer(&d.Grade, in.Grade)
	set(&d.Notes, in.Notes)
	set(&d.Website, in.Website)
	set(&d.TwitterHandle, in.TwitterHandle)
	set(&d.InstagramHandle, in.InstagramHandle)
	set(&d.FacebookPage, in.FacebookPage)
	set(&d.Abbreviation, in.Abbreviation)
}

// teamView returns a team as responses show it.
func (s *reader) teamView(r *teamRow, in includes) tourney.Team {
	t := r.Team
	t.ExternalTeamID = "" // only summaries and, as observed, lists show it (section 2, Team)
	t.Address = readAddress(t.Address)
	t.Division = s.teamDivision(r.DivisionID)
	t.Players = listed(in, tourney.IncludePlayers, t.Players)
	t.Coaches = listed(in, tourney.IncludeCoaches, t.Coaches)
	t.Pools = listed(in, tourney.IncludePools, s.poolsOfTeam(r.Team.ID))
	t.Season = nil
	if in.has(tourney.IncludeSeason) {
		t.Season = s.season(r)
	}
	return t
}

// teamRowView returns a team as the list of teams shows it, with its external id unless the server is strict.
func (s *reader) teamRowView(r *teamRow, in includes, strict bool) tourney.Team {
	t := s.teamView(r, in)
	if r.Team.ExternalTeamID != "" && !strict {
		s.assume(assumeTeamRows)
		t.ExternalTeamID = r.Team.ExternalTeamID
	}
	return t
}

// season returns the season of a team. For a team with a parent it is the parent's season (section 2, Season).
func (s *reader) season(r *teamRow) *tourney.Season {
	if parent := s.teams.Get(r.Team.ParentID); parent != nil {
		return parent.Team.Season
	}
	return r.Team.Season
}

func (s *reader) teamDivision(id int64) *tourney.TeamDivision {
	r := s.divisions.Get(id)
	if r == nil {
		return nil
	}
	d := &tourney.TeamDivision{
		ID: id, Name: r.Division.Name, Description: r.Division.Description, Gender: r.Division.Gender,
	}
	if e := s.events.Get(r.EventID); e != nil {
		d.Event = nestedEvent(e.Event)
	}
	return d
}

// teamSummary returns a team as a division shows it (section 2, Team).
func teamSummary(r *teamRow) tourney.Team {
	t := r.Team
	return tourney.Team{
		ID: t.ID, ExternalTeamID: t.ExternalTeamID, Name: t.Name, Gender: t.Gender, Paid: t.Paid, Status: t.Status,
		Address: readAddress(t.Address),
	}
}
