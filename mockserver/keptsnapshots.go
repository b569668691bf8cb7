package mockserver

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

// mostSnapshots bounds the snapshots that a server keeps under names.
const mostSnapshots = 1000

// keptSnapshots are the snapshots of a world under names. It is safe for concurrent use.
type keptSnapshots struct {
	mu   sync.Mutex
	all  []*Snapshot // in the order in which they were made
	made int         // names that the server made
}

// KeepSnapshot keeps the rows as Snapshot does, and keeps the snapshot under a name until ForgetSnapshot or Close. So
// it can be restored from another process: see RemoteServer. A name is like that of a session. Without a name the
// server makes one. Sessions have snapshots of their own.
//
// It returns an error if the name is wrong or in use, or if the server keeps 1000 snapshots.
func (s *Server) KeepSnapshot(name string) (*Snapshot, error) {
	if name != "" {
		if problem := sessionNameProblem(name); problem != "" {
			return nil, errors.New("mockserver: KeepSnapshot: the name " + problem)
		}
	}
	snapshot := s.Snapshot()
	if err := s.snapshots.add(name, snapshot); err != nil {
		return nil, fmt.Errorf("mockserver: KeepSnapshot: %w", err)
	}
	return snapshot, nil
}

// Snapshots returns the snapshots that KeepSnapshot keeps, in the order in which they were made.
func (s *Server) Snapshots() []*Snapshot {
	s.snapshots.mu.Lock()
	defer s.snapshots.mu.Unlock()
	return slices.Clone(s.snapshots.all)
}

// ForgetSnapshot makes the server forget the snapshot with a name. It reports whether there was one.
func (s *Server) ForgetSnapshot(name string) bool {
	s.snapshots.mu.Lock()
	defer s.snapshots.mu.Unlock()
	before := len(s.snapshots.all)
	s.snapshots.all = slices.DeleteFunc(s.snapshots.all, func(kept *Snapshot) bool { return kept.name == name })
	return len(s.snapshots.all) < before
}

// add keeps a snapshot, and gives it its name.
func (k *keptSnapshots) add(name string, snapshot *Snapshot) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name == "" {
		k.made++
		if made := "snapshot-" + strconv.Itoa(k.made); !k.knowsLocked(made) {
			name = made
		}
	}
	switch {
	case k.knowsLocked(name):
		return fmt.Errorf("a snapshot %q is kept already", name)
	case len(k.all) >= mostSnapshots:
		return fmt.Errorf("%d snapshots are kept already: ForgetSnapshot forgets one", mostSnapshots)
	}
	snapshot.name = name
	k.all = append(k.all, snapshot)
	return nil
}

func (k *keptSnapshots) knowsLocked(name string) bool {
	return slices.ContainsFunc(k.all, func(kept *Snapshot) bool { return kept.name == name })
}
