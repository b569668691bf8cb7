package mockserver

import "github.com/tourney-go/tourney/mockserver/stored"

// asWorld returns the World of a server or a session in this process.
func (s *server) asWorld() *World {
	w := s.direct
	return &World{
		Events: detailedRowsOf(w, &eventNoun, &eventDetails), Divisions: detailedRowsOf(w, &divisionNoun, &divisionDetails),
		Pools: PoolRows{rowsIn(w, &poolNoun), w},
		Teams: detailedRowsOf(w, &teamNoun, &teamDetails), Players: rowsIn(w, &playerNoun),
		Venues: detailedRowsOf(w, &venueNoun, &venueDetails), Games: detailedRowsOf(w, &gameNoun, &gameDetails),
		Statistics: Statistics{w}, Accounts: Accounts{w}, Faults: Faults{s}, Calls: Calls{s}, Writes: History{s},
		Payments:      Records[string, stored.Payment]{localRecords[string, stored.Payment]{&paymentNoun, w}},
		Registrations: Records[int64, stored.Registration]{localRecords[int64, stored.Registration]{&registrationNoun, w}},
		Snapshots:     Snapshots{s}, Clock: &Clock{s.clock},
		in: s,
	}
}

func rowsIn[K comparable, R, T any](w *direct, n *noun[K, R, T]) Rows[T] {
	return Rows[T]{localRows[K, R, T]{n, w}}
}

func detailedRowsOf[K comparable, R, T, D any](w *direct, n *noun[K, R, T], d *detailed[K, R, D]) DetailedRows[T, D] {
	return DetailedRows[T, D]{rowsIn(w, n), localDetails[K, R, D]{d, w}}
}
