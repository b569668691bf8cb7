package mockserver

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/journal"
)

// versionPair is a version and the one before it.
type versionPair struct{ was, is *version }

// lastPairs returns the newest n versions before a number, 0 for all, each with the one before it.
func (s *state) lastPairs(n int, before int64) (pairs []versionPair) {
	s.guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	newest := s.newest.Load()
	number := newest.number
	if before > 0 {
		number = min(number, before-1)
	}
	for ; len(pairs) < n; number-- {
		is, err := s.past.at(number, newest)
		if err != nil {
			break
		}
		was, err := s.past.at(number-1, newest)
		if err != nil {
			break
		}
		pairs = append(pairs, versionPair{was, is})
	}
	return pairs
}

func writeOfPair(pair versionPair) journal.Write {
	by := pair.is.by
	w := journal.Write{Number: pair.is.number, Time: by.time, Made: time.Unix(0, by.made), Method: by.method}
	if by.op != nil {
		w.Op = by.op.ID
	}
	return w
}
