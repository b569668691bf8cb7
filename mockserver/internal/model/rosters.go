package model

import (
	"reflect"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// AddRoster adds players to a team's roster. For nil players it does nothing: a team without a roster differs from a
// team with an empty roster.
func (s *Version) AddRoster(teamID int64, players []tourney.TeamPlayer) {
	if players == nil {
		return
	}
	known := 0
	s.Teams.Change(teamID, func(r *TeamRow) {
		known = len(r.Team.Players)
		r.Team.Players = append(values.CopyWithRoom(r.Team.Players, len(players)), s.numberedLines(players)...)
	})
	s.JoinTeam(s.Teams.Get(teamID), known)
}

// numberedLines returns a copy of the lines of a roster in which all lines and persons have ids.
func (s *Version) numberedLines(players []tourney.TeamPlayer) []tourney.TeamPlayer {
	if players == nil {
		return nil
	}
	lines := slices.Clone(players)
	for i := range lines {
		lines[i].ID = s.IDs.Assign(RosterIDs, lines[i].ID)
		lines[i].PlayerID = s.IDs.Assign(PersonIDs, lines[i].PlayerID)
	}
	return lines
}

// setRoster gives a team another roster. A line whose id is on the old roster keeps its statistics, and setRoster
// copies the changes of the line to the row of the person. If the new roster lacks an old line, the person of that line
// leaves the team.
func (s *Version) setRoster(teamID int64, players []tourney.TeamPlayer) {
	before, lines := s.Teams.Get(teamID).Team.Players, s.numberedLines(players)
	s.Teams.Change(teamID, func(r *TeamRow) { r.Team.Players = lines })
	where := s.ScopesOfTeams([]int64{teamID})
	for _, p := range before {
		if LineIndex(lines, p.ID) < 0 {
			s.leaveTeam(p, teamID)
		}
	}
	for at, p := range lines {
		if i := LineIndex(before, p.ID); i >= 0 {
			s.describePerson(before[i], p)
		} else {
			s.join(lines[at:at+1], teamID, where)
		}
	}
}

// LineChange is a line of a roster before and after a change.
type LineChange struct{ Before, After tourney.TeamPlayer }

// DescribePeople copies changes of lines of rosters to the rows of the persons of these lines.
func (s *Version) DescribePeople(changes []LineChange) {
	for i := range changes {
		s.describePerson(changes[i].Before, changes[i].After)
	}
}

// describePerson copies the changes of a roster's line to the row of the person. It copies only values that differ
// between before and after, because the other values of the person may come from a line of another team.
func (s *Version) describePerson(before, after tourney.TeamPlayer) {
	s.People.Change(after.PlayerID, func(r *PersonRow) {
		values.CopyChange(&r.Player.FirstName, before.FirstName, after.FirstName)
		values.CopyChange(&r.Player.LastName, before.LastName, after.LastName)
		was, is := profileOf(&before), profileOf(&after)
		if reflect.DeepEqual(was, is) {
			return
		}
		profile := values.Value(r.Player.Profile)
		values.CopyChanges(&profile, *was, *is)
		r.Player.Profile = &profile
	})
}

// JoinTeam puts the persons of a roster's lines on the team, and adds unknown persons. It begins with the line at the
// index from.
func (s *Version) JoinTeam(team *TeamRow, from int) {
	lines := team.Team.Players[from:]
	if len(lines) == 0 {
		return
	}
	s.join(lines, team.Team.ID, s.ScopesOfTeams([]int64{team.Team.ID}))
}

// join puts the persons of a roster's lines on a team, and adds unknown persons. The argument where has the scopes of
// the team.
func (s *Version) join(lines []tourney.TeamPlayer, teamID int64, where []Scope) {
	together := &Membership{Listed: true, TeamIDs: store.ItemsOf([]int64{teamID}), Scopes: store.ItemsOf(where)}
	for i := range lines {
		p := &lines[i]
		s.Rosters.Set(p.ID, teamID)
		if s.People.Get(p.PlayerID) != nil {
			store.Extend(&s.People, p.PlayerID, func(r *PersonRow) []store.Key { return r.join(teamID, where) })
			continue
		}
		store.Add(&s.People, PersonRow{Membership: together, Player: tourney.Player{
			ID: p.PlayerID, ParentID: p.ParentID, FirstName: p.FirstName, LastName: p.LastName, Profile: sharedProfileOf(p),
		}})
	}
}

// leaveTeam removes the statistics of a roster's line, and takes the person of the line off the team. If another line
// of the team has the same person, the person stays. The caller removes the line before the call.
func (s *Version) leaveTeam(p tourney.TeamPlayer, teamID int64) {
	s.Rosters.Delete(p.ID)
	s.removeStatistics(func(r *StatisticRow) bool { return r.PlayerID == p.ID })
	if s.LineOf(teamID, p.PlayerID) != nil {
		return
	}
	s.People.Change(p.PlayerID, func(r *PersonRow) {
		others := slices.DeleteFunc(slices.Clone(r.TeamIDs.All()), func(id int64) bool { return id == teamID })
		r.Membership = &Membership{r.Listed, store.ItemsOf(others), store.ItemsOf(s.ScopesOfTeams(others))}
	})
}

// noProfile is the profile of players without known details. Most players of a new team have no details, so their rows
// share this profile. Sharing is safe, because code replaces a value that a row points to, and never changes the value
// in place.
var noProfile tourney.PlayerProfile

// sharedProfileOf returns the same fields as profileOf, for a new row. It returns &noProfile if the line has none of
// them.
func sharedProfileOf(p *tourney.TeamPlayer) *tourney.PlayerProfile {
	if hasProfile(p) {
		return profileOf(p)
	}
	return &noProfile
}

// hasProfile reports whether a roster's line has a field that belongs to the profile of the player.
func hasProfile(p *tourney.TeamPlayer) bool {
	texts := p.Height != "" || p.School != "" || p.Grade != "" || p.Position != "" || p.TravelTeam != "" ||
		p.Bats != "" || p.Throws != ""
	numbers := p.BirthYear != 0 || p.Weight != nil || p.GraduationYear != nil || p.ACTScore != nil ||
		p.SATScore != nil || p.GPA != nil
	return texts || numbers || p.Birthdate != tourney.Date{}
}

// profileOf returns the fields of a roster's line that belong to the profile of the player.
func profileOf(p *tourney.TeamPlayer) *tourney.PlayerProfile {
	return &tourney.PlayerProfile{
		Birthdate: p.Birthdate, BirthYear: p.BirthYear, Height: p.Height, Weight: p.Weight, School: p.School,
		GraduationYear: p.GraduationYear, Grade: p.Grade, Position: p.Position, TravelTeam: p.TravelTeam,
		ACTScore: p.ACTScore, SATScore: p.SATScore, GPA: p.GPA, Bats: p.Bats, Throws: p.Throws,
	}
}

// setProfile sets the fields of a roster's line that belong to the profile of the player.
func setProfile(p *tourney.TeamPlayer, from tourney.PlayerProfile) {
	p.Birthdate, p.BirthYear, p.Height, p.Weight = from.Birthdate, from.BirthYear, from.Height, from.Weight
	p.School, p.GraduationYear, p.Grade, p.Position = from.School, from.GraduationYear, from.Grade, from.Position
	p.TravelTeam = from.TravelTeam
	p.ACTScore, p.SATScore, p.GPA, p.Bats, p.Throws = from.ACTScore, from.SATScore, from.GPA, from.Bats, from.Throws
}

// LineIndex returns the index of the line with an id, -1 when the roster has none.
func LineIndex(lines []tourney.TeamPlayer, id int64) int {
	return slices.IndexFunc(lines, func(p tourney.TeamPlayer) bool { return p.ID == id })
}

// LineOf returns the line of a person on a team's roster, nil when there is none.
func (s *Version) LineOf(teamID, personID int64) *tourney.TeamPlayer {
	return s.Teams.Get(teamID).LineOf(personID)
}
