package survey

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

// check looks at rows of the ledger: by one read whose answer must be as wanted, or by a function. Without both, why
// says why no survey can look at the rows.
type check struct {
	rows string // ids, with spaces between them
	// ask is a read with {event}, {listed} for an event of the list of events, {a} and {b} for teams of the event, and
	// {nowhere} for an id that no row has.
	ask    string
	want   func(a, list *answer) bool      // of the answer to ask; list has the teams of the event
	field  func(*mockserver.Profile) *bool // true of a host that does the opposite of want; nil for no field
	beyond bool                            // the row is about what a strict host does not have
	run    func(*survey)
	writes bool   // needs a scratch event
	why    string // why there is no case, or why the case found nothing
}

// cases has each row of docs/assumptions.md, in the order in which a survey looks at them.
var cases = []check{
	{rows: "auth signing key-text refused-keys", run: access, why: "no keys were given"},
	{rows: "asked-rows answer-format format answer-memory", run: readAll},
	{rows: "absent-members observed-members xml-namespaces unset-dates roster-status hands totals enumerations " +
		"team-rows observed-sides court-sport", run: members},
	{rows: "names-in-any-case", why: "every member came in the letter case of the document"},
	{rows: "xml-booleans", why: "every boolean in XML was true or false"},
	{rows: "includes player-teams", run: nested},
	{run: invariants},
	{rows: "won-by won-by-text", run: wonBy},
	{rows: "standings categories category-names", run: tables},
	{rows: "error-body error-status error-code-names", run: refusals},
	{rows: "error-field", why: "no entry of Errors had a Field"},
	{rows: "error-anywhere", why: "every Errors came with a status of 400 or above"},
	{rows: "unknown-paths game-names not-shown", run: paths, why: "the document shows every read for the variant"},
	{rows: "events", ask: "/events", want: answered, beyond: true},
	{rows: "ids-in-paths", ask: "/events/{listed}", want: answered, beyond: true},
	{rows: "page-size list-order", run: pages},
	{rows: "consistent-reads", ask: "/teams?eventid={event}", want: same},
	{rows: "endless-lists", ask: "/teams?eventid={event}&page=9999", want: nothing},
	{rows: "ignored-names", ask: "/teams?eventid={event}&tourneycheck=1", want: same},
	{rows: "ambiguous-names", ask: "/teams?eventid={event}&EVENTID={event}", want: refused},
	{rows: "empty-id-lists", run: emptyIDs},
	{rows: "comma-lists", ask: "/teams?eventid={event}&teamids={a},{b}", want: two},
	{rows: "ids-below-1", ask: "/teams?id=0", want: refused},
	{rows: "local-checks", run: needed, why: "the document states no rule for a read of the variant"},
	{rows: "unknown-filters", ask: "/games?eventid={event}&divisionid={nowhere}", want: nothing,
		field: func(p *mockserver.Profile) *bool { return &p.RefuseUnknownFilters }},
	{rows: "null-lists empty-lists", run: emptyList},
	{rows: "shown-teams", run: hidden},
	{rows: "update-answer empty-updates external-id-numbers text-characters result-values settled phone coach-ids " +
		"roster-counts", run: teams, writes: true},
	{rows: "tolerated-parameters", writes: true, why: "the variant has every parameter of a create"},
	{rows: "result-names scores-as-text won-by-names", run: results, writes: true},
	{rows: "rate-limit", run: limited, why: "no request got 429 or 503, which proves nothing"},

	{rows: "cards prices payees transaction-id whole-cents card-types", why: "a survey makes no payment"},
	{rows: "registration-without-payment registration-counts registration-target registered-players registered-status " +
		"closed-registration both-spellings valid-year e-mail-addresses", why: "a survey registers no team"},
	{rows: "statistic-values", why: "a survey writes no statistics, because they belong to people"},
	{rows: "counted-games team-pool-change waiting-sides", why: "it needs the results of a whole pool or bracket"},
	{rows: "division-event", why: "a division without an event may land in another event"},
	{rows: "addressed-updates external-ids", why: "an update without an id may change a row of another event"},
	{rows: "account-events", why: "it needs a second account, or an event that the account must not see"},
	{rows: "request-codings", why: "the client sends no body with a coding"},
	{rows: "bad-rows", why: "it is what the client does with a row that has a deviation"},
	{rows: "traces same-game removed-games winner clock-changes", why: "a program concludes it, and no answer tells"},
}

func refused(a, _ *answer) bool  { return a.refused() }
func answered(a, _ *answer) bool { return a.ok() }
func nothing(a, _ *answer) bool  { return a.ok() && len(a.rows()) == 0 }
func two(a, _ *answer) bool      { return len(a.rows()) == 2 }

// same reports whether an answer has the rows of a list.
func same(a, list *answer) bool {
	return a.ok() && slices.Equal(slices.Sorted(slices.Values(a.ids())), slices.Sorted(slices.Values(list.ids())))
}

// nowhere is an id that no row has.
const nowhere int64 = 1 << 40

// probe sends the read of a case, and judges the answer.
func (s *survey) probe(c *check) {
	list := s.inJSON("Teams.List")
	ids, events := append(list.ids(), 0, 0), append(s.inJSON("Events.List").ids(), 0)
	if strings.HasPrefix(c.ask, "/teams?eventid") && ids[1] == 0 || strings.Contains(c.ask, "{listed}") && events[0] == 0 {
		return // nothing would tell
	}
	a := s.get("%s", strings.NewReplacer("{event}", itoa(s.o.Event), "{nowhere}", itoa(nowhere), "{a}", itoa(ids[0]),
		"{b}", itoa(ids[1]), "{listed}", itoa(events[0])).Replace(c.ask))
	switch holds := c.want(a, list); {
	case a.Status/100 != 2 && !a.refused(): // it says nothing about the question
	case c.field != nil:
		expect(s, c.rows, c.field(&s.found), !holds, "GET %s got %d and %d rows", c.ask, a.Status, len(a.rows()))
	default:
		s.say(c.rows, holds != (c.beyond && s.o.Profile.Strict), "GET %s got %d and %d rows", c.ask, a.Status, len(a.rows()))
	}
}

// emptyIDs asks for the teams of a list of ids that has none.
func emptyIDs(s *survey) {
	s.probe(&check{rows: "empty-id-lists", ask: "/teams?eventid={event}&teamids=", want: same})
	s.probe(&check{rows: "empty-id-lists", ask: "/teams?eventid={event}&teamids=,", want: refused})
}

// needed asks for the teams of no event and no division, where the document has a rule against it.
func needed(s *survey) {
	rules := contract.Lookup("Teams.List").Rules
	if slices.ContainsFunc(rules, func(r contract.Rule) bool { return r.Only.Has(s.row) }) {
		s.probe(&check{rows: "local-checks", ask: "/teams", want: refused})
	}
}
