package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// The pages of rows cost the same at any position of a list. A page with RowQuery.Text looks at 20,000 rows at most, so
// it can have fewer rows than its limit, or none, and a Next to go on with. So can a page of games with From or To, and
// one with ids of both an event and a division. The row whose id is the text comes first. Positions stay when rows are
// added or removed. After Reset, Rewind, Restore and Load they can name other rows.

var eventPages = pages[eventKey, eventRow, tourney.Event]{
	method: "EventsPage", looks: mostLooks,
	table: func(st *version) *table[eventKey, eventRow] { return &st.events },
	key:   func(*RowQuery) eventKey { return eventKey{} },
	text:  func(_ *version, r *eventRow, to []byte) []byte { return append(to, r.Event.Name...) },
	view:  wholeEvent,
}

// EventsPage returns a page of the events. The query takes no filters.
//
//go:noinline
func (s *Server) EventsPage(q RowQuery) RowPage[tourney.Event] { return eventPages.of(inner(s), q) }

var divisionPages = pages[divisionKey, divisionRow, tourney.Division]{
	method: "DivisionsPage", takes: []string{"EventID"}, looks: mostLooks,
	table: func(st *version) *table[divisionKey, divisionRow] { return &st.divisions },
	key:   func(q *RowQuery) divisionKey { return divisionKey{event: q.EventID} },
	text:  func(_ *version, r *divisionRow, to []byte) []byte { return append(to, r.Division.Name...) },
	view:  func(st *version, r *divisionRow) tourney.Division { return st.reader().divisionAlone(r, allIncludes) },
}

// DivisionsPage returns a page of the divisions, active or not, without their Teams: TeamsPage with DivisionID returns
// those. The query takes EventID.
//
//go:noinline
func (s *Server) DivisionsPage(q RowQuery) RowPage[tourney.Division] {
	return divisionPages.of(inner(s), q)
}

var teamPages = pages[teamKey, teamRow, tourney.Team]{
	method: "TeamsPage", takes: []string{"EventID", "DivisionID"}, looks: mostLooks,
	table: func(st *version) *table[teamKey, teamRow] { return &st.teams },
	key:   func(q *RowQuery) teamKey { return teamKey{q.scope(), anyStatus, paidOrNot} },
	rest: func(q *RowQuery) func(*teamRow) bool {
		if q.EventID == 0 || q.DivisionID == 0 {
			return nil
		}
		return func(r *teamRow) bool { return r.EventID == q.EventID }
	},
	text: func(_ *version, r *teamRow, to []byte) []byte { return append(to, r.Team.Name...) },
	view: (*version).wholeTeam,
}

// TeamsPage returns a page of the teams, also of those that lists do not show. The query takes EventID and DivisionID.
//
//go:noinline
func (s *Server) TeamsPage(q RowQuery) RowPage[tourney.Team] { return teamPages.of(inner(s), q) }

// scope returns the division or else the event of a query, or everything.
func (q *RowQuery) scope() scope {
	all := scopes(q.EventID, q.DivisionID)
	return all[len(all)-1]
}

var playerPages = pages[personKey, personRow, tourney.Player]{
	method: "PlayersPage", takes: []string{"EventID", "DivisionID", "TeamID"}, looks: mostLooks,
	table: func(st *version) *table[personKey, personRow] { return &st.people },
	key: func(q *RowQuery) personKey {
		all := q.playerScopes()
		return all[len(all)-1]
	},
	rest: func(q *RowQuery) func(*personRow) bool {
		all := q.playerScopes()
		if len(all) <= 2 {
			return nil
		}
		return func(r *personRow) bool {
			return !slices.ContainsFunc(all[1:], func(sc scope) bool {
				_, has := slices.BinarySearchFunc(r.scopes.All(), sc, compareScopes)
				return !has
			})
		}
	},
	text: func(_ *version, r *personRow, to []byte) []byte {
		return append(append(append(to, r.Player.FirstName...), ' '), r.Player.LastName...)
	},
	view: (*version).wholePlayer,
}

// playerScopes returns everything, and the scopes that all hold players of the query, the smallest last.
func (q *RowQuery) playerScopes() []scope {
	all := scopes(q.EventID, q.DivisionID)
	if q.TeamID != 0 {
		all = append(all, scope{inTeam, q.TeamID})
	}
	return all
}

// PlayersPage returns a page of the players. The query takes EventID, DivisionID and TeamID. A part of a name can be of
// the first and the last name with a space between them.
//
//go:noinline
func (s *Server) PlayersPage(q RowQuery) RowPage[tourney.Player] { return playerPages.of(inner(s), q) }

var venuePages = pages[int64, venueRow, tourney.Venue]{
	method: "VenuesPage", takes: []string{"EventID"}, looks: mostLooks,
	table: func(st *version) *table[int64, venueRow] { return &st.venues },
	key:   func(q *RowQuery) int64 { return q.EventID },
	text:  func(_ *version, r *venueRow, to []byte) []byte { return append(to, r.Venue.Name...) },
	view:  wholeVenue,
}

// VenuesPage returns a page of the venues. The query takes EventID.
//
//go:noinline
func (s *Server) VenuesPage(q RowQuery) RowPage[tourney.Venue] { return venuePages.of(inner(s), q) }

var gamePages = pages[gameKey, gameRow, tourney.Game]{
	method: "GamesPage", takes: []string{"EventID", "DivisionID", "TeamID", "Day", "From", "To"}, looks: mostLooksAtGames,
	table: func(st *version) *table[gameKey, gameRow] { return &st.games },
	key:   func(q *RowQuery) gameKey { return gameKey{q.scope(), q.TeamID, q.Day} },
	rest:  (*RowQuery).restOfGames,
	text:  (*version).sideNames,
	view:  (*version).wholeGame,
}

// GamesPage returns a page of the games. The query takes all filters. A game without a date has no day.
//
//go:noinline
func (s *Server) GamesPage(q RowQuery) RowPage[tourney.Game] { return gamePages.of(inner(s), q) }

// restOfGames returns which games of an index are those of a query, nil for all.
func (q *RowQuery) restOfGames() func(*gameRow) bool {
	both := q.EventID != 0 && q.DivisionID != 0
	if !both && q.From.IsZero() && q.To.IsZero() {
		return nil
	}
	return func(r *gameRow) bool {
		day := r.Game.Date
		return (!both || r.EventID == q.EventID) &&
			(q.From.IsZero() || day.Compare(q.From) >= 0) &&
			(q.To.IsZero() || !day.IsZero() && day.Compare(q.To) <= 0)
	}
}

// sideNames appends the names of the sides of a game, each on a line. A side has the name of its team.
func (s *version) sideNames(r *gameRow, to []byte) []byte {
	for _, side := range [2]*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side == nil {
			continue
		}
		name := side.Name
		if team := s.teams.Get(teamOf(side)); team != nil {
			name = team.Team.Name
		}
		to = append(append(to, name...), '\n')
	}
	return to
}
