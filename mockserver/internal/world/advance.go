package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/brackets"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// Advance puts teams into the sides that wait for them, in each division with a game or a position that differs from an
// earlier version. When a result changes, other teams take the sides that it decides. When there is no result any more,
// the sides wait again. A team stays when an edit chose it. If one of the games that a result moves teams to has begun,
// all teams of that result stay, so that no team is in two of these games. Advance returns why teams stayed.
func Advance(s, before *model.Version) (stayed []string) {
	var ids []int64
	s.Games.EachChange(&before.Games, func(was, is *model.GameRow) {
		for _, r := range []*model.GameRow{was, is} {
			if r != nil {
				ids = append(ids, r.DivisionID())
			}
		}
	})
	s.TeamPools.EachChange(&before.TeamPools, func(was, is *model.TeamPoolRow) {
		if pool := s.Pools.Get(cmp.Or(is, was).PoolID); pool != nil {
			ids = append(ids, pool.DivisionID)
		}
	})
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		stayed = append(stayed, advanceIn(s, id)...)
	}
	return stayed
}

// division is a division whose sides get their teams.
type division struct {
	*model.Version

	rows   []*model.GameRow // as they were before
	games  []brackets.Game
	stayed map[string]string // why the teams that a result moves stay, by the name of the result or of a side
}

// advanceIn does what Advance does in one division. A game of no division waits for nothing.
func advanceIn(s *model.Version, id int64) []string {
	d := &division{Version: s, stayed: map[string]string{}}
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
		if !d.advance() {
			break
		}
	}
	return slices.Sorted(maps.Values(d.stayed))
}

// advance puts teams into the sides that results decide now, and reports whether a game changed.
func (d *division) advance() bool {
	moved := map[int64]*model.GameRow{}
	for known := -1; known < len(d.stayed); { // a result whose teams stay can make the teams of another stay
		known = len(d.stayed)
		clear(moved)
		for _, own := range d.games {
			if r := d.move(own); r != nil {
				moved[own.ID] = r
			}
		}
	}
	for id, is := range moved {
		d.ChangeGame(id, func(r *model.GameRow) { *r = *is })
	}
	return len(moved) > 0
}

// move returns a game with the teams that results decide, nil if no team changes. If a team cannot change, it notes
// that the teams of the result stay.
func (d *division) move(own brackets.Game) *model.GameRow {
	was := d.Games.Get(own.ID)
	is := *was
	away := d.side(own, &is.Game.AwayTeam, &is.AwayWaiting)
	home := d.side(own, &is.Game.HomeTeam, &is.HomeWaiting)
	if away == "" && home == "" {
		return nil
	}
	pair := model.PairProblem(&is.Game) != ""
	d.keep(away, was, was.Game.AwayTeam, pair)
	d.keep(home, was, was.Game.HomeTeam, pair)
	return &is
}

// keep notes that the teams of a result stay, if the result cannot change a side of a game.
func (d *division) keep(result string, r *model.GameRow, side *tourney.GameSide, pair bool) {
	switch {
	case result == "":
	case pair:
		d.stayed[result] = fmt.Sprintf("the teams of %s stay, because game %d would have one team twice", result, r.Game.ID)
	case side.TeamID != nil && hasBegun(r):
		d.stayed[result] = fmt.Sprintf("the teams of %s stay, because game %d has a score", result, r.Game.ID)
	}
}

// side puts the team that a result decides into a side, and notes the side as it waited. It returns the name of the
// result, "" when the team does not change.
func (d *division) side(own brackets.Game, is, waiting **tourney.GameSide) (result string) {
	from := cmp.Or(*waiting, *is)
	if *is == nil || (*is).TeamID != nil && *waiting == nil {
		return ""
	}
	result, comes := d.comer(own, from)
	switch {
	case result == "" || d.stayed[result] != "" || model.TeamOf(*is) == model.TeamOf(comes):
		return ""
	case (*is).TeamID != nil && from.TeamID != nil:
		if comes != nil {
			key := fmt.Sprintf("%s of game %d", from.Name, own.ID)
			d.stayed[key] = fmt.Sprintf("game %d keeps a team against %s, because an edit chose the team", own.ID, result)
		}
		return ""
	}
	waits := *from
	waits.TeamID = nil // a team that an edit chose, and that is no more
	side := waits
	side.Score, side.WonBy, side.Forfeited = (*is).Score, (*is).WonBy, (*is).Forfeited // may have changed since
	if comes == nil {
		*is, *waiting = &side, nil
		return result
	}
	side.Name, side.TeamID, side.Color = comes.Name, comes.TeamID, comes.Color
	side.Pool, side.PoolNumber, side.TeamPoolID = comes.Pool, comes.PoolNumber, comes.TeamPoolID
	side.PoolSeed, side.Seed, side.DivisionSeed = comes.PoolSeed, comes.Seed, comes.DivisionSeed
	*is, *waiting = &side, &waits
	return result
}

// comer returns the name of the result that decides the team of a waiting side, and a side with that team. There is no
// name for a side that waits for no result. There is no team while the result is open, or a side of its game waits.
func (d *division) comer(own brackets.Game, waits *tourney.GameSide) (result string, comes *tourney.GameSide) {
	i, loser := brackets.Source(waits.Name, own, d.games)
	if i < 0 {
		return d.placed(waits)
	}
	g := d.Games.Get(d.games[i].ID).Game
	won := map[tourney.Winner]*tourney.GameSide{tourney.WinnerAway: g.AwayTeam, tourney.WinnerHome: g.HomeTeam}
	lost := map[tourney.Winner]*tourney.GameSide{tourney.WinnerAway: g.HomeTeam, tourney.WinnerHome: g.AwayTeam}
	if comes = won[g.Winner()]; loser {
		comes = lost[g.Winner()]
	}
	if model.TeamOf(g.AwayTeam) == 0 || model.TeamOf(g.HomeTeam) == 0 { // the winner and the loser move together
		comes = nil
	}
	return fmt.Sprintf("game %d", g.ID), comes
}

// placed returns the name of the pool that decides the team of a waiting side, and a side of a game of the pool with
// that team. There is no team while the place is not decided.
func (d *division) placed(waits *tourney.GameSide) (result string, comes *tourney.GameSide) {
	place, name := brackets.Place(waits.Name)
	if place == 0 {
		return "", nil
	}
	var order []int64
	for _, pool := range d.Pools.Under(model.PoolKey(d.rows[0].DivisionID()).Key()) {
		if strings.EqualFold(pool.Name, name) || strings.EqualFold(pool.Label, name) {
			order, result = views.FinalOrder(d.Version, pool), fmt.Sprintf("pool %d", pool.ID)
		}
	}
	for _, r := range d.rows {
		for _, side := range r.Sides() {
			if place <= len(order) && model.TeamOf(side) == order[place-1] && !r.BracketPlay() {
				comes := *side
				comes.PoolSeed, comes.Seed, comes.DivisionSeed = waits.PoolSeed, waits.Seed, waits.DivisionSeed
				return result, &comes
			}
		}
	}
	return result, nil
}
