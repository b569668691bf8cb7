package mockserver

import (
	"time"
)

// Write is a write that the server can still go back to: see Writes.Newest.
type Write struct {
	Number  int64     `json:"number"`
	Time    time.Time `json:"time"`                // of the server's Clock, before the write
	Made    time.Time `json:"made"`                // in real time and in the time zone of the server's machine
	Op      string    `json:"operation,omitempty"` // of the request; "" for a method
	Request int64     `json:"request,omitempty"`   // Number of its Call; 0 for a method, or if the journal dropped it
	Method  string    `json:"method,omitempty"`    // such as "Teams.Add" and "Rewind to 5"; "" for a request
	Changes int       `json:"changes"`             // how many rows it added, changed or removed: see WriteDetails
}

// WriteDetails is a write with what it changed.
type WriteDetails struct {
	Write
	Rows []RowChange `json:"rows"` // the first 100
}

// mostRowChanges bounds the rows in the details of a write.
const mostRowChanges = 100

func (s *server) LastWrites(n int, before int64) []Write {
	checkWrites(n, before)
	writes := []Write{}
	for _, pair := range s.state.lastPairs(n, before) {
		w := writeOfPair(pair)
		w.Changes, _ = changesOf(pair.is, pair.was, 0)
		writes = append(writes, w)
	}
	s.addRequests(writes)
	return writes
}

// checkWrites panics with negative arguments of Writes.Last.
func checkWrites(n int, before int64) {
	checkCount("Writes.Last", n)
	if before < 0 {
		panic(refusing("Writes.Last", "before is %d: expected the number of a write, or 0", before))
	}
}

func (s *server) WriteDetails(number int64) (WriteDetails, bool) {
	if number < 1 {
		return WriteDetails{}, false
	}
	pairs := s.state.lastPairs(1, number+1)
	if len(pairs) == 0 || pairs[0].is.number != number {
		return WriteDetails{}, false
	}
	details := WriteDetails{Write: writeOfPair(pairs[0]), Rows: []RowChange{}}
	var rows []RowChange
	details.Changes, rows = changesOf(pairs[0].is, pairs[0].was, mostRowChanges)
	details.Rows = append(details.Rows, rows...)
	one := []Write{details.Write}
	s.addRequests(one)
	details.Write = one[0]
	return details, true
}

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

func writeOfPair(pair versionPair) Write {
	by := pair.is.by
	w := Write{Number: pair.is.number, Time: by.time, Made: time.Unix(0, by.made), Method: by.method}
	if by.op != nil {
		w.Op = by.op.ID
	}
	return w
}

// addRequests adds the numbers of the calls that made writes, where the journal has them.
func (s *server) addRequests(writes []Write) {
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
