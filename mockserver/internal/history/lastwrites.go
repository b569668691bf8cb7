package history

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// versionPair is a version and the one before it.
type versionPair struct{ Was, Is *model.Version }

// LastPairs returns the newest n versions before a number, 0 for all, each with the one before it.
func (s *State) LastPairs(n int, before int64) (pairs []versionPair) {
	s.Guard()
	s.Writing.Lock()
	defer s.Writing.Unlock()
	newest := s.Newest.Load()
	number := newest.Number
	if before > 0 {
		number = min(number, before-1)
	}
	for ; len(pairs) < n; number-- {
		is, err := s.Past.At(number, newest)
		if err != nil {
			break
		}
		was, err := s.Past.At(number-1, newest)
		if err != nil {
			break
		}
		pairs = append(pairs, versionPair{was, is})
	}
	return pairs
}

func WriteOfPair(pair versionPair) journal.Write {
	by := pair.Is.By
	w := journal.Write{Number: pair.Is.Number, Time: by.Time, Made: time.Unix(0, by.Made), Method: by.Method}
	if by.Op != nil {
		w.Op = by.Op.ID
	}
	return w
}
