package mockserver

import (
	"cmp"
	"fmt"

	"github.com/tourney-go/tourney"
)

func getGame(ex *exchange, in byID) (any, error) {
	r := ex.store.games.Get(in.ID)
	if r == nil {
		return nil, notFound("id", "game", in.ID)
	}
	return struct{ Game tourney.Game }{ex.gameView(r)}, nil
}

func listGames(ex *exchange, in tourney.GameListOptions) (any, error) {
	ex.assume(assumeOrder)
	st := ex.store
	ex.filter("teamid", "team", st.teams.Known, in.TeamID)
	positions := st.games.List(gameKey{ex.scope(in.EventID, in.DivisionID), in.TeamID, in.Date})
	page := pageOf(ex, &st.games, positions, in.Page, in.PageSize, ex.gameView)
	return struct{ Games tourney.Page[tourney.Game] }{page}, nil
}

// updateGame stores the fields that the request has. All others stay, also within a side (section 3).
func updateGame(ex *exchange, in tourney.GameUpdateInput) (any, error) {
	if ex.store.games.Get(in.ID) == nil {
		return nil, notFound("id", "game", in.ID)
	}
	if err := ex.checkWonBy(in); err != nil {
		return nil, err
	}
	ex.store.games.Change(in.ID, func(r *gameRow) {
		r.game.AwayTeam = sideWithResult(r.game.AwayTeam, in.AwayScore, in.AwayWonBy, in.AwayForfeited)
		r.game.HomeTeam = sideWithResult(r.game.HomeTeam, in.HomeScore, in.HomeWonBy, in.HomeForfeited)
		set(&r.externalID, in.ExternalID)
	})
	return ex.updated(in.ID, getGame)
}

// checkWonBy refuses a name whose code is not known, because a response in JSON has the code (section 2, Game).
func (ex *exchange) checkWonBy(in tourney.GameUpdateInput) error {
	var problems refusal
	check := func(path string, by *tourney.WonBy) {
		if by != nil && by.Code == 0 && by.Name != "" {
			ex.assume(assumeWonByNames)
			problems.add(invalid(path, fmt.Sprintf("must be a code, or a name whose code is known: %s", tourney.WonByForfeit)))
		}
	}
	check("awaywonby", in.AwayWonBy)
	check("homewonby", in.HomeWonBy)
	return problems.orNil()
}

// sideWithResult returns a copy of a side with the fields that the request has.
func sideWithResult(side *tourney.GameSide, score *int, wonBy *tourney.WonBy, forfeited *bool) *tourney.GameSide {
	if score == nil && wonBy == nil && forfeited == nil {
		return side
	}
	var changed tourney.GameSide
	if side != nil {
		changed = *side
	}
	if score != nil {
		changed.Score = new(tourney.NewDecimal(int64(*score), 0))
	}
	setPointer(&changed.WonBy, wonBy)
	setPointer(&changed.Forfeited, forfeited)
	return &changed
}

// gameView returns a game as responses show it, with the present names of its teams and divisions.
func (s *version) gameView(r *gameRow) tourney.Game {
	g := r.game
	g.AwayTeam, g.HomeTeam = s.sideView(g.AwayTeam), s.sideView(g.HomeTeam)
	if g.Division != nil {
		division := *g.Division
		if d := s.divisions.Get(division.ID); d != nil {
			division.Name = d.division.Name
		}
		if e := s.shortEvent(r.eventID); e != nil {
			division.Event = e
		}
		g.Division = &division
	}
	g.VenueCourt = s.venueCourtView(g.VenueCourt)
	return g
}

// venueCourtView returns the place of a game with the present names of its venue and court.
func (s *version) venueCourtView(vc *tourney.VenueCourt) *tourney.VenueCourt {
	if vc == nil || vc.Venue == nil {
		return vc
	}
	row := s.venues.Get(vc.Venue.ID)
	if row == nil {
		return vc
	}
	view, venue := *vc, *vc.Venue
	venue.Name, venue.Abbr, venue.Address = row.venue.Name, row.venue.Abbr, row.venue.Address
	view.Venue = &venue
	if i := row.location(vc.Court); i >= 0 {
		court := *vc.Court
		court.Name, court.Abbr = row.venue.Locations[i].Name, row.venue.Locations[i].Abbr
		view.Court = &court
	}
	return &view
}

// gameView returns a game as responses show it, and notes the observed fields of its sides.
func (ex *exchange) gameView(r *gameRow) tourney.Game {
	g := ex.store.gameView(r)
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side != nil && !ex.settings.strict && (side.PoolID != nil || side.ExternalID != nil) {
			ex.assume(assumeSides)
		}
	}
	return g
}

func (s *version) sideView(side *tourney.GameSide) *tourney.GameSide {
	if side == nil {
		return nil
	}
	view := *side
	if view.TeamID != nil {
		if team := s.teams.Get(*view.TeamID); team != nil {
			view.Name = team.team.Name
			if id := tourney.ExternalID(team.team.ExternalTeamID); id != "" && view.ExternalID == nil {
				view.ExternalID = &id
			}
		}
	}
	s.addPoolOf(&view)
	if view.DivisionID != nil {
		if d := s.divisions.Get(*view.DivisionID); d != nil && view.DivisionName != "" {
			view.DivisionName = d.division.Name
		}
	}
	return &view
}

// addPoolOf adds the pool of the side's position, unless the side says its pool itself.
func (s *version) addPoolOf(side *tourney.GameSide) {
	if side.TeamPoolID == nil {
		return
	}
	position := s.teamPools.Get(*side.TeamPoolID)
	if position == nil {
		return
	}
	pool := s.pools.Get(position.poolID)
	if side.PoolID == nil {
		side.PoolID = new(pool.id)
	}
	if name := cmp.Or(pool.label, pool.name); name != "" && side.PoolName == nil {
		side.PoolName = &name
	}
}
