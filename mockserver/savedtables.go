package mockserver

import (
	"cmp"
	"fmt"
	"slices"

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
	// changes calls f with each row that differs from an older version, in JSON; nil for a row that is not there. It stops
	// when f returns false. The count is that of all changes.
	changes(s, before *version, f func(id int64, was, is []byte) bool) (count int)
	// read puts a row into a version, and returns its position. The error says what is wrong with the row.
	read(s *version, row []byte, again bool) (pos int32, err error)
	// unwritable returns what is wrong with a row that differs from an older version: see version.checkWritable.
	unwritable(s, before *version) (problem string)
	remove(s *version, id int64) bool
	position(s *version, id int64) int32
}

// tableOf is the savedTable of rows R, which a file has in the form S.
type tableOf[K comparable, R, S any] struct {
	label string
	id    string // the path of the id in a row
	of    func(*version) *table[K, R]
	save  func(*R) S
	load  func(S) R
	// claim checks a row that was read, and claims the ids in it.
	claim func(*version, S) error
}

// savedTables lists the tables in the order of a file. A row comes behind the rows that its claim needs.
var savedTables = []savedTable{
	tableOf[eventKey, eventRow, savedEvent]{
		"events", "Event.ID", func(s *version) *table[eventKey, eventRow] { return &s.events }, saveEvent, loadEvent,
		claimEvent,
	},
	tableOf[int64, venueRow, savedVenue]{
		"venues", "Venue.ID", func(s *version) *table[int64, venueRow] { return &s.venues }, saveVenue, loadVenue,
		claimVenue,
	},
	tableOf[divisionKey, divisionRow, savedDivision]{
		"divisions", "Division.ID", func(s *version) *table[divisionKey, divisionRow] { return &s.divisions },
		saveDivision, loadDivision, claimDivision,
	},
	tableOf[int64, poolRow, savedPool]{
		"pools", "ID", func(s *version) *table[int64, poolRow] { return &s.pools }, savePool, loadPool, claimPool,
	},
	tableOf[teamPoolKey, teamPoolRow, savedTeamPool]{
		"teamPools", "ID", func(s *version) *table[teamPoolKey, teamPoolRow] { return &s.teamPools },
		saveTeamPool, loadTeamPool, claimTeamPool,
	},
	tableOf[teamKey, teamRow, savedTeam]{
		"teams", "Team.ID", func(s *version) *table[teamKey, teamRow] { return &s.teams }, saveTeam, loadTeam, claimTeam,
	},
	tableOf[personKey, personRow, savedPerson]{
		"people", "Player.ID", func(s *version) *table[personKey, personRow] { return &s.people }, savePerson, loadPerson,
		claimPerson,
	},
	tableOf[gameKey, gameRow, savedGame]{
		"games", "Game.ID", func(s *version) *table[gameKey, gameRow] { return &s.games }, saveGame, loadGame, claimGame,
	},
	tableOf[statisticKey, statisticRow, savedStatistic]{
		"statistics", "ID", func(s *version) *table[statisticKey, statisticRow] { return &s.statistics }, saveStatistic,
		loadStatistic, claimStatistic,
	},
	tableOf[string, paymentRow, savedPayment]{
		"payments", "Number", func(s *version) *table[string, paymentRow] { return &s.payments }, savePayment, loadPayment,
		claimPayment,
	},
	tableOf[int64, registrationRow, savedRegistration]{
		"registrations", "Number", func(s *version) *table[int64, registrationRow] { return &s.registrations },
		saveRegistration, loadRegistration, claimRegistration,
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

func (t tableOf[K, R, S]) name() string { return t.label }

func (t tableOf[K, R, S]) each(s *version, f func(row []byte) bool) {
	var buf []byte
	for r := range t.of(s).Rows() {
		if buf = t.append(buf[:0], r); !f(buf) {
			return
		}
	}
}

func (t tableOf[K, R, S]) append(dst []byte, r *R) []byte {
	saved := t.save(r)
	return rowjson.Append(dst, &saved)
}

func (t tableOf[K, R, S]) since(s, before *version) (removed []int64, count int, row func(i int) []byte) {
	removed, rows := t.of(s).Since(t.of(before))
	return removed, len(rows), func(i int) []byte { return t.append(nil, rows[i]) }
}

// mostExact bounds the changes of a table that are counted by their ids. Beyond it the places of the table count.
const mostExact = 20_000

func (t tableOf[K, R, S]) changes(
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
func (t tableOf[K, R, S]) appendRow(r *R) []byte {
	if r == nil {
		return nil
	}
	return t.append(nil, r)
}

func (t tableOf[K, R, S]) unwritable(s, before *version) (problem string) {
	if t.of(s).Generation() == t.of(before).Generation() {
		return ""
	}
	t.of(s).EachChange(t.of(before), func(_, is *R) {
		if is != nil && problem == "" {
			name := fmt.Sprintf("%s %d: ", t.label, t.of(s).ID(is))
			if person, ok := any(is).(*personRow); ok { // without its teams, which can be thousands of ids
				problem = unwritableText(name, &person.player)
				return
			}
			saved := t.save(is)
			problem = unwritableText(name, &saved)
		}
	})
	return problem
}

func (t tableOf[K, R, S]) read(s *version, row []byte, again bool) (pos int32, err error) {
	var saved S
	if err := rowjson.Decode(row, &saved); err != nil {
		return 0, err
	}
	if err := textProblem(unwritableText("", &saved)); err != nil {
		return 0, err
	}
	r, rows := t.load(saved), t.of(s)
	if rows.Get(rows.ID(&r)) != nil && !again {
		return 0, fmt.Errorf("%s: a row before it has the same one", t.id)
	}
	if err := t.claim(s, saved); err != nil {
		return 0, err
	}
	return rows.Put(r), nil
}

func (t tableOf[K, R, S]) remove(s *version, id int64) bool {
	found := t.of(s).Get(id) != nil
	t.of(s).Remove(id)
	return found
}

func (t tableOf[K, R, S]) position(s *version, id int64) int32 { return t.of(s).Position(id) }

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

func claimEvent(s *version, r savedEvent) error { return s.claim("Event.", only(eventIDs, r.Event.ID)) }

func claimDivision(s *version, r savedDivision) error {
	return s.claim("Division.", idsOfDivision(&r.Division))
}

func claimPool(s *version, r savedPool) error         { return s.claim("", only(poolIDs, r.ID)) }
func claimTeamPool(s *version, r savedTeamPool) error { return s.claim("", only(teamPoolIDs, r.ID)) }
func claimTeam(s *version, r savedTeam) error         { return s.claim("Team.", idsOfTeam(&r.Team)) }
func claimVenue(s *version, r savedVenue) error       { return s.claim("Venue.", idsOfVenue(&r.Venue)) }

func claimGame(s *version, r savedGame) error {
	return cmp.Or(s.claim("Game.", idsOfGame(&r.Game)), s.claim("Game.", positionsOf(&r.Game)))
}

func claimPerson(s *version, r savedPerson) error {
	return cmp.Or(s.claim("Player.", only(personIDs, r.Player.ID)), scopesProblem(r.Scopes))
}

func claimStatistic(s *version, r savedStatistic) error {
	return cmp.Or(s.claim("", only(statisticIDs, r.ID)), scopesProblem(r.Scopes))
}

func claimPayment(s *version, r savedPayment) error { return s.claimBooking(r.Number) }

func claimRegistration(s *version, r savedRegistration) error {
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
