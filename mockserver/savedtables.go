package mockserver

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
)

// savedTable writes and reads the rows of one table.
type savedTable interface {
	// name is the name of the lines.
	name() string
	// each calls f with each row in JSON, until f returns false. The bytes are valid until f returns.
	each(s *version, f func(row []byte) bool)
	// since returns what to do with the rows of an older version: which ids to remove, and how many rows to put then. The
	// function returns one of these in JSON.
	since(s, before *version) (removed []int64, count int, row func(i int) []byte)
	// changes calls f with each row that differs from an older version, in JSON; nil for a row that is not there. It
	// stops when f returns false. The count is that of all changes.
	changes(s, before *version, f func(id int64, was, is []byte) bool) (count int)
	// read puts a row into a version, and returns its position. The error says what is wrong with the row.
	read(s *version, row *node.Node, again bool) (pos int32, err error)
	// unwritable returns what is wrong with a row that differs from an older version: see version.checkWritable.
	unwritable(s, before *version) (problem string)
	remove(s *version, id int64) bool
	position(s *version, id int64) int32
}

// tableOf is the savedTable of rows R.
type tableOf[K comparable, R any] struct {
	label string
	id    string // the path of the id in a row
	of    func(*version) *table[K, R]
	// claim checks a row that was read, and claims the ids in it.
	claim func(*version, *R) error
}

// savedTables lists the tables in the order of a file. A row comes behind the rows that its claim needs.
var savedTables = []savedTable{
	tableOf[eventKey, eventRow]{"events", "Event.Id",
		func(s *version) *table[eventKey, eventRow] { return &s.events }, claimEvent,
	},
	tableOf[int64, venueRow]{"venues", "Venue.Id",
		func(s *version) *table[int64, venueRow] { return &s.venues }, claimVenue,
	},
	tableOf[divisionKey, divisionRow]{"divisions", "Division.Id",
		func(s *version) *table[divisionKey, divisionRow] { return &s.divisions }, claimDivision,
	},
	tableOf[int64, poolRow]{"pools", "Id",
		func(s *version) *table[int64, poolRow] { return &s.pools }, claimPool,
	},
	tableOf[teamPoolKey, teamPoolRow]{"teamPools", "Id",
		func(s *version) *table[teamPoolKey, teamPoolRow] { return &s.teamPools }, claimTeamPool,
	},
	tableOf[teamKey, teamRow]{"teams", "Team.Id",
		func(s *version) *table[teamKey, teamRow] { return &s.teams }, claimTeam,
	},
	tableOf[personKey, personRow]{"people", "Player.Id",
		func(s *version) *table[personKey, personRow] { return &s.people }, claimPerson,
	},
	tableOf[gameKey, gameRow]{"games", "Game.Id",
		func(s *version) *table[gameKey, gameRow] { return &s.games }, claimGame,
	},
	tableOf[statisticKey, statisticRow]{"statistics", "Id",
		func(s *version) *table[statisticKey, statisticRow] { return &s.statistics }, claimStatistic,
	},
	tableOf[string, paymentRow]{"payments", "Number",
		func(s *version) *table[string, paymentRow] { return &s.payments }, claimPayment,
	},
	tableOf[int64, registrationRow]{"registrations", "Number",
		func(s *version) *table[int64, registrationRow] { return &s.registrations }, claimRegistration,
	},
}

// savedTableNamed returns the table with a name, nil when there is none.
func savedTableNamed(name string) savedTable {
	i := slices.IndexFunc(savedTables, func(t savedTable) bool { return t.name() == name })
	if i < 0 {
		return nil
	}
	return savedTables[i]
}

func (t tableOf[K, R]) name() string { return t.label }

func (t tableOf[K, R]) each(s *version, f func(row []byte) bool) {
	var buf []byte
	for r := range t.of(s).Rows() {
		if buf = t.append(buf[:0], r); !f(buf) {
			return
		}
	}
}

func (t tableOf[K, R]) append(dst []byte, r *R) []byte {
	return rowjson.Append(dst, r)
}

func (t tableOf[K, R]) since(s, before *version) (removed []int64, count int, row func(i int) []byte) {
	removed, rows := t.of(s).Since(t.of(before))
	return removed, len(rows), func(i int) []byte { return t.append(nil, rows[i]) }
}

// mostExact bounds the changes of a table that are counted by their ids. Beyond it the places of the table count.
const mostExact = 20_000

func (t tableOf[K, R]) changes(
	s, before *version, f func(id int64, was, is []byte) bool,
) (count int) {
	now, then, more := t.of(s), t.of(before), true
	note := func(id int64, was, is *R) {
		if count++; more {
			more = f(id, t.appendRow(was), t.appendRow(is))
		}
	}
	now.EachChange(then, func(was, is *R) {
		switch {
		case count >= mostExact:
			count++
			return
		case was != nil && is != nil && now.ID(was) == now.ID(is):
			note(now.ID(is), was, is)
			return
		case was != nil:
			if other := now.Get(now.ID(was)); other != was { // else the row has another place
				note(now.ID(was), was, other)
			}
		}
		if is != nil && then.Get(now.ID(is)) == nil {
			note(now.ID(is), nil, is)
		}
	})
	return count
}

// appendRow returns a row in JSON, nil for none.
func (t tableOf[K, R]) appendRow(r *R) []byte {
	if r == nil {
		return nil
	}
	return t.append(nil, r)
}

func (t tableOf[K, R]) unwritable(s, before *version) (problem string) {
	if t.of(s).Generation() == t.of(before).Generation() {
		return ""
	}
	t.of(s).EachChange(t.of(before), func(_, is *R) {
		if is != nil && problem == "" {
			problem = unwritableText(fmt.Sprintf("%s %d: ", t.label, t.of(s).ID(is)), is)
		}
	})
	return problem
}

func (t tableOf[K, R]) read(s *version, row *node.Node, again bool) (pos int32, err error) {
	var r R
	if err := rowjson.Decode(row, &r); err != nil {
		return 0, err
	}
	if err := textProblem(unwritableText("", &r)); err != nil {
		return 0, err
	}
	rows := t.of(s)
	if rows.Get(rows.ID(&r)) != nil && !again {
		return 0, fmt.Errorf("%s: a row before it has the same one", t.id)
	}
	if err := t.claim(s, &r); err != nil {
		return 0, err
	}
	return rows.Put(r), nil
}

func (t tableOf[K, R]) remove(s *version, id int64) bool {
	found := t.of(s).Get(id) != nil
	t.of(s).Remove(id)
	return found
}

func (t tableOf[K, R]) position(s *version, id int64) int32 { return t.of(s).Position(id) }

// checkWritable refuses a write that left something in a version with which no answer could be written. It is the door
// that all writes but those of files go through.
func (s *version) checkWritable(before *version) error {
	state := savedStateOf(s)
	problem := unwritableText("", &state)
	for i := range s.accounts {
		names := struct{ Username, Email string }{s.accounts[i].username, s.accounts[i].email}
		problem += unwritableText("", &names)
	}
	for _, t := range savedTables {
		if problem == "" {
			problem = t.unwritable(s, before)
		}
	}
	if problem == "" {
		return nil
	}
	return &refusal{items: []item{{codeInvalid, problem}}}
}

// The claims of rows that were read: see version.claim.

func claimEvent(s *version, r *eventRow) error { return s.claim("Event.", only(eventIDs, r.Event.ID)) }

func claimDivision(s *version, r *divisionRow) error {
	return s.claim("Division.", idsOfDivision(&r.Division))
}

func claimPool(s *version, r *poolRow) error         { return s.claim("", only(poolIDs, r.ID)) }
func claimTeamPool(s *version, r *teamPoolRow) error { return s.claim("", only(teamPoolIDs, r.ID)) }
func claimTeam(s *version, r *teamRow) error         { return s.claim("Team.", idsOfTeam(&r.Team)) }
func claimVenue(s *version, r *venueRow) error       { return s.claim("Venue.", idsOfVenue(&r.Venue)) }

func claimGame(s *version, r *gameRow) error {
	return cmp.Or(s.claim("Game.", idsOfGame(&r.Game)), s.claim("Game.", positionsOf(&r.Game)))
}

func claimPerson(s *version, r *personRow) error {
	return cmp.Or(s.claim("Player.", only(personIDs, r.Player.ID)), scopesProblem(r.scopes.All()))
}

func claimStatistic(s *version, r *statisticRow) error {
	return cmp.Or(s.claim("", only(statisticIDs, r.ID)), scopesProblem(r.Scopes))
}

func claimPayment(s *version, r *paymentRow) error { return s.claimBooking(r.Number) }

func claimRegistration(s *version, r *registrationRow) error {
	if err := s.claimBooking(r.Number); err != nil {
		return err
	}
	s.ids.assign(registrationIDs, r.Number)
	return nil
}

// claimBooking claims the number of a payment or registration.
func (s *version) claimBooking(number int64) error {
	s.booked = max(s.booked, number)
	return countError("Number", 1, number)
}
