package handlers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

func getStandings(ex *Exchange, in tourney.StandingsOptions) (any, error) {
	ex.Assume(assumption.Standings)
	if set := ex.Store.Standings; set != nil {
		return ex.orNull(len(set.Groups), *set), nil
	}
	display, ok := displays[strings.ToLower(string(in.Display))]
	if !ok {
		found := redact.Safe(string(in.Display))
		return nil, refusal.Invalid("display", fmt.Sprintf("must be one of Pool, Division, Event, Bracket, found %q", found))
	}
	ex.Assume(assumption.CountedGames)
	ex.filter("eventid", model.EventIDs, in.EventID)
	ex.filter("divisionid", model.DivisionIDs, in.DivisionID)
	view := views.Standings(ex.Store, views.StandingsQuestion{
		Display: display, EventID: in.EventID, DivisionID: in.DivisionID, BracketID: in.BracketID, Events: ex.events,
	})
	return ex.orNull(len(view.Groups), view), nil
}

// displays are the groupings by their names and numbers (section 4.14; observed).
var displays = map[string]views.Display{
	"": views.ByPool, "pool": views.ByPool, "0": views.ByPool,
	"division": views.ByDivision, "1": views.ByDivision,
	"event": views.ByEvent, "2": views.ByEvent,
	"bracket": views.ByBracket, "3": views.ByBracket,
}

// updateStandings puts a team into a position of a pool. The team leaves its other positions in the pools of the
// division. In games that are not played yet, it leaves their sides and takes the sides of the new position.
func updateStandings(ex *Exchange, in tourney.StandingsUpdateInput) (any, error) {
	err := cmp.Or(ex.require("eventid", model.EventIDs, in.EventID),
		ex.require("teampoolid", model.TeamPoolIDs, in.TeamPoolID))
	if err != nil || in.TeamPoolID == 0 { // without a position the request names no team either
		return empty{}, err
	}
	teamPool := ex.Store.TeamPools.Get(in.TeamPoolID)
	pool := ex.Store.Pools.Get(teamPool.PoolID)
	d := ex.Store.Divisions.Get(pool.DivisionID)
	if d != nil && in.EventID != 0 && d.EventID != in.EventID {
		return nil, refusal.Invalid("teampoolid", "is not a team pool of the event")
	}
	if in.TeamID == 0 {
		return empty{}, nil
	}
	ex.Assume(assumption.TeamPoolChange)
	if err := ex.checkTeamForPool(in.TeamID, d); err != nil {
		return nil, err
	}
	ex.Store.LeavePools(in.TeamID, func(p *model.PoolRow) bool { return p.DivisionID == pool.DivisionID })
	ex.Store.PlaceTeam(teamPool.ID, in.TeamID)
	assignToOpenGames(ex.Store, teamPool.ID, in.TeamID, pool.DivisionID)
	return empty{}, nil
}

// checkTeamForPool refuses a team of another division or of another event than the pool's.
func (ex *Exchange) checkTeamForPool(teamID int64, d *model.DivisionRow) error {
	team := ex.Store.Teams.Get(teamID)
	switch {
	case team == nil:
		return refusal.NotFound("teamid", "team", teamID)
	case !d.MayBelongTo(team.EventID):
		return refusal.Invalid("teamid", "is not a team of the pool's event")
	case d != nil && team.DivisionID != 0 && team.DivisionID != d.Division.ID:
		return refusal.Invalid("teamid", "is not a team of the pool's division")
	}
	return nil
}

// assignToOpenGames puts a position's new team into the position's games that have no result yet. It takes the team out
// of such games of other positions, so that the team meets itself nowhere, and plays in no two games at once. A side of
// a bracket game keeps its team, because the team reached the game by a result.
func assignToOpenGames(s *model.Version, teamPoolID, teamID, divisionID int64) {
	where := model.Scope{Level: model.InDivision, ID: divisionID}
	games := slices.DeleteFunc(s.Games.Under(model.GameKey{Scope: where}.Key()), func(r *model.GameRow) bool {
		return r.Game.Winner() != tourney.WinnerUndecided // exhibitions count here
	})
	s.ChangeSides(games, func(r *model.GameRow, side *tourney.GameSide) *tourney.GameSide {
		return sideWithTeam(s, side, teamPoolID, teamID, r.BracketPlay())
	})
}

// sideWithTeam returns a copy of a side with the position's new team, or without the team if the side is of another
// position. It returns the side itself when its team does not change.
func sideWithTeam(s *model.Version, side *tourney.GameSide, teamPoolID, teamID int64, bracket bool) *tourney.GameSide {
	if side == nil || side.TeamPoolID == nil || side.Score != nil || bracket && side.TeamID != nil {
		return side
	}
	changed, has := *side, model.TeamOf(side) == teamID
	switch comes := *side.TeamPoolID == teamPoolID; {
	case comes == has:
		return side
	case comes:
		changed.TeamID = &teamID
	default:
		changed.TeamID, changed.Name = nil, ""
		if left := s.TeamPools.Get(*side.TeamPoolID); left != nil {
			changed.Name = fmt.Sprintf("Position %d in %s", left.Number, s.Pools.Get(left.PoolID).Name)
		}
	}
	changed.Color = "" // it belongs to the team before
	return &changed
}
