package handlers

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// SeeAs limits the exchange to the events that an account sees.
func (ex *Exchange) SeeAs(username string) {
	for i := range ex.Store.Accounts {
		if a := &ex.Store.Accounts[i]; a.Username == username && len(a.Events) > 0 {
			ex.events = a.Events
			ex.Assume(assumption.AccountEvents)
		}
	}
}

// parameters are the fields of inputs that name rows.
var parameters = []struct{ field, path, what string }{
	{"ID", "id", ""},
	{"EventID", "eventid", "event"},
	{"ParentID", "parentid", "event"},
	{"DivisionID", "divisionid", "division"},
	{"TeamID", "teamid", "team"},
	{"TeamIDs", "teamids", "team"},
	{"PlayerIDs", "playerids", "player"},
	{"GameID", "gameid", "game"},
	{"TeamPoolID", "teampoolid", "team pool"},
}

// Admit refuses an input that names a row of an event that the account does not see. A list by such a row is empty
// instead, unless the host refuses it.
func (ex *Exchange) Admit(op *contract.Operation, input any) error {
	if ex.events == nil {
		return nil
	}
	var refused refusal.Refusal
	noun, _, _ := strings.Cut(op.ID, ".")
	in := reflect.ValueOf(input).Elem()
	for _, p := range parameters {
		what := p.what
		if what == "" {
			what = strings.ToLower(strings.TrimSuffix(noun, "s"))
		}
		isList := op.Method == http.MethodGet && p.field != "ID" && !ex.Settings.RefuseUnknownFilters
		for _, id := range idsIn(in.FieldByName(p.field)) {
			switch {
			case ex.sees(what, id):
			case ex.Settings.RefuseOtherEvents:
				const reason = "names a row of an event that the account does not see"
				refused.Add(refusal.New(tourney.CodePermissionDenied, p.path, reason))
			case !isList:
				refused.Add(refusal.NotFound(p.path, what, id))
			}
		}
	}
	return refused.OrNil()
}

// idsIn returns the ids in a field that may be missing.
func idsIn(field reflect.Value) []int64 {
	if !field.IsValid() {
		return nil
	}
	if id, ok := field.Interface().(int64); ok {
		return []int64{id}
	}
	ids, _ := field.Interface().([]int64)
	return ids
}

// sees reports whether the account sees a row. It sees rows that are not there, which handlers refuse.
func (ex *Exchange) sees(what string, id int64) bool {
	st := ex.Store
	if what == "team pool" {
		position := st.TeamPools.Get(id)
		return position == nil || ex.sees("division", st.Pools.Get(position.PoolID).DivisionID)
	}
	table := slices.IndexFunc(model.Tables[:], func(t model.Described) bool { return t.One == what })
	if table < 0 {
		return true
	}
	row, belongs := st.TableAt(table).Get(id).(model.Belonging)
	return !belongs || row.BelongsTo(ex.events)
}

// visible returns the positions of the rows that the account sees.
func visible[R any](ex *Exchange, t *model.Table[*R], positions store.List) store.List {
	if ex.events == nil {
		return positions
	}
	var seen []int32
	for _, pos := range positions.All() {
		if row, ok := any(t.Row(pos)).(model.Belonging); !ok || row.BelongsTo(ex.events) {
			seen = append(seen, pos)
		}
	}
	return store.ListOf(seen)
}
