package mockserver

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// door is a call of a method of a World that changes rows. Its checks come before its changes, so that a refused call
// changes nothing.
type door struct {
	*version

	state    *state
	method   string
	dangling bool
	problems []string
	coming   map[rowKey]bool // the rows of a load of fixtures, which can refer to each other
	lines    map[int64]bool  // the lines of rosters that the call adds
	places   map[place]bool  // the positions that it fills
}

// rowKey is the id of a row, with its kind.
type rowKey struct {
	kind kind
	id   int64
}

func newDoor(st *version, state *state, dangling bool) *door {
	return &door{version: st, state: state, dangling: dangling, lines: map[int64]bool{}, places: map[place]bool{}}
}

// isComing reports whether an id is that of a row of the load.
func (d *door) isComing(k kind, id int64) bool { return d.coming[rowKey{k, id}] }

// problem notes a reason to refuse the call.
func (d *door) problem(format string, args ...any) {
	d.problems = append(d.problems, fmt.Sprintf(format, args...))
}

// check panics if a check found a problem. It stands between the checks and the changes of a call.
func (d *door) check() {
	if len(d.problems) > 0 {
		panic(refusing(d.method, "%s", strings.Join(d.problems, "; ")))
	}
}

// chosen checks an id that a person chose, at a path of the interface.
func (d *door) chosen(path string, id int64) bool {
	problem := idProblem(id)
	if problem != "" {
		d.problem("%s %s", path, problem)
	}
	return problem == ""
}

// choose checks the ids that a person chose for a row, and takes them before the call gives out others. An Edit method
// gets ids back that the mock gave out.
func (d *door) choose(prefix string, ids iter.Seq[rowID]) {
	for r := range ids {
		if r.id != 0 && !d.given(r.kind, r.id) && d.chosen(prefix+r.path(), r.id) {
			d.ids.assign(r.kind, r.id)
		}
	}
}

// given reports whether an id is one of those that the mock gives out and people cannot choose.
func (d *door) given(k kind, id int64) bool { return k != noKind && id > mostID && id < d.ids.next[k] }

// otherID is an id in a row under which the mock looks up no row of its own.
type otherID struct {
	kind kind // noKind for an id of something that the mock does not have
	id   int64
	path string
}

// bound checks such ids. Those that the row had before stay, whatever they are.
func (d *door) bound(ids, had []otherID) {
	for _, o := range ids {
		same := func(was otherID) bool { return was.id == o.id }
		if o.id != 0 && !d.given(o.kind, o.id) && !slices.ContainsFunc(had, same) {
			d.chosen(o.path, o.id)
		}
	}
}

// fresh refuses an id that a row has.
func (d *door) fresh(path string, id int64, known bool, noun string) {
	if id != 0 && known {
		d.problem("%s %d: the %s exists already: Edit changes it", path, id, noun)
	}
}

// nouns are the words for the rows that others refer to.
var nouns = map[kind]string{
	eventIDs: "event", divisionIDs: "division", poolIDs: "pool", teamPoolIDs: "position of a pool", teamIDs: "team",
	venueIDs: "venue", gameIDs: "game",
}

// has reports whether a row is there that others refer to. An id of 0 names no row and counts as there.
func (s *version) has(k kind, id int64) bool {
	switch k {
	case eventIDs:
		return s.events.Known(id)
	case divisionIDs:
		return s.divisions.Known(id)
	case poolIDs:
		return s.pools.Known(id)
	case teamPoolIDs:
		return s.teamPools.Known(id)
	case teamIDs:
		return s.teams.Known(id)
	case venueIDs:
		return s.venues.Known(id)
	case gameIDs:
		return s.games.Known(id)
	}
	return false
}

// refer refuses a reference to a row that is not there, unless the server allows it. It never allows one to a row that
// cannot be. An id of 0 refers to no row.
func (d *door) refer(path string, to kind, id int64) {
	switch {
	case d.has(to, id) || d.isComing(to, id):
	case d.dangling:
		d.chosen(path, id)
	default:
		d.problem("%s %d names no %s: add it first", path, id, nouns[to])
	}
}

// exists refuses the call if the row that it changes is not there.
func (d *door) exists(id any, found bool, noun string) {
	if !found {
		panic(failing(d.method, absentf("there is no %s %v", noun, id)))
	}
	d.check()
}

// edit returns a copy of a row as f changed it. f must keep the id.
func edit[T any, K comparable](d *door, before T, id func(T) K, f func(*T)) T {
	if f == nil {
		d.problem("the function is nil")
		d.check()
	}
	given := deepCopy(before)
	d.state.edit(func() { f(&given) })
	after := deepCopy(given) // f may have kept the pointer
	if id(after) != id(before) {
		d.problem("the id changed from %s to %s: an id stays",
			redact.Safe(fmt.Sprint(id(before))), redact.Safe(fmt.Sprint(id(after))))
	}
	d.check()
	return after
}

// belongs refuses a changed member of a reference that still has its id, because another row has that member. bare is a
// reference with nothing but the id, which changes nothing.
func belongs[T any](d *door, path string, before, after, bare T, owner string) {
	if !reflect.DeepEqual(before, after) && !reflect.DeepEqual(after, bare) {
		d.problem("%s: only its id can change here: its other members are those of %s", path, owner)
	}
}
