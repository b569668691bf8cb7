package model

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// AddPlayer adds a player with the teams and games in its fields.
func (s *Version) AddPlayer(p tourney.Player) int64 {
	p.ID = s.AddPerson(p)
	s.AddPlayerTeams(p)
	return p.ID
}

// AddPerson adds a player without its teams.
func (s *Version) AddPerson(p tourney.Player) int64 {
	p.ID = s.IDs.Assign(PersonIDs, p.ID)
	row := PersonRow{Player: p, Membership: &Membership{Listed: p.Teams != nil}}
	row.Player.Teams = nil
	s.People.Add(row)
	return p.ID
}

// AddPlayerTeams adds the teams and games in the fields of a player.
func (s *Version) AddPlayerTeams(p tourney.Player) {
	for _, t := range p.Teams {
		s.addPlayerTeam(p, t)
	}
}

// EditPlayer gives a player other values, and changes the lines of the player on rosters in the same way.
func (s *Version) EditPlayer(p tourney.Player) {
	var before tourney.Player
	s.People.Change(p.ID, func(r *PersonRow) { before, r.Player = r.Player, p })
	var was, is tourney.PlayerProfile
	values.Set(&was, before.Profile)
	values.Set(&is, p.Profile)
	s.eachLineOf(p.ID, func(line *tourney.TeamPlayer) {
		values.CopyChange(&line.FirstName, before.FirstName, p.FirstName)
		values.CopyChange(&line.LastName, before.LastName, p.LastName)
		values.CopyChange(&line.ParentID, before.ParentID, p.ParentID)
		profile := *profileOf(line)
		values.CopyChanges(&profile, was, is)
		setProfile(line, profile)
	})
}

// eachLineOf applies f to the lines of a player on all rosters.
func (s *Version) eachLineOf(personID int64, f func(*tourney.TeamPlayer)) {
	for _, teamID := range s.People.Get(personID).TeamIDs.All() {
		s.Teams.Change(teamID, func(r *TeamRow) {
			r.Team.Players = slices.Clone(r.Team.Players)
			for i := range r.Team.Players {
				if r.Team.Players[i].PlayerID == personID {
					f(&r.Team.Players[i])
				}
			}
		})
	}
}

// RemovePlayer removes a player with its lines on rosters and their statistics.
func (s *Version) RemovePlayer(id int64) {
	for _, teamID := range s.People.Get(id).TeamIDs.All() {
		others := slices.DeleteFunc(slices.Clone(s.Teams.Get(teamID).Team.Players),
			func(p tourney.TeamPlayer) bool { return p.PlayerID == id })
		s.setRoster(teamID, others)
	}
	s.People.Remove(id)
}

// addPlayerTeam puts a player on a team, and adds the team and its games when they are unknown.
func (s *Version) addPlayerTeam(p tourney.Player, t tourney.PlayerTeam) {
	if s.Teams.Get(t.ID) == nil {
		team := tourney.Team{ID: t.ID, Name: t.Name, ExternalTeamID: t.ExternalTeamID, ParentID: t.ParentID}
		if t.DivisionID != 0 {
			team.Division = &tourney.TeamDivision{ID: t.DivisionID, Name: t.DivisionName}
		}
		t.ID = s.AddTeam(team)
	}
	line := s.LineOf(t.ID, p.ID)
	if line == nil {
		s.AddRoster(t.ID, []tourney.TeamPlayer{{
			PlayerID: p.ID, FirstName: p.FirstName, LastName: p.LastName, Number: t.Number,
		}})
		line = s.LineOf(t.ID, p.ID)
	}
	for _, g := range t.Games {
		s.addPlayerGame(t.ID, line, g)
	}
}

// addPlayerGame adds an unknown game of a player, and the player's statistics in it.
func (s *Version) addPlayerGame(teamID int64, line *tourney.TeamPlayer, g tourney.PlayerGame) {
	if s.Games.Get(g.ID) == nil {
		game := tourney.Game{ID: g.ID, Date: g.Date, Time: g.Time, AwayTeam: &tourney.GameSide{TeamID: &teamID}}
		if g.Venue != "" || g.Court != "" {
			game.VenueCourt = &tourney.VenueCourt{Court: &tourney.Court{Name: g.Court}, Venue: &tourney.Venue{Name: g.Venue}}
		}
		if team := s.Teams.Get(teamID); team.DivisionID != 0 {
			game.Division = &tourney.GameDivision{ID: team.DivisionID}
		}
		g.ID = s.AddGame(game)
	}
	for _, p := range pitchingStatistics(g.Statistic) {
		s.SetStatistic(g.ID, line, p.name, tourney.NewDecimal(int64(p.value), 0))
	}
}
