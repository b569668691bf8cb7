package mockserver

import (
	"context"

	"github.com/tourney-go/tourney/mockserver/journal"
)

// Calls are the last requests that the server received, without their secrets: see Limits.Calls.
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
// such as "Teams.List". With "" All returns all requests, also requests that are no operation: see [journal.Unmatched].
// All panics when no operation has the name, because a typing error would look like a request that was not made.
func (c Calls) All(op string, filters ...journal.Filter) []journal.Call {
	return made(c.in).Calls(op, filters)
}

// Last returns the newest n calls that All returns, oldest first. It panics when All does, or when n is negative.
func (c Calls) Last(n int, op string, filters ...journal.Filter) []journal.Call {
	return made(c.in).LastCalls(n, op, filters)
}

// Get returns the call with a number, and false when the journal does not have the call, or has dropped it.
func (c Calls) Get(number int64) (journal.Call, bool) { return made(c.in).Call(number) }

// Wait waits until the journal has n calls of an operation that pass all filters, and returns all such calls, oldest
// first. Op and filters work as in All. Calls that the server received before Wait count too.
//
// When ctx ends or the server is closed first, Wait returns the calls that it found, and an error with their number and
// the other calls that the server received. The error wraps the error of ctx. Wait does not poll, and takes no time in
// a bubble of testing/synctest, where the requests must be sent inside of the bubble. Wait misses a call that the
// journal drops before Wait sees it: see Limits.Calls.
func (c Calls) Wait(ctx context.Context, op string, n int, filters ...journal.Filter) ([]journal.Call, error) {
	return made(c.in).WaitCalls(ctx, op, n, filters)
}

// Want ends the test unless the calls in the journal are of these operations, in this order, and no other call is
// there. The message of the failed test shows the difference. To check one step of a test alone, call Clear before that
// step. Calls that were made at the same time come in the order in which their answers were ready.
//
// A request that is no operation always ends the test, so Want finds a typing error in a path. Want also ends the test
// when an op is not the name of an operation, such as "Teams.List", and when the journal has dropped calls: see
// Limits.Calls.
func (c Calls) Want(t TB, ops ...string) {
	t.Helper()
	if reason := made(c.in).Unwanted(ops); reason != "" {
		t.Fatalf("mockserver: Calls.Want: %s", reason)
	}
}

// Dropped reports whether the journal has dropped calls since the server started, or since Clear.
func (c Calls) Dropped() bool { return made(c.in).CallsDropped() }

// Clear makes the server forget all calls. The next call gets the next number, as without Clear. Rows stay: see
// [World.Reset].
func (c Calls) Clear() { made(c.in).ClearCalls() }
