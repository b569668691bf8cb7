// Package history holds the versions of a world's rows and the world's clock. The versions are the newest one and the
// earlier ones that Rewind can bring back.
//
// The package does not use the rows in versions. To change how a write begins, is checked, stored or counted, change
// State.Advance.
package history

import (
	"bytes"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// State holds the newest version. Requests that read use the newest version without a lock. Writes run one after
// another: each write changes a fork, and the fork becomes the newest version if the write succeeds. Every write has a
// number.
type State struct {
	writing sync.Mutex
	newest  atomic.Pointer[model.Version]
	Keep    func(next, newest *model.Version) error // puts a write into the data file; nil without a data file
	Tell    func()                                  // reports file errors, without the lock; nil without a data file
	Check   func(next, newest *model.Version) error // refuses a write after which an answer could not be encoded

	// Settle completes a write by what follows from it, and returns notes about the write; nil for nothing.
	Settle func(next, newest *model.Version) (notes []string)

	Now    func() time.Time // the time of the world's clock
	editor atomic.Int64     // the goroutine in a function of the user during a write; else 0

	Past  Past           // only writers use it
	Given model.Counters // the largest counters of all versions before the newest; only writers use it
}

// Newest returns the newest version.
func (s *State) Newest() *model.Version { return s.newest.Load() }

// Begin makes a version the first version of the state.
func (s *State) Begin(first *model.Version) {
	first.Seal()
	s.newest.Store(first)
}

// Edit calls a function of the user in the middle of a write, and records the goroutine for Guard.
func (s *State) Edit(f func()) {
	s.editor.Store(goroutineID())
	defer s.editor.Store(0)
	f()
}

// Guard panics if the function of an Edit method calls the server. A write in the function would block for ever, and a
// read would not see the row that the function changes. Guard notices only calls from the goroutine that runs the
// function.
func (s *State) Guard() {
	if id := s.editor.Load(); id != 0 && id == goroutineID() {
		panic(refusal.Errorf("", "the function of an Edit method calls the server, which is locked while the function runs"))
	}
}

// goroutineID returns the number of the current goroutine. The stack trace begins with the number: "goroutine 7
// [running]:".
func goroutineID() int64 {
	var text [64]byte
	fields := bytes.Fields(text[:runtime.Stack(text[:], false)])
	id, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return id
}

// ErrUnchanged makes State drop a fork in which nothing was changed. It is not a failure, and the write gets no number.
var ErrUnchanged = errors.New("nothing was written")

// Use calls f with the newest version, or with a fork for operations that write. It returns the number of the write, or
// 0 if nothing was written.
func (s *State) Use(by model.Origin, f func(*model.Version) error) (number int64, err error) {
	if by.Op.Class != contract.Read {
		return s.Commit(by, f)
	}
	s.Guard()
	return 0, f(s.Newest())
}

// Commit calls f with a fork of the newest version. The fork becomes the newest version unless f returns an error or
// panics. The function f may put notes into the Origin of the fork. Commit returns the number of the write, or 0 if
// nothing was written.
func (s *State) Commit(by model.Origin, f func(*model.Version) error) (number int64, err error) {
	number, err = s.Advance(&by, func(newest *model.Version) (*model.Version, error) {
		next := newest.Fork()
		next.By = by
		if err := f(next); err != nil {
			return nil, err
		}
		by.Notes = next.By.Notes
		if s.Settle != nil {
			by.Notes = s.Settle(next, newest)
		}
		return next, s.Check(next, newest)
	})
	if errors.Is(err, ErrUnchanged) {
		return 0, nil
	}
	return number, err
}

// Advance is the only function that makes a new version. It gives the version that f changes the next number, and makes
// it the newest. The function f may change by.
func (s *State) Advance(
	by *model.Origin, f func(newest *model.Version) (*model.Version, error),
) (number int64, err error) {
	s.Guard()
	if by.Time.IsZero() {
		by.Time = s.Now() // read without the lock: the function of the option Now may call the server
	}
	by.Made = time.Now().UnixNano()
	if s.Tell != nil {
		defer s.Tell()
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	newest := s.Newest()
	next, err := f(newest)
	if err != nil {
		return 0, err
	}
	next.Number, next.By = newest.Number+1, *by
	if err := next.CheckIDs(); err != nil {
		return 0, err
	}
	if s.Keep != nil { // before any request sees the write, and before the answer to the write
		if err := s.Keep(next, newest); err != nil {
			return 0, err
		}
	}
	s.Past.Add(newest, next)
	s.Given.GoOn(newest.Given())
	next.Seal()
	s.newest.Store(next)
	return next.Number, nil
}

// Alone calls f while no write is running.
func (s *State) Alone(f func()) {
	s.Guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	f()
}

// Settled returns the newest version, prepared so that several goroutines can fork it at the same time.
func (s *State) Settled() *model.Version {
	s.Guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	newest := s.Newest()
	newest.Fork() // after a fork the version changes only copies of its nodes
	return newest
}

// Oldest returns the number of the oldest write to which Rewind can go back.
func (s *State) Oldest() int64 {
	s.Guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.Newest().Number - int64(len(s.Past.kept))
}

// Accounts returns the accounts. The slice is not copied, because each change replaces it.
func (s *State) Accounts() []model.Account {
	s.Guard()
	return s.Newest().Accounts
}

// ExpireKeys makes all present keys of the accounts for which match returns true expire. It reports whether there is
// such an account.
func (s *State) ExpireKeys(method string, match func(*model.Account) bool) bool {
	return Write(s, method, func(st *model.Version) bool {
		return st.ChangeAccounts(match, func(a *model.Account) { a.EndKeys(model.KeysEnded) })
	})
}

// Write calls f with a fork of the newest version, which becomes the newest version, and returns the result of f. If f
// returns false, the row does not exist, and nothing is written. The argument method is the name of a method of World,
// for messages.
func Write[T any](s *State, method string, f func(*model.Version) T) (value T) {
	_, err := s.Commit(model.Origin{Method: method}, func(next *model.Version) error {
		value = f(next)
		if found, ok := any(value).(bool); ok && !found {
			return ErrUnchanged
		}
		return nil
	})
	if err != nil { // an id out of range, or a data file that cannot be written
		panic(refusal.Wrap(method, err))
	}
	return value
}

// Read calls f with the newest version and returns a copy of its result.
func Read[T any](s *State, f func(*model.Version) (T, bool)) (T, bool) {
	s.Guard()
	value, ok := f(s.Newest())
	return values.DeepCopy(value), ok
}
