package mockserver

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// History has the writes. Every write that the server carried out has a number: a request that changed rows or keys, a
// method of a [World], Reset, Restore and Rewind. 0 is the server as it started. A request that was refused wrote
// nothing and has no number, nor has a login that got the keys of before. Call.Write is the number of a request's
// write. With [DataFile] a server that starts with the rows of a file goes on with the number of the last write in it.
type History struct{ in anyHistory }

type anyHistory interface {
	Writes() int64
	LastWrites(n int, before int64) []journal.Write
	WriteDetails(number int64) (journal.WriteDetails, bool)
	Rewind(write int64)
}

// Newest returns the number of the newest write, which is how many writes there were.
func (h History) Newest() int64 { return h.in.Writes() }

// Last returns the newest n writes, newest first, before the one with a number, or of all with 0. It returns those of
// which the server keeps the version before: see Limits.Rewind. It panics when a number is negative.
func (h History) Last(n int, before int64) []journal.Write { return h.in.LastWrites(n, before) }

// Get returns a write with the rows that it changed, and false when there is no such write, or it is no longer kept.
func (h History) Get(number int64) (journal.WriteDetails, bool) { return h.in.WriteDetails(number) }

// Rewind shows the world as it was after a write, 0 for the world as it started. Rewind is itself a write, so a second
// Rewind can undo it. It goes back as far as Limits.Rewind allows, also over a Reset, a Restore and a Rewind. A restart
// with [DataFile] ends what it can go back to. Rewind panics if there is no such write or if it is no longer kept, and
// names the numbers that it takes.
//
// Rewind restores what [Snapshots.Restore] restores. A write that comes meanwhile from a client is one of those that
// Rewind undoes, or comes behind it.
func (h History) Rewind(number int64) { h.in.Rewind(number) }

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
	recording.CheckCount("Writes.Last", n)
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
	of := s.journal.Writers()
	for i := range writes {
		writes[i].Request = of[writes[i].Number]
	}
}

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
		w.journal.Known.Remember(before)
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
