package mockserver

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

func (s *server) Writes() int64 { return s.state.Newest().Number }

func (s *server) Rewind(write int64) {
	if err := s.rewind(write); err != nil {
		panic(refusal.Wrap("Writes.Rewind", err))
	}
}

func (s *server) Snapshot() *Snapshot {
	rows := s.state.Settled()
	return &Snapshot{time: s.clock.Now(), write: rows.Number, of: rows.Variant.Name, rows: rows}
}

func (s *server) Restore(of *Snapshot) {
	if err := s.restore(of); err != nil {
		panic(refusal.Wrap("Snapshots.Restore", err))
	}
}

// errNoSnapshot is the error of a Restore without a snapshot.
var errNoSnapshot = refusal.Absentf("there is no snapshot: Snapshots.Take makes one")

func (w *world) restore(of *Snapshot) error {
	switch {
	case of != nil && of.far != "":
		return errors.New("the snapshot is at " + of.far + ", in another process: Save and Load carry rows from there")
	case of == nil || of.rows == nil:
		return errNoSnapshot
	}
	rows := of.rows.(*model.Version)
	own, other := w.responder.Variant, rows.Variant
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
	return w.show(method, func(*model.Version) (*model.Version, error) { return rows, nil })
}

func (w *world) rewind(write int64) error {
	return w.show(fmt.Sprintf("Rewind to %d", write), func(newest *model.Version) (*model.Version, error) {
		return w.state.Past.At(write, newest)
	})
}

// show makes the rows and accounts of a kept version the newest ones.
func (w *world) show(method string, kept func(newest *model.Version) (*model.Version, error)) error {
	var before []model.Account
	_, err := w.state.Advance(model.Origin{Method: method}, func(newest *model.Version) (*model.Version, error) {
		old, err := kept(newest)
		if err != nil {
			return nil, err
		}
		before = newest.Accounts
		next := old.Fork()
		instead(next, newest, w.state.Given)
		return next, nil
	})
	if err == nil {
		w.journal.known.Remember(before)
	}
	return err
}

// instead makes a version that takes the place of the newest one go on with what belongs to the world and not to the
// rows: what it ever gave out, and the ids that the test has chosen for the next rows.
func instead(s *model.Version, newest *model.Version, before model.Counters) {
	s.Variant, s.Hands = newest.Variant, newest.Hands
	s.Counters = s.Given()
	s.GoOn(newest.Given())
	s.GoOn(before)
	s.ChangeAccounts(func(*model.Account) bool { return true }, func(a *model.Account) { a.Made = s.Keys })
	s.NextID, s.NextTransaction = newest.NextID, newest.NextTransaction
	if s.Payment(s.NextTransaction) != nil {
		s.NextTransaction = ""
	}
}
