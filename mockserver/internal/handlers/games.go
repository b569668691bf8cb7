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

// games is how requests read games.
var games = resource[model.GameRow, tourney.Game]{
	kind: model.GameIDs, name: "Game", includes: noIncludes, view: gameView,
	table: func(s *model.Version) *model.Table[*model.GameRow] { return &s.Games },
	page:  func(p tourney.Page[tourney.Game]) any { return struct{ Games tourney.Page[tourney.Game] }{p} },
}

func listGames(ex *Exchange, in tourney.GameListOptions) (any, error) {
	ex.filter("teamid", model.TeamIDs, in.TeamID)
	key := model.GameKey{Scope: ex.scope(in.EventID, in.DivisionID), Team: in.TeamID, Date: in.Date}
	return games.list(ex, ex.Store.Games.List(key.Key()), in.Page, in.PageSize, nil)
}

// updateGame stores the fields that the request has. All other fields stay as they are, also within a side (section 3).
func updateGame(ex *Exchange, in tourney.GameUpdateInput) (any, error) {
	if err := ex.require("id", model.GameIDs, in.ID); err != nil {
		return nil, err
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
	return ex.updated(in.ID, games.get)
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
	changed := values.Value(side)
	values.SetPointer(&changed.Score, score)
	values.SetPointer(&changed.WonBy, wonBy)
	values.SetPointer(&changed.Forfeited, forfeited)
	return &changed
}

// gameView returns a game as responses show it, and records the observed fields of its sides.
func gameView(ex *Exchange, _ views.Includes, s *model.Reader, r *model.GameRow) tourney.Game {
	g, ways := views.Game(s, r), ex.Settings
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
