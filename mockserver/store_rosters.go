package mockserver

import (
	"reflect"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// addRoster adds players to a team's roster. A team that only ever gets nil has no roster, and not an empty one.
func (s *version) addRoster(teamID int64, players []tourney.TeamPlayer) {
	if players == nil {
		return
	}
	known := 0
	s.teams.Change(teamID, func(r *teamRow) {
		known = len(r.Team.Players)
		r.Team.Players = append(copyWithRoom(r.Team.Players, len(players)), s.numberedLines(players)...)
	})
	s.joinTeam(s.teams.Get(teamID), known)
}

// numberedLines returns a copy of the lines of a roster in which all lines and persons have ids.
func (s *version) numberedLines(players []tourney.TeamPlayer) []tourney.TeamPlayer {
	if players == nil {
		return nil
	}
	lines := slices.Clone(players)
	for i := range lines {
		lines[i].ID = s.ids.assign(rosterIDs, lines[i].ID)
		lines[i].PlayerID = s.ids.assign(personIDs, lines[i].PlayerID)
	}
	return lines
}

// setRoster gives a team another roster. A line with the id of a line that the team has stays on it, with its
// statistics, and its changes reach the person. The persons of the other lines leave the team.
func (s *version) setRoster(teamID int64, players []tourney.TeamPlayer) {
	before, lines := s.teams.Get(teamID).Team.Players, s.numberedLines(players)
	s.teams.Change(teamID, func(r *teamRow) { r.Team.Players = lines })
	where := s.scopesOfTeams([]int64{teamID})
	for _, p := range before {
		if indexOfLine(lines, p.ID) < 0 {
			s.leaveTeam(p, teamID)
		}
	}
	for at, p := range lines {
		if i := indexOfLine(before, p.ID); i >= 0 {
			s.describePerson(before[i], p)
		} else {
			s.join(lines[at:at+1], teamID, where)
		}
	}
}

// lineChange is a change of a line of a roster. The row of the person follows it.
type lineChange struct{ before, after tourney.TeamPlayer }

// describePeople makes the changes of lines of rosters in the rows of their persons.
func (s *version) describePeople(changes []lineChange) {
	for i := range changes {
		s.describePerson(changes[i].before, changes[i].after)
	}
}

// describePerson makes the changes of a roster's line in the row of the person. Other values stay, because the profile
// may have them from a line of another team.
func (s *version) describePerson(before, after tourney.TeamPlayer) {
	s.people.Change(after.PlayerID, func(r *personRow) {
		copyChange(&r.Player.FirstName, before.FirstName, after.FirstName)
		copyChange(&r.Player.LastName, before.LastName, after.LastName)
		was, is := profileOf(&before), profileOf(&after)
		if reflect.DeepEqual(was, is) {
			return
		}
		var profile tourney.PlayerProfile
		set(&profile, r.Player.Profile)
		copyChanges(&profile, *was, *is)
		r.Player.Profile = &profile
	})
}

// joinTeam puts the persons of a roster's lines on the team, beginning with the line at an index, and adds unknown
// persons.
func (s *version) joinTeam(team *teamRow, from int) {
	lines := team.Team.Players[from:]
	if len(lines) == 0 {
		return
	}
	s.join(lines, team.Team.ID, s.scopesOfTeams([]int64{team.Team.ID}))
}

// join puts the persons of a roster's lines on a team that has these scopes, and adds unknown persons.
func (s *version) join(lines []tourney.TeamPlayer, teamID int64, where []scope) {
	together := &membership{listed: true, teamIDs: store.ItemsOf([]int64{teamID}), scopes: store.ItemsOf(where)}
	for i := range lines {
		p := &lines[i]
		s.rosters.Set(p.ID, teamID)
		if s.people.Get(p.PlayerID) != nil {
			s.people.Extend(p.PlayerID, func(r *personRow) []personKey { return r.join(teamID, where) })
			continue
		}
		s.people.Add(personRow{membership: together, Player: tourney.Player{
			ID: p.PlayerID, ParentID: p.ParentID, FirstName: p.FirstName, LastName: p.LastName, Profile: sharedProfileOf(p),
		}})
	}
}

// leaveTeam removes a roster's line with its statistics, and takes its person off the team unless another line has the
// person. The team no longer shows the line.
func (s *version) leaveTeam(p tourney.TeamPlayer, teamID int64) {
	s.rosters.Delete(p.ID)
	s.removeStatistics(func(r *statisticRow) bool { return r.PlayerID == p.ID })
	if s.lineOf(teamID, p.PlayerID) != nil {
		return
	}
	s.people.Change(p.PlayerID, func(r *personRow) {
		others := slices.DeleteFunc(slices.Clone(r.teamIDs.All()), func(id int64) bool { return id == teamID })
		r.membership = &membership{r.listed, store.ItemsOf(others), store.ItemsOf(s.scopesOfTeams(others))}
	})
}

// scopesOfTeams returns the scopes in which a player of these teams is found.
func (s *version) scopesOfTeams(teamIDs []int64) []scope {
	var list []scope
	for _, id := range teamIDs {
		list = append(list, scope{inTeam, id})
		if team := s.teams.Get(id); team != nil {
			list = append(list, scopes(team.EventID, team.DivisionID)[1:]...)
		}
	}
	slices.SortFunc(list, compareScopes)
	return slices.Compact(list)
}

// noProfile is the profile of players of whom nothing is known, which most are when a team is made. Their rows share
// it: what is behind a pointer in a row is replaced, never changed in place.
var noProfile tourney.PlayerProfile

// sharedProfileOf is profileOf for a new row.
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

// indexOfLine returns the index of the line with an id, -1 when the roster has none.
func indexOfLine(lines []tourney.TeamPlayer, id int64) int {
	return slices.IndexFunc(lines, func(p tourney.TeamPlayer) bool { return p.ID == id })
}

// lineOf returns the line of a person on a team's roster, nil when there is none.
func (s *version) lineOf(teamID, personID int64) *tourney.TeamPlayer {
	return s.teams.Get(teamID).lineOf(personID)
}
