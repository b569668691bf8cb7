package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

func getStandings(ex *exchange, in tourney.StandingsOptions) (any, error) {
	ex.assume(assumeStandings)
	if ex.store.standings != nil {
		return *ex.store.standings, nil
	}
	display, ok := displays[strings.ToLower(string(in.Display))]
	if !ok {
		found := safe(string(in.Display))
		return nil, invalid("display", fmt.Sprintf("must be one of Pool, Division, Event, Bracket, found %q", found))
	}
	ex.filter("eventid", "event", ex.store.events.Known, in.EventID)
	ex.filter("divisionid", "division", ex.store.divisions.Known, in.DivisionID)
	view := tourney.Standings{Columns: []tourney.StandingsColumn{}, Groups: display(ex.store, in)}
	if len(view.Groups) > 0 {
		view.Columns = mapped(ex.store.variant.Columns, func(c contract.Column) tourney.StandingsColumn {
			return tourney.StandingsColumn{Name: c.Name, Abbr: c.Abbr}
		})
	}
	return view, nil
}

// displays are the groupings by their names and numbers (section 4.14; observed).
var displays = map[string]func(*version, tourney.StandingsOptions) []tourney.StandingsGroup{
	"": (*version).byPool, "pool": (*version).byPool, "0": (*version).byPool,
	"division": (*version).byDivision, "1": (*version).byDivision,
	"event": (*version).byEvent, "2": (*version).byEvent,
	"bracket": (*version).byBracket, "3": (*version).byBracket,
}

// standingsDivisions returns the active divisions that a request for standings selects.
func (s *version) standingsDivisions(in tourney.StandingsOptions) []*divisionRow {
	rows := s.divisions.Under(divisionKey{event: in.EventID, active: true})
	if in.DivisionID != 0 {
		rows = slices.DeleteFunc(rows, func(r *divisionRow) bool { return r.division.ID != in.DivisionID })
	}
	return rows
}

func (s *version) byPool(in tourney.StandingsOptions) []tourney.StandingsGroup {
	return mapped(s.standingsDivisions(in), func(d *divisionRow) tourney.StandingsGroup {
		id := d.division.ID
		group := tourney.StandingsGroup{ID: id, Name: d.division.Name, List: []tourney.StandingsList{}}
		games := s.games.Under(gameKey{scope: scope{inDivision, id}})
		for _, pool := range s.pools.Under(id) {
			t := s.poolTally(pool.id)
			for _, g := range games {
				if !g.bracketPlay() && s.inPool(g.game.AwayTeam, pool.id, t) && s.inPool(g.game.HomeTeam, pool.id, t) {
					t.add(g)
				}
			}
			group.List = append(group.List, s.standingsList(pool.id, cmp.Or(pool.label, pool.name), t))
		}
		return group
	})
}

// inPool reports whether a side plays in a pool, by its position, else by the position of its team.
func (s *version) inPool(side *tourney.GameSide, poolID int64, t *tally) bool {
	if side == nil {
		return false
	}
	if side.TeamPoolID != nil {
		if teamPool := s.teamPools.Get(*side.TeamPoolID); teamPool != nil {
			return teamPool.poolID == poolID
		}
	}
	return side.TeamID != nil && t.byTeam[*side.TeamID] != nil
}

func (s *version) byDivision(in tourney.StandingsOptions) []tourney.StandingsGroup {
	return mapped(s.standingsDivisions(in), func(d *divisionRow) tourney.StandingsGroup {
		id, name := d.division.ID, d.division.Name
		list := s.standingsList(id, name, s.scopeTally(scope{inDivision, id}))
		return tourney.StandingsGroup{ID: id, Name: name, List: []tourney.StandingsList{list}}
	})
}

func (s *version) byEvent(in tourney.StandingsOptions) []tourney.StandingsGroup {
	groups := []tourney.StandingsGroup{}
	seen := map[int64]bool{}
	for _, d := range s.standingsDivisions(in) {
		e := s.events.Get(d.eventID)
		if e == nil || seen[d.eventID] {
			continue
		}
		seen[d.eventID] = true
		where := scope{inEvent, d.eventID}
		if in.DivisionID != 0 {
			where = scope{inDivision, in.DivisionID}
		}
		list := s.standingsList(e.event.ID, e.event.Name, s.scopeTally(where))
		groups = append(groups, tourney.StandingsGroup{
			ID: e.event.ID, Name: e.event.Name, List: []tourney.StandingsList{list},
		})
	}
	return groups
}

func (s *version) byBracket(in tourney.StandingsOptions) []tourney.StandingsGroup {
	groups := []tourney.StandingsGroup{}
	for _, d := range s.standingsDivisions(in) {
		group := tourney.StandingsGroup{ID: d.division.ID, Name: d.division.Name, List: []tourney.StandingsList{}}
		games := s.games.Under(gameKey{scope: scope{inDivision, d.division.ID}})
		for _, b := range d.division.Brackets {
			if in.BracketID == 0 || in.BracketID == b.ID {
				group.List = append(group.List, s.standingsList(b.ID, b.Name, s.bracketTally(b, games)))
			}
		}
		if len(group.List) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// poolTally returns an empty line for each team in a pool.
func (s *version) poolTally(poolID int64) *tally {
	t := &tally{}
	for _, teamPool := range s.teamPools.Under(teamPoolKey{pool: poolID}) {
		if team := s.teams.Get(teamPool.teamID); team != nil {
			t.enter(&line{team: team, participantID: teamPool.id, number: strconv.Itoa(teamPool.number)})
		}
	}
	return t
}

// scopeTally counts the games of a division or an event, but not those of divisions that are not active.
func (s *version) scopeTally(where scope) *tally {
	isActive := func(divisionID int64) bool {
		d := s.divisions.Get(divisionID)
		return d == nil || d.active
	}
	t := &tally{}
	for _, r := range s.teams.Under(teamKey{where, anyStatus, paidAsShown}) {
		if isActive(r.divisionID) {
			t.enter(&line{team: r, participantID: r.team.ID})
		}
	}
	for _, g := range s.games.Under(gameKey{scope: where}) {
		if isActive(g.divisionID()) {
			t.add(g)
		}
	}
	return t
}

// bracketTally counts the games of a bracket.
func (s *version) bracketTally(b tourney.Bracket, games []*gameRow) *tally {
	t := &tally{}
	inBracket := func(side *tourney.GameSide) bool { return side.BracketID != nil && *side.BracketID == b.ID }
	for _, g := range games {
		if g.game.BracketName != b.Name && !slices.ContainsFunc(g.sides(), inBracket) {
			continue
		}
		for _, side := range g.sides() {
			if team := s.teamOf(side); team != nil {
				t.enter(&line{team: team, participantID: team.team.ID})
			}
		}
		t.add(g)
	}
	return t
}

func (s *version) teamOf(side *tourney.GameSide) *teamRow {
	if side.TeamID == nil {
		return nil
	}
	return s.teams.Get(*side.TeamID)
}
