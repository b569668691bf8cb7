package deed

import (
	"context"
	"maps"
	"sync"
	"time"
)

// Memory returns a store in memory, for tests and for programs that forget their keys when they end.
func Memory() Store { return &memory{table: table{}, begun: time.Now()} }

type memory struct {
	mu    sync.Mutex
	table table
	begun time.Time // its clock does not follow that of the machine when that is set
}

func (m *memory) Load(_ context.Context, key string) (Record, time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	return m.table.at(key, now), now, nil
}

func (m *memory) Create(ctx context.Context, key string, r Record, keep time.Duration) (bool, error) {
	return m.Replace(ctx, key, "", r, keep)
}

func (m *memory) Replace(_ context.Context, key, version string, r Record, keep time.Duration) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.table.replace(key, version, r, m.now(), keep), nil
}

func (m *memory) Delete(_ context.Context, key, version string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.table.delete(key, version)
	return nil
}

func (m *memory) now() time.Time { return m.begun.Add(time.Since(m.begun)) }

// table has the records of a store by their keys.
type table map[string]ending

// ending is a record with the time until which it is kept.
type ending struct {
	Record
	Ends time.Time
}

func (t table) at(key string, now time.Time) Record {
	if r := t[key]; now.Before(r.Ends) {
		return r.Record
	}
	return Record{}
}

// replace keeps a record in place of one with a version. With "" the key has none.
func (t table) replace(key, version string, r Record, now time.Time, keep time.Duration) bool {
	if t.at(key, now).Version != version {
		return false
	}
	maps.DeleteFunc(t, func(_ string, r ending) bool { return !now.Before(r.Ends) })
	t[key] = ending{r, now.Add(keep)}
	return true
}

func (t table) delete(key, version string) {
	if t[key].Version == version {
		delete(t, key)
	}
}
