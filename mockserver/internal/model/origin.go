package model

import (
	"maps"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// Origin says what made a version. The first version of a server has no Origin.
type Origin struct {
	Time   time.Time           // by the world's clock, before the write
	Made   int64               // real time, in nanoseconds since the Unix epoch
	Op     *contract.Operation // of the request that wrote; nil for a call of a World
	Method string              // of a World, and what it was called for; "" for a request
}

// Beginning names the scenario that the rows of a version come from.
type Beginning struct {
	Scenario string
	Seed     uint64
}

// Source is a file whose rows one write put into a version. The next versions show these rows too, until a write
// replaces all rows. After that write only earlier versions keep the rows in memory.
type Source struct {
	before *Source // the file loaded before, if its rows are still in the version; else nil
	files  int     // the number of files in the chain of before, this file included
	Bytes  int64   // approximate memory of the rows
}

// PerRow is roughly the memory that a row takes beside its texts.
const PerRow = 512

// With returns the source of a file that was loaded after s. The argument bytes is the size of the file.
func (s *Source) With(bytes int64, rows int) *Source {
	return &Source{before: s, files: s.count() + 1, Bytes: bytes + PerRow*int64(max(rows, 0))}
}

func (s *Source) count() int {
	if s == nil {
		return 0
	}
	return s.files
}

// Ended returns the memory of the files whose rows another version does not show.
func (s *Source) Ended(next *Source) (bytes int64) {
	for s != next {
		if s.count() >= next.count() {
			bytes += s.Bytes
			s = s.before
		} else {
			next = next.before
		}
	}
	return bytes
}

// Refs are the ids of the rows of fixtures by their names. A Refs never changes: loading another fixture makes a new
// Refs.
type Refs struct{ ids map[string]int64 }

// IDs returns the ids by their names. A version without fixtures has no refs.
func (r *Refs) IDs() map[string]int64 {
	if r == nil {
		return nil
	}
	return r.ids
}

// With returns refs that contain these ids too. A name that both have refers to the new row.
func (r *Refs) With(ids map[string]int64) *Refs {
	if len(ids) == 0 {
		return r
	}
	all := maps.Clone(ids)
	for name, id := range r.IDs() {
		if _, renamed := ids[name]; !renamed {
			all[name] = id
		}
	}
	return &Refs{all}
}
