package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/store"
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
	return standingsAnswer{ex.store, standingsQuestion{display, in.EventID, in.DivisionID, in.BracketID}, ex.kept}, nil
}

// displays are the groupings by their names and numbers (section 4.14; observed).
var displays = map[string]display{
	"": byPool, "pool": byPool, "0": byPool, "division": byDivision, "1": byDivision,
	"event": byEvent, "2": byEvent, "bracket": byBracket, "3": byBracket,
}

const (
	byPool display = iota
	byDivision
	byEvent
	byBracket
)

// groupings are the functions of the displays.
var groupings = [...]func(*version, *standingsQuestion) []tourney.StandingsGroup{
	byPool: (*version).byPool, byDivision: (*version).byDivision,
	byEvent: (*version).byEvent, byBracket: (*version).byBracket,
}

// standingsAnswer is the answer to a question on a version. The version counts the games only if nobody has asked the
// question since the rows changed.
type standingsAnswer struct {
	store    *version
	question standingsQuestion
	kept     *keptAnswers
}

// encode appends the encoded standings.
func (a standingsAnswer) encode(e *encoder, dst []byte) ([]byte, error) {
	key := answerKey{a.question, e, a.store.standingsTables()}
	body, known := a.kept.get(key)
	if !known {
		var err error
		if body, err = e.encode(a.store.standingsTable(&a.question)); err != nil {
			return dst, err
		}
		a.kept.add(key, body)
	}
	return append(dst, body...), nil
}

// standingsTables returns the generations of the tables that standings depend on.
func (s *version) standingsTables() [6]store.Generation {
	return [...]store.Generation{
		s.divisions.Generation(), s.events.Generation(), s.pools.Generation(), s.teamPools.Generation(),
		s.teams.Generation(), s.games.Generation(),
	}
}

// standingsTable returns the answer to a question. It reads the tables of standingsTables and no others.
func (s *version) standingsTable(q *standingsQuestion) tourney.Standings {
	view := tourney.Standings{Columns: []tourney.StandingsColumn{}, Groups: groupings[q.display](s, q)}
	if len(view.Groups) > 0 {
		view.Columns = mapped(s.variant.Columns, func(c contract.Column) tourney.StandingsColumn {
			return tourney.StandingsColumn{Name: c.Name, Abbr: c.Abbr}
		})
	}
	return view
}

// standingsDivisions returns the active divisions that a request for standings selects.
func (s *version) standingsDivisions(in *standingsQuestion) []*divisionRow {
	rows := s.divisions.Under(divisionKey{event: in.eventID, active: true})
	if in.divisionID != 0 {
		rows = slices.DeleteFunc(rows, func(r *divisionRow) bool { return r.division.ID != in.divisionID })
	}
	return rows
}

func (s *version) byPool(in *standingsQuestion) []tourney.StandingsGroup {
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

func (s *version) byDivision(in *standingsQuestion) []tourney.StandingsGroup {
	return mapped(s.standingsDivisions(in), func(d *divisionRow) tourney.StandingsGroup {
		id, name := d.division.ID, d.division.Name
		list := s.standingsList(id, name, s.scopeTally(scope{inDivision, id}))
		return tourney.StandingsGroup{ID: id, Name: name, List: []tourney.StandingsList{list}}
	})
}

func (s *version) byEvent(in *standingsQuestion) []tourney.StandingsGroup {
	groups := []tourney.StandingsGroup{}
	seen := map[int64]bool{}
	for _, d := range s.standingsDivisions(in) {
		e := s.events.Get(d.eventID)
		if e == nil || seen[d.eventID] {
			continue
		}
		seen[d.eventID] = true
		where := scope{inEvent, d.eventID}
		if in.divisionID != 0 {
			where = scope{inDivision, in.divisionID}
		}
		list := s.standingsList(e.event.ID, e.event.Name, s.scopeTally(where))
		groups = append(groups, tourney.StandingsGroup{
			ID: e.event.ID, Name: e.event.Name, List: []tourney.StandingsList{list},
		})
	}
	return groups
}

func (s *version) byBracket(in *standingsQuestion) []tourney.StandingsGroup {
	groups := []tourney.StandingsGroup{}
	for _, d := range s.standingsDivisions(in) {
		group := tourney.StandingsGroup{ID: d.division.ID, Name: d.division.Name, List: []tourney.StandingsList{}}
		games := s.games.Under(gameKey{scope: scope{inDivision, d.division.ID}})
		for _, b := range d.division.Brackets {
			if in.bracketID == 0 || in.bracketID == b.ID {
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
	positions := s.teamPools.Under(teamPoolKey{pool: poolID})
	t := newTally(len(positions))
	for _, teamPool := range positions {
		if team := s.teams.Get(teamPool.teamID); team != nil {
			t.enter(team, teamPool.id, strconv.Itoa(teamPool.number))
		}
	}
	return t
}

// scopeTally counts the games of a division or an event, but not those of divisions that are not active.
func (s *version) scopeTally(where scope) *tally {
	teams := s.teams.Under(teamKey{where, anyStatus, paidAsShown})
	t, d := newTally(len(teams)), activeDivisions{st: s}
	for _, r := range teams {
		if d.has(r.divisionID) {
			t.enter(r, r.team.ID, "")
		}
	}
	for _, g := range s.games.Under(gameKey{scope: where}) {
		if d.has(g.divisionID()) {
			t.add(g)
		}
	}
	return t
}

// activeDivisions tells which divisions are active. It remembers its last answer: rows of a division are neighbors.
type activeDivisions struct {
	st     *version
	asked  bool
	id     int64
	active bool
}

// has reports whether a division is active, or is not there.
func (d *activeDivisions) has(id int64) bool {
	if !d.asked || d.id != id {
		r := d.st.divisions.Get(id)
		d.asked, d.id, d.active = true, id, r == nil || r.active
	}
	return d.active
}

// bracketTally counts the games of a bracket.
func (s *version) bracketTally(b tourney.Bracket, games []*gameRow) *tally {
	t := newTally(0)
	inBracket := func(side *tourney.GameSide) bool { return side.BracketID != nil && *side.BracketID == b.ID }
	for _, g := range games {
		if g.game.BracketName != b.Name && !slices.ContainsFunc(g.sides(), inBracket) {
			continue
		}
		for _, side := range g.sides() {
			if team := s.teamOf(side); team != nil {
				t.enter(team, team.team.ID, "")
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
