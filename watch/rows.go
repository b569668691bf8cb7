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
	tourney.Team | tourney.Division | tourney.Game | tourney.Player | tourney.Venue | tourney.Event
}

// List is a list that [Rows] watches: Client.Teams, Divisions, Games, Players, Venues or Events.
type List[T Row, O any] interface {
	ReadAll(ctx context.Context, o O, opts ...tourney.ListOption) (tourney.WholeList[T], error)
}

// Rows polls a list of rows, and yields the changes between polls: a row that was added, a row that
// was removed, and a row with another value, also in Extra. Rows makes the promises of [Games] about errors, the
// [State] and removed rows. These are the differences:
//
// Each poll is a ReadAll: see [tourney.WholeList] for the requests that it costs. So a watch of teams has the teams
// that are hidden from lists. A poll that finds no two passes that agree, or no list, fails with ErrListChanged or
// ErrNotStated, and the watch continues. [Games] costs half the requests and says what changed of a game. A poll
// always leaves out rows that cannot be read, and yields a BadRowsError after its changes.
//
// Rows yields each changed row once a poll, with KindChanged. Values that a host sends only for an Include count too,
// so a program should use the same options and the same format each time with one State. Options.Games must be nil.
// Do not change the values that the options of the list point to while the watch runs.
func Rows[T Row, O any](
	ctx context.Context, rows List[T, O], list O, o Options, opts ...tourney.ListOption,
) iter.Seq2[RowChange[T], error] {
	opts = slices.Clone(opts)
	f := contentForm(idOf[T])
	return byContent(ctx, f, list, o, func(ctx context.Context) (now polled[T], err error) {
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
	})
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
) iter.Seq2[RowChange[StandingsRow], error] {
	opts = slices.Clone(opts)
	f := contentForm(func(row *StandingsRow) key {
		id := cmp.Or(row.Participant.ID, row.Participant.ParticipantID)
		if id == 0 {
			return key{}
		}
		return key{row.GroupID, row.ListID, id}
	})
	return byContent(ctx, f, list, o, func(ctx context.Context) (now polled[StandingsRow], err error) {
		table, err := standings.Get(ctx, list, opts...)
		if err == nil && table.NotStated {
			err = fmt.Errorf("tourney: Standings.Get: %w", tourney.ErrNotStated)
		}
		now.whole = true
		seen := map[key]bool{}
		for _, group := range table.Groups {
			for _, in := range group.List {
				for _, line := range in.Participants {
					now.add(f, seen, []StandingsRow{{group.ID, group.Name, in.ID, in.Name, table.Columns, line}})
				}
			}
		}
		return now, err
	})
}

// byContent watches rows that have one kind of change. The name of their type names the list in the state.
func byContent[T any](
	ctx context.Context, f *form[T], list any, o Options, read func(context.Context) (polled[T], error),
) iter.Seq2[RowChange[T], error] {
	return func(yield func(RowChange[T], error) bool) {
		w := &watching[T]{
			form: f, name: reflect.TypeFor[T]().Name(), list: list, options: o, read: read,
			publish: func([]T) {}, yield: yield,
		}
		w.run(ctx)
	}
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
