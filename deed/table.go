package deed

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// Memory returns a store in memory, for tests and for programs that forget their keys when they end.
func Memory() Store {
	var mu sync.Mutex
	all, begun := table{}, time.Now()
	return tableStore{
		read: func() (table, error) { mu.Lock(); defer mu.Unlock(); return maps.Clone(all), nil },
		change: func(_ context.Context, change func(table)) error {
			mu.Lock()
			defer mu.Unlock()
			change(all)
			return nil
		},
		now: func() time.Time { return begun.Add(time.Since(begun)) }, // also when somebody sets the clock of the machine
	}
}

// File returns a store in a file, which need not exist. The processes of a machine take turns, by a file beside it
// whose name ends with .lock. File is for a few processes, because each change writes the whole file. Only its owner
// can read it; on Windows it has the rights of its folder. A folder on which the system has no locks, such as some of a
// network, is an error. The clock is that of the machine: when somebody sets it forward by more than a Lease, a write
// that is under way may be looked up too early.
func File(path string) (Store, error) {
	if err := tempfile.Locks(path); err != nil {
		return nil, fmt.Errorf("deed: the file of deeds: %w", err)
	}
	return tableStore{
		read: func() (table, error) {
			data, err := tempfile.Load(path)
			if err != nil {
				return nil, err
			}
			return parse(path, data)
		},
		change: func(ctx context.Context, change func(table)) error {
			return tempfile.Update(ctx, path, func(data []byte) ([]byte, error) {
				all, err := parse(path, data)
				if err != nil {
					return nil, err
				}
				change(all)
				return json.Marshal(content{fileFormat, all})
			})
		},
		now: time.Now,
	}, nil
}

// fileFormat is the format of the files that this version of the library writes and reads.
const fileFormat = 1

// content is what is in a file.
type content struct {
	Format int   `json:"Format"`
	Deeds  table `json:"Deeds"`
}

// parse reads a file. What it cannot read is an error, because writes may have happened.
func parse(path string, data []byte) (table, error) {
	if data == nil {
		return table{}, nil
	}
	var all content
	err := json.Unmarshal(data, &all)
	if err == nil && (all.Format != fileFormat || all.Deeds == nil) {
		err = fmt.Errorf("it has the format %d: expected %d", all.Format, fileFormat)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no file of deeds of this version of the library: %w", path, err)
	}
	return all.Deeds, nil
}

// table has records by their keys.
type table map[string]ending

// ending is a record with the time until which it is kept.
type ending struct {
	Record
	Ends time.Time
}

// tableStore is a store that reads and changes a table as a whole.
type tableStore struct {
	read   func() (table, error)
	change func(context.Context, func(table)) error
	now    func() time.Time
}

func (s tableStore) Load(_ context.Context, key string) (Record, time.Time, error) {
	all, err := s.read()
	now := s.now()
	if r := all[key]; now.Before(r.Ends) {
		return r.Record, now, err
	}
	return Record{}, now, err
}

func (s tableStore) Create(ctx context.Context, key string, r Record, keep time.Duration) (bool, error) {
	return s.Replace(ctx, key, "", r, keep)
}

func (s tableStore) Replace(
	ctx context.Context, key, version string, r Record, keep time.Duration,
) (saved bool, err error) {
	err = s.change(ctx, func(all table) {
		now := s.now()
		maps.DeleteFunc(all, func(_ string, r ending) bool { return !now.Before(r.Ends) })
		if saved = all[key].Version == version; saved {
			all[key] = ending{r, now.Add(keep)}
		}
	})
	return saved && err == nil, err
}

func (s tableStore) Delete(ctx context.Context, key, version string) error {
	return s.change(ctx, func(all table) {
		if all[key].Version == version {
			delete(all, key)
		}
	})
}
