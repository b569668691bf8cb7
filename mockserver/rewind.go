package mockserver

import (
	"errors"
	"fmt"
	"reflect"
)

// Writes returns the number of the newest write, which is how many writes there were. Every write that the server
// carried out has a number: a request that changed rows or keys, a call of the side door, Reset, Restore and Rewind. 0
// is the server as it started. A request that was refused wrote nothing and has no number, nor has a login that got the
// keys of before. Call.Write is the number of a request's write. With DataFile a server that starts with the rows of a
// file goes on with the number of the last write in it.
//
//go:noinline
func (s *Server) Writes() int64 { return inner(s).state.newest.Load().number }

// Rewind shows the world as it was after a write, 0 for the world as it started. Rewind is itself a write, so a second
// Rewind can undo it. It goes back as far as RewindLimit allows, also over a Reset, a Restore and a Rewind. A restart
// with DataFile ends what it can go back to. Rewind panics if there is no such write or if it is no longer kept, and
// names the numbers that it takes.
//
// Rewind restores what Restore restores. A write that comes meanwhile from a client is one of those that Rewind undoes,
// or comes behind it.
func (s *Server) Rewind(write int64) {
	if err := inner(s).rewind(write); err != nil {
		panic("mockserver: Rewind: " + err.Error())
	}
}

// Snapshot keeps the rows as they are now, for Restore. It copies no row, and costs the same for every number of rows.
func (s *Server) Snapshot() *Snapshot {
	in := inner(s)
	rows := in.state.settled()
	return &Snapshot{time: in.clock.Now(), write: rows.number, of: rows.variant.Name, rows: rows}
}

// Restore makes all rows those of a snapshot, any number of times. It is itself a write, and costs the same for every
// number of rows. The snapshot may be one of another server or session with the same host.
//
// The rows are also payments and registrations, what the Set methods set, the refs of fixtures, and the accounts with
// the passwords and the keys that they had. Keys that have expired by the clock stay expired. Ids, transaction ids and
// keys that the server makes go on, so that none is given twice, also none that was given after the snapshot. The ids
// of NextID and NextTransactionID stay as they are. Restore changes neither clock, journal, faults nor rate limits.
//
// Restore panics if there is no snapshot, or if it is one of another host.
func (s *Server) Restore(of *Snapshot) {
	if err := inner(s).restore(of); err != nil {
		panic("mockserver: Restore: " + err.Error())
	}
}

func (w *world) restore(of *Snapshot) error {
	switch {
	case of != nil && of.far != "":
		return errors.New("the snapshot is at " + of.far + ", in another process: Save and Load carry rows from there")
	case of == nil || of.rows == nil:
		return errors.New("there is no snapshot: Server.Snapshot makes one")
	}
	rows := of.rows.(*version)
	own, other := w.responder.variant, rows.variant
	switch {
	case own.Name != other.Name:
		return fmt.Errorf("the snapshot is one of %s, and the server serves %s", other.Name, own.Name)
	case !reflect.DeepEqual(own, other):
		return fmt.Errorf("the snapshot is one of a server with another profile of %s", own.Name)
	}
	method := fmt.Sprintf("Restore of write %d", of.Write())
	if of.name != "" {
		method = fmt.Sprintf("Restore of %q", of.name)
	}
	return w.show(method, func(*version) (*version, error) { return rows, nil })
}

func (w *world) rewind(write int64) error {
	return w.show(fmt.Sprintf("Rewind to %d", write), func(newest *version) (*version, error) {
		return w.state.past.at(write, newest)
	})
}

// show makes the rows and accounts of a kept version the newest ones.
func (w *world) show(method string, kept func(newest *version) (*version, error)) error {
	var before []account
	_, err := w.state.advance(origin{method: method}, func(newest *version) (*version, error) {
		old, err := kept(newest)
		if err != nil {
			return nil, err
		}
		before = newest.accounts
		next := old.fork()
		next.instead(newest, w.state.given)
		return next, nil
	})
	if err == nil {
		w.journal.known.of(before) // the journal goes on hiding the secrets of accounts that are gone
	}
	return err
}

// instead makes a version that takes the place of the newest one go on with what belongs to the world and not to the
// rows: what it ever gave out, and the ids that the test has chosen for the next rows.
func (s *version) instead(newest *version, before counters) {
	s.variant, s.hands = newest.variant, newest.hands
	s.counters = s.given()
	s.goOn(newest.given())
	s.goOn(before)
	s.changeAccounts(func(*account) bool { return true }, func(a *account) { a.made = s.keys })
	s.nextID, s.nextTransaction = newest.nextID, newest.nextTransaction
	if s.payment(s.nextTransaction) != nil {
		s.nextTransaction = ""
	}
}
