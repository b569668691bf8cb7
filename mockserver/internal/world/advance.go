package world

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/brackets"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// Advance puts teams into the sides that wait for them, in each division with a game that differs from an earlier
// version. When a result changes, another team takes the side. When there is no result any more, the side waits again.
// A team stays when its game has a score, and when a person chose the team.
func Advance(s, before *model.Version) {
	var ids []int64
	s.Games.EachChange(&before.Games, func(was, is *model.GameRow) {
		for _, r := range []*model.GameRow{was, is} {
			if r != nil {
				ids = append(ids, r.DivisionID())
			}
		}
	})
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		advanceIn(s, id)
	}
}

// division is a division whose sides get their teams.
type division struct {
	*model.Version

	rows  []*model.GameRow // as they were before
	games []brackets.Game
}

// advanceIn does what Advance does in one division. A game of no division waits for nothing.
func advanceIn(s *model.Version, id int64) {
	d := &division{Version: s}
	if id != 0 {
		d.rows = s.Games.Under(model.GameKey{Scope: model.Scope{Level: model.InDivision, ID: id}}.Key())
	}
	for _, r := range d.rows {
		in := brackets.Game{ID: r.Game.ID, Name: r.Game.BracketName}
		if r.Game.Number != nil {
			in.Number = string(*r.Game.Number)
		}
		for _, side := range r.Sides() {
			var bracket int64
			values.Set(&bracket, side.BracketID)
			in.See(bracket, side.BracketName)
		}
		d.games = append(d.games, in)
	}
	for range d.games { // a result can decide sides of several games, one after another
		changed := false
		for _, g := range d.games {
			changed = d.advance(g) || changed
		}
		if !changed {
			return
		}
	}
}

// advance puts teams into the sides of a game, and reports whether the game changed.
func (d *division) advance(own brackets.Game) bool {
	was := d.Games.Get(own.ID)
	begun, is := hasBegun(was), *was
	is.Game.AwayTeam, is.AwayWaiting = d.side(own, is.Game.AwayTeam, is.AwayWaiting, begun)
	is.Game.HomeTeam, is.HomeWaiting = d.side(own, is.Game.HomeTeam, is.HomeWaiting, begun)
	same := is.Game.AwayTeam == was.Game.AwayTeam && is.Game.HomeTeam == was.Game.HomeTeam
	if same || model.PairProblem(&is.Game) != "" {
		return false
	}
	d.ChangeGame(own.ID, func(r *model.GameRow) { *r = is })
	return true
}

// side returns a side with the team that results decide, and the side as it waited. It returns its arguments when the
// team does not change.
func (d *division) side(own brackets.Game, is, waiting *tourney.GameSide, begun bool) (_, _ *tourney.GameSide) {
	from := cmp.Or(waiting, is)
	if is == nil || is.TeamID != nil && (begun || waiting == nil) {
		return is, waiting
	}
	comes := d.comer(own, from)
	switch {
	case comes == nil:
		return from, nil
	case model.TeamOf(is) == model.TeamOf(comes):
		return is, waiting
	}
	side := *from
	side.Name, side.TeamID, side.Color = comes.Name, comes.TeamID, comes.Color
	side.Pool, side.PoolNumber, side.TeamPoolID = comes.Pool, comes.PoolNumber, comes.TeamPoolID
	side.PoolSeed, side.Seed, side.DivisionSeed = comes.PoolSeed, comes.Seed, comes.DivisionSeed
	return &side, from
}

// comer returns a side with the team that moves into a waiting side, and nil while no result decides that team.
func (d *division) comer(own brackets.Game, waits *tourney.GameSide) *tourney.GameSide {
	if i, loser := brackets.Source(waits.Name, own, d.games); i >= 0 {
		g := d.Games.Get(d.games[i].ID).Game
		if loser {
			g.AwayTeam, g.HomeTeam = g.HomeTeam, g.AwayTeam
		}
		comes := map[tourney.Winner]*tourney.GameSide{
			tourney.WinnerAway: g.AwayTeam, tourney.WinnerHome: g.HomeTeam,
		}[d.Games.Get(g.ID).Game.Winner()]
		if model.TeamOf(comes) == 0 {
			return nil
		}
		return comes
	}
	return d.placed(waits)
}

// placed returns a side of a game of a pool with the team that a side waits for, nil while the place is not decided.
func (d *division) placed(waits *tourney.GameSide) *tourney.GameSide {
	place, name := brackets.Place(waits.Name)
	var order []int64
	for _, pool := range d.Pools.Under(model.PoolKey(d.rows[0].DivisionID()).Key()) {
		if place > 0 && (strings.EqualFold(pool.Name, name) || strings.EqualFold(pool.Label, name)) {
			order = views.FinalOrder(d.Version, pool)
		}
	}
	for _, r := range d.rows {
		for _, side := range r.Sides() {
			if place > 0 && place <= len(order) && model.TeamOf(side) == order[place-1] && !r.BracketPlay() {
				comes := *side
				comes.PoolSeed, comes.Seed, comes.DivisionSeed = waits.PoolSeed, waits.Seed, waits.DivisionSeed
				return &comes
			}
		}
	}
	return nil
}
