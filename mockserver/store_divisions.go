package mockserver

import (
	"cmp"

	"github.com/tourney-go/tourney"
)

// addDivision adds a division with the teams that it carries. It replaces the division that has its id.
func (s *store) addDivision(d tourney.Division) int64 {
	row := s.newDivisionRow(d)
	s.replaceDivision(row)
	for _, t := range d.Teams {
		s.addToDivision(row.division, t)
	}
	return row.division.ID
}

// addToDivision adds a team to a division. One that is there already is more than its summary: it moves as it is.
func (s *store) addToDivision(d tourney.Division, t tourney.Team) {
	if s.teams.get(t.ID) == nil {
		t.Division = &tourney.TeamDivision{ID: d.ID, Name: d.Name}
		s.addTeam(t)
		return
	}
	s.changeTeam(t.ID, func(r *teamRow) { r.divisionID, r.eventID = d.ID, s.divisions.get(d.ID).eventID })
}

func (s *store) replaceDivision(row divisionRow) {
	if s.divisions.get(row.division.ID) == nil {
		s.divisions.add(row)
		return
	}
	s.divisions.change(row.division.ID, func(r *divisionRow) {
		row.externalID = r.externalID // only writes tell it
		*r = row
	})
	s.refileTeams(row.division.ID)
}

// refileTeams files a division's teams anew after a change of the division that decides where they are found.
func (s *store) refileTeams(divisionID int64) {
	eventID := s.divisions.get(divisionID).eventID
	for _, r := range s.teams.under(teamKey{scope{inDivision, divisionID}, anyStatus, paidOrNot}) {
		s.changeTeam(r.team.ID, func(r *teamRow) { r.eventID = cmp.Or(eventID, r.eventID) })
	}
}
