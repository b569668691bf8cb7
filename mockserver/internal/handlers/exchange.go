package handlers

import (
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Settings are the settings that handlers use. They come from the host's profile, unless an option of the server
// overrides them.
type Settings struct {
	wire.Ways

	Includes      views.Includes // DefaultIncludes
	Now           func() time.Time
	Keys          model.KeyRules
	RefuseUnknown bool // whether to refuse names that would be ignored
}

// wonBy returns a won-by with both its code and its name. If the host does not know the missing one, wonBy returns the
// value unchanged.
func (s *Settings) wonBy(by *tourney.WonBy) *tourney.WonBy {
	if by == nil {
		return nil
	}
	return new(s.CompleteWonBy(*by))
}

// Exchange is the part of the server that a handler uses while it answers a request. The store is the newest version.
// For an operation that writes, the store is a fork of that version.
type Exchange struct {
	Store    *model.Version
	Settings *Settings
	Lists    []string  // the names of the members of the answer that are lists
	Time     time.Time // the time before the write: the function of the option Now may call the server
	Assumed  *assumption.Set
	noted    *assumption.Set // the set that assumeAlso added last
	Totals   *views.Totals
	Unknown  refusal.Refusal // for filters whose ids belong to no row, if the host refuses them
	Ignored  []string

	Encoder *wire.Encoder // the encoder of the answer, if the handler succeeds
	Keeper  *store.Keeper // stores encoded rows

	events []int64 // that the account of the request sees; nil for all

	Unchanged bool // whether a handler that can write has written nothing
}

// Assume records behaviour that the interface document does not show.
func (ex *Exchange) Assume(ids ...assumption.ID) { ex.Assumed = ex.Assumed.With(ids...) }

// assumeAlso records the assumptions of a view. The rows of a page mostly have the same assumptions.
func (ex *Exchange) assumeAlso(more *assumption.Set) {
	if more != ex.noted {
		ex.Assumed, ex.noted = ex.Assumed.Join(more), more
	}
}

// now returns the server's time.
func (ex *Exchange) now() time.Time { return ex.Time }

// newID returns the id that a test set with SetNextID, and clears this setting. It returns 0 if no id is set, or if a
// row has got the id since.
func (ex *Exchange) newID() int64 {
	id := ex.Store.NextID
	ex.Store.NextID = 0
	if ex.Store.Teams.Get(id) != nil || ex.Store.Divisions.Get(id) != nil {
		return 0
	}
	return id
}

// emptyScope is a scope that has no rows.
var emptyScope = model.Scope{Level: model.InDivision, ID: -1}

// scope returns the scope of a list: the division if the request names one, else the event, else everything. If the
// division belongs to another event than the event in the request, it returns emptyScope.
func (ex *Exchange) scope(eventID, divisionID int64) model.Scope {
	ex.filter("eventid", model.EventIDs, eventID)
	ex.filter("divisionid", model.DivisionIDs, divisionID)
	switch {
	case !ex.sees(model.EventIDs, eventID) || !ex.sees(model.DivisionIDs, divisionID):
		return emptyScope
	case divisionID == 0 && eventID == 0:
		return model.Scope{}
	}
	if divisionID == 0 {
		return model.Scope{Level: model.InEvent, ID: eventID}
	}
	if d := ex.Store.Divisions.Get(divisionID); eventID != 0 && (d == nil || d.EventID != eventID) {
		return emptyScope
	}
	return model.Scope{Level: model.InDivision, ID: divisionID}
}

// filter records the ids of a filter that belong to no row. The answer is an empty list, unless the host refuses such
// ids.
func (ex *Exchange) filter(path string, k model.Kind, ids ...int64) {
	for _, id := range ids {
		err := ex.require(path, k, id)
		if err == nil {
			continue
		}
		ex.Assume(assumption.UnknownFilters)
		if ex.Settings.RefuseUnknownFilters {
			ex.Unknown.Add(err)
		}
	}
}

// require refuses an id that belongs to no row of a kind. It accepts the id 0, which names no row.
func (ex *Exchange) require(path string, k model.Kind, id int64) error {
	if ex.Store.Known(k, id) {
		return nil
	}
	return refusal.NotFound(path, word(k), id)
}

// word returns what refusals call a row of a kind.
func word(k model.Kind) string {
	if k == model.TeamPoolIDs {
		return "team pool" // as the parameters of the interface call it
	}
	return k.One()
}

// includes returns the includes of the request together with those of the host.
func (ex *Exchange) includes(requested []tourney.Include) views.Includes {
	ex.Assume(assumption.Includes)
	return ex.Settings.Includes.With(requested)
}

// ordered returns the positions of the rows on a page, in the order in which the host lists rows.
func ordered(ex *Exchange, positions store.List, page, size int) []int32 {
	from, to := window(positions.Len(), page, size)
	if !ex.Settings.NewestFirst {
		return positions.AppendSlice(nil, from, to)
	}
	shown := positions.AppendSlice(nil, positions.Len()-to, positions.Len()-from)
	slices.Reverse(shown)
	return shown
}

// window returns the indexes at which a page of a list begins and ends. For an empty page the two indexes are equal.
func window(length, page, size int) (from, to int) {
	if size <= 0 || page < 1 || page-1 > length/size {
		return 0, 0
	}
	from = min((page-1)*size, length)
	return from, from + min(size, length-from)
}

// externalTeam returns the team with an external id. If several teams have the id, it returns the team that got the id
// last.
func (ex *Exchange) externalTeam(id string) *model.TeamRow {
	teams, _ := ex.Store.External.Get(id)
	if ex.events != nil {
		teams = slices.DeleteFunc(slices.Clone(teams), func(id int64) bool { return !ex.sees(model.TeamIDs, id) })
	}
	if id == "" || len(teams) == 0 {
		return nil
	}
	if len(teams) > 1 {
		ex.Assume(assumption.ExternalIDs)
	}
	return ex.Store.Teams.Get(teams[len(teams)-1])
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

// updated returns the host's answer to an update of a row. The function detail answers a request for the details of the
// row.
func (ex *Exchange) updated(id int64, detail func(*Exchange, byID) (any, error)) (any, error) {
	switch ex.Settings.Updates {
	case wire.UpdateAnswersID:
		return created{id}, nil
	case wire.UpdateAnswersRow:
		return detail(ex, byID{ID: id})
	}
	return empty{}, nil
}
