package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// addRoster adds players to a team's roster; nil players leave a team without one.
func (s *store) addRoster(teamID int64, players []tourney.TeamPlayer) {
	if players == nil {
		return
	}
	added := mapped(players, func(p tourney.TeamPlayer) tourney.TeamPlayer {
		p.ID = s.ids.take(rosterIDs, p.ID)
		p.PlayerID = s.ids.take(personIDs, p.PlayerID)
		return p
	})
	s.teams.change(teamID, func(r *teamRow) {
		r.team.Players = append(make([]tourney.TeamPlayer, 0, len(r.team.Players)+len(added)), r.team.Players...)
		r.team.Players = append(r.team.Players, added...)
	})
	for _, p := range added {
		s.rosters[p.ID] = teamID
		s.joinTeam(p, teamID)
	}
}

// joinTeam puts a person on a team, and adds the person when it is not known yet.
func (s *store) joinTeam(p tourney.TeamPlayer, teamID int64) {
	if s.people.get(p.PlayerID) == nil {
		s.people.add(personRow{player: tourney.Player{
			ID: p.PlayerID, ParentID: p.ParentID, FirstName: p.FirstName, LastName: p.LastName, Profile: profileOf(p),
		}})
	}
	s.people.extend(p.PlayerID, func(r *personRow) []personKey { return r.join(teamID, s.scopesOfTeams([]int64{teamID})) })
}

// leaveTeam takes a person off a team.
func (s *store) leaveTeam(p tourney.TeamPlayer, teamID int64) {
	delete(s.rosters, p.ID)
	s.people.change(p.PlayerID, func(r *personRow) {
		r.teamIDs = slices.DeleteFunc(slices.Clone(r.teamIDs), func(id int64) bool { return id == teamID })
		r.scopes = s.scopesOfTeams(r.teamIDs)
	})
}

// scopesOfTeams returns the scopes in which a player of these teams is found.
func (s *store) scopesOfTeams(teamIDs []int64) []scope {
	var places []scope
	for _, id := range teamIDs {
		places = append(places, scope{inTeam, id})
		if team := s.teams.get(id); team != nil {
			places = append(places, scopes(team.eventID, team.divisionID)[1:]...)
		}
	}
	slices.SortFunc(places, compareScopes)
	return slices.Compact(places)
}

// profileOf returns the part of a roster's line that the player operations show.
func profileOf(p tourney.TeamPlayer) *tourney.PlayerProfile {
	return &tourney.PlayerProfile{
		Birthdate: p.Birthdate, BirthYear: p.BirthYear, Height: p.Height, Weight: p.Weight, School: p.School,
		GraduationYear: p.GraduationYear, Grade: p.Grade, Position: p.Position, TravelTeam: p.TravelTeam,
		ACTScore: p.ACTScore, SATScore: p.SATScore, GPA: p.GPA, Bats: p.Bats, Throws: p.Throws,
	}
}

// lineOf returns the line of a person on a team's roster.
func (s *store) lineOf(teamID, personID int64) *tourney.TeamPlayer {
	team := s.teams.get(teamID)
	if team == nil {
		return nil
	}
	for i := range team.team.Players {
		if team.team.Players[i].PlayerID == personID {
			return &team.team.Players[i]
		}
	}
	return nil
}

// rosterLine returns a line of a roster by its id, nil when there is none.
func (s *store) rosterLine(id int64) *tourney.TeamPlayer {
	team := s.teams.get(s.rosters[id])
	if team == nil {
		return nil
	}
	i := team.lineIndex(id)
	if i < 0 {
		return nil
	}
	return &team.team.Players[i]
}
