package model

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// AddDivision adds a division with the teams in its field Teams.
func (s *Version) AddDivision(d tourney.Division) int64 {
	row := s.newDivisionRow(d)
	store.Add(&s.Divisions, row)
	s.refileGames(row.Division.ID)
	for _, t := range d.Teams {
		s.AddToDivision(row.Division, t)
	}
	return row.Division.ID
}

// AddToDivision adds a team to a division. A team that exists already moves to the division, and no other value of the
// team changes, because a division contains only summaries of teams.
func (s *Version) AddToDivision(d tourney.Division, t tourney.Team) {
	if s.Teams.Get(t.ID) == nil {
		t.Division = &tourney.TeamDivision{ID: d.ID, Name: d.Name}
		s.AddTeam(t)
		return
	}
	s.ChangeTeam(t.ID, func(r *TeamRow) { r.DivisionID, r.EventID = d.ID, s.Divisions.Get(d.ID).EventID })
}

// EditDivision gives a division other values. If the event of the division changes, its teams move to the new event.
// Its games move too, unless a game names an event itself.
func (s *Version) EditDivision(d tourney.Division) {
	row, moved := s.divisionRowOf(d), false
	s.Divisions.Change(d.ID, func(r *DivisionRow) {
		moved, row.ExternalID = r.EventID != row.EventID, r.ExternalID
		*r = row
	})
	for _, r := range s.Teams.Under(TeamKey{Scope{InDivision, d.ID}, AnyStatus, PaidOrNot}.Key()) {
		s.ChangeTeam(r.Team.ID, func(r *TeamRow) { r.EventID = values.IfElse(moved, row.EventID, r.EventID) })
	}
	s.refileGames(d.ID)
}
