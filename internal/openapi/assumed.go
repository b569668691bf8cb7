package openapi

import "slices"

// assumedKey is the member that marks parts that the interface document does not state. Its value is a list of ids in
// docs/assumptions.md.
const assumedKey = "x-assumed"

// assume adds an assumption to a part of the document.
func assume(o *object, id string) *object {
	ids, _ := o.get(assumedKey).(list)
	if slices.Contains(ids, any(id)) {
		return o
	}
	return o.set(assumedKey, append(ids, id))
}

// assumptions has the ids of the assumptions about whole operations.
var assumptions = map[string][]string{
	"Authentication.Authenticate": {"local-checks", "auth"},
	"Teams.Get":                   {"includes"},
	"Teams.List": {
		"list-order", "page-size", "shown-teams", "includes", "unknown-filters", "empty-id-lists",
	},
	"Teams.Create":     {"phone", "hands", "roster-counts"},
	"Teams.Update":     {"empty-updates", "update-answer", "coach-ids", "external-ids", "roster-counts"},
	"Divisions.Get":    {"includes"},
	"Divisions.List":   {"list-order", "page-size", "includes", "unknown-filters"},
	"Divisions.Create": {"division-event"},
	"Divisions.Update": {"empty-updates", "addressed-updates"},
	"Games.Get":        {"game-names"},
	"Games.List":       {"game-names", "list-order", "page-size", "unknown-filters"},
	"Games.Update": {"empty-updates", "addressed-updates", "game-names", "scores-as-text", "won-by-names",
		"waiting-sides"},
	"Players.Get":        {"includes"},
	"Players.List":       {"list-order", "page-size", "includes", "unknown-filters", "empty-id-lists"},
	"Venues.Get":         nil,
	"Venues.List":        {"list-order", "unknown-filters"},
	"Standings.Get":      {"standings"},
	"Standings.Update":   {"empty-updates", "team-pool-change"},
	"Statistics.Leaders": {"categories"},
	"Statistics.Update":  {"empty-updates", "addressed-updates", "external-ids", "statistic-values"},
	"Registration.Register": {
		"registration-target", "registration-without-payment", "registration-counts", "registered-players",
		"registered-status", "closed-registration",
	},
	"Payments.Pay": {"cards", "prices", "payees", "transaction-id", "both-spellings"},
	"Events.Get":   {"events"},
	"Events.List":  {"events"},
}
