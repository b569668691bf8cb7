package mockserver

// asWorld returns the World of a server or a session in this process.
func (s *server) asWorld() *World {
	return &World{
		Events: detailedRowsOf(s, &eventNoun, &eventDetails), Divisions: detailedRowsOf(s, &divisionNoun, &divisionDetails),
		Pools: PoolRows{rowsIn(s, &poolNoun), s},
		Teams: detailedRowsOf(s, &teamNoun, &teamDetails), Players: rowsIn(s, &playerNoun),
		Venues: detailedRowsOf(s, &venueNoun, &venueDetails), Games: detailedRowsOf(s, &gameNoun, &gameDetails),
		Statistics: Statistics{s}, Accounts: Accounts{s}, Faults: Faults{s}, Calls: Journal{s}, Writes: History{s},
		Payments:      Records[string, PaymentRecord]{localRecords[string, PaymentRecord]{&paymentNoun, s}},
		Registrations: Records[int64, RegistrationRecord]{localRecords[int64, RegistrationRecord]{&registrationNoun, s}},
		Snapshots:     Snapshots{s}, Clock: s.clock,
		in: s,
	}
}

func rowsIn[K comparable, R, T any](s *server, n *noun[K, R, T]) Rows[T] {
	return Rows[T]{localRows[K, R, T]{n, s}}
}

func detailedRowsOf[K comparable, R, T, D any](s *server, n *noun[K, R, T], d *detailed[K, R, D]) DetailedRows[T, D] {
	return DetailedRows[T, D]{rowsIn(s, n), localDetails[K, R, D]{d, s}}
}
