package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// mostRowChanges bounds the rows in the details of a write.
const mostRowChanges = 100

func (s *server) LastWrites(n int, before int64) []journal.Write {
	checkWrites(n, before)
	writes := []journal.Write{}
	for _, change := range s.state.Last(n, before) {
		w := change.Write()
		w.Changes, _ = savefile.Changes(change.Is, change.Was, 0)
		writes = append(writes, w)
	}
	s.addRequests(writes)
	return writes
}

// checkWrites panics with negative arguments of Writes.Last.
func checkWrites(n int, before int64) {
	checkCount("Writes.Last", n)
	if before < 0 {
		panic(refusal.Errorf("Writes.Last", "before is %d: expected the number of a write, or 0", before))
	}
}

func (s *server) WriteDetails(number int64) (journal.WriteDetails, bool) {
	if number < 1 {
		return journal.WriteDetails{}, false
	}
	changes := s.state.Last(1, number+1)
	if len(changes) == 0 || changes[0].Is.Number != number {
		return journal.WriteDetails{}, false
	}
	details := journal.WriteDetails{Write: changes[0].Write(), Rows: []journal.RowChange{}}
	var rows []journal.RowChange
	details.Changes, rows = savefile.Changes(changes[0].Is, changes[0].Was, mostRowChanges)
	details.Rows = append(details.Rows, rows...)
	one := []journal.Write{details.Write}
	s.addRequests(one)
	details.Write = one[0]
	return details, true
}

// addRequests adds the numbers of the calls that made writes, where the journal has them.
func (s *server) addRequests(writes []journal.Write) {
	entries, _ := s.journal.ring.After(0)
	of := make(map[int64]int64, len(entries))
	for _, e := range entries {
		if e.Value.write != 0 {
			of[e.Value.write] = e.Number
		}
	}
	for i := range writes {
		writes[i].Request = of[writes[i].Number]
	}
}
