package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/sidedoor"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// asWorld returns the World of a server or a session in this process.
func (s *server) asWorld() *World {
	w := s.Direct
	return &World{
		Events:    detailedRowsOf(w, &sidedoor.EventNoun, &sidedoor.EventDetails),
		Divisions: detailedRowsOf(w, &sidedoor.DivisionNoun, &sidedoor.DivisionDetails),
		Pools:     PoolRows{rowsIn(w, &sidedoor.PoolNoun), w},
		Teams:     detailedRowsOf(w, &sidedoor.TeamNoun, &sidedoor.TeamDetails), Players: rowsIn(w, &sidedoor.PlayerNoun),
		Venues:     detailedRowsOf(w, &sidedoor.VenueNoun, &sidedoor.VenueDetails),
		Games:      detailedRowsOf(w, &sidedoor.GameNoun, &sidedoor.GameDetails),
		Statistics: Statistics{w}, Accounts: Accounts{w}, Faults: Faults{s}, Calls: Calls{s.Journal},
		Writes: History{s.World},
		Payments: Records[string, stored.Payment]{
			sidedoor.LocalRecords[string, stored.Payment]{Of: &sidedoor.PaymentNoun, W: w},
		},
		Registrations: Records[int64, stored.Registration]{
			sidedoor.LocalRecords[int64, stored.Registration]{Of: &sidedoor.RegistrationNoun, W: w},
		},
		Snapshots: Snapshots{s.World}, Clock: &Clock{s.Clock},
		in: s,
	}
}

func rowsIn[K comparable, R, T any](w *sidedoor.Direct, n *sidedoor.Noun[K, R, T]) Rows[T] {
	return Rows[T]{sidedoor.LocalRows[K, R, T]{Noun: n, W: w}}
}

func detailedRowsOf[K comparable, R, T, D any](
	w *sidedoor.Direct, n *sidedoor.Noun[K, R, T], d *sidedoor.Detailed[K, R, D],
) DetailedRows[T, D] {
	return DetailedRows[T, D]{rowsIn(w, n), sidedoor.LocalDetails[K, R, D]{Of: d, W: w}}
}
