package mockserver

import (
	"bytes"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// state holds the newest version. Requests that read take it and need no lock. Writes come one after another: each
// changes a fork, which becomes the newest version when the write has succeeded. Every write has a number.
type state struct {
	writing sync.Mutex
	newest  atomic.Pointer[version]
	keep    func(next, newest *version) error // puts a write into the data file; nil without one
	tell    func()                            // tells what happened to the file, when the lock is free; as well
	check   func(next, newest *version) error // refuses a write with which no answer could be written
	now     func() time.Time                  // the time of the world's clock
	editor  atomic.Int64                      // the goroutine of a function of the user during a write; else 0

	past  past     // only writers use it
	given counters // the greatest of all versions before the newest; as well
}

// begin makes a version the first one.
func (s *state) begin(first *version) {
	first.seal()
	s.newest.Store(first)
}

// edit calls a function of the user during a write, which the caller makes.
func (s *state) edit(f func()) {
	s.editor.Store(goroutineID())
	defer s.editor.Store(0)
	f()
}

// guard panics if the function of an Edit method calls the server. A write would wait for itself for ever, and a read
// would not see the row that the function has. guard sees only calls from the goroutine of that function.
func (s *state) guard() {
	if id := s.editor.Load(); id != 0 && id == goroutineID() {
		panic(refusing("", "the function of an Edit method calls the server, which is locked while the function runs"))
	}
}

// goroutineID returns the number of the goroutine, which begins the text of its stack: "goroutine 7 [running]:".
func goroutineID() int64 {
	var text [64]byte
	fields := bytes.Fields(text[:runtime.Stack(text[:], false)])
	id, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return id
}

// errUnchanged drops a fork in which nothing was changed. It is no failure, and the write has no number.
var errUnchanged = errors.New("nothing was written")

// use calls f with the newest version, or with a fork for operations that write. It returns the number of the write, 0
// if nothing was written.
func (s *state) use(by origin, f func(*version) error) (number int64, err error) {
	if by.op.Class != contract.Read {
		return s.commit(by, f)
	}
	s.guard()
	return 0, f(s.newest.Load())
}

// commit calls f with a fork of the newest version. The fork becomes the newest version unless f returns an error or
// panics. It returns the number of the write, 0 if nothing was written.
func (s *state) commit(by origin, f func(*version) error) (number int64, err error) {
	number, err = s.advance(by, func(newest *version) (*version, error) {
		next := newest.fork()
		if err := f(next); err != nil {
			return nil, err
		}
		return next, s.check(next, newest)
	})
	if errors.Is(err, errUnchanged) {
		return 0, nil
	}
	return number, err
}

// advance is the only way to a new version. It gives the version that f makes the next number, and makes it the newest.
func (s *state) advance(by origin, f func(newest *version) (*version, error)) (number int64, err error) {
	s.guard()
	if by.time.IsZero() {
		by.time = s.now() // without the lock, because the function of the option Now may call the server
	}
	by.made = time.Now().UnixNano()
	if s.tell != nil {
		defer s.tell()
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	newest := s.newest.Load()
	next, err := f(newest)
	if err != nil {
		return 0, err
	}
	next.number, next.by = newest.number+1, by
	if err := next.ended(); err != nil {
		return 0, err
	}
	if s.keep != nil { // no request sees the write yet, and its answer comes later
		if err := s.keep(next, newest); err != nil {
			return 0, err
		}
	}
	s.past.add(newest, next)
	s.given.goOn(newest.given())
	next.seal()
	s.newest.Store(next)
	return next.number, nil
}

// settled returns the newest version. Several goroutines can fork it from then on.
func (s *state) settled() *version {
	s.guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	newest := s.newest.Load()
	newest.fork() // it then forgets which nodes it made
	return newest
}

// oldest returns the number of the oldest write that is kept.
func (s *state) oldest() int64 {
	s.guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.newest.Load().number - int64(len(s.past.kept))
}

// accounts returns the accounts. The slice is not copied, because each change replaces it.
func (s *state) accounts() []account {
	s.guard()
	return s.newest.Load().accounts
}

// expireKeys makes the server refuse all keys of the accounts that match, and reports whether there are any.
func (s *state) expireKeys(method string, match func(*account) bool) bool {
	return write(s, method, func(st *version) bool {
		return st.changeAccounts(match, func(a *account) { a.endKeys(ended) })
	})
}

// write calls f with a fork of the newest version, which becomes the newest version, and returns the result of f. A
// result of false says that the row is not there, and that nothing was written. The method is that of a World.
func write[T any](s *state, method string, f func(*version) T) (value T) {
	_, err := s.commit(origin{method: method}, func(next *version) error {
		value = f(next)
		if found, ok := any(value).(bool); ok && !found {
			return errUnchanged
		}
		return nil
	})
	if err != nil { // an id out of range, or a data file that could not take the write
		panic(failing(method, err))
	}
	return value
}

// read calls f with the newest version and returns a copy of its result.
func read[T any](s *state, f func(*version) (T, bool)) (T, bool) {
	s.guard()
	value, ok := f(s.newest.Load())
	return deepCopy(value), ok
}
