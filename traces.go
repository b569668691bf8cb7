package tourney

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
)

// traces are the rows of a host that look like the result of a write.
type traces struct {
	ids   []int64 // in order
	whole bool    // the host stated all its rows
}

// tracesOf reads the rows that look like the result of the write. named is the id that the answer to the write named, 0
// for none.
func (c *Client) tracesOf(ctx context.Context, n *Note, named int64) (traces, error) {
	if n.Op == (DivisionCreateInput{}).operation() {
		return c.divisionsLike(ctx, n, named)
	}
	return c.teamsLike(ctx, n, named)
}

func (c *Client) divisionsLike(ctx context.Context, n *Note, named int64) (traces, error) {
	found := map[int64]bool{}
	whole, err := eachRow(c.Divisions.Pages(ctx, DivisionListOptions{EventID: n.EventID}), func(d *Division) {
		found[d.ID] = found[d.ID] || sameWords(n.Name, d.Name)
	})
	if err == nil && named != 0 {
		var d Division
		if d, err = c.Divisions.Get(ctx, named); err == nil {
			found[named] = sameWords(n.Name, d.Name)
		}
		err = unlessNotFound(err)
	}
	maps.DeleteFunc(found, func(_ int64, like bool) bool { return !like })
	return traces{slices.Sorted(maps.Keys(found)), whole}, err
}

// teamsLike reads the lists of paid and of unpaid teams, because a list without that filter hides teams (section 4.3).
func (c *Client) teamsLike(ctx context.Context, n *Note, named int64) (traces, error) {
	found, all := map[int64]*Team{}, true
	see := func(t *Team) {
		if known := found[t.ID]; known != nil { // a summary of the division has the external id, and no coaches
			known.ExternalTeamID = t.ExternalTeamID
		} else if t.ID != 0 && (n.isTeam(t) || sameWords(n.Name, t.Name)) {
			found[t.ID] = t
		}
	}
	for _, paid := range []bool{true, false} {
		o := TeamListOptions{EventID: n.EventID, DivisionID: n.DivisionID, Paid: &paid}
		if n.Contact != "" {
			o.Includes = []Include{IncludeCoaches}
		}
		whole, err := eachRow(c.Teams.Pages(ctx, o), see)
		if err != nil {
			return traces{}, err
		}
		all = all && whole
	}
	if err := c.seeHiddenTeams(ctx, n, named, see); err != nil {
		return traces{}, err
	}
	ids, err := c.likeTeam(ctx, n, found)
	return traces{ids, all}, err
}

// seeHiddenTeams reads teams that a list may not show: the team that the answer named, and the summaries of the
// division, which have external ids (section 2).
func (c *Client) seeHiddenTeams(ctx context.Context, n *Note, named int64, see func(*Team)) error {
	if named != 0 {
		team, err := c.Teams.Get(ctx, named, IncludeCoaches)
		if err = unlessNotFound(err); err != nil {
			return err
		}
		see(&team)
	}
	if n.ExternalID == "" || n.DivisionID == 0 {
		return nil
	}
	division, err := c.Divisions.Get(ctx, n.DivisionID, IncludeTeams)
	for i := range division.Teams {
		see(&division.Teams[i])
	}
	return unlessNotFound(err)
}

// likeTeam returns the ids of the teams that look like the new one, in order. It reads a team whose coaches are not
// stated. A team that states none looks like the new one by its name.
func (c *Client) likeTeam(ctx context.Context, n *Note, teams map[int64]*Team) (ids []int64, err error) {
	for _, id := range slices.Sorted(maps.Keys(teams)) {
		team := teams[id]
		if !n.isTeam(team) {
			continue
		}
		coaches := team.Coaches
		if coaches == nil && n.Contact != "" {
			whole, err := c.Teams.Get(ctx, id, IncludeCoaches)
			if err = unlessNotFound(err); err != nil {
				return nil, err
			}
			coaches = whole.Coaches
		}
		if coaches == nil || n.hasContact(coaches) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// eachRow calls see for the rows of all pages. It reports whether the host stated its whole list.
func eachRow[T any](pages iter.Seq2[Page[T], error], see func(*T)) (whole bool, err error) {
	whole = true
	for page, err := range pages {
		switch {
		case errors.Is(err, ErrListChanged):
			return false, nil
		case err != nil:
			return false, err
		}
		for i := range page.Results {
			see(&page.Results[i])
		}
		whole = whole && !page.NotStated
	}
	return whole, nil
}

// unlessNotFound returns no error for a row that does not exist.
func unlessNotFound(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
