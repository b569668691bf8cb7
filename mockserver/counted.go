package mockserver

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
)

// display is a grouping of standings.
type display int

const (
	byPool display = iota
	byDivision
	byEvent
	byBracket
)

// groupings are the functions of the displays.
var groupings = [...]func(*version, *standingsQuestion) []countedGroup{
	byPool: (*version).byPool, byDivision: (*version).byDivision,
	byEvent: (*version).byEvent, byBracket: (*version).byBracket,
}

// standingsQuestion is a request for standings as the mock understands it.
type standingsQuestion struct {
	display                        display
	eventID, divisionID, bracketID int64
}

// countedGroup is a group of standings.
type countedGroup struct {
	id    int64
	name  string
	lists []countedList
}

// countedList is a list of standings.
type countedList struct {
	id    int64
	name  string
	lines []*line
}

// listOf returns a list whose tally has counted those of the games that it counts.
func (s *version) listOf(id int64, name string, t *tally, games []*gameRow, counts func(*gameRow) bool) countedList {
	for _, g := range games {
		if counts(g) {
			t.count(g)
		}
	}
	t.inOrder(s.variant)
	return countedList{id, name, t.lines}
}

// rowsCounted are the rows that lists count. It remembers whether the last division was active: rows of a division are
// neighbors.
type rowsCounted struct {
	*version

	asked  bool
	id     int64
	active bool
}

// isActive reports whether a division is active, or is not there.
func (in *rowsCounted) isActive(id int64) bool {
	if !in.asked || in.id != id {
		r := in.divisions.Get(id)
		in.asked, in.id, in.active = true, id, r == nil || r.Active
	}
	return in.active
}

// standingsDivisions returns the active divisions that a request for standings selects.
func (s *version) standingsDivisions(in *standingsQuestion) []*divisionRow {
	rows := s.divisions.Under(divisionKey{event: in.eventID, active: true})
	if in.divisionID != 0 {
		rows = slices.DeleteFunc(rows, func(r *divisionRow) bool { return r.Division.ID != in.divisionID })
	}
	return rows
}

func (s *version) byPool(in *standingsQuestion) []countedGroup {
	return mapped(s.standingsDivisions(in), func(d *divisionRow) countedGroup {
		group := countedGroup{id: d.Division.ID, name: d.Division.Name}
		games := s.games.Under(gameKey{scope: scope{inDivision, group.id}})
		for _, pool := range s.pools.Under(group.id) {
			group.lists = append(group.lists, s.poolList(pool, games))
		}
		return group
	})
}

// poolList returns a list with a line for each team in a pool. It counts the games of the division between these teams.
func (s *version) poolList(pool *poolRow, games []*gameRow) countedList {
	positions := s.teamPools.Under(teamPoolKey{pool: pool.ID})
	t := newTally(len(positions))
	for _, teamPool := range positions {
		if team := s.teams.Get(teamPool.TeamID); team != nil {
			t.enter(team, teamPool.ID, strconv.Itoa(teamPool.Number))
		}
	}
	return s.listOf(pool.ID, cmp.Or(pool.Label, pool.Name), t, games, func(g *gameRow) bool {
		return !g.bracketPlay() && s.inPool(g.Game.AwayTeam, pool.ID, t) && s.inPool(g.Game.HomeTeam, pool.ID, t)
	})
}

// inPool reports whether a side plays in a pool, by its position, else by the position of its team.
func (s *version) inPool(side *tourney.GameSide, poolID int64, t *tally) bool {
	if side == nil {
		return false
	}
	if side.TeamPoolID != nil {
		if teamPool := s.teamPools.Get(*side.TeamPoolID); teamPool != nil {
			return teamPool.PoolID == poolID
		}
	}
	return side.TeamID != nil && t.byTeam[*side.TeamID] != nil
}

func (s *version) byDivision(in *standingsQuestion) []countedGroup {
	return mapped(s.standingsDivisions(in), func(d *divisionRow) countedGroup {
		id, name := d.Division.ID, d.Division.Name
		return countedGroup{id, name, []countedList{s.scopeList(id, name, scope{inDivision, id})}}
	})
}

func (s *version) byEvent(in *standingsQuestion) []countedGroup {
	groups := []countedGroup{}
	seen := map[int64]bool{}
	for _, d := range s.standingsDivisions(in) {
		e := s.events.Get(d.EventID)
		if e == nil || seen[d.EventID] {
			continue
		}
		seen[d.EventID] = true
		where := scope{inEvent, d.EventID}
		if in.divisionID != 0 {
			where = scope{inDivision, in.divisionID}
		}
		id, name := e.Event.ID, e.Event.Name
		groups = append(groups, countedGroup{id, name, []countedList{s.scopeList(id, name, where)}})
	}
	return groups
}

// scopeList counts the games of a division or an event, but not those of divisions that are not active.
func (s *version) scopeList(id int64, name string, where scope) countedList {
	teams, in := s.teams.Under(teamKey{where, anyStatus, paidAsShown}), &rowsCounted{version: s}
	t := newTally(len(teams))
	for _, r := range teams {
		if in.isActive(r.DivisionID) {
			t.enter(r, r.Team.ID, "")
		}
	}
	return s.listOf(id, name, t, s.games.Under(gameKey{scope: where}), func(g *gameRow) bool {
		return in.isActive(g.settled().divisionID)
	})
}

func (s *version) byBracket(in *standingsQuestion) []countedGroup {
	groups := []countedGroup{}
	for _, d := range s.standingsDivisions(in) {
		group := countedGroup{id: d.Division.ID, name: d.Division.Name}
		games := s.games.Under(gameKey{scope: scope{inDivision, group.id}})
		for i := range d.Division.Brackets {
			if b := &d.Division.Brackets[i]; in.bracketID == 0 || in.bracketID == b.ID {
				group.lists = append(group.lists, s.bracketList(b.ID, b.Name, games))
			}
		}
		if len(group.lists) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// bracketList counts those of the games of a division that are in a bracket. It has a line for each team of their
// sides.
func (s *version) bracketList(id int64, name string, games []*gameRow) countedList {
	inBracket := func(side *tourney.GameSide) bool { return side.BracketID != nil && *side.BracketID == id }
	counts := func(g *gameRow) bool {
		return g.Game.BracketName == name || slices.ContainsFunc(g.sides(), inBracket)
	}
	t := newTally(0)
	for _, g := range games {
		if !counts(g) {
			continue
		}
		for _, side := range g.sides() {
			if team := s.teams.Get(teamOf(side)); team != nil {
				t.enter(team, team.Team.ID, "")
			}
		}
	}
	return s.listOf(id, name, t, games, counts)
}
