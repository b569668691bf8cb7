package mockserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

func (s *server) Calls(op string, filters []journal.Filter) []journal.Call {
	matches := matcher("Calls.All", op, filters)
	calls, _ := s.journal.after(0)
	return slices.DeleteFunc(calls, func(c journal.Call) bool { return !matches(c) })
}

func (s *server) LastCalls(n int, op string, filters []journal.Filter) []journal.Call {
	matches := matcher("Calls.Last", op, filters)
	checkCount("Calls.Last", n)
	return s.journal.lastOf(n, matches)
}

// checkCount panics with a negative number of calls.
func checkCount(caller string, n int) {
	if n < 0 {
		panic(refusal.Errorf(caller, "n is %d: expected 0 or more", n))
	}
}

func (s *server) Call(number int64) (journal.Call, bool) {
	entries, _ := s.journal.ring.After(number - 1)
	if len(entries) == 0 || entries[0].Number != number {
		return journal.Call{}, false
	}
	return s.journal.call(number, entries[0].Value), true
}

func (s *server) ClearCalls() { s.journal.ring.Clear() }

// matcher returns a function that tells whether a call is of an operation and passes all filters. It panics when op
// names no operation, or when a filter is nil, or looks for what no call can have.
func matcher(caller, op string, filters []journal.Filter) func(journal.Call) bool {
	if reason := wrongOperation(op); op != "" && reason != "" {
		panic(refusal.Errorf(caller, "%s", reason))
	}
	for _, f := range filters {
		if reason := wrongFilter(f); reason != "" {
			panic(refusal.Errorf(caller, "%s", reason))
		}
	}
	return func(c journal.Call) bool {
		return (op == "" || c.Op == op) &&
			!slices.ContainsFunc(filters, func(f journal.Filter) bool { return !f.Match(c) })
	}
}

// knownFilter is a filter that GET requests of the admin API has as a parameter.
type knownFilter interface {
	Query() (name, value string)
}

// wrongFilter returns why a filter chooses no call of any server; "" when it can choose some.
func wrongFilter(f journal.Filter) string {
	switch f := f.(type) {
	case nil:
		return "a filter is nil"
	case journal.Func:
		return values.IfElse(f == nil, "a filter is nil", "")
	case knownFilter:
		switch parameter, value := f.Query(); parameter {
		case "where":
			name, _, _ := strings.Cut(value, "=")
			return wrongParameter(name)
		case "assumed":
			return wrongAssumption(value)
		}
	}
	return ""
}

// wrongParameter returns why a text is not the name of a parameter of any operation; "" when it is.
func wrongParameter(name string) string {
	var names []string
	for _, op := range contract.Operations() {
		if recording.RowNamed(op, strings.ToLower(node.WithoutIndexes(name))) != nil {
			return ""
		}
		for i := range op.Params {
			names = append(names, op.Params[i].Name)
		}
	}
	shown := plaintext.Clip(name, redact.MaxShown)
	return fmt.Sprintf("no parameter is called %q: %s", shown, nearest.QuotedHint(names, name))
}

// wrongOperation returns why a text is not the name of an operation; "" when it is.
func wrongOperation(op string) string {
	if contract.Lookup(op) != nil {
		return ""
	}
	names := values.Mapped(contract.Operations(), func(o *contract.Operation) string { return o.ID })
	return fmt.Sprintf("no operation is called %q: %s", redact.Safe(op), nearest.QuotedHint(names, op))
}

// wrongAssumption returns why a text is not the id of an assumption; "" when it is.
func wrongAssumption(id string) string {
	ids := values.Mapped(ledger(), func(a Assumption) string { return a.ID })
	if slices.Contains(ids, id) {
		return ""
	}
	return fmt.Sprintf("no assumption is called %q: %s", redact.Safe(id), nearest.QuotedHint(ids, id))
}
