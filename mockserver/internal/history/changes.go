package history

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Change is a version together with the version before it.
type Change struct{ Was, Is *model.Version }

// Last returns the newest n versions with a number less than before, each together with the version before it. If
// before is 0, it returns the newest n of all versions.
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

// Write returns a description of the write that made the newer version, without the rows that the write changed.
func (c Change) Write() journal.Write {
	by := c.Is.By
	w := journal.Write{Number: c.Is.Number, Time: by.Time, Made: time.Unix(0, by.Made), Method: by.Method, Notes: by.Notes}
	if by.Op != nil {
		w.Op = by.Op.ID
	}
	return w
}
