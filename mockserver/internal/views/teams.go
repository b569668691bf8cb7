package views

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Team returns a team as responses show it.
func Team(s *model.Reader, r *model.TeamRow, in Includes) tourney.Team {
	t := r.Team
	t.ExternalTeamID = "" // only summaries and, as observed, lists show the external id (section 2, Team)
	t.Address = teamAddress(t.Address)
	t.Division = TeamDivision(s, r.DivisionID)
	t.Players = Listed(in, tourney.IncludePlayers, t.Players)
	t.Coaches = Listed(in, tourney.IncludeCoaches, t.Coaches)
	t.Pools = Listed(in, tourney.IncludePools, TeamPools(s, r.Team.ID))
	t.Season = nil
	if in.Has(tourney.IncludeSeason) {
		t.Season = season(s, r)
	}
	return t
}

// season returns the season of a team, or the season of the team's parent if it has one (section 2, Season).
func season(s *model.Reader, r *model.TeamRow) *tourney.Season {
	if parent := s.Teams.Get(r.Team.ParentID); parent != nil {
		return parent.Team.Season
	}
	return r.Team.Season
}

// summary returns a team in the form in which responses show it inside a division (section 2, Team).
func summary(r *model.TeamRow) tourney.Team {
	t := r.Team
	return tourney.Team{
		ID: t.ID, ExternalTeamID: t.ExternalTeamID, Name: t.Name, Gender: t.Gender, Paid: t.Paid, Status: t.Status,
		Address: teamAddress(t.Address),
	}
}

// TeamDivision returns a division in the form in which responses show it inside a team. It returns nil if there is no
// such division.
func TeamDivision(s *model.Reader, id int64) *tourney.TeamDivision {
	r := s.Divisions.Get(id)
	if r == nil {
		return nil
	}
	d := &tourney.TeamDivision{
		ID: id, Name: r.Division.Name, Description: r.Division.Description, Gender: r.Division.Gender,
	}
	if e := s.Events.Get(r.EventID); e != nil {
		d.Event = model.NestedEvent(e.Event)
	}
	return d
}

// teamAddress returns the part of a team's address that reads show (section 2, Address).
func teamAddress(a *tourney.Address) *tourney.Address {
	if a == nil {
		return nil
	}
	return &tourney.Address{City: a.City, Latitude: a.Latitude, Longitude: a.Longitude}
}

// TeamPools returns the positions of a team in pools, or nil if the team has no position.
func TeamPools(s *model.Reader, teamID int64) []tourney.TeamPool {
	teamPools := s.TeamPools.Under(model.TeamPoolKey{Team: teamID}.Key())
	if len(teamPools) == 0 {
		return nil
	}
	return values.Mapped(teamPools, func(teamPool *model.TeamPoolRow) tourney.TeamPool {
		return tourney.TeamPool{Number: teamPool.Number, Pool: Pool(s, s.Pools.Get(teamPool.PoolID))}
	})
}

// Pool returns a pool in the form in which responses show it inside a team.
func Pool(s *model.Reader, r *model.PoolRow) tourney.Pool {
	view := tourney.Pool{ID: r.ID, Name: r.Name, Label: r.Label}
	if d := s.Divisions.Get(r.DivisionID); d != nil {
		view.Division = &tourney.TeamDivision{ID: d.Division.ID, Name: d.Division.Name}
	}
	return view
}
