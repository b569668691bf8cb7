package world

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

const maxRowChanges = 100

// LastWrites returns the newest n writes whose numbers are less than before, newest first. If before is 0, it returns
// the newest n of all writes.
func (w *World) LastWrites(n int, before int64) []journal.Write {
	CheckWrites(n, before)
	writes := []journal.Write{}
	for _, change := range w.State.Last(n, before) {
		made := change.Write()
		made.Changes, _ = savefile.Changes(change.Is, change.Was, 0)
		writes = append(writes, made)
	}
	w.addRequests(writes)
	return writes
}

// CheckWrites panics if an argument of Writes.Last is negative.
func CheckWrites(n int, before int64) {
	recording.CheckCount("Writes.Last", n)
	if before < 0 {
		panic(refusal.Errorf("Writes.Last", "before is %d: expected the number of a write, or 0", before))
	}
}

// WriteDetails returns a write with the rows that it changed, and false if the world does not keep the write.
func (w *World) WriteDetails(number int64) (journal.WriteDetails, bool) {
	if number < 1 {
		return journal.WriteDetails{}, false
	}
	changes := w.State.Last(1, number+1)
	if len(changes) == 0 || changes[0].Is.Number != number {
		return journal.WriteDetails{}, false
	}
	details := journal.WriteDetails{Write: changes[0].Write(), Rows: []journal.RowChange{}}
	var rows []journal.RowChange
	details.Changes, rows = savefile.Changes(changes[0].Is, changes[0].Was, maxRowChanges)
	details.Rows = append(details.Rows, rows...)
	one := []journal.Write{details.Write}
	w.addRequests(one)
	details.Write = one[0]
	return details, true
}

// addRequests adds to each write the number of the call that made it, if the journal still has the call.
func (w *World) addRequests(writes []journal.Write) {
	of := w.Journal.Writers()
	for i := range writes {
		writes[i].Request = of[writes[i].Number]
	}
}

// Writes returns the number of the newest write.
func (w *World) Writes() int64 { return w.State.Newest().Number }

// Rewind brings back the rows as they were after the write with this number.
func (w *World) Rewind(write int64) {
	if err := w.rewind(write); err != nil {
		panic(refusal.Wrap("Writes.Rewind", err))
	}
}

// Snapshot returns a snapshot of the present rows.
func (w *World) Snapshot() *Snapshot {
	rows := w.State.Settled()
	return &Snapshot{Time: w.Clock.Now(), Write: rows.Number, Of: rows.Variant.Name, rows: rows}
}

// Restore replaces all rows by the rows of a snapshot.
func (w *World) Restore(of *Snapshot) {
	if err := w.restore(of); err != nil {
		panic(refusal.Wrap("Snapshots.Restore", err))
	}
}

// ErrNoSnapshot is the error of Restore if there is no snapshot to restore.
var ErrNoSnapshot = refusal.Absentf("there is no snapshot: Snapshots.Take makes one")

func (w *World) restore(of *Snapshot) error {
	switch {
	case of != nil && of.Far != "":
		return errors.New("the snapshot is at " + of.Far + ", in another process: Save and Load carry rows from there")
	case of == nil || of.rows == nil:
		return ErrNoSnapshot
	}
	rows := of.rows.(*model.Version)
	own, other := w.Responder.Variant, rows.Variant
	switch {
	case own.Name != other.Name:
		return fmt.Errorf("the snapshot is one of %s, and the server serves %s", other.Name, own.Name)
	case !reflect.DeepEqual(own, other):
		return fmt.Errorf("the snapshot is one of a server with another profile of %s", own.Name)
	}
	method := fmt.Sprintf("Restore of write %d", of.Write)
	if of.Name != "" {
		method = fmt.Sprintf("Restore of %q", of.Name)
	}
	return w.show(method, func(*model.Version) (*model.Version, error) { return rows, nil })
}

func (w *World) rewind(write int64) error {
	return w.show(fmt.Sprintf("Rewind to %d", write), func(newest *model.Version) (*model.Version, error) {
		return w.State.Past.At(write, newest)
	})
}

// show replaces the present rows and accounts by those of an earlier version, which kept returns.
func (w *World) show(method string, kept func(newest *model.Version) (*model.Version, error)) error {
	var before []model.Account
	_, err := w.State.Advance(&model.Origin{Method: method}, func(newest *model.Version) (*model.Version, error) {
		old, err := kept(newest)
		if err != nil {
			return nil, err
		}
		before = newest.Accounts
		w.Responder.Late.Drop()
		next := old.Fork()
		instead(next, newest, w.State.Given)
		return next, nil
	})
	if err == nil {
		w.Journal.Known.Remember(before)
	}
	return err
}

// instead prepares a version that replaces the newest one. It copies from the newest version what does not return to
// an earlier state: which ids the world has ever given out, and which ids the test has chosen for the next rows.
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
