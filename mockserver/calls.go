package mockserver

import (
	"context"

	"github.com/tourney-go/tourney/mockserver/journal"
)

// Calls are the last requests that came, without their secrets: see Limits.Calls.
type Calls struct{ in anyCalls }

type anyCalls interface {
	Calls(op string, filters []journal.Filter) []journal.Call
	LastCalls(n int, op string, filters []journal.Filter) []journal.Call
	Call(number int64) (journal.Call, bool)
	WaitCalls(ctx context.Context, op string, n int, filters []journal.Filter) ([]journal.Call, error)
	Unwanted(ops []string) string
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
	if reason := c.in.Unwanted(ops); reason != "" {
		t.Fatalf("mockserver: Calls.Want: %s", reason)
	}
}

// Dropped reports whether the journal has dropped calls since the server started, or since Clear.
func (c Calls) Dropped() bool { return c.in.CallsDropped() }

// Clear makes the server forget all calls. Their numbers go on, and rows stay: see [World.Reset].
func (c Calls) Clear() { c.in.ClearCalls() }
