package model

import (
	"maps"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// Origin says what made a version. The first version of a server has none.
type Origin struct {
	Time   time.Time           // of the world's clock, from before the write
	Made   int64               // in nanoseconds of Unix, in real time
	Op     *contract.Operation // of a request; nil for a World
	Method string              // of a World, and what it was called for; "" for a request
}

// Beginning names the scenario that the rows of a version come from.
type Beginning struct {
	Scenario string
	Seed     uint64
}

// Source is a file that brought rows of a version, as one write. The next versions show them too, until a write shows
// others in their place. Earlier versions then hold their memory.
type Source struct {
	before *Source // the file before, whose rows are still there; nil for none
	files  int     // how many they are
	Bytes  int64   // of memory that the rows take, roughly
}

// PerRow is roughly the memory that a row takes beside its texts.
const PerRow = 512

// With returns a source behind others. The bytes are those of the file.
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

// Refs are the ids of the rows of fixtures by their names. Nothing changes them: a load makes others.
type Refs struct{ ids map[string]int64 }

// IDs returns the ids by their names. A version without fixtures has no refs.
func (r *Refs) IDs() map[string]int64 {
	if r == nil {
		return nil
	}
	return r.ids
}

// With returns refs that have these ids too. A name that is there already stands for the new row.
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
