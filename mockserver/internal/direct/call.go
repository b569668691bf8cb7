// Package direct reads and changes rows without HTTP: for a World, for the admin API, and from files of rows that
// people wrote. A call changes a fork of the newest version. Each call makes all checks before its first change, so a
// refused call changes nothing.
//
// A Noun describes one kind of rows. The file of a noun, such as teams.go, also checks its rows and decides what an
// edit may change. Package model makes the changes. The rows in files have the members of the interface's resources. To
// let files contain another kind of list, add it to filenouns.go. To add another way to refer to a row by name, change
// refs.go. The package knows rows, versions and views. It does not know requests or the settings of a server.
package direct

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Call is a call of a method of a World that changes rows.
type Call struct {
	*model.Version

	state    *history.State
	method   string
	dangling bool
	Problems []string
	Coming   map[RowKey]bool      // the rows that a load of fixtures adds; they may refer to each other
	lines    map[int64]bool       // the lines of rosters that the call adds
	places   map[model.Place]bool // the positions that the call fills
}

// RowKey is the id of a row, with its kind.
type RowKey struct {
	Kind model.Kind
	ID   int64
}

// NewCall returns a call that reads and changes st, a fork of the newest version.
func NewCall(st *model.Version, dangling bool) *Call {
	return &Call{Version: st, dangling: dangling, lines: map[int64]bool{}, places: map[model.Place]bool{}}
}

// IsComing reports whether the present load of fixtures adds a row with this id.
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

// chosen checks an id that a person chose, and reports whether the id is valid. The path is the place of the id in a
// row, for the error.
func (d *Call) chosen(path string, id int64) bool {
	problem := model.IDProblem(id)
	if problem != "" {
		d.Problem("%s %s", path, problem)
	}
	return problem == ""
}

// choose checks the ids that a person chose for a row, and marks the ids as used before the call gives out other ids.
// It accepts ids that the mock gave out, because a row that a caller edits can contain them.
func (d *Call) choose(prefix string, ids iter.Seq[model.RowID]) {
	for r := range ids {
		if r.ID != 0 && !d.given(r.Kind, r.ID) && d.chosen(prefix+r.Path(), r.ID) {
			d.IDs.Assign(r.Kind, r.ID)
		}
	}
}

// given reports whether the mock gave out an id above MostID, which people cannot choose.
func (d *Call) given(k model.Kind, id int64) bool {
	return k != model.NoKind && id > model.MostID && id < d.IDs.Next[k]
}

// named is an id with which a row names something else.
type named struct {
	path  string
	kind  model.Kind // NoKind for an id that the mock never gives out
	id    int64
	isRow bool // whether a row must have the id; the mock has no rows for other things, such as brackets
}

// checkNames checks the ids with which a row names other things. It always allows an id that the row had before the
// change: a record stays when a row that it names is removed.
func (d *Call) checkNames(names, had []named) {
	for _, n := range names {
		same := func(was named) bool { return was.kind == n.kind && was.id == n.id && was.isRow == n.isRow }
		switch {
		case slices.ContainsFunc(had, same):
		case n.isRow:
			d.refer(n.path, n.kind, n.id)
		case n.id != 0 && !d.given(n.kind, n.id):
			d.chosen(n.path, n.id)
		}
	}
}

// fresh refuses the id of a new row if known is true, that is, if a row has the id already.
func (d *Call) fresh(path string, id int64, known bool, noun string) {
	if id != 0 && known {
		d.Problem("%s %d: the %s exists already: Edit changes it", path, id, noun)
	}
}

// refer refuses a reference to a row that does not exist, unless the server allows dangling references. It always
// refuses an id that no row can have. It accepts the id 0, which refers to no row.
func (d *Call) refer(path string, to model.Kind, id int64) {
	switch {
	case d.Known(to, id) || d.IsComing(to, id):
	case d.dangling:
		d.chosen(path, id)
	default:
		d.Problem("%s %d names no %s: add it first", path, id, to.One())
	}
}

// exists refuses the call if found is false, because the call would change a row that does not exist.
func (d *Call) exists(id any, found bool, noun string) {
	if !found {
		panic(refusal.Wrap(d.method, refusal.Absentf("there is no %s %v", noun, id)))
	}
	d.check()
}

// edit applies f to a copy of a row, and returns the changed copy. It refuses the call if f changes the id.
func edit[T any, K comparable](d *Call, before T, id func(T) K, f func(*T)) T {
	if f == nil {
		d.Problem("the function is nil")
		d.check()
	}
	given := values.DeepCopy(before)
	d.state.Edit(func() { f(&given) })
	after := values.DeepCopy(given) // because f may still have a pointer to given
	if id(after) != id(before) {
		d.Problem("the id changed from %s to %s: an id stays",
			redact.Safe(fmt.Sprint(id(before))), redact.Safe(fmt.Sprint(id(after))))
	}
	d.check()
	return after
}

// belongs refuses a change of the members of a reference to a row, because the members come from that row. Only the id
// of a reference can change. It accepts a reference with only the id as no change.
func belongs[T any](d *Call, path string, before, after *T, to model.Kind, id func(*T) *int64) {
	if before == nil || after == nil || *id(before) != *id(after) || *id(after) == 0 || !d.Known(to, *id(after)) {
		return
	}
	bare := new(T)
	*id(bare) = *id(after)
	if !reflect.DeepEqual(before, after) && !reflect.DeepEqual(after, bare) {
		t := model.Tables[model.TableOf(to)]
		d.Problem("%s: only its id can change here: its other members are those of the %s: %s.Edit changes them",
			path, t.One, strings.ToUpper(t.Name[:1])+t.Name[1:])
	}
}

// Access reads and changes the rows of a World in this process.
type Access struct {
	Versions *history.State
	Time     *history.Clock
	Rules    model.KeyRules // how long the keys of accounts are valid
	Dangling bool           // see AllowDanglingReferences
}

// through calls f with a call on a fork of the newest version. The fork then becomes the newest version. If f panics
// because of problems, the newest version does not change.
func through[T any](w *Access, method string, f func(*Call) T) T {
	return history.Write(w.Versions, method, func(st *model.Version) T {
		d := NewCall(st, w.Dangling)
		d.state, d.method = w.Versions, method
		return f(d)
	})
}
