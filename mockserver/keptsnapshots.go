package mockserver

import (
	"errors"
	"fmt"
)

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
	if err := inner(s).snapshots.add(name, snapshot); err != nil {
		return nil, fmt.Errorf("mockserver: KeepSnapshot: %w", err)
	}
	return snapshot, nil
}

// Snapshots returns the snapshots that KeepSnapshot keeps, in the order in which they were made.
func (s *Server) Snapshots() []*Snapshot {
	inner(s).snapshots.mu.Lock()
	defer inner(s).snapshots.mu.Unlock()
	return append([]*Snapshot{}, inner(s).snapshots.all...)
}

// ForgetSnapshot makes the server forget the snapshot with a name. It reports whether there was one. RememberSnapshot
// takes it back. So the server holds the memory of the snapshot that was forgotten last, of no other, until it forgets
// the next one.
//
//go:noinline
func (s *Server) ForgetSnapshot(name string) bool { return inner(s).snapshots.forget(name) }

// RememberSnapshot takes ForgetSnapshot back: the server keeps the snapshot again under its name, at its place in
// Snapshots. It returns an error if the snapshot with the name is not the one that was forgotten last, if another one
// has the name now, or if the server keeps 1000 snapshots.
func (s *Server) RememberSnapshot(name string) (*Snapshot, error) {
	snapshot, err := inner(s).snapshots.remember(name)
	if err != nil {
		return nil, fmt.Errorf("mockserver: RememberSnapshot: %w", err)
	}
	return snapshot, nil
}
