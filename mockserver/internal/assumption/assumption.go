// Package assumption holds the ids of the mock's assumptions. An assumption is a behaviour of the mock that the
// interface document does not describe. A Set holds the ids of the assumptions on which an answer depends.
//
// It uses no rows or requests. To add an assumption, add a constant here and a row in docs/assumptions.md.
package assumption

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// ID is the id of an assumption. Every id has a row in docs/assumptions.md.
type ID string

// The assumptions of the mock.
const (
	Format             ID = "answer-format"
	Codings            ID = "request-codings"
	ErrorBody          ID = "error-body"
	ErrorStatus        ID = "error-status"
	Auth               ID = "auth"
	AccountEvents      ID = "account-events"
	NotShown           ID = "not-shown"
	Ignored            ID = "ignored-names"
	Names              ID = "ambiguous-names"
	Order              ID = "list-order"
	PageSize           ID = "page-size"
	ShownTeams         ID = "shown-teams"
	Includes           ID = "includes"
	PlayerTeams        ID = "player-teams"
	UpdateAnswer       ID = "update-answer"
	CoachIDs           ID = "coach-ids"
	Standings          ID = "standings"
	CountedGames       ID = "counted-games"
	StatisticValues    ID = "statistic-values"
	Cards              ID = "cards"
	RegisteredStatus   ID = "registered-status"
	Closed             ID = "closed-registration"
	Target             ID = "registration-target"
	KnownPlayers       ID = "registered-players"
	Addressed          ID = "addressed-updates"
	TeamPoolChange     ID = "team-pool-change"
	WaitingSides       ID = "waiting-sides"
	UnknownFilters     ID = "unknown-filters"
	EmptyLists         ID = "empty-id-lists"
	DivisionEvent      ID = "division-event"
	ExternalIDs        ID = "external-ids"
	Phone              ID = "phone"
	Hands              ID = "hands"
	Prices             ID = "prices"
	WonByNames         ID = "won-by-names"
	Events             ID = "events"
	TeamRows           ID = "team-rows"
	Sides              ID = "observed-sides"
	Categories         ID = "categories"
	EmptyUpdates       ID = "empty-updates"
	Tolerated          ID = "tolerated-parameters"
	Numbers            ID = "external-id-numbers"
	RateLimit          ID = "rate-limit"
	UnknownPaths       ID = "unknown-paths"
	Absent             ID = "absent-members"
	GameNames          ID = "game-names"
	RosterCounts       ID = "roster-counts"
	RegistrationCounts ID = "registration-counts"
	Payees             ID = "payees"
	PathIDs            ID = "ids-in-paths"
	NullLists          ID = "null-lists"
	Courts             ID = "court-sport"
	NoPayment          ID = "registration-without-payment"
)

// Set is a set of assumptions. The nil set is empty. Most answers need one of a few sets, and therefore a process
// makes only one value for each set, together with the text for the header. It is safe for concurrent use.
type Set struct {
	ids    []ID   // in alphabetical order
	Header string // the value of X-Mock-Assumed
	larger atomic.Pointer[[]addition]
}

// addition is the set that results from adding an assumption to another set.
type addition struct {
	id  ID
	set *Set
}

// sets holds every set by its header.
var sets = struct {
	sync.Mutex
	byHeader map[string]*Set
}{byHeader: map[string]*Set{"": {}}}

// empty is the set without assumptions. All other sets are made from it.
var empty = sets.byHeader[""]

// With returns the set that contains the assumptions of s and these ids.
func (s *Set) With(ids ...ID) *Set {
	for _, id := range ids {
		s = cmp.Or(s, empty).and(id)
	}
	return s
}

func (s *Set) and(id ID) *Set {
	if known := s.larger.Load(); known != nil {
		for _, added := range *known {
			if added.id == id {
				return added.set
			}
		}
	}
	return s.grow(id)
}

// grow returns the set that contains the assumptions of s and the given one. It makes the set if necessary, and stores
// it for the next call.
func (s *Set) grow(id ID) *Set {
	ids := append(slices.Clone(s.ids), id)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	header := strings.Join(texts(ids), ", ")
	sets.Lock()
	defer sets.Unlock()
	set := sets.byHeader[header]
	if set == nil {
		set = &Set{ids: ids, Header: header}
		sets.byHeader[header] = set
	}
	var known []addition
	if old := s.larger.Load(); old != nil {
		known = *old
	}
	known = append(slices.Clip(known), addition{id, set})
	s.larger.Store(&known)
	return set
}

// Join returns the set that contains the assumptions of both sets.
func (s *Set) Join(more *Set) *Set {
	if more == nil {
		return s
	}
	return s.With(more.ids...)
}

// List returns the ids as texts, as a journal.Call has them.
func (s *Set) List() []string {
	if s == nil {
		return nil
	}
	return texts(s.ids)
}

func texts(ids []ID) []string {
	return values.Mapped(ids, func(id ID) string { return string(id) })
}
