package reconcile

import (
	"cmp"
	"context"
	"errors"
	"hash/crc32"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

// matches are the rows of a host among which the result of a write would be.
type matches struct {
	rows  map[int64]uint32 // all rows with an id, and a digest of each: see digest
	names map[int64]uint32 // for a registration: a checksum of the name of each row
	like  map[int64]bool   // ids of rows that look like the result; true for a row of another division or event
	whole bool             // the lists agree and are complete, and each row that looks like the result has an id
	doubt string           // why the absence of a row proves nothing; "" when it proves something

	division *tourney.Division // with its teams; nil when it was not read
}

// unknown returns how many rows are new, or have changed since the note. A host may have stored the result with other
// words, so each of these rows could be the result (assumption traces).
func (t *matches) unknown(before map[int64]uint32) (n int) {
	for id, now := range t.rows {
		if was, known := before[id]; !known || was != now {
			n++
		}
	}
	return n
}

// hasOurs reports whether one of these ids looks like the result.
func (t *matches) hasOurs(ids []int64) bool {
	return slices.ContainsFunc(ids, func(id int64) bool { _, alike := t.like[id]; return alike })
}

// remove removes rows that the program itself wrote.
func (t *matches) remove(ids []int64) {
	for _, id := range ids {
		delete(t.rows, id)
		delete(t.like, id)
	}
}

// digest returns a checksum of a row. When the checksum of an id differs from the note, the row has changed, or another
// row got the id. The checksum does not depend on the order of coaches, and keeps the names of other teams out of a
// note.
func digest(coaches []tourney.Coach, texts ...string) uint32 {
	sum := crc32.ChecksumIEEE([]byte(strings.Join(texts, "\x00")))
	for i := range coaches {
		sum += digest(nil, coaches[i].FirstName, coaches[i].LastName, coaches[i].Email)
	}
	return sum
}

// withoutID is the doubt when a row has no id, so that FindOut cannot tell whether the row is new.
const withoutID = "the host shows a row without an id"

// matchesOf reads the rows that look like the result of the write. named is the id that the answer to the write named,
// 0 for none.
func (c host) matchesOf(ctx context.Context, n *Note, named int64) (matches, error) {
	if n.Op == "Divisions.Create" {
		return c.divisionsLike(ctx, n, named)
	}
	return c.teamsLike(ctx, n, named)
}

func (c host) divisionsLike(ctx context.Context, n *Note, named int64) (matches, error) {
	found, stray := matches{rows: map[int64]uint32{}, like: map[int64]bool{}}, false
	see := func(d *tourney.Division) {
		same := sameWords(n.Name, d.Name)
		switch {
		case d.ID < 1:
			found.doubt, stray = withoutID, stray || same
			return
		case same:
			found.like[d.ID] = isOther(d.Event, n.EventID)
		}
		found.rows[d.ID] = digest(nil, d.Name)
	}
	whole, err := eachRow(c.Divisions.Pages(ctx, tourney.DivisionListOptions{EventID: n.EventID}), see)
	if err == nil && named != 0 {
		var d tourney.Division
		if d, err = c.Divisions.Get(ctx, named); err == nil {
			see(&d)
		}
		err = unlessNotFound(err)
	}
	found.whole = whole && !stray
	return found, err
}

// candidates are the teams of a host that may be the new team.
type candidates struct {
	note  *Note
	teams map[int64]*tourney.Team
	stray bool // a team without an id looks like the new team
	doubt string
}

// see adds a team. The team summaries of a division have external ids, and no coaches.
func (s *candidates) see(t *tourney.Team) {
	switch known := s.teams[t.ID]; {
	case t.ID < 1:
		s.doubt, s.stray = withoutID, s.stray || s.note.isTeam(t)
	case known != nil:
		known.ExternalTeamID = cmp.Or(t.ExternalTeamID, known.ExternalTeamID)
	default:
		s.teams[t.ID] = t
	}
}

// seeFiltered adds a team of a list with the filter paid.
func (s *candidates) seeFiltered(t *tourney.Team, paid bool) {
	if t.Paid != nil && *t.Paid != paid {
		s.doubt = "the host does not filter teams by whether they are paid, so it may hide some"
	}
	s.see(t)
}

// lacks reports whether a division shows some of its teams, and not one that a list has.
func (s *candidates) lacks(division *tourney.Division, listed []int64) bool {
	if division == nil || division.Teams == nil {
		return false
	}
	shown := map[int64]bool{}
	for i := range division.Teams {
		shown[division.Teams[i].ID] = true
	}
	return slices.ContainsFunc(listed, func(id int64) bool { return !shown[id] && !s.note.isElsewhere(s.teams[id]) })
}

// teamsLike reads the lists of unpaid and of paid teams, because a list without that filter hides teams (section 4.3).
// It reads paid teams last, so that a team that gets paid meanwhile is in at least one list.
func (c host) teamsLike(ctx context.Context, n *Note, named int64) (matches, error) {
	seen, all := candidates{note: n, teams: map[int64]*tourney.Team{}}, true
	for _, paid := range []bool{false, true} {
		o := tourney.TeamListOptions{EventID: n.EventID, DivisionID: n.DivisionID, Paid: &paid}
		var opts []tourney.ListOption
		if n.Contact != "" {
			opts = append(opts, tourney.IncludeCoaches)
		}
		whole, err := eachRow(c.Teams.Pages(ctx, o, opts...), func(t *tourney.Team) { seen.seeFiltered(t, paid) })
		if err != nil {
			return matches{}, err
		}
		all = all && whole
	}
	listed := slices.Collect(maps.Keys(seen.teams))
	division, err := c.seeHiddenTeams(ctx, n, named, seen.see)
	if err != nil {
		return matches{}, err
	}
	found, err := c.likeTeam(ctx, n, &seen, all && !seen.lacks(division, listed))
	found.division = division
	return found, err
}

// seeHiddenTeams reads teams that a list may not show: the team that the answer named, and the summaries of the
// division, which have external ids (section 2). It returns the division if it read it.
func (c host) seeHiddenTeams(
	ctx context.Context, n *Note, named int64, see func(*tourney.Team),
) (*tourney.Division, error) {
	if named != 0 {
		team, err := c.Teams.Get(ctx, named, tourney.IncludeCoaches)
		if err == nil {
			see(&team)
		} else if err = unlessNotFound(err); err != nil {
			return nil, err
		}
	}
	if n.ExternalID == "" || n.DivisionID == 0 {
		return nil, nil //nolint:nilnil // no division was read
	}
	division, err := c.Divisions.Get(ctx, n.DivisionID, tourney.IncludeTeams)
	if err != nil {
		return nil, unlessNotFound(err)
	}
	for i := range division.Teams {
		see(&division.Teams[i])
	}
	return &division, nil
}

// likeTeam returns the teams, and which teams look like the new team. When a list does not show the coaches of a team
// with that name, it reads the team. A team that still shows no coaches looks like the new team by name alone.
func (c host) likeTeam(ctx context.Context, n *Note, seen *candidates, whole bool) (matches, error) {
	found := matches{
		rows: map[int64]uint32{}, like: map[int64]bool{}, whole: whole && !seen.stray, doubt: seen.doubt,
	}
	if n.Contact != "" {
		found.names = map[int64]uint32{}
	}
	for _, id := range slices.Sorted(maps.Keys(seen.teams)) {
		team := seen.teams[id]
		coaches := team.Coaches
		if n.Contact == "" {
			coaches = nil
		} else {
			found.names[id] = nameSum(team.Name)
		}
		found.rows[id] = digest(coaches, team.Name, team.ExternalTeamID)
		if n.isTeam(team) {
			var err error
			if coaches, err = c.coachesOf(ctx, n, team); err != nil {
				return matches{}, err
			}
			if coaches == nil || n.hasContact(coaches) {
				found.like[id] = n.isElsewhere(team)
			}
		}
		if n.Contact != "" && (coaches == nil || len(coaches) == 0 && n.isTeam(team)) {
			found.doubt = "the host shows a team without its coaches"
		}
	}
	return found, nil
}

// coachesOf returns the coaches of a team, nil when the host does not state them.
func (c host) coachesOf(ctx context.Context, n *Note, team *tourney.Team) ([]tourney.Coach, error) {
	if team.Coaches != nil || n.Contact == "" {
		return team.Coaches, nil
	}
	whole, err := c.Teams.Get(ctx, team.ID, tourney.IncludeCoaches)
	return whole.Coaches, unlessNotFound(err)
}

// eachRow calls see for the rows of all pages, and reports whether the host showed the whole list. When a row leaves
// the list meanwhile, other rows move to earlier pages. So eachRow reads a list of several pages twice: the second
// reading has a row that the first reading missed.
func eachRow[T any](pages iter.Seq2[tourney.Page[T], error], see func(*T)) (whole bool, err error) {
	whole, several, err := eachRowOnce(pages, see)
	if whole && several {
		whole, _, err = eachRowOnce(pages, see)
	}
	return whole, err
}

func eachRowOnce[T any](pages iter.Seq2[tourney.Page[T], error], see func(*T)) (whole, several bool, err error) {
	number := 0
	whole = true
	for page, err := range pages {
		var changed *tourney.ListChangedError
		switch {
		case errors.As(err, &changed) && changed.MaxRows == 0:
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
	if errors.Is(err, tourney.ErrNotFound) {
		return nil
	}
	return err
}
