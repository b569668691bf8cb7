package views

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Display is a grouping of standings.
type Display int

// The displays of the interface.
const (
	ByPool Display = iota
	ByDivision
	ByEvent
	ByBracket
)

// StandingsQuestion says which standings to compute. An id of 0 selects all divisions or events.
type StandingsQuestion struct {
	Display                        Display
	EventID, DivisionID, BracketID int64
	Events                         []int64 // the events to compute standings of; none for all
}

// Standings computes the standings that a question asks for, with the columns of the version's variant.
func Standings(s *model.Version, q StandingsQuestion) tourney.Standings {
	return view(s.Variant, groupsOf(s, &q))
}

// groupings has the function that makes the lists of a division for each Display, except ByEvent. The argument games
// has the games of the division.
var groupings = map[Display]func(
	s *model.Version, q *StandingsQuestion, d *model.DivisionRow, games []*model.GameRow,
) []countedList{ByPool: poolLists, ByDivision: divisionLists, ByBracket: bracketLists}

// groupsOf returns the groups for a question: events, or divisions. ByBracket shows no division without brackets.
func groupsOf(s *model.Version, q *StandingsQuestion) (groups []countedGroup) {
	if q.Display == ByEvent {
		return byEvent(s, q)
	}
	for _, d := range divisionsOf(s, q) {
		in := model.Scope{Level: model.InDivision, ID: d.Division.ID}
		lists := groupings[q.Display](s, q, d, s.Games.Under(model.GameKey{Scope: in}.Key()))
		if q.Display != ByBracket || len(lists) > 0 {
			groups = append(groups, countedGroup{d.Division.ID, d.Division.Name, lists})
		}
	}
	return groups
}

// countedGroup is a group of standings whose games have been counted.
type countedGroup struct {
	id    int64
	name  string
	lists []countedList
}

// countedList is a list of standings whose games have been counted.
type countedList struct {
	id    int64
	name  string
	lines []*line
}

// listOf returns a list of standings with the lines of t. It counts the games for which counts returns true, and sorts
// the lines.
func listOf(
	s *model.Version, id int64, name string, t *tally, games []*model.GameRow, counts func(*model.GameRow) bool,
) countedList {
	for _, g := range games {
		if counts(g) {
			t.count(g)
		}
	}
	t.inOrder(s.Variant)
	return countedList{id, name, t.lines}
}

// rowsCounted tells whether divisions are active. It remembers the answer for the last division, because the rows of a
// division usually follow each other.
type rowsCounted struct {
	*model.Version

	asked  bool
	id     int64
	active bool
}

// isActive reports whether a division is active. It also returns true if there is no such division.
func (in *rowsCounted) isActive(id int64) bool {
	if !in.asked || in.id != id {
		r := in.Divisions.Get(id)
		in.asked, in.id, in.active = true, id, r == nil || r.Active
	}
	return in.active
}

// divisionsOf returns the active divisions that a request for standings selects.
func divisionsOf(s *model.Version, in *StandingsQuestion) []*model.DivisionRow {
	rows := s.Divisions.Under(model.DivisionKey{Event: in.EventID, Active: true}.Key())
	return slices.DeleteFunc(rows, func(r *model.DivisionRow) bool {
		return in.DivisionID != 0 && r.Division.ID != in.DivisionID || !r.BelongsTo(in.Events)
	})
}

// poolLists returns a list for each pool, with a line for each team in the pool. It counts the games between these
// teams, without bracket games.
func poolLists(
	s *model.Version, _ *StandingsQuestion, d *model.DivisionRow, games []*model.GameRow,
) []countedList {
	return values.Mapped(s.Pools.Under(model.PoolKey(d.Division.ID).Key()), func(pool *model.PoolRow) countedList {
		t, counts := poolTally(s, pool)
		return listOf(s, pool.ID, cmp.Or(pool.Label, pool.Name), t, games, counts)
	})
}

// poolTally returns a tally with a line for each team in a pool, and a function that reports whether the pool counts a
// game.
func poolTally(s *model.Version, pool *model.PoolRow) (t *tally, counts func(*model.GameRow) bool) {
	positions := s.TeamPools.Under(model.TeamPoolKey{Pool: pool.ID}.Key())
	t = newTally(len(positions))
	for _, teamPool := range positions {
		if team := s.Teams.Get(teamPool.TeamID); team != nil {
			t.enter(team, teamPool.ID, strconv.Itoa(teamPool.Number))
		}
	}
	return t, func(g *model.GameRow) bool {
		return !g.BracketPlay() && inPool(s, g.Game.AwayTeam, pool.ID, t) && inPool(s, g.Game.HomeTeam, pool.ID, t)
	}
}

// FinalOrder returns the teams of a pool in their final order, the best first. It returns nil while a game of the pool
// has no result, and for a pool without games. A game whose teams results decided comes after the pool.
func FinalOrder(s *model.Version, pool *model.PoolRow) []int64 {
	t, counts := poolTally(s, pool)
	games := s.Games.Under(model.GameKey{Scope: model.Scope{Level: model.InDivision, ID: pool.DivisionID}}.Key())
	games = slices.DeleteFunc(games, func(g *model.GameRow) bool {
		return !counts(g) || model.Moved(g.AwayWaiting) || model.Moved(g.HomeWaiting)
	})
	if len(games) == 0 || slices.ContainsFunc(games, (*model.GameRow).Open) {
		return nil
	}
	order := listOf(s, pool.ID, pool.Name, t, games, counts)
	return values.Mapped(order.lines, func(l *line) int64 { return l.team.Team.ID })
}

// inPool reports whether a side plays in a pool. If the side has a position in a pool, this position decides.
// Otherwise the side plays in the pool if its team does.
func inPool(s *model.Version, side *tourney.GameSide, poolID int64, t *tally) bool {
	if side == nil {
		return false
	}
	if side.TeamPoolID != nil {
		if teamPool := s.TeamPools.Get(*side.TeamPoolID); teamPool != nil {
			return teamPool.PoolID == poolID
		}
	}
	return side.TeamID != nil && t.byTeam[*side.TeamID] != nil
}

// divisionLists returns one list of all teams of a division.
func divisionLists(
	s *model.Version, _ *StandingsQuestion, d *model.DivisionRow, games []*model.GameRow,
) []countedList {
	in := model.Scope{Level: model.InDivision, ID: d.Division.ID}
	return []countedList{scopeList(s, in.ID, d.Division.Name, in, games)}
}

func byEvent(s *model.Version, in *StandingsQuestion) []countedGroup {
	groups := []countedGroup{}
	seen := map[int64]bool{}
	for _, d := range divisionsOf(s, in) {
		e := s.Events.Get(d.EventID)
		if e == nil || seen[d.EventID] {
			continue
		}
		seen[d.EventID] = true
		where := model.Scope{Level: model.InEvent, ID: d.EventID}
		if in.DivisionID != 0 {
			where = model.Scope{Level: model.InDivision, ID: in.DivisionID}
		}
		id, name := e.Event.ID, e.Event.Name
		games := s.Games.Under(model.GameKey{Scope: where}.Key())
		groups = append(groups, countedGroup{id, name, []countedList{scopeList(s, id, name, where, games)}})
	}
	return groups
}

// scopeList returns a list of the teams of a division or an event. It counts the games, except those of divisions that
// are not active.
func scopeList(s *model.Version, id int64, name string, where model.Scope, games []*model.GameRow) countedList {
	teams := s.Teams.Under(model.TeamKey{Scope: where, Status: model.AnyStatus, Paid: model.PaidAsShown}.Key())
	in := &rowsCounted{Version: s}
	t := newTally(len(teams))
	for _, r := range teams {
		if in.isActive(r.DivisionID) {
			t.enter(r, r.Team.ID, "")
		}
	}
	return listOf(s, id, name, t, games, func(g *model.GameRow) bool {
		return in.isActive(g.Settled().DivisionID)
	})
}

// bracketLists returns a list for each bracket that the question selects.
func bracketLists(
	s *model.Version, q *StandingsQuestion, d *model.DivisionRow, games []*model.GameRow,
) (lists []countedList) {
	for _, b := range d.Division.Brackets {
		if q.BracketID == 0 || q.BracketID == b.ID {
			lists = append(lists, bracketList(s, b.ID, b.Name, games))
		}
	}
	return lists
}

// bracketList counts the bracket games among the games of a division. It has a line for each team that is a side of
// such a game.
func bracketList(s *model.Version, id int64, name string, games []*model.GameRow) countedList {
	inBracket := func(side *tourney.GameSide) bool { return side.BracketID != nil && *side.BracketID == id }
	counts := func(g *model.GameRow) bool {
		return g.Game.BracketName == name || slices.ContainsFunc(g.Sides(), inBracket)
	}
	t := newTally(0)
	for _, g := range games {
		if !counts(g) {
			continue
		}
		for _, side := range g.Sides() {
			if team := s.Teams.Get(model.TeamOf(side)); team != nil {
				t.enter(team, team.Team.ID, "")
			}
		}
	}
	return listOf(s, id, name, t, games, counts)
}
