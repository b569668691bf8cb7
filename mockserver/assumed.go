package mockserver

import (
	"slices"
	"strings"
)

// assumption is the id of a behaviour that the interface document does not show. Every id has a line in
// docs/assumptions.md.
type assumption string

// The assumptions of the mock.
const (
	assumeFormat             assumption = "answer-format"
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
	assumeUpdateAnswer       assumption = "update-answer"
	assumeCoachIDs           assumption = "coach-ids"
	assumeStandings          assumption = "standings"
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
	assumeNoPayment          assumption = "registration-without-payment"
)

// assumedHeader returns the value of X-Mock-Assumed: each id once, in alphabetical order.
func assumedHeader(ids []assumption) string {
	texts := mapped(ids, func(id assumption) string { return string(id) })
	slices.Sort(texts)
	return strings.Join(slices.Compact(texts), ", ")
}
