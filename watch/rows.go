package watch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney"
)

// key identifies a row: an id and zeros, or the ids of a group, a list and a participant. Rows with a key of zeros
// cannot be compared.
type key [3]int64

// form says how a watch identifies, compares and stores rows.
type form[T any] struct {
	key    func(*T) key
	kinds  []kindOf[T]
	encode func(list string, k known[T]) ([]byte, error)
	decode func(data []byte) (known[T], error)
}

var gameForm = form[tourney.Game]{
	func(g *tourney.Game) key { return key{g.ID} }, kindsOfGames, encodeGames, decodeGames,
}

// Row is a row that [Rows] watches.
type Row interface {
	tourney.Team | tourney.Division | tourney.Player | tourney.Venue | tourney.Event | tourney.Game
}

// List is a list that [Rows] watches: Client.Teams, Divisions, Players, Venues, Events or Games.
type List[T Row, O any] interface {
	ReadAll(ctx context.Context, o O, opts ...tourney.ListOption) (tourney.WholeList[T], error)
}

// Rows polls a list, and yields the changes between polls: a row that was added, a row that was removed, and a row with
// another value, also in Extra. Of a game it yields other changes than Games, such as another name of a side. Rows
// makes the promises of [Games] about errors, the [State] and removed rows. These are the differences:
//
// Each poll is a ReadAll: see [tourney.WholeList] for the requests that it costs. So a watch of teams has the teams
// that are hidden from lists. A poll that finds no two passes that agree, or no list, fails with ErrListChanged or
// ErrNotStated, and the watch continues. [Games] costs half the requests and says what changed of a game. A poll
// always leaves out rows that cannot be read, and yields a BadRowsError after its changes.
//
// Rows yields each changed row once a poll, with KindChanged. Values that a host sends only for an Include count too,
// so a program should use the same options and the same format each time with one State.
// Do not change the values that the options of the list point to while the watch runs.
func Rows[T Row, O any](
	ctx context.Context, rows List[T, O], list O, o Options, opts ...tourney.ListOption,
) iter.Seq2[Change[T], error] {
	return changes(ctx, ofRows(rows, list, opts), o)
}

// PollRows polls a list as [Rows] does, and yields whole polls: see [Poll].
func PollRows[T Row, O any](
	ctx context.Context, rows List[T, O], list O, o Options, opts ...tourney.ListOption,
) iter.Seq2[Poll[T], error] {
	return polls(ctx, ofRows(rows, list, opts), o)
}

func ofRows[T Row, O any](rows List[T, O], list O, opts []tourney.ListOption) source[T] {
	opts = slices.Clone(opts)
	f := contentOf[T]()
	read := func(ctx context.Context) (now polled[T], err error) {
		all, err := rows.ReadAll(ctx, list, opts...)
		if err != nil {
			return now, err
		}
		now.whole = true
		if all.Unread != nil {
			err = now.ended(all.Unread)
		}
		now.add(f, map[key]bool{}, all.Rows)
		return now, err
	}
	return source[T]{f, rowName[T](), list, read, isNil(rows)}
}

// StandingsRow is a line of a table, with the group and the table that it is in.
type StandingsRow struct {
	GroupID     int64                     `json:"GroupId"` // StandingsGroup.ID
	Group       string                    `json:"Group"`   // name of the group
	ListID      int64                     `json:"ListId"`  // StandingsList.ID
	List        string                    `json:"List"`    // name of the table
	Columns     []tourney.StandingsColumn `json:"Columns,omitzero" item:"Column"`
	Participant tourney.Participant       `json:"Participant"`
}

// Standings polls standings and yields the changes of their lines, with the promises of [Rows]. The ids of the group,
// the table and the participant identify a line. Each poll is one request, and no line is left out because it cannot be
// read. Lines of participants without an Id and a ParticipantID are left out.
func Standings(
	ctx context.Context, standings tourney.StandingsService, list tourney.StandingsOptions, o Options,
	opts ...tourney.CallOption,
) iter.Seq2[Change[StandingsRow], error] {
	return changes(ctx, ofStandings(standings, list, opts), o)
}

// PollStandings polls standings as [Standings] does, and yields whole polls: see [Poll].
func PollStandings(
	ctx context.Context, standings tourney.StandingsService, list tourney.StandingsOptions, o Options,
	opts ...tourney.CallOption,
) iter.Seq2[Poll[StandingsRow], error] {
	return polls(ctx, ofStandings(standings, list, opts), o)
}

func ofStandings(
	standings tourney.StandingsService, list tourney.StandingsOptions, opts []tourney.CallOption,
) source[StandingsRow] {
	opts = slices.Clone(opts)
	read := func(ctx context.Context) (now polled[StandingsRow], err error) {
		table, err := standings.Get(ctx, list, opts...)
		if err == nil && table.NotStated {
			err = fmt.Errorf("tourney: Standings.Get: %w", tourney.ErrNotStated)
		}
		now.whole = true
		seen := map[key]bool{}
		for _, group := range table.Groups {
			for _, in := range group.List {
				for _, line := range in.Participants {
					now.add(&lineForm, seen, []StandingsRow{{group.ID, group.Name, in.ID, in.Name, table.Columns, line}})
				}
			}
		}
		return now, err
	}
	return source[StandingsRow]{&lineForm, rowName[StandingsRow](), list, read, false}
}

// lineForm is the form of the lines of standings.
var lineForm = *contentForm(func(row *StandingsRow) key {
	id := cmp.Or(row.Participant.ID, row.Participant.ParticipantID)
	if id == 0 {
		return key{}
	}
	return key{row.GroupID, row.ListID, id}
})

// contentOf returns the form that compares all values of a type of rows.
func contentOf[T any]() *form[T] {
	if f, ofLines := any(&lineForm).(*form[T]); ofLines {
		return f
	}
	return contentForm(idOf[T])
}

// rowName returns the name of a type of rows. It names lists that are not of games in a state.
func rowName[T any]() string { return reflect.TypeFor[T]().Name() }

// isNil reports whether a value is nil, or a nil pointer.
func isNil(value any) bool {
	v := reflect.ValueOf(value)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

// contentForm compares and stores rows with all their values.
func contentForm[T any](of func(*T) key) *form[T] {
	kinds := []kindOf[T]{{KindChanged, sameContent[T], func(to *T, from T) { *to = from }}}
	return &form[T]{of, kinds, encodeRows[T], decodeRows[T]}
}

// sameContent compares rows as MarshalRow writes them, because a row from a state may differ in memory.
func sameContent[T any](a, b T) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	before, err := tourney.MarshalRow(a)
	after, errAfter := tourney.MarshalRow(b)
	return err == nil && errAfter == nil && bytes.Equal(before, after)
}

// rowsSnapshot is the state of a watch of rows.
type rowsSnapshot struct {
	Version int               `json:"version"`         // version
	List    string            `json:"list"`            // identifies the list: type of the rows, and filters
	Rows    []json.RawMessage `json:"rows"`            // as MarshalRow writes them
	Missed  []key             `json:"missed,omitzero"` // of rows that the last poll missed, which the next may remove
	Seeds   seeds             `json:"seeds,omitzero"`  // of the IDs of changes
}

func encodeRows[T any](list string, k known[T]) ([]byte, error) {
	now := rowsSnapshot{version, list, make([]json.RawMessage, len(k.rows)), k.missed, k.seeds}
	for i := range k.rows {
		var err error
		if now.Rows[i], err = tourney.MarshalRow(&k.rows[i]); err != nil {
			return nil, err
		}
	}
	return json.Marshal(now)
}

func decodeRows[T any](data []byte) (k known[T], err error) {
	var read rowsSnapshot
	if err := json.Unmarshal(data, &read); err != nil {
		return k, err
	}
	k.rows, k.missed, k.seeds = make([]T, len(read.Rows)), read.Missed, read.Seeds
	for i := range read.Rows {
		if err := tourney.UnmarshalRow(read.Rows[i], &k.rows[i]); err != nil {
			return k, err
		}
	}
	return k, nil
}

// idOf returns the id of a row.
func idOf[T any](row *T) key { return key{reflect.ValueOf(row).Elem().FieldByName("ID").Int()} }
