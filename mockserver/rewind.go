package mockserver

import (
	"errors"
	"fmt"
	"reflect"
)

func (s *server) Writes() int64 { return s.state.newest.Load().number }

func (s *server) Rewind(write int64) {
	if err := s.rewind(write); err != nil {
		panic(failing("Writes.Rewind", err))
	}
}

func (s *server) Snapshot() *Snapshot {
	rows := s.state.settled()
	return &Snapshot{time: s.clock.Now(), write: rows.number, of: rows.variant.Name, rows: rows}
}

func (s *server) Restore(of *Snapshot) {
	if err := s.restore(of); err != nil {
		panic(failing("Snapshots.Restore", err))
	}
}

func (w *world) restore(of *Snapshot) error {
	switch {
	case of != nil && of.far != "":
		return errors.New("the snapshot is at " + of.far + ", in another process: Save and Load carry rows from there")
	case of == nil || of.rows == nil:
		return absentf("there is no snapshot: Snapshots.Take makes one")
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
