package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// addPlayer adds a player with the teams and games that it carries.
func (s *version) addPlayer(p tourney.Player) int64 {
	p.ID = s.addPerson(p)
	s.addPlayerTeams(p)
	return p.ID
}

// addPerson adds a player without its teams.
func (s *version) addPerson(p tourney.Player) int64 {
	p.ID = s.ids.assign(personIDs, p.ID)
	row := personRow{Player: p, membership: &membership{listed: p.Teams != nil}}
	row.Player.Teams = nil
	s.people.Add(row)
	return p.ID
}

// addPlayerTeams adds the teams and games that a player carries.
func (s *version) addPlayerTeams(p tourney.Player) {
	for _, t := range p.Teams {
		s.addPlayerTeam(p, t)
	}
}

// editPlayer gives a player other values, and makes the same changes in the lines of the player on rosters.
func (s *version) editPlayer(p tourney.Player) {
	var before tourney.Player
	s.people.Change(p.ID, func(r *personRow) { before, r.Player = r.Player, p })
	var was, is tourney.PlayerProfile
	set(&was, before.Profile)
	set(&is, p.Profile)
	s.eachLineOf(p.ID, func(line *tourney.TeamPlayer) {
		copyChange(&line.FirstName, before.FirstName, p.FirstName)
		copyChange(&line.LastName, before.LastName, p.LastName)
		copyChange(&line.ParentID, before.ParentID, p.ParentID)
		profile := *profileOf(line)
		copyChanges(&profile, was, is)
		setProfile(line, profile)
	})
}

// eachLineOf applies f to the lines of a player on all rosters.
func (s *version) eachLineOf(personID int64, f func(*tourney.TeamPlayer)) {
	for _, teamID := range s.people.Get(personID).teamIDs.All() {
		s.teams.Change(teamID, func(r *teamRow) {
			r.Team.Players = slices.Clone(r.Team.Players)
			for i := range r.Team.Players {
				if r.Team.Players[i].PlayerID == personID {
					f(&r.Team.Players[i])
				}
			}
		})
	}
}

// removePlayer removes a player with its lines on rosters and their statistics.
func (s *version) removePlayer(id int64) {
	for _, teamID := range s.people.Get(id).teamIDs.All() {
		others := slices.DeleteFunc(slices.Clone(s.teams.Get(teamID).Team.Players),
			func(p tourney.TeamPlayer) bool { return p.PlayerID == id })
		s.setRoster(teamID, others)
	}
	s.people.Remove(id)
}

// addPlayerTeam puts a player on a team, and adds the team and its games when they are unknown.
func (s *version) addPlayerTeam(p tourney.Player, t tourney.PlayerTeam) {
	if s.teams.Get(t.ID) == nil {
		team := tourney.Team{ID: t.ID, Name: t.Name, ExternalTeamID: t.ExternalTeamID, ParentID: t.ParentID}
		if t.DivisionID != 0 {
			team.Division = &tourney.TeamDivision{ID: t.DivisionID, Name: t.DivisionName}
		}
		t.ID = s.addTeam(team)
	}
	line := s.lineOf(t.ID, p.ID)
	if line == nil {
		s.addRoster(t.ID, []tourney.TeamPlayer{{
			PlayerID: p.ID, FirstName: p.FirstName, LastName: p.LastName, Number: t.Number,
		}})
		line = s.lineOf(t.ID, p.ID)
	}
	for _, g := range t.Games {
		s.addPlayerGame(t.ID, line, g)
	}
}

// addPlayerGame adds an unknown game of a player, and the player's statistics in it.
func (s *version) addPlayerGame(teamID int64, line *tourney.TeamPlayer, g tourney.PlayerGame) {
	if s.games.Get(g.ID) == nil {
		game := tourney.Game{ID: g.ID, Date: g.Date, Time: g.Time, AwayTeam: &tourney.GameSide{TeamID: &teamID}}
		if g.Venue != "" || g.Court != "" {
			game.VenueCourt = &tourney.VenueCourt{Court: &tourney.Court{Name: g.Court}, Venue: &tourney.Venue{Name: g.Venue}}
		}
		if team := s.teams.Get(teamID); team.DivisionID != 0 {
			game.Division = &tourney.GameDivision{ID: team.DivisionID}
		}
		g.ID = s.addGame(game)
	}
	for _, p := range pitchingStatistics(g.Statistic) {
		s.setStatistic(g.ID, line, p.name, tourney.NewDecimal(int64(p.value), 0))
	}
}
