package mockserver

import (
	"context"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Faults are the rules that make requests fail.
type Faults struct{ in anyFaults }

type anyFaults interface {
	AddFault(method string, rule fault.Rule, when func(journal.Call) bool) *Fault
	Faults() []*Fault
	ClearFaults()
}

// Add makes the server follow a rule, after those that it has. In each phase of a request the first rule that fires
// decides. Every rule counts for itself. A server has 10,000 rules at most, and so has a session. Rules stay until
// Remove or Clear, also over a Reset. They do not act on the methods of a World.
//
// Add panics if the rule is wrong or one too many. The *Error names what is wrong and what was expected: an operation
// or a parameter that does not exist, with the nearest name; a number out of range; an action that has no meaning in
// the phase.
func (f Faults) Add(rule fault.Rule) *Fault { return f.in.AddFault("Faults.Add", rule, nil) }

// AddWhen is Add for a rule that acts only on requests for which a function is true. The function runs in the goroutine
// of the request, and must be safe for concurrent use. The Call has no Number, no Status before the handler ran, and no
// secret. The function may use the World, to change a row between two requests for example. Remote panics, because it
// cannot send a function.
func (f Faults) AddWhen(rule fault.Rule, when func(journal.Call) bool) *Fault {
	if when == nil {
		panic(refusal.Errorf("Faults.AddWhen", "the function is nil"))
	}
	return f.in.AddFault("Faults.AddWhen", rule, when)
}

// All returns the rules in the order in which they were added. In Remote the Rule of one with a function or a secret is
// empty.
func (f Faults) All() []*Fault { return f.in.Faults() }

// Clear removes all rules, as Fault.Remove does.
func (f Faults) Clear() { f.in.ClearFaults() }

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

// History has the writes. Every write that the server carried out has a number: a request that changed rows or keys, a
// method of a World, Reset, Restore and Rewind. 0 is the server as it started. A request that was refused wrote nothing
// and has no number, nor has a login that got the keys of before. Call.Write is the number of a request's write. With
// DataFile a server that starts with the rows of a file goes on with the number of the last write in it.
type History struct{ in anyHistory }

type anyHistory interface {
	Writes() int64
	LastWrites(n int, before int64) []journal.Write
	WriteDetails(number int64) (journal.WriteDetails, bool)
	Rewind(write int64)
}

// Newest returns the number of the newest write, which is how many writes there were.
func (h History) Newest() int64 { return h.in.Writes() }

// Last returns the newest n writes, newest first, before the one with a number, or of all with 0. It returns those of
// which the server keeps the version before: see Limits.Rewind. It panics when a number is negative.
func (h History) Last(n int, before int64) []journal.Write { return h.in.LastWrites(n, before) }

// Get returns a write with the rows that it changed, and false when there is no such write, or it is no longer kept.
func (h History) Get(number int64) (journal.WriteDetails, bool) { return h.in.WriteDetails(number) }

// Rewind shows the world as it was after a write, 0 for the world as it started. Rewind is itself a write, so a second
// Rewind can undo it. It goes back as far as Limits.Rewind allows, also over a Reset, a Restore and a Rewind. A restart
// with DataFile ends what it can go back to. Rewind panics if there is no such write or if it is no longer kept, and
// names the numbers that it takes.
//
// Rewind restores what Snapshots.Restore restores. A write that comes meanwhile from a client is one of those that
// Rewind undoes, or comes behind it.
func (h History) Rewind(number int64) { h.in.Rewind(number) }

// Snapshots keep all rows as they are.
type Snapshots struct{ in anySnapshots }

type anySnapshots interface {
	Snapshot() *Snapshot
	KeepSnapshot(name string) (*Snapshot, error)
	Snapshots() []*Snapshot
	ForgetSnapshot(name string) bool
	RememberSnapshot(name string) (*Snapshot, error)
	Restore(of *Snapshot)
}

// Take keeps the rows as they are now, for Restore. It copies no row, and costs the same for every number of rows. That
// of Remote is Keep with a name that the server makes, so it is one of the 1000 that a server keeps.
func (s Snapshots) Take() *Snapshot { return s.in.Snapshot() }

// Keep keeps the rows as Take does, and keeps the snapshot under a name until Forget or Close. So it can be restored
// from another process: see [Remote]. A name is like that of a session. Without a name the server makes one. Sessions
// have snapshots of their own.
//
// It returns an error if the name is wrong or in use, or if the server keeps 1000 snapshots.
func (s Snapshots) Keep(name string) (*Snapshot, error) { return s.in.KeepSnapshot(name) }

// All returns the snapshots that Keep keeps, in the order in which they were made.
func (s Snapshots) All() []*Snapshot { return s.in.Snapshots() }

// Forget makes the server forget the snapshot with a name. It reports whether there was one. The server holds the
// memory of the snapshot that was forgotten last until it forgets the next one: Remember takes Forget back.
func (s Snapshots) Forget(name string) bool { return s.in.ForgetSnapshot(name) }

// Remember takes Forget back: the server keeps the snapshot again under its name, at its place in All. It returns an
// error if the snapshot with the name is not the one that was forgotten last, if another one has the name now, or if
// the server keeps 1000 snapshots.
func (s Snapshots) Remember(name string) (*Snapshot, error) { return s.in.RememberSnapshot(name) }

// Restore makes all rows those of a snapshot, any number of times. It is itself a write, and costs the same for every
// number of rows. The snapshot may be one of another server or session in this process with the same host; Remote takes
// those of its own server or session that the server keeps.
//
// The rows are also payments and registrations, details, what the Set methods set, the refs of fixtures, and the
// accounts with the passwords and the keys that they had. Keys that have expired by the clock stay expired. Ids,
// transaction ids and keys that the server makes go on, so that none is given twice, also none that was given after the
// snapshot. The ids of SetNextID and SetNextTransactionID stay as they are. Restore changes neither clock, journal,
// faults nor rate limits.
//
// Restore panics if there is no snapshot, or if it is one of another host.
func (s Snapshots) Restore(of *Snapshot) { s.in.Restore(of) }
