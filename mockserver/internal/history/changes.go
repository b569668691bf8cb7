package history

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Change is a version and the one before it.
type Change struct{ Was, Is *model.Version }

// Last returns the newest n versions before a number, 0 for all, each with the one before it.
func (s *State) Last(n int, before int64) (list []Change) {
	s.Guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	newest := s.Newest()
	number := newest.Number
	if before > 0 {
		number = min(number, before-1)
	}
	for ; len(list) < n; number-- {
		is, err := s.Past.At(number, newest)
		if err != nil {
			break
		}
		was, err := s.Past.At(number-1, newest)
		if err != nil {
			break
		}
		list = append(list, Change{was, is})
	}
	return list
}

// Write returns what the journal says of the write that made the newer version, without what it changed.
func (c Change) Write() journal.Write {
	by := c.Is.By
	w := journal.Write{Number: c.Is.Number, Time: by.Time, Made: time.Unix(0, by.Made), Method: by.Method}
	if by.Op != nil {
		w.Op = by.Op.ID
	}
	return w
}
