package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/journal"
)

// History has the writes. Every write that the server carried out has a number: a request that changed rows or keys, a
// method of a [World], Reset, Restore and Rewind. 0 is the server as it started. A request that was refused wrote
// nothing and has no number, nor has a login that got the keys of before. Call.Write is the number of a request's
// write. With [DataFile] a server that starts with the rows of a file goes on with the number of the last write in it.
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
// with [DataFile] ends what it can go back to. Rewind panics if there is no such write or if it is no longer kept, and
// names the numbers that it takes.
//
// Rewind restores what [Snapshots.Restore] restores. A write that comes meanwhile from a client is one of those that
// Rewind undoes, or comes behind it.
func (h History) Rewind(number int64) { h.in.Rewind(number) }
