package mockserver

import (
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// settings are what handlers follow: the host's ways, with the options over them.
type settings struct {
	hostWays

	includes      includes // DefaultIncludes
	now           func() time.Time
	keys          keyRules
	refuseUnknown bool // names that would be ignored
}

// wonBy returns a won-by with both halves, where the host knows the pair.
func (s *settings) wonBy(by *tourney.WonBy) *tourney.WonBy {
	if by == nil {
		return nil
	}
	return new(s.CompleteWonBy(*by))
}

// exchange is what a handler sees of the server while it answers a request. The store is the newest version. For an
// operation that writes it is a fork of that version.
type exchange struct {
	store    *version
	settings *settings
	lists    []string  // members of the answer that are lists
	time     time.Time // from before the write, because the function of the option Now may call the server
	assumed  *assumed
	noted    *assumed // the set that assumeAlso added last
	totals   *totals
	unknown  refusal // of filters whose ids name nothing, where the host refuses them
	ignored  []string

	encoder *encoder      // of the answer, if the handler succeeds
	keeper  *store.Keeper // of encoded rows

	unchanged bool // the handler of an operation that can write has written nothing
}

// assume notes behaviour that the interface document does not show.
func (ex *exchange) assume(ids ...assumption) { ex.assumed = ex.assumed.with(ids...) }

// assumeAlso notes what a view has noted. The rows of a page most often note the same.
func (ex *exchange) assumeAlso(more *assumed) {
	if more != ex.noted {
		ex.assumed, ex.noted = ex.assumed.join(more), more
	}
}

// now returns the server's time.
func (ex *exchange) now() time.Time { return ex.time }

// newID returns the id that the test set with SetNextID, and forgets it. It returns 0 when there is none, or when a row
// got the id meanwhile.
func (ex *exchange) newID() int64 {
	id := ex.store.nextID
	ex.store.nextID = 0
	if ex.store.teams.Get(id) != nil || ex.store.divisions.Get(id) != nil {
		return 0
	}
	return id
}

// emptyScope is a scope that has no rows.
var emptyScope = scope{level: inDivision, id: -1}

// scope returns the scope of a list: the division if the request names one, else the event, else everything. A division
// of another event than the one in the request gives emptyScope.
func (ex *exchange) scope(eventID, divisionID int64) scope {
	ex.filter("eventid", "event", ex.store.events.Known, eventID)
	ex.filter("divisionid", "division", ex.store.divisions.Known, divisionID)
	if divisionID == 0 && eventID == 0 {
		return scope{}
	}
	if divisionID == 0 {
		return scope{inEvent, eventID}
	}
	if d := ex.store.divisions.Get(divisionID); eventID != 0 && (d == nil || d.EventID != eventID) {
		return emptyScope
	}
	return scope{inDivision, divisionID}
}

// filter notes the ids of a filter that name nothing. The answer is an empty list, unless the host refuses them.
func (ex *exchange) filter(path, what string, known func(int64) bool, ids ...int64) {
	for _, id := range ids {
		if known(id) {
			continue
		}
		ex.assume(assumeUnknownFilters)
		if ex.settings.RefuseUnknownFilters {
			ex.unknown.add(notFound(path, what, id))
		}
	}
}

// includes returns the includes of the request together with those of the host.
func (ex *exchange) includes(requested []tourney.Include) includes {
	ex.assume(assumeIncludes)
	return ex.settings.includes.with(requested)
}

// ordered returns the positions on a page, in the order of the host.
func ordered(ex *exchange, positions store.List, page, size int) []int32 {
	from, to := window(positions.Len(), page, size)
	if !ex.settings.NewestFirst {
		return positions.AppendSlice(nil, from, to)
	}
	shown := positions.AppendSlice(nil, positions.Len()-to, positions.Len()-from)
	slices.Reverse(shown)
	return shown
}

// window returns the indexes at which a page of a list begins and ends. They are equal for an empty page.
func window(length, page, size int) (from, to int) {
	if size <= 0 || page < 1 || page-1 > length/size {
		return 0, 0
	}
	from = min((page-1)*size, length)
	return from, from + min(size, length-from)
}

// externalTeam returns the team with an external id. Of several, it returns the team that got the id last.
func (ex *exchange) externalTeam(id string) *teamRow {
	teams, _ := ex.store.external.Get(id)
	if id == "" || len(teams) == 0 {
		return nil
	}
	if len(teams) > 1 {
		ex.assume(assumeExternalIDs)
	}
	return ex.store.teams.Get(teams[len(teams)-1])
}

// byID holds the parameters of a detail request.
type byID struct {
	ID       int64
	Includes []tourney.Include
}

// created is the answer to a create.
type created struct {
	ID int64 `json:"Id"`
}

// empty is the answer to an update: {} (section 1, convention 7).
type empty struct{}

// updated returns the host's answer to an update of a row. detail answers a request for the details of the row.
func (ex *exchange) updated(id int64, detail func(*exchange, byID) (any, error)) (any, error) {
	switch ex.settings.Updates {
	case updateAnswersID:
		return created{id}, nil
	case updateAnswersRow:
		return detail(ex, byID{ID: id})
	}
	return empty{}, nil
}

// handler carries out an operation.
type handler struct {
	// bind makes the input from the parameters of a request.
	bind func(node.Node) (any, error)

	// run returns the value to write, or a refusal. What it changes before a refusal is dropped with the fork. It
	// changes nothing of the input, which other requests have as well.
	run func(ex *exchange, input any) (any, error)
}

// typed returns a handler that binds the request to the type of the function's parameters.
func typed[T any](f func(*exchange, T) (any, error)) handler {
	return handler{
		bind: func(n node.Node) (any, error) {
			in := new(T)
			if err := record.Bind(n, in); err != nil {
				return nil, bindRefusal(err)
			}
			return in, nil
		},
		run: func(ex *exchange, input any) (any, error) {
			return f(ex, *input.(*T)) //nolint:forcetypeassert // as bind makes it
		},
	}
}
