package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

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
