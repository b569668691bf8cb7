package handlers

import (
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
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
	ex.Assume(assumption.Order)
	st := ex.Store
	ex.filter("teamid", "team", st.Teams.Known, in.TeamID)
	key := model.GameKey{Scope: ex.scope(in.EventID, in.DivisionID), Team: in.TeamID, Date: in.Date}
	positions := st.Games.List(key.Key())
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

// updateGame stores the fields that the request has. All other fields stay as they are, also within a side (section 3).
func updateGame(ex *Exchange, in tourney.GameUpdateInput) (any, error) {
	if ex.Store.Games.Get(in.ID) == nil {
		return nil, refusal.NotFound("id", "game", in.ID)
	}
	in.AwayWonBy, in.HomeWonBy = ex.Settings.wonBy(in.AwayWonBy), ex.Settings.wonBy(in.HomeWonBy)
	if err := ex.checkWonBy(in); err != nil {
		return nil, err
	}
	ex.Assume(assumption.WaitingSides)
	ex.Store.ChangeGame(in.ID, func(r *model.GameRow) {
		r.Game.AwayTeam = sideWithResult(r.Game.AwayTeam, in.AwayScore, in.AwayWonBy, in.AwayForfeited)
		r.Game.HomeTeam = sideWithResult(r.Game.HomeTeam, in.HomeScore, in.HomeWonBy, in.HomeForfeited)
		values.Set(&r.ExternalID, in.ExternalID)
	})
	return ex.updated(in.ID, getGame)
}

// checkWonBy refuses a name of a won-by whose code is not known, because a response in JSON shows the code (section 2,
// Game).
func (ex *Exchange) checkWonBy(in tourney.GameUpdateInput) error {
	var problems refusal.Refusal
	check := func(path string, by *tourney.WonBy) {
		if by != nil && by.Code == 0 && by.Name != "" {
			ex.Assume(assumption.WonByNames)
			reason := fmt.Sprintf("must be a code, or a name whose code is known: %s", tourney.WonByForfeit)
			problems.Add(refusal.Invalid(path, reason))
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

// notedGameView returns a game as responses show it, and records the observed fields of its sides.
func notedGameView(s *model.Reader, r *model.GameRow, ways *Settings) tourney.Game {
	g := views.Game(s, r)
	if vc := g.VenueCourt; !ways.Strict && vc != nil && vc.Court != nil && vc.Court.Sport != 0 {
		s.Assume(assumption.Courts)
	}
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side == nil {
			continue
		}
		if !ways.Strict && (side.PoolID != nil || side.ExternalID != "") {
			s.Assume(assumption.Sides)
		}
		side.WonBy = ways.wonBy(side.WonBy)
	}
	return g
}
