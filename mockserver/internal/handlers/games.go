package handlers

import (
	"cmp"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

func getGame(ex *Exchange, in byID) (any, error) {
	c := ex.Store.Games.Cell(in.ID)
	if c == nil {
		return nil, refusal.NotFound("id", "game", in.ID)
	}
	return detailOf(ex, c, ex.shownGames(), func(g tourney.Game) any {
		return struct{ Game tourney.Game }{g}
	}), nil
}

func listGames(ex *Exchange, in tourney.GameListOptions) (any, error) {
	ex.Assume(assumption.AssumeOrder)
	st := ex.Store
	ex.filter("teamid", "team", st.Teams.Known, in.TeamID)
	positions := st.Games.List(model.GameKey{Scope: ex.scope(in.EventID, in.DivisionID), Team: in.TeamID, Date: in.Date})
	as := ex.shownGames()
	return pageOf(ex, &st.Games, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Game]) any {
		return struct{ Games tourney.Page[tourney.Game] }{p}
	}), nil
}

// shownGames returns how details and lists show games.
func (ex *Exchange) shownGames() shown[model.GameRow, tourney.Game] {
	view := func(s *model.Reader, r *model.GameRow) tourney.Game { return notedGameView(s, r, ex.Settings) }
	return shown[model.GameRow, tourney.Game]{"Game", 0, view}
}

// updateGame stores the fields that the request has. All others stay, also within a side (section 3).
func updateGame(ex *Exchange, in tourney.GameUpdateInput) (any, error) {
	if ex.Store.Games.Get(in.ID) == nil {
		return nil, refusal.NotFound("id", "game", in.ID)
	}
	in.AwayWonBy, in.HomeWonBy = ex.Settings.wonBy(in.AwayWonBy), ex.Settings.wonBy(in.HomeWonBy)
	if err := ex.checkWonBy(in); err != nil {
		return nil, err
	}
	ex.Store.ChangeGame(in.ID, func(r *model.GameRow) {
		r.Game.AwayTeam = sideWithResult(r.Game.AwayTeam, in.AwayScore, in.AwayWonBy, in.AwayForfeited)
		r.Game.HomeTeam = sideWithResult(r.Game.HomeTeam, in.HomeScore, in.HomeWonBy, in.HomeForfeited)
		values.Set(&r.ExternalID, in.ExternalID)
	})
	return ex.updated(in.ID, getGame)
}

// checkWonBy refuses a name whose code is not known, because a response in JSON has the code (section 2, Game).
func (ex *Exchange) checkWonBy(in tourney.GameUpdateInput) error {
	var problems refusal.Refusal
	check := func(path string, by *tourney.WonBy) {
		if by != nil && by.Code == 0 && by.Name != "" {
			ex.Assume(assumption.AssumeWonByNames)
			problems.Add(refusal.Invalid(path, fmt.Sprintf("must be a code, or a name whose code is known: %s", tourney.WonByForfeit)))
		}
	}
	check("awaywonby", in.AwayWonBy)
	check("homewonby", in.HomeWonBy)
	return problems.OrNil()
}

// sideWithResult returns a copy of a side with the fields that the request has.
func sideWithResult(
	side *tourney.GameSide, score *tourney.Decimal, wonBy *tourney.WonBy, forfeited *bool,
) *tourney.GameSide {
	if score == nil && wonBy == nil && forfeited == nil {
		return side
	}
	var changed tourney.GameSide
	if side != nil {
		changed = *side
	}
	values.SetPointer(&changed.Score, score)
	values.SetPointer(&changed.WonBy, wonBy)
	values.SetPointer(&changed.Forfeited, forfeited)
	return &changed
}

// GameView returns a game as responses show it, with the present names of its teams and divisions.
func GameView(s *model.Reader, r *model.GameRow) tourney.Game {
	g := r.Game
	g.AwayTeam, g.HomeTeam = sideView(s, g.AwayTeam), sideView(s, g.HomeTeam)
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
	g.VenueCourt = venueCourtView(s, g.VenueCourt)
	return g
}

// venueCourtView returns the place of a game with the present names of its venue and court.
func venueCourtView(s *model.Reader, vc *tourney.VenueCourt) *tourney.VenueCourt {
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

// notedGameView returns a game as responses show it, and notes the observed fields of its sides.
func notedGameView(s *model.Reader, r *model.GameRow, ways *Settings) tourney.Game {
	g := GameView(s, r)
	if vc := g.VenueCourt; !ways.Strict && vc != nil && vc.Court != nil && vc.Court.Sport != 0 {
		s.Assume(assumption.AssumeCourts)
	}
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side == nil {
			continue
		}
		if !ways.Strict && (side.PoolID != nil || side.ExternalID != "") {
			s.Assume(assumption.AssumeSides)
		}
		side.WonBy = ways.wonBy(side.WonBy)
	}
	return g
}

func sideView(s *model.Reader, side *tourney.GameSide) *tourney.GameSide {
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

// addPoolOf adds the pool of the side's position, unless the side says its pool itself.
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

// shortEvent returns an event as games show it.
func shortEvent(s *model.Reader, id int64) *tourney.Event {
	r := s.Events.Get(id)
	if r == nil {
		return nil
	}
	return &tourney.Event{ID: r.Event.ID, Name: r.Event.Name}
}
