package mockserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/ring"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Calls are the last requests that came, without their secrets: see Limits.Calls.
type Calls struct{ in anyCalls }

type anyCalls interface {
	Calls(op string, filters []journal.Filter) []journal.Call
	LastCalls(n int, op string, filters []journal.Filter) []journal.Call
	Call(number int64) (journal.Call, bool)
	WaitCalls(ctx context.Context, op string, n int, filters []journal.Filter) ([]journal.Call, error)
	WantCalls(t TB, ops []string)
	CallsDropped() bool
	ClearCalls()
}

// All returns the calls of an operation that pass all filters, oldest first. The op is the name of service and method,
// such as "Teams.List"; "" stands for all requests, also those that no operation took: see [journal.Unmatched]. It
// panics when no operation has the name, because a typing error would look like a request that was not made.
func (c Calls) All(op string, filters ...journal.Filter) []journal.Call {
	return c.in.Calls(op, filters)
}

// Last returns the newest n calls that All returns, oldest first. It panics when All does, or when n is negative.
func (c Calls) Last(n int, op string, filters ...journal.Filter) []journal.Call {
	return c.in.LastCalls(n, op, filters)
}

// Get returns the call with a number, and false when the journal does not have it, or no longer.
func (c Calls) Get(number int64) (journal.Call, bool) { return c.in.Call(number) }

// Wait waits until n calls of an operation that pass all filters came, and returns them and those beyond, oldest first.
// Op and filters are those of All. Calls in the journal count, also when they came before Wait.
//
// When ctx ends or the server is closed first, Wait returns the calls that came, and an error that says how many these
// are and what came instead. The error wraps that of ctx. Wait does not poll, and takes no time in a bubble of
// testing/synctest, where the requests must be sent inside of the bubble. It misses a call that the journal drops
// before Wait sees it: see Limits.Calls.
func (c Calls) Wait(ctx context.Context, op string, n int, filters ...journal.Filter) ([]journal.Call, error) {
	return c.in.WaitCalls(ctx, op, n, filters)
}

// Want ends the test unless the calls in the journal are of these operations, in this order, and no other call is
// there. Its message shows the difference. Clear before a step of a test makes Want look at that step alone. Calls that
// were made at the same time come in the order in which their answers were ready.
//
// A call that no operation took is never wanted, so a typing error in a path is seen. Want also ends the test when an
// op is not the name of an operation, such as "Teams.List", and when the journal has dropped calls: see Limits.Calls.
func (c Calls) Want(t TB, ops ...string) {
	t.Helper()
	c.in.WantCalls(t, ops)
}

// Dropped reports whether the journal has dropped calls since the server started, or since Clear.
func (c Calls) Dropped() bool { return c.in.CallsDropped() }

// Clear makes the server forget all calls. Their numbers go on, and rows stay: see World.Reset.
func (c Calls) Clear() { c.in.ClearCalls() }

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

func (s *server) WantCalls(t TB, ops []string) {
	t.Helper()
	calls, _ := s.journal.after(0)
	if reason := unwanted(ops, calls, s.CallsDropped()); reason != "" {
		t.Fatalf("mockserver: Calls.Want: %s", reason)
	}
}

func (s *server) CallsDropped() bool { return s.journal.ring.Dropped() }

// unwanted returns why calls are not of these operations; "" when they are.
func unwanted(ops []string, calls []journal.Call, dropped bool) string {
	for _, op := range ops {
		if reason := wrongOperation(op); reason != "" {
			return reason
		}
	}
	made := values.Mapped(calls, func(c journal.Call) string { return c.Op })
	switch {
	case dropped:
		return "the journal has dropped calls: Limits.Calls lets it keep more"
	case slices.Equal(made, ops):
		return ""
	}
	return "the calls are not the wanted ones (- wanted, + made):\n" + strings.Join(difference(ops, calls), "\n")
}

// maxDifference bounds the lines of a difference.
const maxDifference = 60

// difference returns the lines of the longest common sequence of wanted and made calls, and what is in one of both
// alone.
func difference(wanted []string, calls []journal.Call) []string {
	common := commonLengths(wanted, calls)
	var lines []string
	for i, k := 0, 0; i < len(wanted) || k < len(calls); {
		switch {
		case len(lines) == maxDifference:
			return append(lines, "  …")
		case i < len(wanted) && k < len(calls) && wanted[i] == calls[k].Op:
			lines = append(lines, "    "+wanted[i])
			i, k = i+1, k+1
		case k == len(calls) || i < len(wanted) && common[i+1][k] >= common[i][k+1]:
			lines = append(lines, "  - "+wanted[i])
			i++
		default:
			lines = append(lines, fmt.Sprintf("  + %s, number %d: %s", recording.KindOf(calls[k]), calls[k].Number, calls[k]))
			k++
		}
	}
	return lines
}

// commonLengths returns for each pair of positions the length of the longest common sequence behind them.
func commonLengths(wanted []string, calls []journal.Call) [][]int {
	lengths := make([][]int, len(wanted)+1)
	for i := range lengths {
		lengths[i] = make([]int, len(calls)+1)
	}
	for i := len(wanted) - 1; i >= 0; i-- {
		for k := len(calls) - 1; k >= 0; k-- {
			lengths[i][k] = max(lengths[i+1][k], lengths[i][k+1])
			if wanted[i] == calls[k].Op {
				lengths[i][k] = lengths[i+1][k+1] + 1
			}
		}
	}
	return lengths
}

func (s *server) WaitCalls(ctx context.Context, op string, n int, filters []journal.Filter) ([]journal.Call, error) {
	next := func(ctx context.Context, last int64, wait bool) ([]journal.Call, int64, error) {
		if wait {
			if err := s.journal.ring.Wait(ctx, last); err != nil {
				return nil, last, err
			}
		}
		calls, newest := s.journal.after(last)
		return calls, newest, nil
	}
	return awaitCalls(ctx, op, n, filters, next)
}

// nextCalls returns the calls of a journal with a number greater than last, and the number of the newest call. It can
// wait until there is one.
type nextCalls func(ctx context.Context, last int64, wait bool) (calls []journal.Call, newest int64, err error)

// awaitCalls is Calls.Wait for any journal.
func awaitCalls(
	ctx context.Context, op string, n int, filters []journal.Filter, next nextCalls,
) ([]journal.Call, error) {
	matches := matcher("Calls.Wait", op, filters)
	if n < 1 {
		return nil, refusal.Errorf("Calls.Wait", "n is %d: must be at least 1", n)
	}
	var found []journal.Call
	others := recording.Counts{}
	for last, wait := int64(0), false; ; wait = true {
		calls, newest, err := next(ctx, last, wait)
		if err != nil {
			return found, waitError(op, len(found), n, &others, err)
		}
		for _, c := range calls {
			if matches(c) {
				found = append(found, c)
			} else {
				others.Add(recording.KindOf(c) + leftOut(op, c))
			}
		}
		if last = newest; len(found) >= n {
			return found, nil
		}
	}
}

// leftOut says that a call is one of the operation that a filter left out.
func leftOut(op string, c journal.Call) string {
	if op != "" && c.Op == op {
		return " (left out by a filter)"
	}
	return ""
}

// waitError returns the error of a wait that ended too early.
func waitError(op string, found, wanted int, others *recording.Counts, err error) error {
	if errors.Is(err, ring.ErrClosed) {
		err = refusal.ErrClosed
	}
	of := ""
	if op != "" {
		of = " of " + op
	}
	text := fmt.Sprintf("%d of %d calls%s came", found, wanted, of)
	if len(others.Kinds) == 0 {
		return refusal.Errorf("Calls.Wait", "%s, and no other call: %w", text, err)
	}
	return refusal.Errorf("Calls.Wait", "%s, and other calls: %s: %w", text, others, err)
}

// callsWith returns a filter for the calls that have a text in what they asked or in their answer, in any letter case.
// A full journal has many bytes, so it uses one buffer for all calls, and only ASCII letters have a case where the text
// has no other letters.
func callsWith(text string) journal.Filter {
	wanted, folded := bytes.ToLower([]byte(text)), []byte(nil)
	fold := foldASCII
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		fold = bytes.ToLower
	}
	return journal.Func(func(c journal.Call) bool {
		folded = folded[:0]
		for _, part := range []string{
			c.Op, c.Method + " " + c.Path + "?" + c.Query, c.Fault,
			strings.Join(c.Errors, " "), strings.Join(c.Assumed, " "), strings.Join(c.Ignored, " "),
		} {
			folded = append(append(folded, part...), 0) // no text goes on from one part to the next
		}
		folded = append(folded, c.Body...)
		return bytes.Contains(fold(folded), wanted)
	})
}

// foldASCII makes the letters of ASCII small, in place.
func foldASCII(text []byte) []byte {
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return text
}
