package mockserver_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// input is a type of rows that methods add.
type input struct {
	form reflect.Type
	add  func(srv *mockserver.Server, value any)
	list string // of a fixture file, "" for none
}

func inputOf[T any](list string, add func(*mockserver.Server, T)) input {
	return input{reflect.TypeFor[T](), func(srv *mockserver.Server, value any) {
		add(srv, value.(T)) //nolint:forcetypeassert // the value is one of the form
	}, list}
}

// inputs has every Add method that takes a row.
var inputs = map[string]input{
	"Events.Add":    inputOf("events", func(s *mockserver.Server, e tourney.Event) { s.Events.Add(e) }),
	"Divisions.Add": inputOf("divisions", func(s *mockserver.Server, d tourney.Division) { s.Divisions.Add(d) }),
	"Pools.Add":     inputOf("pools", func(s *mockserver.Server, p tourney.Pool) { mocktest.AddPool(s.World, p, 0) }),
	"Teams.Add":     inputOf("teams", func(s *mockserver.Server, t tourney.Team) { s.Teams.Add(t) }),
	"Players.Add":   inputOf("players", func(s *mockserver.Server, p tourney.Player) { s.Players.Add(p) }),
	"Venues.Add":    inputOf("venues", func(s *mockserver.Server, v tourney.Venue) { s.Venues.Add(v) }),
	"Games.Add":     inputOf("games", func(s *mockserver.Server, g tourney.Game) { s.Games.Add(g) }),
	"Accounts.Add": inputOf("", func(s *mockserver.Server, a tourney.Account) {
		s.Accounts.Add("ann", "secret", a)
	}),
	"Payments.Add": inputOf("", func(s *mockserver.Server, p stored.Payment) { s.Payments.Add(p) }),
	"Registrations.Add": inputOf("", func(s *mockserver.Server, r stored.Registration) {
		r.TeamID = cmp.Or(r.TeamID, 31)
		s.Registrations.Add(r)
	}),
}

// idField is an id somewhere in a row: the fields that lead to it.
type idField []reflect.StructField

// idFields returns the ids in a type: its integers with a name that ends in ID, and those in lists that end in IDs.
func idFields(t reflect.Type) (found []idField) {
	for f := range t.Fields() {
		named := strings.HasSuffix(f.Name, "ID") || strings.HasSuffix(f.Name, "IDs")
		switch inner := element(f.Type); {
		case !f.IsExported():
		case inner.Kind() == reflect.Int64 && named:
			found = append(found, idField{f})
		case inner.Kind() == reflect.Struct:
			for _, below := range idFields(inner) {
				found = append(found, append(idField{f}, below...))
			}
		}
	}
	return found
}

// element returns the type behind pointers, lists and maps.
func element(t reflect.Type) reflect.Type {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, t.Kind()) {
		t = t.Elem()
	}
	return t
}

// path returns the place of the id with the names of the interface, such as Players[0].Id.
func (f idField) path() string {
	names := make([]string, len(f))
	for i, field := range f {
		if names[i], _, _ = strings.Cut(field.Tag.Get("json"), ","); field.Type.Kind() == reflect.Slice {
			names[i] += "[0]"
		}
	}
	return strings.Join(names, ".")
}

// row returns a row that has nothing but the id.
func (f idField) row(t reflect.Type, id int64) any {
	row := reflect.New(t).Elem()
	v := row
	for _, field := range f {
		v = v.FieldByIndex(field.Index)
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice {
			if v.Kind() == reflect.Pointer {
				v.Set(reflect.New(v.Type().Elem()))
				v = v.Elem()
				continue
			}
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			v = v.Index(0)
		}
	}
	v.SetInt(id)
	return row.Interface()
}

// fixture returns a row of a fixture file that has nothing but the id.
func (f idField) fixture(id int64) any {
	value := any(id)
	for _, field := range slices.Backward(f) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Type.Kind() == reflect.Slice {
			value = []any{value}
		}
		value = map[string]any{name: value}
	}
	return value
}

// TestEveryIDOfAnInputIsChecked chooses ids that cannot be, and the last one that can, at every place of every row that
// methods and fixtures take, and at those of otherChoices. A new id in one of the types fails here until a check knows
// it: the bracket of a side once took any id.
func TestEveryIDOfAnInputIsChecked(t *testing.T) {
	for place, choose := range choices() {
		t.Run(place, func(t *testing.T) {
			srv := loose(t)
			before, writes := mockserver.Everything(mockserver.Newest(srv)), srv.Writes.Newest()
			for _, id := range []int64{-1, math.MinInt64, maxID + 1, maxID + 5, math.MaxInt64} {
				require.PanicsWithError(t, fmt.Sprintf("mockserver: %s %d: expected an id from 1 to 2^62", place, id),
					func() { choose(srv, id) })
			}
			require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)), "nothing changes")
			require.Equal(t, writes, srv.Writes.Newest())
			choose(srv, maxID)
			requireIDsGoOn(t, srv)
		})
	}
	for method, in := range inputs {
		for _, f := range idFields(in.form) {
			if in.list != "" {
				f.refusedInFixture(t, in.list, -1)
				f.refusedInFixture(t, in.list, maxID+1)
			}
			strict := mocktest.RefusalOf(func() { in.add(mocktest.Empty(t, tourney.Soccer), f.row(in.form, -1)) })
			require.Contains(t, strict, f.path()+" -1", method)
		}
	}
}

// refusedInFixture requires that the file with a row with the id is refused, with the place of the row.
func (f idField) refusedInFixture(t *testing.T, list string, id int64) {
	t.Helper()
	text, err := json.Marshal(map[string]any{list: []any{f.fixture(id)}})
	require.NoError(t, err)
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.AllowDanglingReferences())
	err = srv.LoadFixtures(mocktest.OneFile("\n"+string(text)), "rows.json")
	require.Error(t, err)
	says := fmt.Sprintf("mockserver: LoadFixtures: rows.json:2: %s[0]: %s %d: expected an id from 1 to 2^62", list, f.path(), id)
	if f.path() == "Id" {
		says = strings.Replace(says, "]: ", "].", 1)
	}
	hidden := strings.ReplaceAll(says, fmt.Sprint(maxID+1), "[redacted]") // it is as long as the number of a card
	require.Contains(t, []string{says, hidden}, err.Error())
	require.Zero(t, srv.Writes.Newest())
}

// TestEveryAddMethodIsAnInput: a new part of a World with a method Add belongs to inputs. The rules of faults have no ids.
func TestEveryAddMethodIsAnInput(t *testing.T) {
	for part := range reflect.TypeFor[mockserver.World]().Fields() {
		if _, adds := part.Type.MethodByName("Add"); adds && part.Name != "Faults" {
			require.Contains(t, inputs, part.Name+".Add")
		}
	}
}

// TestEditsKeepOtherIDs: an Edit method refuses such ids too, and takes those that the row has from a file.
func TestEditsKeepOtherIDs(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	game := srv.Games.Add(tourney.Game{AwayTeam: &tourney.GameSide{BracketID: new(int64(7))}})
	refused := mocktest.RefusalOf(func() { srv.Games.Edit(game, func(g *tourney.Game) { g.AwayTeam.BracketID = new(int64(-7)) }) })
	require.Equal(t, "mockserver: Games.Edit: AwayTeam.BracketId -7: expected an id from 1 to 2^62", refused)
	text := edited(mocktest.Saved(t, srv), `"BracketId":7`, `"BracketId":-7`)
	require.NoError(t, srv.Load(strings.NewReader(text)))
	srv.Games.Edit(game, func(g *tourney.Game) { g.Type = tourney.GameBracket })
	after, _ := srv.Games.Get(game)
	require.EqualValues(t, -7, *after.AwayTeam.BracketID)
}
