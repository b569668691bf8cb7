package mockserver

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// assumption is the id of a behaviour that the interface document does not show. Every id has a line in
// docs/assumptions.md.
type assumption string

// The assumptions of the mock.
const (
	assumeFormat             assumption = "answer-format"
	assumeCodings            assumption = "request-codings"
	assumeErrorBody          assumption = "error-body"
	assumeErrorStatus        assumption = "error-status"
	assumeAuth               assumption = "auth"
	assumeNotShown           assumption = "not-shown"
	assumeIgnored            assumption = "ignored-names"
	assumeNames              assumption = "ambiguous-names"
	assumeOrder              assumption = "list-order"
	assumePageSize           assumption = "page-size"
	assumeShownTeams         assumption = "shown-teams"
	assumeIncludes           assumption = "includes"
	assumePlayerTeams        assumption = "player-teams"
	assumeUpdateAnswer       assumption = "update-answer"
	assumeCoachIDs           assumption = "coach-ids"
	assumeStandings          assumption = "standings"
	assumeCountedGames       assumption = "counted-games"
	assumeStatisticValues    assumption = "statistic-values"
	assumeCards              assumption = "cards"
	assumeRegisteredStatus   assumption = "registered-status"
	assumeClosed             assumption = "closed-registration"
	assumeTarget             assumption = "registration-target"
	assumeKnownPlayers       assumption = "registered-players"
	assumeAddressed          assumption = "addressed-updates"
	assumeTeamPoolChange     assumption = "team-pool-change"
	assumeUnknownFilters     assumption = "unknown-filters"
	assumeEmptyLists         assumption = "empty-id-lists"
	assumeDivisionEvent      assumption = "division-event"
	assumeExternalIDs        assumption = "external-ids"
	assumePhone              assumption = "phone"
	assumeHands              assumption = "hands"
	assumePrices             assumption = "prices"
	assumeWonByNames         assumption = "won-by-names"
	assumeEvents             assumption = "events"
	assumeTeamRows           assumption = "team-rows"
	assumeSides              assumption = "observed-sides"
	assumeCategories         assumption = "categories"
	assumeEmptyUpdates       assumption = "empty-updates"
	assumeTolerated          assumption = "tolerated-parameters"
	assumeNumbers            assumption = "external-id-numbers"
	assumeRateLimit          assumption = "rate-limit"
	assumeUnknownPaths       assumption = "unknown-paths"
	assumeAbsent             assumption = "absent-members"
	assumeGameNames          assumption = "game-names"
	assumeRosterCounts       assumption = "roster-counts"
	assumeRegistrationCounts assumption = "registration-counts"
	assumePayees             assumption = "payees"
	assumePathIDs            assumption = "ids-in-paths"
	assumeNullLists          assumption = "null-lists"
	assumeCourts             assumption = "court-sport"
	assumeNoPayment          assumption = "registration-without-payment"
)

// assumed is a set of assumptions. The nil set is empty. Answers rely on the same few sets again and again, so a
// process has one value for each set, with the text to write. It is safe for concurrent use.
type assumed struct {
	ids    []assumption // in alphabetical order
	header string       // the value of X-Mock-Assumed
	larger atomic.Pointer[[]addition]
}

// addition is the set that an assumption makes of another one.
type addition struct {
	id  assumption
	set *assumed
}

// assumedSets holds every set by its header.
var assumedSets = struct {
	sync.Mutex
	byHeader map[string]*assumed
}{byHeader: map[string]*assumed{"": {}}}

// nothingAssumed is the set that all others grow from.
var nothingAssumed = assumedSets.byHeader[""]

// with returns the set together with other assumptions.
func (s *assumed) with(ids ...assumption) *assumed {
	for _, id := range ids {
		s = cmp.Or(s, nothingAssumed).and(id)
	}
	return s
}

func (s *assumed) and(id assumption) *assumed {
	if known := s.larger.Load(); known != nil {
		for _, added := range *known {
			if added.id == id {
				return added.set
			}
		}
	}
	return s.grow(id)
}

// grow finds or makes the set together with an assumption, and notes it for the next time.
func (s *assumed) grow(id assumption) *assumed {
	ids := append(slices.Clone(s.ids), id)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	header := strings.Join(texts(ids), ", ")
	assumedSets.Lock()
	defer assumedSets.Unlock()
	set := assumedSets.byHeader[header]
	if set == nil {
		set = &assumed{ids: ids, header: header}
		assumedSets.byHeader[header] = set
	}
	var known []addition
	if old := s.larger.Load(); old != nil {
		known = *old
	}
	known = append(slices.Clip(known), addition{id, set})
	s.larger.Store(&known)
	return set
}

// join returns the set together with another one.
func (s *assumed) join(more *assumed) *assumed {
	if more == nil {
		return s
	}
	return s.with(more.ids...)
}

// list returns the ids as a Call has them.
func (s *assumed) list() []string {
	if s == nil {
		return nil
	}
	return texts(s.ids)
}

func texts(ids []assumption) []string {
	return mapped(ids, func(id assumption) string { return string(id) })
}
