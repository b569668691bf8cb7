package eventcopy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
)

// elsewhere reads the rows with these ids, apart from those that are known. For each row, wants returns one more id,
// 0 for none.
func elsewhere[T any](
	c *copying, what string, known map[int64]bool, ids []int64, get func(int64) (T, error), wants func(*T) int64,
) (rows []T, err error) {
	for i := 0; i < len(ids); i++ {
		id := ids[i]
		if id == 0 || known[id] {
			continue
		}
		known[id] = true
		row, err := get(id)
		var bad *tourney.DecodeError
		switch {
		case errors.Is(err, tourney.ErrNotFound):
			c.note("%s %d: other rows refer to it, and the host has none", what, id)
		case errors.As(err, &bad):
			c.Unread = append(c.Unread, fmt.Sprintf("%s: row %d cannot be read at %s", what, id, bad.Path))
		case err != nil:
			return nil, err
		default:
			ids = append(ids, wants(&row))
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// getTeams reads the teams that only games, divisions and other teams name, such as a club that is in no event.
func (c *copying) getTeams(ctx context.Context) ([]tourney.Team, error) {
	var ids []int64
	for _, t := range c.teams {
		ids = append(ids, t.ParentID)
	}
	for _, d := range c.divisions {
		for _, t := range d.Teams {
			ids = append(ids, t.ID)
		}
	}
	for i := range c.games {
		for _, side := range sidesOf(&c.games[i]) {
			ids = append(ids, value(side.TeamID))
		}
	}
	get := func(id int64) (tourney.Team, error) {
		return c.Client.Teams.Get(ctx, id, teamIncludes...)
	}
	known := idsOf(c.teams, func(t *tourney.Team) int64 { return t.ID })
	return elsewhere(c, "team", known, ids, get, func(t *tourney.Team) int64 { return t.ParentID })
}

// getDivisions reads the divisions that only teams and games name, such as one that is not active. Lists of the mock do
// not show these divisions, if the host has a list.
func (c *copying) getDivisions(ctx context.Context) ([]tourney.Division, error) {
	var ids []int64
	for _, t := range c.teams {
		ids = append(ids, value(t.Division).ID)
	}
	for i := range c.games {
		ids = append(ids, value(c.games[i].Division).ID)
		for _, side := range sidesOf(&c.games[i]) {
			ids = append(ids, value(side.DivisionID))
		}
	}
	active := new(len(c.divisions) == 0)
	get := func(id int64) (tourney.Division, error) {
		d, err := c.Client.Divisions.Get(ctx, id, divisionIncludes...)
		d.Active = cmp.Or(d.Active, active)
		return d, err
	}
	known := idsOf(c.divisions, func(d *tourney.Division) int64 { return d.ID })
	return elsewhere(c, "division", known, ids, get, func(*tourney.Division) int64 { return 0 })
}

// idsOf returns the ids of rows.
func idsOf[T any](rows []T, id func(*T) int64) map[int64]bool {
	ids := map[int64]bool{}
	for i := range rows {
		ids[id(&rows[i])] = true
	}
	return ids
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
