package assumption

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Assumption is the id of a behaviour that the interface document does not show. Every id has a line in
// docs/assumptions.md.
type Assumption string

// The assumptions of the mock.
const (
	AssumeFormat             Assumption = "answer-format"
	AssumeCodings            Assumption = "request-codings"
	AssumeErrorBody          Assumption = "error-body"
	AssumeErrorStatus        Assumption = "error-status"
	AssumeAuth               Assumption = "auth"
	AssumeNotShown           Assumption = "not-shown"
	AssumeIgnored            Assumption = "ignored-names"
	AssumeNames              Assumption = "ambiguous-names"
	AssumeOrder              Assumption = "list-order"
	AssumePageSize           Assumption = "page-size"
	AssumeShownTeams         Assumption = "shown-teams"
	AssumeIncludes           Assumption = "includes"
	AssumePlayerTeams        Assumption = "player-teams"
	AssumeUpdateAnswer       Assumption = "update-answer"
	AssumeCoachIDs           Assumption = "coach-ids"
	AssumeStandings          Assumption = "standings"
	AssumeCountedGames       Assumption = "counted-games"
	AssumeStatisticValues    Assumption = "statistic-values"
	AssumeCards              Assumption = "cards"
	AssumeRegisteredStatus   Assumption = "registered-status"
	AssumeClosed             Assumption = "closed-registration"
	AssumeTarget             Assumption = "registration-target"
	AssumeKnownPlayers       Assumption = "registered-players"
	AssumeAddressed          Assumption = "addressed-updates"
	AssumeTeamPoolChange     Assumption = "team-pool-change"
	AssumeUnknownFilters     Assumption = "unknown-filters"
	AssumeEmptyLists         Assumption = "empty-id-lists"
	AssumeDivisionEvent      Assumption = "division-event"
	AssumeExternalIDs        Assumption = "external-ids"
	AssumePhone              Assumption = "phone"
	AssumeHands              Assumption = "hands"
	AssumePrices             Assumption = "prices"
	AssumeWonByNames         Assumption = "won-by-names"
	AssumeEvents             Assumption = "events"
	AssumeTeamRows           Assumption = "team-rows"
	AssumeSides              Assumption = "observed-sides"
	AssumeCategories         Assumption = "categories"
	AssumeEmptyUpdates       Assumption = "empty-updates"
	AssumeTolerated          Assumption = "tolerated-parameters"
	AssumeNumbers            Assumption = "external-id-numbers"
	AssumeRateLimit          Assumption = "rate-limit"
	AssumeUnknownPaths       Assumption = "unknown-paths"
	AssumeAbsent             Assumption = "absent-members"
	AssumeGameNames          Assumption = "game-names"
	AssumeRosterCounts       Assumption = "roster-counts"
	AssumeRegistrationCounts Assumption = "registration-counts"
	AssumePayees             Assumption = "payees"
	AssumePathIDs            Assumption = "ids-in-paths"
	AssumeNullLists          Assumption = "null-lists"
	AssumeCourts             Assumption = "court-sport"
	AssumeNoPayment          Assumption = "registration-without-payment"
)

// Assumed is a set of assumptions. The nil set is empty. Answers rely on the same few sets again and again, so a
// process has one value for each set, with the text to write. It is safe for concurrent use.
type Assumed struct {
	ids    []Assumption // in alphabetical order
	Header string       // the value of X-Mock-Assumed
	larger atomic.Pointer[[]addition]
}

// addition is the set that an assumption makes of another one.
type addition struct {
	id  Assumption
	set *Assumed
}

// assumedSets holds every set by its header.
var assumedSets = struct {
	sync.Mutex
	byHeader map[string]*Assumed
}{byHeader: map[string]*Assumed{"": {}}}

// nothingAssumed is the set that all others grow from.
var nothingAssumed = assumedSets.byHeader[""]

// With returns the set together with other assumptions.
func (s *Assumed) With(ids ...Assumption) *Assumed {
	for _, id := range ids {
		s = cmp.Or(s, nothingAssumed).and(id)
	}
	return s
}

func (s *Assumed) and(id Assumption) *Assumed {
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
func (s *Assumed) grow(id Assumption) *Assumed {
	ids := append(slices.Clone(s.ids), id)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	header := strings.Join(texts(ids), ", ")
	assumedSets.Lock()
	defer assumedSets.Unlock()
	set := assumedSets.byHeader[header]
	if set == nil {
		set = &Assumed{ids: ids, Header: header}
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

// Join returns the set together with another one.
func (s *Assumed) Join(more *Assumed) *Assumed {
	if more == nil {
		return s
	}
	return s.With(more.ids...)
}

// List returns the ids as a Call has them.
func (s *Assumed) List() []string {
	if s == nil {
		return nil
	}
	return texts(s.ids)
}

func texts(ids []Assumption) []string {
	return values.Mapped(ids, func(id Assumption) string { return string(id) })
}
