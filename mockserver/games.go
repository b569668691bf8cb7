package mockserver

import (
	"cmp"
	"fmt"

	"github.com/tourney-go/tourney"
)

func getGame(ex *exchange, in byID) (any, error) {
	c := ex.store.games.Cell(in.ID)
	if c == nil {
		return nil, notFound("id", "game", in.ID)
	}
	return detailOf(ex, c, ex.shownGames(), func(g tourney.Game) any {
		return struct{ Game tourney.Game }{g}
	}), nil
}

func listGames(ex *exchange, in tourney.GameListOptions) (any, error) {
	ex.assume(assumeOrder)
	st := ex.store
	ex.filter("teamid", "team", st.teams.Known, in.TeamID)
	positions := st.games.List(gameKey{ex.scope(in.EventID, in.DivisionID), in.TeamID, in.Date})
	as := ex.shownGames()
	return pageOf(ex, &st.games, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Game]) any {
		return struct{ Games tourney.Page[tourney.Game] }{p}
	}), nil
}

// shownGames returns how details and lists show games.
func (ex *exchange) shownGames() shown[gameRow, tourney.Game] {
	view := func(s *reader, r *gameRow) tourney.Game { return s.notedGameView(r, ex.settings) }
	return shown[gameRow, tourney.Game]{"Game", 0, view}
}

// updateGame stores the fields that the request has. All others stay, also within a side (section 3).
func updateGame(ex *exchange, in tourney.GameUpdateInput) (any, error) {
	if ex.store.games.Get(in.ID) == nil {
		return nil, notFound("id", "game", in.ID)
	}
	in.AwayWonBy, in.HomeWonBy = ex.settings.wonBy(in.AwayWonBy), ex.settings.wonBy(in.HomeWonBy)
	if err := ex.checkWonBy(in); err != nil {
		return nil, err
	}
	ex.store.changeGame(in.ID, func(r *gameRow) {
		r.Game.AwayTeam = sideWithResult(r.Game.AwayTeam, in.AwayScore, in.AwayWonBy, in.AwayForfeited)
		r.Game.HomeTeam = sideWithResult(r.Game.HomeTeam, in.HomeScore, in.HomeWonBy, in.HomeForfeited)
		set(&r.ExternalID, in.ExternalID)
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
	setPointer(&changed.Score, score)
	setPointer(&changed.WonBy, wonBy)
	setPointer(&changed.Forfeited, forfeited)
	return &changed
}

// gameView returns a game as responses show it, with the present names of its teams and divisions.
func (s *reader) gameView(r *gameRow) tourney.Game {
	g := r.Game
	g.AwayTeam, g.HomeTeam = s.sideView(g.AwayTeam), s.sideView(g.HomeTeam)
	if g.Division != nil {
		division := *g.Division
		if d := s.divisions.Get(division.ID); d != nil {
			division.Name = d.Division.Name
		}
		if e := s.shortEvent(r.EventID); e != nil {
			division.Event = e
		}
		g.Division = &division
	}
	g.VenueCourt = s.venueCourtView(g.VenueCourt)
	return g
}

// venueCourtView returns the place of a game with the present names of its venue and court.
func (s *reader) venueCourtView(vc *tourney.VenueCourt) *tourney.VenueCourt {
	if vc == nil || vc.Venue == nil {
		return vc
	}
	row := s.venues.Get(vc.Venue.ID)
	if row == nil {
		return vc
	}
	view, venue := *vc, *vc.Venue
	venue.Name, venue.Abbr, venue.Address = row.Venue.Name, row.Venue.Abbr, row.Venue.Address
	view.Venue = &venue
	if i := row.location(vc.Court); i >= 0 {
		court := *vc.Court
		at := row.Venue.Locations[i]
		court.Name, court.Abbr, court.Sport = at.Name, at.Abbr, cmp.Or(at.Sport, court.Sport)
		view.Court = &court
	}
	return &view
}

// notedGameView returns a game as responses show it, and notes the observed fields of its sides.
func (s *reader) notedGameView(r *gameRow, ways *settings) tourney.Game {
	g := s.gameView(r)
	if vc := g.VenueCourt; !ways.Strict && vc != nil && vc.Court != nil && vc.Court.Sport != 0 {
		s.assume(assumeCourts)
	}
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side == nil {
			continue
		}
		if !ways.Strict && (side.PoolID != nil || side.ExternalID != "") {
			s.assume(assumeSides)
		}
		side.WonBy = ways.wonBy(side.WonBy)
	}
	return g
}

func (s *reader) sideView(side *tourney.GameSide) *tourney.GameSide {
	if side == nil {
		return nil
	}
	view := *side
	if view.TeamID != nil {
		if team := s.teams.Get(*view.TeamID); team != nil {
			view.Name = team.Team.Name
			view.ExternalID = cmp.Or(view.ExternalID, team.Team.ExternalTeamID)
		}
	}
	s.addPoolOf(&view)
	if view.DivisionID != nil {
		if d := s.divisions.Get(*view.DivisionID); d != nil && view.DivisionName != "" {
			view.DivisionName = d.Division.Name
		}
	}
	return &view
}

// addPoolOf adds the pool of the side's position, unless the side says its pool itself.
func (s *reader) addPoolOf(side *tourney.GameSide) {
	if side.TeamPoolID == nil {
		return
	}
	position := s.teamPools.Get(*side.TeamPoolID)
	if position == nil {
		return
	}
	pool := s.pools.Get(position.PoolID)
	if side.PoolID == nil {
		side.PoolID = new(pool.ID)
	}
	if name := cmp.Or(pool.Name, pool.Label); name != "" && side.PoolName == nil {
		side.PoolName = &name
	}
}

// shortEvent returns an event as games show it.
func (s *reader) shortEvent(id int64) *tourney.Event {
	r := s.events.Get(id)
	if r == nil {
		return nil
	}
	return &tourney.Event{ID: r.Event.ID, Name: r.Event.Name}
}
