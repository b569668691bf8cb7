package mockserver

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

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
// of [Remote] is Keep with a name that the server makes, so it is one of the 1000 that a server keeps.
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
func (s Snapshots) Restore(of *Snapshot) { s.in.Restore(of) }

// Snapshot is what [Snapshots] keep. Nothing changes it.
type Snapshot struct {
	name  string
	made  int // counts the snapshots with names of the server; 0 without a name
	time  time.Time
	write int64
	of    string // the variant; "" for the zero Snapshot
	far   string // the URL of a server in another process; "" for one in this process
	rows  any    // a *model.Version, hidden from importers; nil for a server in another process
}

// Name returns the name under which the server keeps the snapshot; "" unless [Snapshots.Keep] made it.
func (s *Snapshot) Name() string { return s.name }

// Write returns the number of the write after which the snapshot was made.
func (s *Snapshot) Write() int64 { return s.write }

// Time returns the time of the server's clock when the snapshot was made.
func (s *Snapshot) Time() time.Time { return s.time }

// String says what the snapshot is of. It shows no row.
func (s *Snapshot) String() string {
	switch {
	case s == nil || s.of == "":
		return "no snapshot"
	case s.far != "":
		return fmt.Sprintf("snapshot of %s after write %d at %s", s.of, s.write, s.far)
	}
	return fmt.Sprintf("snapshot of %s after write %d", s.of, s.write)
}

// GoString returns String, so that the format %#v shows no row.
func (s *Snapshot) GoString() string { return "mockserver.Snapshot{" + s.String() + "}" }

// mostSnapshots bounds the snapshots that a server keeps under names.
const mostSnapshots = 1000

// keptSnapshots are the snapshots of a world under names. It is safe for concurrent use.
type keptSnapshots struct {
	mu        sync.Mutex
	all       []*Snapshot // in the order in which they were made
	forgotten *Snapshot   // the one that was forgotten last; nil for none, and when it is kept again
	made      int         // snapshots with names so far
	named     int         // names that the server made

	changes int64 // how often a snapshot was added, forgotten or remembered
}

// add keeps a snapshot, and gives it its name.
func (k *keptSnapshots) add(name string, snapshot *Snapshot) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name == "" {
		k.named++
		if made := "snapshot-" + strconv.Itoa(k.named); !k.knowsLocked(made) {
			name = made
		}
	}
	if err := k.roomLocked(name); err != nil {
		return err
	}
	k.made++
	snapshot.name, snapshot.made = name, k.made
	k.all = append(k.all, snapshot)
	k.changes++
	return nil
}

// roomLocked returns why no other snapshot can be kept under a name.
func (k *keptSnapshots) roomLocked(name string) error {
	switch {
	case k.knowsLocked(name):
		return fmt.Errorf("a snapshot %q is kept already", name)
	case len(k.all) >= mostSnapshots:
		return fmt.Errorf("%d snapshots are kept already: Snapshots.Forget forgets one", mostSnapshots)
	}
	return nil
}

// forget forgets the snapshot with a name, and reports whether there was one. It holds that one in the place of the one
// that was forgotten before, so that the memory of one snapshot at most stays.
func (k *keptSnapshots) forget(name string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.all, func(kept *Snapshot) bool { return kept.name == name })
	if i < 0 {
		return false
	}
	k.forgotten = k.all[i]
	k.all = slices.Delete(k.all, i, i+1)
	k.changes++
	return true
}

// remember takes the last forget back. The snapshot gets its old place among the others.
func (k *keptSnapshots) remember(name string) (*Snapshot, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch back := k.forgotten; {
	case back != nil && back.name == name:
	case k.knowsLocked(name):
		return nil, fmt.Errorf("the snapshot %q is not forgotten", name)
	case back == nil:
		return nil, refusal.Absentf("there is no snapshot %s, and none to remember", wire.ShownSession(name))
	default:
		return nil, refusal.Absentf("there is no snapshot %s: the one that was forgotten last is %q",
			wire.ShownSession(name), back.name)
	}
	if err := k.roomLocked(name); err != nil {
		return nil, err
	}
	back := k.forgotten
	i, _ := slices.BinarySearchFunc(k.all, back.made, func(kept *Snapshot, made int) int { return kept.made - made })
	k.all, k.forgotten = slices.Insert(k.all, i, back), nil
	k.changes++
	return back, nil
}

// changed returns how often a snapshot was added, forgotten or remembered.
func (k *keptSnapshots) changed() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changes
}

func (k *keptSnapshots) knowsLocked(name string) bool {
	return slices.ContainsFunc(k.all, func(kept *Snapshot) bool { return kept.name == name })
}

func (s *server) KeepSnapshot(name string) (*Snapshot, error) {
	if name != "" {
		if problem := wire.SessionNameProblem(name); problem != "" {
			return nil, refusal.Errorf("Snapshots.Keep", "the name %s", problem)
		}
	}
	snapshot := s.Snapshot()
	if err := s.snapshots.add(name, snapshot); err != nil {
		return nil, refusal.Wrap("Snapshots.Keep", err)
	}
	return snapshot, nil
}

func (s *server) Snapshots() []*Snapshot {
	s.snapshots.mu.Lock()
	defer s.snapshots.mu.Unlock()
	return append([]*Snapshot{}, s.snapshots.all...)
}

func (s *server) ForgetSnapshot(name string) bool { return s.snapshots.forget(name) }

func (s *server) RememberSnapshot(name string) (*Snapshot, error) {
	snapshot, err := s.snapshots.remember(name)
	if err != nil {
		return nil, refusal.Wrap("Snapshots.Remember", err)
	}
	return snapshot, nil
}
