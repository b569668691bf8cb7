package model

import (
	"reflect"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// AddRoster adds players to a team's roster. A team to which every call passed nil has no roster, which differs from an
// empty roster.
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

// setRoster gives a team another roster. A line whose id is on the old roster keeps its statistics, and setRoster makes
// its changes in the row of the person too. The persons of lines that are not on the new roster leave the team.
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

// LineChange is a change of a line of a roster. The same change is made in the row of the person.
type LineChange struct{ Before, After tourney.TeamPlayer }

// DescribePeople makes the changes of lines of rosters in the rows of their persons too.
func (s *Version) DescribePeople(changes []LineChange) {
	for i := range changes {
		s.describePerson(changes[i].Before, changes[i].After)
	}
}

// describePerson makes the changes of a roster's line in the row of the person. Values that the line did not change
// stay, because they may come from a line of another team.
func (s *Version) describePerson(before, after tourney.TeamPlayer) {
	s.People.Change(after.PlayerID, func(r *PersonRow) {
		values.CopyChange(&r.Player.FirstName, before.FirstName, after.FirstName)
		values.CopyChange(&r.Player.LastName, before.LastName, after.LastName)
		was, is := profileOf(&before), profileOf(&after)
		if reflect.DeepEqual(was, is) {
			return
		}
		var profile tourney.PlayerProfile
		values.Set(&profile, r.Player.Profile)
		values.CopyChanges(&profile, *was, *is)
		r.Player.Profile = &profile
	})
}

// JoinTeam puts the persons of a roster's lines on the team, beginning with the line at an index, and adds unknown
// persons.
func (s *Version) JoinTeam(team *TeamRow, from int) {
	lines := team.Team.Players[from:]
	if len(lines) == 0 {
		return
	}
	s.join(lines, team.Team.ID, s.ScopesOfTeams([]int64{team.Team.ID}))
}

// join puts the persons of a roster's lines on a team that has these scopes, and adds unknown persons.
func (s *Version) join(lines []tourney.TeamPlayer, teamID int64, where []Scope) {
	together := &Membership{Listed: true, TeamIDs: store.ItemsOf([]int64{teamID}), Scopes: store.ItemsOf(where)}
	for i := range lines {
		p := &lines[i]
		s.Rosters.Set(p.ID, teamID)
		if s.People.Get(p.PlayerID) != nil {
			s.People.Extend(p.PlayerID, func(r *PersonRow) []PersonKey { return r.join(teamID, where) })
			continue
		}
		s.People.Add(PersonRow{Membership: together, Player: tourney.Player{
			ID: p.PlayerID, ParentID: p.ParentID, FirstName: p.FirstName, LastName: p.LastName, Profile: sharedProfileOf(p),
		}})
	}
}

// leaveTeam removes the statistics of a roster's line, and takes its person off the team unless another line has the
// same person. The caller has removed the line itself.
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

// noProfile is the profile of players without known details. Most players of a new team have none, so their rows share
// this profile. Sharing is safe: what a pointer in a row points to is replaced, and never changed in place.
var noProfile tourney.PlayerProfile

// sharedProfileOf works as profileOf does, for a new row.
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
