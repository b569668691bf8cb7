package views

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Player returns a player as responses show it.
func Player(s *model.Reader, r *model.PersonRow, in Includes) tourney.Player {
	p := r.Player
	if !in.Has(tourney.IncludeProfile) {
		p.Profile = nil
	}
	if in.Has(tourney.IncludeTeams) && r.Listed {
		p.Teams = values.Mapped(r.TeamIDs.All(), func(id int64) tourney.PlayerTeam { return playerTeam(s, id, r.Player.ID) })
	}
	p.Teams = Listed(in, tourney.IncludeTeams, p.Teams)
	return p
}

// playerTeam returns a team, with its games, in the form in which responses show it inside a player.
func playerTeam(s *model.Reader, teamID, personID int64) tourney.PlayerTeam {
	team := s.Teams.Get(teamID)
	line := team.LineOf(personID)
	view := tourney.PlayerTeam{
		ID: teamID, ExternalTeamID: team.Team.ExternalTeamID, Name: team.Team.Name, ParentID: team.Team.ParentID,
		Number: line.Number, DivisionID: team.DivisionID,
	}
	if d := s.Divisions.Get(team.DivisionID); d != nil {
		view.DivisionName = d.Division.Name
	}
	games := s.Games.Under(model.GameKey{Team: teamID}.Key())
	view.Games = values.Mapped(games, func(g *model.GameRow) tourney.PlayerGame {
		return playerGame(s, g, line.ID)
	})
	return view
}

func playerGame(s *model.Reader, g *model.GameRow, lineID int64) tourney.PlayerGame {
	view := tourney.PlayerGame{ID: g.Game.ID, Date: g.Game.Date, Time: g.Game.Time}
	if vc := venueCourt(s, g.Game.VenueCourt); vc != nil {
		if vc.Venue != nil {
			view.Venue = vc.Venue.Name
		}
		if vc.Court != nil {
			view.Court = vc.Court.Name
		}
	}
	view.Statistic = s.GameStatistic(g.Game.ID, lineID)
	return view
}
