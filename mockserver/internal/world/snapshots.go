package world

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Snapshot contains the rows of a world as they were when the snapshot was made. A snapshot never changes.
type Snapshot struct {
	Name  string // "" for a snapshot without a name
	Time  time.Time
	Write int64
	Of    string // the variant
	Far   string // the URL of a server in another process; "" for a server in this process

	rows any // a *model.Version, which importers of the mock need not compile; nil for another process
}

// String returns a description of the snapshot without its rows.
func (s *Snapshot) String() string {
	switch {
	case s.Of == "":
		return "no snapshot"
	case s.Far != "":
		return fmt.Sprintf("snapshot of %s after write %d at %s", s.Of, s.Write, s.Far)
	}
	return fmt.Sprintf("snapshot of %s after write %d", s.Of, s.Write)
}

const maxSnapshots = 1000

// keptSnapshots holds the snapshots that a world keeps under names. It is safe for concurrent use.
type keptSnapshots struct {
	mu    sync.Mutex
	all   []*Snapshot // in the order in which they were made
	named int         // how many names the world invented

	changes int64 // how often a snapshot was added or forgotten
}

// add keeps a snapshot under a name. If the name is empty, add invents one.
func (k *keptSnapshots) add(name string, snapshot *Snapshot) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name == "" {
		k.named++
		if made := "snapshot-" + strconv.Itoa(k.named); k.indexLocked(made) < 0 {
			name = made
		}
	}
	switch {
	case k.indexLocked(name) >= 0:
		return fmt.Errorf("a snapshot %q is kept already", name)
	case len(k.all) >= maxSnapshots:
		return fmt.Errorf("%d snapshots are kept already: Snapshots.Forget forgets one", maxSnapshots)
	}
	snapshot.Name = name
	k.all = append(k.all, snapshot)
	k.changes++
	return nil
}

func (k *keptSnapshots) changed() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changes
}

// indexLocked returns the index of the snapshot with a name, -1 if there is none.
func (k *keptSnapshots) indexLocked(name string) int {
	return slices.IndexFunc(k.all, func(kept *Snapshot) bool { return kept.Name == name })
}

// KeepSnapshot keeps the rows under a name. If the name is empty, the world invents a name.
func (w *World) KeepSnapshot(name string) (*Snapshot, error) {
	if name != "" {
		if problem := wire.SessionNameProblem(name); problem != "" {
			return nil, refusal.Errorf("Snapshots.Keep", "the name %s", problem)
		}
	}
	snapshot := w.Snapshot()
	if err := w.kept.add(name, snapshot); err != nil {
		return nil, refusal.Wrap("Snapshots.Keep", err)
	}
	return snapshot, nil
}

// Snapshots returns the snapshots that KeepSnapshot keeps.
func (w *World) Snapshots() []*Snapshot {
	w.kept.mu.Lock()
	defer w.kept.mu.Unlock()
	return append([]*Snapshot{}, w.kept.all...)
}

// ForgetSnapshot removes the snapshot with a name, and reports whether there was one.
func (w *World) ForgetSnapshot(name string) bool {
	k := &w.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	i := k.indexLocked(name)
	if i < 0 {
		return false
	}
	k.all = slices.Delete(k.all, i, i+1)
	k.changes++
	return true
}
