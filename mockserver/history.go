package mockserver

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/world"
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

// Snapshots keep all rows as they are.
type Snapshots struct{ in anySnapshots }

type anySnapshots interface {
	Snapshot() *world.Snapshot
	KeepSnapshot(name string) (*world.Snapshot, error)
	Snapshots() []*world.Snapshot
	ForgetSnapshot(name string) bool
	RememberSnapshot(name string) (*world.Snapshot, error)
	Restore(of *world.Snapshot)
}

// Take keeps the rows as they are now, for Restore. It copies no row, and costs the same for every number of rows. That
// of [Remote] is Keep with a name that the server makes, so it is one of the 1000 that a server keeps.
func (s Snapshots) Take() *Snapshot { return &Snapshot{*s.in.Snapshot()} }

// Keep keeps the rows as Take does, and keeps the snapshot under a name until Forget or Close. So it can be restored
// from another process: see [Remote]. A name is like that of a session. Without a name the server makes one. Sessions
// have snapshots of their own.
//
// It returns an error if the name is wrong or in use, or if the server keeps 1000 snapshots.
func (s Snapshots) Keep(name string) (*Snapshot, error) { return snapshotOf(s.in.KeepSnapshot(name)) }

// All returns the snapshots that Keep keeps, in the order in which they were made.
func (s Snapshots) All() []*Snapshot {
	return values.Mapped(s.in.Snapshots(), func(kept *world.Snapshot) *Snapshot { return &Snapshot{*kept} })
}

// Forget makes the server forget the snapshot with a name. It reports whether there was one. The server holds the
// memory of the snapshot that was forgotten last until it forgets the next one: Remember takes Forget back.
func (s Snapshots) Forget(name string) bool { return s.in.ForgetSnapshot(name) }

// Remember takes Forget back: the server keeps the snapshot again under its name, at its place in All. It returns an
// error if the snapshot with the name is not the one that was forgotten last, if another one has the name now, or if
// the server keeps 1000 snapshots.
func (s Snapshots) Remember(name string) (*Snapshot, error) {
	return snapshotOf(s.in.RememberSnapshot(name))
}

// Restore makes all rows those of a snapshot, any number of times. It is itself a write, and costs the same for every
// number of rows. The snapshot may be one of another server or session in this process with the same host; [Remote]
// takes those of its own server or session that the server keeps.
//
// The rows are also payments and registrations, details, what the Set methods set, the refs of fixtures, and the
// accounts with the passwords and the keys that they had. Keys that have expired by the clock stay expired. Ids,
// transaction ids and keys that the server makes go on, so that none is given twice, also none that was given after the
// snapshot. The ids of SetNextID and SetNextTransactionID stay as they are. Restore changes neither clock, journal,
// faults nor rate limits.
//
// Restore panics if there is no snapshot, or if it is one of another host.
func (s Snapshots) Restore(of *Snapshot) {
	if of == nil {
		of = &Snapshot{}
	}
	s.in.Restore(&of.kept)
}

// snapshotOf returns what is kept, or the error.
func snapshotOf(kept *world.Snapshot, err error) (*Snapshot, error) {
	if err != nil {
		return nil, err
	}
	return &Snapshot{*kept}, nil
}

// Snapshot is what [Snapshots] keep. Nothing changes it.
type Snapshot struct{ kept world.Snapshot }

// Name returns the name under which the server keeps the snapshot; "" unless [Snapshots.Keep] made it.
func (s *Snapshot) Name() string { return s.kept.Name }

// Write returns the number of the write after which the snapshot was made.
func (s *Snapshot) Write() int64 { return s.kept.Write }

// Time returns the time of the server's clock when the snapshot was made.
func (s *Snapshot) Time() time.Time { return s.kept.Time }

// String says what the snapshot is of. It shows no row.
func (s *Snapshot) String() string {
	if s == nil {
		return "no snapshot"
	}
	return s.kept.String()
}

// GoString returns String, so that the format %#v shows no row.
func (s *Snapshot) GoString() string { return "mockserver.Snapshot{" + s.String() + "}" }
