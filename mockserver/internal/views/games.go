package views

import (
	"cmp"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// Game returns a game as responses show it, with the present names of its teams and divisions.
func Game(s *model.Reader, r *model.GameRow) tourney.Game {
	g := r.Game
	g.AwayTeam, g.HomeTeam = gameSide(s, g.AwayTeam), gameSide(s, g.HomeTeam)
	if g.Division != nil {
		division := *g.Division
		if d := s.Divisions.Get(division.ID); d != nil {
			division.Name = d.Division.Name
		}
		if e := shortEvent(s, r.EventID); e != nil {
			division.Event = e
		}
		g.Division = &division
	}
	g.VenueCourt = venueCourt(s, g.VenueCourt)
	return g
}

func gameSide(s *model.Reader, side *tourney.GameSide) *tourney.GameSide {
	if side == nil {
		return nil
	}
	view := *side
	if view.TeamID != nil {
		if team := s.Teams.Get(*view.TeamID); team != nil {
			view.Name = team.Team.Name
			view.ExternalID = cmp.Or(view.ExternalID, team.Team.ExternalTeamID)
		}
	}
	addPoolOf(s, &view)
	if view.DivisionID != nil {
		if d := s.Divisions.Get(*view.DivisionID); d != nil && view.DivisionName != "" {
			view.DivisionName = d.Division.Name
		}
	}
	return &view
}

// addPoolOf adds to a side the pool of the side's position, unless the side already has a pool.
func addPoolOf(s *model.Reader, side *tourney.GameSide) {
	if side.TeamPoolID == nil {
		return
	}
	position := s.TeamPools.Get(*side.TeamPoolID)
	if position == nil {
		return
	}
	pool := s.Pools.Get(position.PoolID)
	if side.PoolID == nil {
		side.PoolID = new(pool.ID)
	}
	if name := cmp.Or(pool.Name, pool.Label); name != "" && side.PoolName == nil {
		side.PoolName = &name
	}
}

// venueCourt returns the venue and court of a game with their present names.
func venueCourt(s *model.Reader, vc *tourney.VenueCourt) *tourney.VenueCourt {
	if vc == nil || vc.Venue == nil {
		return vc
	}
	row := s.Venues.Get(vc.Venue.ID)
	if row == nil {
		return vc
	}
	view, venue := *vc, *vc.Venue
	venue.Name, venue.Abbr, venue.Address = row.Venue.Name, row.Venue.Abbr, row.Venue.Address
	view.Venue = &venue
	if i := row.Location(vc.Court); i >= 0 {
		court := *vc.Court
		at := row.Venue.Locations[i]
		court.Name, court.Abbr, court.Sport = at.Name, at.Abbr, cmp.Or(at.Sport, court.Sport)
		view.Court = &court
	}
	return &view
}

// shortEvent returns an event in the form in which responses show it inside a game.
func shortEvent(s *model.Reader, id int64) *tourney.Event {
	r := s.Events.Get(id)
	if r == nil {
		return nil
	}
	return &tourney.Event{ID: r.Event.ID, Name: r.Event.Name}
}
