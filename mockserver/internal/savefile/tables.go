package savefile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/writable"
)

// table writes and reads the rows of one table.
type table interface {
	// name is the name that the table's lines have in a file.
	name() string
	// each calls f with each row in JSON, until f returns false. The bytes are valid until f returns.
	each(s *model.Version, f func(row []byte) bool)
	// since returns the changes since an older version: the ids to remove, and then the number of rows to put. The
	// function row returns the row to put with the index i, in JSON.
	since(s, before *model.Version) (removed []int64, count int, row func(i int) []byte)
	// changes calls f with each row that differs from an older version, in JSON; nil for a row that does not exist in a
	// version. It stops when f returns false. The count includes changes for which it did not call f.
	changes(s, before *model.Version, f func(id int64, was, is []byte) bool) (count int)
	// read puts a row into a version, and returns its position. The error says what is wrong with the row.
	read(s *model.Version, row *node.Node, again bool) (pos int32, err error)
	// unwritable returns why an answer could not encode a row that differs from an older version, "" if answers can:
	// see CheckWritable.
	unwritable(s, before *model.Version) (problem string)
	remove(s *model.Version, id int64) bool
	position(s *model.Version, id int64) int32
}

// tableOf is the table whose rows have the type R.
type tableOf[R any] struct {
	label string
	id    string // the path of the id within a row
	of    func(*model.Version) *model.Table[*R]
	// claim checks a row that was read, and claims the ids in it.
	claim func(*model.Version, *R) error
}

// tables lists the tables in the order in which a file contains them. If the claim of a row needs other rows, the other
// rows come first.
var tables = []table{
	tableOf[model.EventRow]{"events", "Event.Id",
		func(s *model.Version) *model.Table[*model.EventRow] { return &s.Events }, claimEvent,
	},
	tableOf[model.VenueRow]{"venues", "Venue.Id",
		func(s *model.Version) *model.Table[*model.VenueRow] { return &s.Venues }, claimVenue,
	},
	tableOf[model.DivisionRow]{"divisions", "Division.Id",
		func(s *model.Version) *model.Table[*model.DivisionRow] { return &s.Divisions }, claimDivision,
	},
	tableOf[model.PoolRow]{"pools", "Id",
		func(s *model.Version) *model.Table[*model.PoolRow] { return &s.Pools }, claimPool,
	},
	tableOf[model.TeamPoolRow]{"teamPools", "Id",
		func(s *model.Version) *model.Table[*model.TeamPoolRow] { return &s.TeamPools }, claimTeamPool,
	},
	tableOf[model.TeamRow]{"teams", "Team.Id",
		func(s *model.Version) *model.Table[*model.TeamRow] { return &s.Teams }, claimTeam,
	},
	tableOf[model.PersonRow]{"people", "Player.Id",
		func(s *model.Version) *model.Table[*model.PersonRow] { return &s.People }, claimPerson,
	},
	tableOf[model.GameRow]{"games", "Game.Id",
		func(s *model.Version) *model.Table[*model.GameRow] { return &s.Games }, claimGame,
	},
	tableOf[model.StatisticRow]{"statistics", "Id",
		func(s *model.Version) *model.Table[*model.StatisticRow] { return &s.Statistics }, claimStatistic,
	},
	tableOf[model.PaymentRow]{"payments", "Number",
		func(s *model.Version) *model.Table[*model.PaymentRow] { return &s.Payments }, claimPayment,
	},
	tableOf[model.RegistrationRow]{"registrations", "Number",
		func(s *model.Version) *model.Table[*model.RegistrationRow] { return &s.Registrations }, claimRegistration,
	},
}

// tableNamed returns the table with a name, nil when there is none.
func tableNamed(name string) table {
	i := slices.IndexFunc(tables, func(t table) bool { return t.name() == name })
	if i < 0 {
		return nil
	}
	return tables[i]
}

func (t tableOf[R]) name() string { return t.label }

func (t tableOf[R]) each(s *model.Version, f func(row []byte) bool) {
	var buf []byte
	for r := range t.of(s).Rows() {
		if buf = rowjson.Append(buf[:0], r); !f(buf) {
			return
		}
	}
}

func (t tableOf[R]) since(s, before *model.Version) (removed []int64, count int, row func(i int) []byte) {
	removed, rows := store.Since(t.of(s), t.of(before))
	return removed, len(rows), func(i int) []byte { return rowjson.Append(nil, rows[i]) }
}

// mostExact bounds the changes of a table that are counted exactly, by the ids of the rows. After that many changes, it
// counts the places of the table that differ.
const mostExact = 20_000

func (t tableOf[R]) changes(
	s, before *model.Version, f func(id int64, was, is []byte) bool,
) (count int) {
	now, then, more := t.of(s), t.of(before), true
	note := func(id int64, was, is *R) {
		if count++; more {
			more = f(id, rowText(was), rowText(is))
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
			if other := now.Get(now.ID(was)); other != was { // the same row at another place is no change
				note(now.ID(was), was, other)
			}
		}
		if is != nil && then.Get(now.ID(is)) == nil {
			note(now.ID(is), nil, is)
		}
	})
	return count
}

// rowText returns a row in JSON, nil for none.
func rowText[R any](r *R) []byte {
	if r == nil {
		return nil
	}
	return rowjson.Append(nil, r)
}

func (t tableOf[R]) unwritable(s, before *model.Version) (problem string) {
	if t.of(s).Generation() == t.of(before).Generation() {
		return ""
	}
	t.of(s).EachChange(t.of(before), func(_, is *R) {
		if is != nil && problem == "" {
			problem = writable.Problem(fmt.Sprintf("%s %d: ", t.label, t.of(s).ID(is)), is)
		}
	})
	return problem
}

func (t tableOf[R]) read(s *model.Version, row *node.Node, again bool) (pos int32, err error) {
	var r R
	if err := rowjson.Decode(row, &r); err != nil {
		return 0, err
	}
	if err := writable.Check("", &r); err != nil {
		return 0, err
	}
	rows := t.of(s)
	if rows.Get(rows.ID(&r)) != nil && !again {
		return 0, fmt.Errorf("%s: a row before it has the same one", t.id)
	}
	if err := t.claim(s, &r); err != nil {
		return 0, err
	}
	return store.Put(rows, r), nil
}

func (t tableOf[R]) remove(s *model.Version, id int64) bool {
	found := t.of(s).Get(id) != nil
	t.of(s).Remove(id)
	return found
}

func (t tableOf[R]) position(s *model.Version, id int64) int32 { return t.of(s).Position(id) }

// CheckWritable refuses a write after which an answer could not be encoded. CheckWritable checks all writes except
// writes that load a file.
func CheckWritable(s *model.Version, before *model.Version) error {
	state := stateOf(s)
	problem := writable.Problem("", &state)
	for i := range s.Accounts {
		names := struct{ Username, Email string }{s.Accounts[i].Username, s.Accounts[i].Email}
		problem += writable.Problem("", &names)
	}
	for _, t := range tables {
		if problem == "" {
			problem = t.unwritable(s, before)
		}
	}
	if problem == "" {
		return nil
	}
	return refusal.Because(0, tourney.CodeInvalid, problem)
}

// The functions below check rows that were read from a file, and claim their ids: see Version.Claim.

func claimEvent(s *model.Version, r *model.EventRow) error {
	return s.Claim("Event.", model.OnlyID(model.EventIDs, r.Event.ID))
}

func claimDivision(s *model.Version, r *model.DivisionRow) error {
	return s.Claim("Division.", model.IDsInDivision(&r.Division))
}

func claimPool(s *model.Version, r *model.PoolRow) error {
	return s.Claim("", model.OnlyID(model.PoolIDs, r.ID))
}

func claimTeamPool(s *model.Version, r *model.TeamPoolRow) error {
	return s.Claim("", model.OnlyID(model.TeamPoolIDs, r.ID))
}

func claimTeam(s *model.Version, r *model.TeamRow) error {
	return s.Claim("Team.", model.IDsInTeam(&r.Team))
}

func claimVenue(s *model.Version, r *model.VenueRow) error {
	return s.Claim("Venue.", model.IDsInVenue(&r.Venue))
}

func claimGame(s *model.Version, r *model.GameRow) error {
	return cmp.Or(s.Claim("Game.", model.IDsInGame(&r.Game)), s.Claim("Game.", model.PositionsIn(&r.Game)))
}

func claimPerson(s *model.Version, r *model.PersonRow) error {
	return cmp.Or(s.Claim("Player.", model.OnlyID(model.PersonIDs, r.Player.ID)), scopesProblem(r.Scopes.All()))
}

func claimStatistic(s *model.Version, r *model.StatisticRow) error {
	return cmp.Or(s.Claim("", model.OnlyID(model.StatisticIDs, r.ID)), scopesProblem(r.Scopes))
}

func claimPayment(s *model.Version, r *model.PaymentRow) error { return claimBooking(s, r.Number) }

func claimRegistration(s *model.Version, r *model.RegistrationRow) error {
	if err := claimBooking(s, r.Number); err != nil {
		return err
	}
	s.IDs.Assign(model.RegistrationIDs, r.Number)
	return nil
}

// claimBooking claims the number of a payment or registration.
func claimBooking(s *model.Version, number int64) error {
	s.Booked = max(s.Booked, number)
	return countError("Number", 1, number)
}
