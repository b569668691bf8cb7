package tourney

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
)

// traces are the rows of a host that look like the result of a write.
type traces struct {
	ids       []int64 // in order
	elsewhere []int64 // those of ids that are in another division or event
	whole     bool    // the host stated all its rows
	doubt     string  // why the absence of a row proves nothing; "" when it proves something
}

// add notes the row of an id. An id below 1 tells no row from another.
func (t *traces) add(id int64, elsewhere bool) {
	if id < 1 {
		t.whole = false
		return
	}
	t.ids = append(t.ids, id)
	if elsewhere {
		t.elsewhere = append(t.elsewhere, id)
	}
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
	found := map[int64]*Division{}
	see := func(d *Division) {
		if sameWords(n.Name, d.Name) {
			found[d.ID] = d
		}
	}
	whole, err := eachRow(c.Divisions.Pages(ctx, DivisionListOptions{EventID: n.EventID}), see)
	if err == nil && named != 0 {
		var d Division
		if d, err = c.Divisions.Get(ctx, named); err == nil {
			see(&d)
		}
		err = unlessNotFound(err)
	}
	like := traces{whole: whole}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		like.add(id, isOther(found[id].Event, n.EventID))
	}
	return like, err
}

// sightings are the teams of a host that may look like the new one.
type sightings struct {
	note  *Note
	teams map[int64]*Team
	doubt string
}

// see notes a team. The summaries of a division have external ids, and no coaches.
func (s *sightings) see(t *Team) {
	if known := s.teams[t.ID]; known != nil {
		known.ExternalTeamID = cmp.Or(t.ExternalTeamID, known.ExternalTeamID)
	} else if s.note.isTeam(t) || sameWords(s.note.Name, t.Name) || s.note.Name == "" {
		s.teams[t.ID] = t
	}
}

// seeFiltered notes a team of a list with the filter paid.
func (s *sightings) seeFiltered(t *Team, paid bool) {
	if t.Paid != nil && *t.Paid != paid {
		s.doubt = "the host does not filter teams by whether they are paid, so it may hide some"
	}
	s.see(t)
}

// teamsLike reads the lists of unpaid and of paid teams, because a list without that filter hides teams (section 4.3).
// Paid comes last, so that a team that gets paid meanwhile is in one of them.
func (c *Client) teamsLike(ctx context.Context, n *Note, named int64) (traces, error) {
	seen, all := sightings{note: n, teams: map[int64]*Team{}}, true
	for _, paid := range []bool{false, true} {
		o := TeamListOptions{EventID: n.EventID, DivisionID: n.DivisionID, Paid: &paid}
		if n.Contact != "" {
			o.Includes = []Include{IncludeCoaches}
		}
		whole, err := eachRow(c.Teams.Pages(ctx, o), func(t *Team) { seen.seeFiltered(t, paid) })
		if err != nil {
			return traces{}, err
		}
		all = all && whole
	}
	if err := c.seeHiddenTeams(ctx, n, named, seen.see); err != nil {
		return traces{}, err
	}
	return c.likeTeam(ctx, n, &seen, all)
}

// seeHiddenTeams reads teams that a list may not show: the team that the answer named, and the summaries of the
// division, which have external ids (section 2).
func (c *Client) seeHiddenTeams(ctx context.Context, n *Note, named int64, see func(*Team)) error {
	if named != 0 {
		team, err := c.Teams.Get(ctx, named, IncludeCoaches)
		if err == nil {
			see(&team)
		} else if err = unlessNotFound(err); err != nil {
			return err
		}
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

// likeTeam returns the teams that look like the new one. It reads a team whose coaches are not stated. A team that
// states none looks like the new one by its name.
func (c *Client) likeTeam(ctx context.Context, n *Note, seen *sightings, whole bool) (traces, error) {
	like := traces{whole: whole, doubt: seen.doubt}
	for _, id := range slices.Sorted(maps.Keys(seen.teams)) {
		team := seen.teams[id]
		if n.Name == "" && team.ExternalTeamID == "" {
			like.doubt = "the host shows teams without an external id, and the new team has no name"
		}
		if !n.isTeam(team) {
			continue
		}
		coaches, err := c.coachesOf(ctx, n, team)
		if err != nil {
			return traces{}, err
		}
		if len(coaches) == 0 && n.Contact != "" {
			like.doubt = "the host shows a team of that name without its coaches"
		}
		if coaches == nil || n.hasContact(coaches) {
			like.add(id, n.isElsewhere(team))
		}
	}
	return like, nil
}

// coachesOf returns the coaches of a team, nil when the host does not state them.
func (c *Client) coachesOf(ctx context.Context, n *Note, team *Team) ([]Coach, error) {
	if team.Coaches != nil || n.Contact == "" || team.ID < 1 {
		return team.Coaches, nil
	}
	whole, err := c.Teams.Get(ctx, team.ID, IncludeCoaches)
	return whole.Coaches, unlessNotFound(err)
}

// eachRow calls see for the rows of all pages, and reports whether the host stated its whole list. A row that leaves
// the list while eachRow reads it moves others to the pages before. So eachRow reads several pages twice: the second
// pass has the row that the first one missed.
func eachRow[T any](pages iter.Seq2[Page[T], error], see func(*T)) (whole bool, err error) {
	whole, several, err := eachRowOnce(pages, see)
	if whole && several {
		whole, _, err = eachRowOnce(pages, see)
	}
	return whole, err
}

func eachRowOnce[T any](pages iter.Seq2[Page[T], error], see func(*T)) (whole, several bool, err error) {
	number := 0
	whole = true
	for page, err := range pages {
		switch {
		case errors.Is(err, ErrListChanged):
			return false, false, nil
		case err != nil:
			return false, false, err
		}
		for i := range page.Results {
			see(&page.Results[i])
		}
		whole = whole && !page.NotStated
		number++
	}
	return whole, number > 1, nil
}

// unlessNotFound returns no error for a row that does not exist.
func unlessNotFound(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
