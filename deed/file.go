package deed

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// File returns a store in a file, which need not exist. The processes of a machine take turns, by a file beside it
// whose name ends with .lock. File is for a few processes, because each change writes the whole file, which only its
// owner can read. A folder on which the system has no locks, such as some of a network, is an error. The clock is that
// of the machine: when somebody sets it forward by more than a Lease, a write that is under way may be looked up too
// early.
func File(path string) (Store, error) {
	if err := tempfile.Locks(path); err != nil {
		return nil, fmt.Errorf("deed: the file of deeds: %w", err)
	}
	return file(path), nil
}

type file string // its path

// fileFormat is the format of the files that this version of the library writes and reads.
const fileFormat = 1

// content is what is in a file.
type content struct {
	Format int   `json:"Format"`
	Deeds  table `json:"Deeds"`
}

func (f file) Load(_ context.Context, key string) (Record, time.Time, error) {
	data, err := tempfile.Load(string(f))
	now := time.Now()
	if err != nil {
		return Record{}, now, err
	}
	deeds, err := f.read(data)
	return deeds.at(key, now), now, err
}

func (f file) Create(ctx context.Context, key string, r Record, keep time.Duration) (bool, error) {
	return f.Replace(ctx, key, "", r, keep)
}

func (f file) Replace(ctx context.Context, key, version string, r Record, keep time.Duration) (saved bool, err error) {
	err = f.change(ctx, func(deeds table) { saved = deeds.replace(key, version, r, time.Now(), keep) })
	return saved, err
}

func (f file) Delete(ctx context.Context, key, version string) error {
	return f.change(ctx, func(deeds table) { deeds.delete(key, version) })
}

func (f file) change(ctx context.Context, change func(table)) error {
	return tempfile.Update(ctx, string(f), func(data []byte) ([]byte, error) {
		deeds, err := f.read(data)
		if err != nil {
			return nil, err
		}
		change(deeds)
		return json.Marshal(content{fileFormat, deeds})
	})
}

// read reads the records. A file that it cannot read is an error, because writes may have happened.
func (f file) read(data []byte) (table, error) {
	all := content{fileFormat, table{}}
	if data == nil {
		return all.Deeds, nil
	}
	all.Format = 0
	err := json.Unmarshal(data, &all)
	if err == nil && (all.Format != fileFormat || all.Deeds == nil) {
		err = fmt.Errorf("it has the format %d: expected %d", all.Format, fileFormat)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no file of deeds of this version of the library: %w", string(f), err)
	}
	return all.Deeds, nil
}
