package mockserver

import (
	"fmt"
	"time"
)

// Write is a write that the server can still go back to: see Server.Writes.
type Write struct {
	Number  int64     `json:"number"`
	Time    time.Time `json:"time"`                // of the server's Clock, before the write
	Made    time.Time `json:"made"`                // in real time and in the time zone of the server's machine
	Op      string    `json:"operation,omitempty"` // of the request; "" for the side door
	Request int64     `json:"request,omitempty"`   // Number of its Call; 0 for the side door, or without the journal's call
	Method  string    `json:"method,omitempty"`    // of the side door, such as "AddTeam" and "Rewind to 5"; "" for a request
	Changes int       `json:"changes"`             // how many rows it added, changed or removed: see WriteDetails
}

// WriteDetails is a write with what it changed.
type WriteDetails struct {
	Write
	Rows []RowChange `json:"rows"` // the first 100
}

// mostRowChanges bounds the rows in the details of a write.
const mostRowChanges = 100

// LastWrites returns the newest n writes, newest first, before the one with a number, or of all with 0. It returns
// those of which the server keeps the version before: see RewindLimit. It panics when a number is negative.
func (s *Server) LastWrites(n int, before int64) []Write {
	checkWrites(n, before)
	writes := []Write{}
	for _, pair := range inner(s).state.lastPairs(n, before) {
		w := writeOfPair(pair)
		w.Changes, _ = changesOf(pair.is, pair.was, 0)
		writes = append(writes, w)
	}
	inner(s).addRequests(writes)
	return writes
}

// checkWrites panics with negative arguments of LastWrites.
func checkWrites(n int, before int64) {
	checkCount("LastWrites", n)
	if before < 0 {
		panic(fmt.Sprintf("mockserver: LastWrites: before is %d: expected the number of a write, or 0", before))
	}
}

// WriteDetails returns a write with the rows that it changed, from what to what, and false when the server does not
// keep it: see LastWrites. A row that was written again with the values that it had is a change without members. The
// count of changes is exact for up to 20,000 of a table, and beyond that counts the places of rows in the table.
//
// The cost follows from the changes and not from the rows. Nothing is computed or kept before someone asks.
func (s *Server) WriteDetails(number int64) (WriteDetails, bool) {
	if number < 1 {
		return WriteDetails{}, false
	}
	pairs := inner(s).state.lastPairs(1, number+1)
	if len(pairs) == 0 || pairs[0].is.number != number {
		return WriteDetails{}, false
	}
	details := WriteDetails{Write: writeOfPair(pairs[0]), Rows: []RowChange{}}
	var rows []RowChange
	details.Changes, rows = changesOf(pairs[0].is, pairs[0].was, mostRowChanges)
	details.Rows = append(details.Rows, rows...)
	one := []Write{details.Write}
	inner(s).addRequests(one)
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
