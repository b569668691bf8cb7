// Package direct reads and changes rows without HTTP, for a World and for the admin API. A call changes a fork of the
// newest version. Its checks come before its changes, so a refused call changes nothing.
//
// A kind of rows is a Noun. The checks of its rows are in checks.go, what an edit may change is in editable.go, and
// package model makes the changes. The package uses rows, versions and views, but no requests and no settings of a
// server.
package direct

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Call is a call of a method of a World that changes rows. Its checks come before its changes, so that a refused call
// changes nothing.
type Call struct {
	*model.Version

	state    *history.State
	method   string
	dangling bool
	Problems []string
	Coming   map[RowKey]bool      // the rows of a load of fixtures, which may refer to each other
	lines    map[int64]bool       // the lines of rosters that the call adds
	places   map[model.Place]bool // the positions that the call fills
}

// RowKey is the id of a row, with its kind.
type RowKey struct {
	Kind model.Kind
	ID   int64
}

// NewCall returns a call on a fork of the newest version.
func NewCall(st *model.Version, dangling bool) *Call {
	return &Call{Version: st, dangling: dangling, lines: map[int64]bool{}, places: map[model.Place]bool{}}
}

// IsComing reports whether an id is that of a row of the load.
func (d *Call) IsComing(k model.Kind, id int64) bool { return d.Coming[RowKey{k, id}] }

// Problem records a reason to refuse the call.
func (d *Call) Problem(format string, args ...any) {
	d.Problems = append(d.Problems, fmt.Sprintf(format, args...))
}

// check panics if a check found a problem. Each call runs check after its checks and before its changes.
func (d *Call) check() {
	if len(d.Problems) > 0 {
		panic(refusal.Errorf(d.method, "%s", strings.Join(d.Problems, "; ")))
	}
}

// chosen checks an id that a person chose, at a path of the interface.
func (d *Call) chosen(path string, id int64) bool {
	problem := model.IDProblem(id)
	if problem != "" {
		d.Problem("%s %s", path, problem)
	}
	return problem == ""
}

// choose checks the ids that a person chose for a row, and marks the ids as used before the call gives out other ids.
// The ids that an Edit method gets back may be ids that the mock gave out.
func (d *Call) choose(prefix string, ids iter.Seq[model.RowID]) {
	for r := range ids {
		if r.ID != 0 && !d.given(r.Kind, r.ID) && d.chosen(prefix+r.Path(), r.ID) {
			d.IDs.Assign(r.Kind, r.ID)
		}
	}
}

// given reports whether an id is one of those that the mock gives out and people cannot choose.
func (d *Call) given(k model.Kind, id int64) bool {
	return k != model.NoKind && id > model.MostID && id < d.IDs.Next[k]
}

// otherID is an id in a row for something of which the mock has no row of its own.
type otherID struct {
	kind model.Kind // noKind for an id of something that the mock does not have
	id   int64
	path string
}

// bound checks such ids. Ids that the row had before are always allowed.
func (d *Call) bound(ids, had []otherID) {
	for _, o := range ids {
		same := func(was otherID) bool { return was.id == o.id }
		if o.id != 0 && !d.given(o.kind, o.id) && !slices.ContainsFunc(had, same) {
			d.chosen(o.path, o.id)
		}
	}
}

// fresh refuses an id that a row has already.
func (d *Call) fresh(path string, id int64, known bool, noun string) {
	if id != 0 && known {
		d.Problem("%s %d: the %s exists already: Edit changes it", path, id, noun)
	}
}

// nouns are the words for the rows to which other rows refer.
var nouns = map[model.Kind]string{
	model.EventIDs: "event", model.DivisionIDs: "division", model.PoolIDs: "pool",
	model.TeamPoolIDs: "position of a pool", model.TeamIDs: "team",
	model.VenueIDs: "venue", model.GameIDs: "game",
}

// has reports whether a row is there that others refer to. The id 0 names no row, and has returns true for it.
func has(s *model.Version, k model.Kind, id int64) bool {
	switch k {
	case model.EventIDs:
		return s.Events.Known(id)
	case model.DivisionIDs:
		return s.Divisions.Known(id)
	case model.PoolIDs:
		return s.Pools.Known(id)
	case model.TeamPoolIDs:
		return s.TeamPools.Known(id)
	case model.TeamIDs:
		return s.Teams.Known(id)
	case model.VenueIDs:
		return s.Venues.Known(id)
	case model.GameIDs:
		return s.Games.Known(id)
	}
	return false
}

// refer refuses a reference to a row that is not there, unless the server allows it. It never allows a reference to an
// id that no row can have. An id of 0 refers to no row.
func (d *Call) refer(path string, to model.Kind, id int64) {
	switch {
	case has(d.Version, to, id) || d.IsComing(to, id):
	case d.dangling:
		d.chosen(path, id)
	default:
		d.Problem("%s %d names no %s: add it first", path, id, nouns[to])
	}
}

// exists refuses the call if the row that it changes is not there.
func (d *Call) exists(id any, found bool, noun string) {
	if !found {
		panic(refusal.Wrap(d.method, refusal.Absentf("there is no %s %v", noun, id)))
	}
	d.check()
}

// edit returns a copy of a row that f has changed. f must keep the id.
func edit[T any, K comparable](d *Call, before T, id func(T) K, f func(*T)) T {
	if f == nil {
		d.Problem("the function is nil")
		d.check()
	}
	given := values.DeepCopy(before)
	d.state.Edit(func() { f(&given) })
	after := values.DeepCopy(given) // f may have kept a pointer to the row
	if id(after) != id(before) {
		d.Problem("the id changed from %s to %s: an id stays",
			redact.Safe(fmt.Sprint(id(before))), redact.Safe(fmt.Sprint(id(after))))
	}
	d.check()
	return after
}

// belongs refuses a changed member of a reference that still has its id, because another row has that member. The
// argument bare is a reference with only the id, which changes nothing.
func belongs[T any](d *Call, path string, before, after, bare T, owner string) {
	if !reflect.DeepEqual(before, after) && !reflect.DeepEqual(after, bare) {
		d.Problem("%s: only its id can change here: its other members are those of %s", path, owner)
	}
}

// Access reads and changes the rows of a World in this process.
type Access struct {
	Versions *history.State
	Time     *history.Clock
	Rules    model.KeyRules // for the keys of accounts
	Dangling bool           // see AllowDanglingReferences
}

// through calls f with a fork, which becomes the newest version. If f found problems, through panics with the problems
// and changes nothing.
func through[T any](w *Access, method string, f func(*Call) T) T {
	return history.Write(w.Versions, method, func(st *model.Version) T {
		d := NewCall(st, w.Dangling)
		d.state, d.method = w.Versions, method
		return f(d)
	})
}
