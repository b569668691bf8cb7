package handlers

import (
	"net/http"
	"reflect"
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
var parameters = []struct {
	field, path string
	kind        model.Kind // NoKind for the kind of the operation
}{
	{"ID", "id", model.NoKind},
	{"EventID", "eventid", model.EventIDs},
	{"ParentID", "parentid", model.EventIDs},
	{"DivisionID", "divisionid", model.DivisionIDs},
	{"TeamID", "teamid", model.TeamIDs},
	{"TeamIDs", "teamids", model.TeamIDs},
	{"PlayerIDs", "playerids", model.PersonIDs},
	{"GameID", "gameid", model.GameIDs},
	{"TeamPoolID", "teampoolid", model.TeamPoolIDs},
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
		kind := p.kind
		if kind == model.NoKind {
			kind = model.KindNamed(strings.ToLower(strings.TrimSuffix(noun, "s")))
		}
		isList := op.Method == http.MethodGet && p.field != "ID" && !ex.Settings.RefuseUnknownFilters
		for _, id := range idsIn(in.FieldByName(p.field)) {
			switch {
			case ex.sees(kind, id):
			case ex.Settings.RefuseOtherEvents:
				const reason = "names a row of an event that the account does not see"
				refused.Add(refusal.New(tourney.CodePermissionDenied, p.path, reason))
			case !isList:
				refused.Add(refusal.NotFound(p.path, word(kind), id))
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
func (ex *Exchange) sees(k model.Kind, id int64) bool {
	st := ex.Store
	if position := st.TeamPools.Get(id); k == model.TeamPoolIDs && position != nil {
		return ex.sees(model.DivisionIDs, st.Pools.Get(position.PoolID).DivisionID)
	}
	row, belongs := st.RowOf(k, id).(model.Belonging)
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
