package mockserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// CallFilter chooses calls. Any function of this type is a filter. Since, Before, Where, WithStatus, Failed and
// ReliedOn make filters.
type CallFilter func(Call) bool

// Since chooses the calls after the one with this number. The number of the last call before a step of a test makes
// Calls.All return those of the step.
func Since(number int64) CallFilter { return func(c Call) bool { return c.Number > number } }

// Before chooses the calls before the one with this number. The number of the first call of Calls.Last makes it return
// those before.
func Before(number int64) CallFilter { return func(c Call) bool { return c.Number < number } }

// WithStatus chooses calls that were answered with this status, 0 for calls without an answer.
func WithStatus(status int) CallFilter { return func(c Call) bool { return c.Status == status } }

// Failed chooses calls that were answered with a status of 400 or more, and calls without an answer.
func Failed() CallFilter { return func(c Call) bool { return c.Status == 0 || c.Status >= 400 } }

// Unmatched chooses the calls that no operation took, such as those with a typing error in the path. Call.Nearest tells
// the nearest route. Requests of a foreign origin or host name are among them, because the server refuses them before
// it looks for an operation.
func Unmatched() CallFilter { return func(c Call) bool { return c.Op == "" } }

// Where chooses calls that have a parameter with this value: see Call.Param. A number matches as it was written. Where
// panics when no operation has a parameter of this name, because a typing error would look like a request that was not
// made. A function of your own finds names that a client made up.
func Where(name, value string) CallFilter {
	if reason := wrongParameter(name); reason != "" {
		panic(refusing("Where", "%s", reason))
	}
	return func(c Call) bool { return slices.Contains(c.valuesOf(name), value) }
}

// ReliedOn chooses calls whose answers relied on the assumption with this id, such as "unknown-paths": see
// World.Assumptions. No call relied on one about clients. It panics when no assumption has the id.
func ReliedOn(id string) CallFilter {
	if reason := wrongAssumption(id); reason != "" {
		panic(refusing("ReliedOn", "%s", reason))
	}
	return func(c Call) bool { return slices.Contains(c.Assumed, id) }
}

func (s *server) Calls(op string, filters []CallFilter) []Call {
	matches := matcher("Calls.All", op, filters)
	calls, _ := s.journal.after(0)
	return slices.DeleteFunc(calls, func(c Call) bool { return !matches(c) })
}

func (s *server) LastCalls(n int, op string, filters []CallFilter) []Call {
	matches := matcher("Calls.Last", op, filters)
	checkCount("Calls.Last", n)
	return s.journal.lastOf(n, matches)
}

// checkCount panics with a negative number of calls.
func checkCount(caller string, n int) {
	if n < 0 {
		panic(refusing(caller, "n is %d: expected 0 or more", n))
	}
}

func (s *server) Call(number int64) (Call, bool) {
	entries, _ := s.journal.ring.After(number - 1)
	if len(entries) == 0 || entries[0].Number != number {
		return Call{}, false
	}
	return s.journal.call(number, entries[0].Value), true
}

func (s *server) ClearCalls() { s.journal.ring.Clear() }

// matcher returns a function that tells whether a call is of an operation and passes all filters. It panics when op
// names no operation, or when a filter is nil.
func matcher(caller, op string, filters []CallFilter) CallFilter {
	if reason := wrongOperation(op); op != "" && reason != "" {
		panic(refusing(caller, "%s", reason))
	}
	if slices.ContainsFunc(filters, func(f CallFilter) bool { return f == nil }) {
		panic(refusing(caller, "a filter is nil"))
	}
	return func(c Call) bool {
		return (op == "" || c.Op == op) &&
			!slices.ContainsFunc(filters, func(f CallFilter) bool { return !f(c) })
	}
}

// wrongParameter returns why a text is not the name of a parameter of any operation; "" when it is.
func wrongParameter(name string) string {
	var names []string
	for _, op := range contract.Operations() {
		if rowNamed(op, strings.ToLower(node.WithoutIndexes(name))) != nil {
			return ""
		}
		for i := range op.Params {
			names = append(names, op.Params[i].Name)
		}
	}
	return fmt.Sprintf("no parameter is called %q: %s", plaintext.Clip(name, redact.MaxShown), quotedHintAt(names, name))
}

// wrongOperation returns why a text is not the name of an operation; "" when it is.
func wrongOperation(op string) string {
	if contract.Lookup(op) != nil {
		return ""
	}
	names := mapped(contract.Operations(), func(o *contract.Operation) string { return o.ID })
	return fmt.Sprintf("no operation is called %q: %s", redact.Safe(op), quotedHintAt(names, op))
}

// wrongAssumption returns why a text is not the id of an assumption; "" when it is.
func wrongAssumption(id string) string {
	ids := mapped(ledger(), func(a Assumption) string { return a.ID })
	if slices.Contains(ids, id) {
		return ""
	}
	return fmt.Sprintf("no assumption is called %q: %s", redact.Safe(id), quotedHintAt(ids, id))
}
