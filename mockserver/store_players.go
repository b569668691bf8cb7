package mockserver

import "github.com/tourney-go/tourney"

func (s *store) addPlayer(p tourney.Player) int64 {
	p.ID = s.ids.take(personIDs, p.ID)
	row := personRow{player: p}
	row.player.Teams = nil
	if p.Teams != nil {
		row.teamIDs = []int64{}
	}
	if s.people.get(p.ID) == nil {
		s.people.add(row)
	} else {
		s.people.change(p.ID, func(r *personRow) { r.player = row.player })
	}
	for _, t := range p.Teams {
		s.addPlayerTeam(p, t)
	}
	return p.ID
}

// addPlayerTeam adds a team that is only known from a player, and the games that the player's line shows.
func (s *store) addPlayerTeam(p tourney.Player, t tourney.PlayerTeam) {
	if s.teams.get(t.ID) == nil {
		team := tourney.Team{ID: t.ID, Name: t.Name, ExternalTeamID: t.ExternalTeamID, ParentID: t.ParentID}
		if t.DivisionID != 0 {
			team.Division = &tourney.TeamDivision{ID: t.DivisionID, Name: t.DivisionName}
		}
		t.ID = s.addTeam(team)
	}
	line := s.lineOf(t.ID, p.ID)
	if line == nil {
		s.addRoster(t.ID, []tourney.TeamPlayer{{PlayerID: p.ID, FirstName: p.FirstName, LastName: p.LastName, Number: t.Number}})
		line = s.lineOf(t.ID, p.ID)
	}
	for _, g := range t.Games {
		s.addPlayerGame(t.ID, line, g)
	}
}

func (s *store) addPlayerGame(teamID int64, line *tourney.TeamPlayer, g tourney.PlayerGame) {
	if s.games.get(g.ID) == nil {
		game := tourney.Game{ID: g.ID, Date: g.Date, Time: g.Time, AwayTeam: &tourney.GameSide{TeamID: &teamID}}
		if g.Venue != "" || g.Court != "" {
			game.VenueCourt = &tourney.VenueCourt{Court: &tourney.Court{Name: g.Court}, Venue: &tourney.Venue{Name: g.Venue}}
		}
		if team := s.teams.get(teamID); team.divisionID != 0 {
			game.Division = &tourney.GameDivision{ID: team.divisionID}
		}
		g.ID = s.addGame(game)
	}
	for _, p := range pitchingStatistics(g.Statistic) {
		s.setStatistic(g.ID, line, p.name, tourney.NewDecimal(int64(p.value), 0))
	}
}
