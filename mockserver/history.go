package mockserver

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/world"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// History has the writes of a server. Every write that the server carried out has a number. Writes are requests that
// changed rows or keys, methods of a [World] that changed something, Reset, Restore and Rewind. The number 0 is the
// server as it started. A refused request wrote nothing and has no number. A login that issued no new keys has no
// number either. Call.Write is the number of a request's write. With [DataFile] a server that starts with the rows of a
// file numbers its writes after the last write in the file.
type History struct{ in anyHistory }

type anyHistory interface {
	Writes() int64
	LastWrites(n int, before int64) []journal.Write
	WriteDetails(number int64) (journal.WriteDetails, bool)
	Rewind(write int64)
}

// Newest returns the number of the newest write, which is how many writes there were.
func (h History) Newest() int64 { return made(h.in).Writes() }

// Last returns the newest n writes whose numbers are less than before, newest first. With 0 for before it returns the
// newest n of all writes. Last returns only writes that Rewind can undo: see Limits.Rewind. It panics when a number is
// negative.
func (h History) Last(n int, before int64) []journal.Write { return made(h.in).LastWrites(n, before) }

// Get returns a write with the rows that it changed, and false when there is no such write, or when the server no
// longer keeps the write.
func (h History) Get(number int64) (journal.WriteDetails, bool) {
	return made(h.in).WriteDetails(number)
}

// Rewind brings the world back to what it was after a write, and with 0 to what it was at the start. Rewind is itself a
// write, so a second Rewind can undo it. Rewind goes back as far as Limits.Rewind allows, also to before a Reset, a
// Restore or a Rewind. It cannot go back to before a restart with [DataFile]. Rewind panics if there is no such write
// or if the server no longer keeps it, and the error has the numbers that Rewind accepts.
//
// Rewind restores what [Snapshots.Restore] restores. When a client writes at the same time, Rewind either undoes that
// write or comes before it.
func (h History) Rewind(number int64) { made(h.in).Rewind(number) }

// Snapshots keep all rows as they are.
type Snapshots struct{ in anySnapshots }

type anySnapshots interface {
	Snapshot() *world.Snapshot
	KeepSnapshot(name string) (*world.Snapshot, error)
	Snapshots() []*world.Snapshot
	ForgetSnapshot(name string) bool
	Restore(of *world.Snapshot)
}

// Take keeps the rows as they are now, for Restore. It copies no row, and takes the same time for any number of rows.
// With [Remote], Take is Keep with a name that the server makes, so the snapshot counts among the 1000 that a server
// keeps.
func (s Snapshots) Take() *Snapshot { return &Snapshot{*made(s.in).Snapshot()} }

// Keep keeps the rows as Take does, and keeps the snapshot under a name until Forget or Close. So another process can
// restore the snapshot: see [Remote]. A name follows the rules for the name of a session: see [World.NewSession].
// With an empty name the server makes a name. Each session has snapshots of its own.
//
// Keep returns an error if the name is wrong or in use, or if the server already keeps 1000 snapshots.
func (s Snapshots) Keep(name string) (*Snapshot, error) {
	kept, err := made(s.in).KeepSnapshot(name)
	if err != nil {
		return nil, err
	}
	return &Snapshot{*kept}, nil
}

// All returns the snapshots that Keep keeps, in the order in which they were made.
func (s Snapshots) All() []*Snapshot {
	return values.Mapped(made(s.in).Snapshots(), func(kept *world.Snapshot) *Snapshot { return &Snapshot{*kept} })
}

// Forget makes the server forget the snapshot with a name. It reports whether there was one.
func (s Snapshots) Forget(name string) bool { return made(s.in).ForgetSnapshot(name) }

// Restore replaces all rows by the rows of a snapshot, any number of times. It is itself a write, and takes the same
// time for any number of rows. The snapshot may belong to another server or session in this process with the same host.
// With [Remote], Restore accepts only snapshots of the same server or session that the server still keeps.
//
// Restore also brings back payments and registrations, details, the values of the Set methods, the refs of fixtures,
// and the accounts with the passwords and the keys that they had. Keys that have expired by the clock stay expired.
// After Restore the server continues to make new ids, transaction ids and keys, so it gives no id or key twice. The
// ids of SetNextID and SetNextTransactionID stay as they are. Restore changes neither clock, journal, faults nor rate
// limits.
//
// Restore panics if there is no such snapshot, or if the snapshot belongs to another host.
func (s Snapshots) Restore(of *Snapshot) {
	var kept *world.Snapshot
	if of != nil {
		kept = &of.kept
	}
	made(s.in).Restore(kept)
}

// Snapshot holds all rows of one moment, see [Snapshots]. Nothing changes a snapshot.
type Snapshot struct{ kept world.Snapshot }

// Name returns the name under which the server keeps the snapshot; "" unless [Snapshots.Keep] made it.
func (s *Snapshot) Name() string { return s.kept.Name }

// Write returns the number of the write after which the snapshot was made.
func (s *Snapshot) Write() int64 { return s.kept.Write }

// Time returns the time of the server's clock when the snapshot was made.
func (s *Snapshot) Time() time.Time { return s.kept.Time }

// String returns the name, the write and the time of the snapshot. It shows no row.
func (s *Snapshot) String() string {
	if s == nil {
		return "no snapshot"
	}
	return s.kept.String()
}

// GoString returns String, so that the format %#v shows no row.
func (s *Snapshot) GoString() string { return "mockserver.Snapshot{" + s.String() + "}" }
