package mockserver

import "github.com/tourney-go/tourney"

// addDivision adds a division with the teams that it carries.
func (s *version) addDivision(d tourney.Division) int64 {
	row := s.newDivisionRow(d)
	s.divisions.Add(row)
	s.refileGames(row.division.ID)
	for _, t := range d.Teams {
		s.addToDivision(row.division, t)
	}
	return row.division.ID
}

// addToDivision adds a team to a division. A team that exists moves there and else stays as it is, because a division
// carries only summaries of teams.
func (s *version) addToDivision(d tourney.Division, t tourney.Team) {
	if s.teams.Get(t.ID) == nil {
		t.Division = &tourney.TeamDivision{ID: d.ID, Name: d.Name}
		s.addTeam(t)
		return
	}
	s.changeTeam(t.ID, func(r *teamRow) { r.divisionID, r.eventID = d.ID, s.divisions.Get(d.ID).eventID })
}

// editDivision gives a division other values. Its teams and games follow it into another event.
func (s *version) editDivision(d tourney.Division) {
	row, moved := s.divisionRowOf(d), false
	s.divisions.Change(d.ID, func(r *divisionRow) {
		moved, row.externalID = r.eventID != row.eventID, r.externalID
		*r = row
	})
	for _, r := range s.teams.Under(teamKey{scope{inDivision, d.ID}, anyStatus, paidOrNot}) {
		s.changeTeam(r.team.ID, func(r *teamRow) { r.eventID = ifElse(moved, row.eventID, r.eventID) })
	}
	s.refileGames(d.ID)
}
