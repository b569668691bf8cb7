package eventcopy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
)

// wanted are ids of rows that other rows refer to, and that no list had.
type wanted struct {
	known map[int64]bool
	ids   []int64 // in the order in which the rows refer to them
}

func newWanted[T any](rows []T, id func(*T) int64) *wanted {
	w := &wanted{known: map[int64]bool{}}
	for i := range rows {
		w.known[id(&rows[i])] = true
	}
	return w
}

func (w *wanted) add(id int64) {
	if id != 0 && !w.known[id] {
		w.known[id] = true
		w.ids = append(w.ids, id)
	}
}

// details reads the wanted rows, one by one. For each row, more can want others.
func details[T any](
	ctx context.Context, what string, w *wanted, get func(context.Context, int64) (T, error), more func(*T),
) (f found[T], err error) {
	for len(w.ids) > 0 {
		id := w.ids[0]
		w.ids = w.ids[1:]
		row, err := get(ctx, id)
		var bad *tourney.DecodeError
		switch {
		case errors.Is(err, tourney.ErrNotFound):
			f.notes = append(f.notes, fmt.Sprintf("%s %d: other rows refer to it, and the host has none", what, id))
			continue
		case errors.As(err, &bad):
			f.unread = append(f.unread, fmt.Sprintf("%s: row %d cannot be read at %s", what, id, bad.Path))
			continue
		case err != nil:
			return f, err
		}
		more(&row)
		f.rows = append(f.rows, row)
	}
	return f, nil
}

// getTeams reads the teams that only games, divisions and other teams name, such as a club that is in no event.
func (c *copying) getTeams(ctx context.Context) (found[tourney.Team], error) {
	w := newWanted(c.teams, func(t *tourney.Team) int64 { return t.ID })
	for _, t := range c.teams {
		w.add(t.ParentID)
	}
	for _, d := range c.divisions {
		for _, t := range d.Teams {
			w.add(t.ID)
		}
	}
	for i := range c.games {
		for _, side := range sidesOf(&c.games[i]) {
			w.add(value(side.TeamID))
		}
	}
	get := func(ctx context.Context, id int64) (tourney.Team, error) {
		return c.Client.Teams.Get(ctx, id, as[tourney.CallOption](teamIncludes)...)
	}
	return details(ctx, "team", w, get, func(t *tourney.Team) { w.add(t.ParentID) })
}

// getDivisions reads the divisions that only teams and games name, such as one that is not active. Lists of the mock do
// not show these divisions, if the host has a list.
func (c *copying) getDivisions(ctx context.Context) (found[tourney.Division], error) {
	w := newWanted(c.divisions, func(d *tourney.Division) int64 { return d.ID })
	for _, t := range c.teams {
		if t.Division != nil {
			w.add(t.Division.ID)
		}
	}
	for i := range c.games {
		if d := c.games[i].Division; d != nil {
			w.add(d.ID)
		}
		for _, side := range sidesOf(&c.games[i]) {
			w.add(value(side.DivisionID))
		}
	}
	active := new(len(c.divisions) == 0)
	get := func(ctx context.Context, id int64) (tourney.Division, error) {
		return c.Client.Divisions.Get(ctx, id, as[tourney.CallOption](divisionIncludes)...)
	}
	return details(ctx, "division", w, get, func(d *tourney.Division) { d.Active = cmp.Or(d.Active, active) })
}

// sidesOf returns the sides that a game has.
func sidesOf(g *tourney.Game) []*tourney.GameSide {
	both := []*tourney.GameSide{g.AwayTeam, g.HomeTeam}
	return slices.DeleteFunc(both, func(side *tourney.GameSide) bool { return side == nil })
}

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
