package model

import (
	"maps"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// Origin says what made a version. The first version of a server has no Origin.
type Origin struct {
	Time   time.Time           // the time of the world's clock before the write
	Made   int64               // real time, in nanoseconds since the Unix epoch
	Op     *contract.Operation // the operation of the request that wrote; nil if a method of a World wrote
	Method string              // the method of a World that wrote, and what the method wrote to; "" for a request
	Notes  []string            // why the write did not change what one may expect
}

// Beginning names the scenario that the rows of a version come from.
type Beginning struct {
	Scenario string
	Seed     uint64
	Moved    int // the days by which the dates of scenarios and fixtures are moved
}

// Source is a file whose rows one write put into a version. Later versions show these rows too, until a write replaces
// all rows. After that write the rows stay in memory only for earlier versions.
type Source struct {
	before *Source // the file loaded before this one; nil if no rows of an earlier file are in the version
	files  int     // the number of files: this file and all files that before leads to
	Bytes  int64   // approximate memory of the rows
}

// PerRow is roughly how many bytes of memory a row needs besides its texts.
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

// Ended returns the memory of the files of s whose rows a version with the source next does not show.
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

// Refs map the names that fixtures give their rows to the ids of the rows. A Refs never changes: loading another
// fixture makes a new Refs.
type Refs struct{ ids map[string]int64 }

// IDs returns the ids by the names of the rows. It returns nil for a nil Refs, which a version without fixtures has.
func (r *Refs) IDs() map[string]int64 {
	if r == nil {
		return nil
	}
	return r.ids
}

// With returns refs that also contain the given ids. If r and ids have the same name, the name refers to the row in
// ids.
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
