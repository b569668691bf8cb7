package mockserver

import "github.com/tourney-go/tourney"

// addDivision adds a division with the teams that it carries.
func (s *version) addDivision(d tourney.Division) int64 {
	row := s.newDivisionRow(d)
	s.divisions.Add(row)
	s.refileGames(row.Division.ID)
	for _, t := range d.Teams {
		s.addToDivision(row.Division, t)
	}
	return row.Division.ID
}

// addToDivision adds a team to a division. A team that exists moves there and else stays as it is, because a division
// carries only summaries of teams.
func (s *version) addToDivision(d tourney.Division, t tourney.Team) {
	if s.teams.Get(t.ID) == nil {
		t.Division = &tourney.TeamDivision{ID: d.ID, Name: d.Name}
		s.addTeam(t)
		return
	}
	s.changeTeam(t.ID, func(r *teamRow) { r.DivisionID, r.EventID = d.ID, s.divisions.Get(d.ID).EventID })
}

// editDivision gives a division other values. Its teams and games follow it into another event.
func (s *version) editDivision(d tourney.Division) {
	row, moved := s.divisionRowOf(d), false
	s.divisions.Change(d.ID, func(r *divisionRow) {
		moved, row.ExternalID = r.EventID != row.EventID, r.ExternalID
		*r = row
	})
	for _, r := range s.teams.Under(teamKey{scope{inDivision, d.ID}, anyStatus, paidOrNot}) {
		s.changeTeam(r.Team.ID, func(r *teamRow) { r.EventID = ifElse(moved, row.EventID, r.EventID) })
	}
	s.refileGames(d.ID)
}
