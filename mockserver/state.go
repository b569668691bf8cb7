package mockserver

import (
	"bytes"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
)

// state holds the newest version. Requests that read take it and need no lock. Writes come one after another: each
// changes a fork, which becomes the newest version when the write has succeeded.
type state struct {
	writing sync.Mutex
	newest  atomic.Pointer[version]
	editor  atomic.Int64 // the goroutine that runs a function of the user during a write; 0 while none does
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
		panic("mockserver: the function of an Edit method calls the server, which is locked while the function runs")
	}
}

// goroutineID returns the number of the goroutine, which begins the text of its stack: "goroutine 7 [running]:".
func goroutineID() int64 {
	var text [64]byte
	fields := bytes.Fields(text[:runtime.Stack(text[:], false)])
	id, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return id
}

// use calls f with the newest version, or with a fork for operations that write. A fork becomes the newest version only
// if f returns no error.
func (s *state) use(class contract.Class, f func(*version) error) error {
	if class != contract.Read {
		return s.commit(f)
	}
	s.guard()
	return f(s.newest.Load())
}

// commit calls f with a fork of the newest version. The fork becomes the newest version unless f returns an error or
// panics.
func (s *state) commit(f func(*version) error) error {
	s.guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	next := s.newest.Load().fork()
	if err := f(next); err != nil {
		return err
	}
	next.seal()
	s.newest.Store(next)
	return nil
}

// replace puts another version in the place of the newest.
func (s *state) replace(fresh *version) {
	s.guard()
	s.writing.Lock()
	defer s.writing.Unlock()
	fresh.seal()
	s.newest.Store(fresh)
}

// accounts returns the accounts. The slice is not copied, because each change replaces it.
func (s *state) accounts() []account {
	s.guard()
	return s.newest.Load().accounts
}

// expireKeys makes the server refuse all keys of the accounts that match, and reports whether there are any.
func (s *state) expireKeys(match func(*account) bool) bool {
	return write(s, func(st *version) bool {
		return st.changeAccounts(match, func(a *account) { a.endKeys(ended) })
	})
}

// write calls f with a fork of the newest version, which becomes the newest version, and returns the result of f.
func write[T any](s *state, f func(*version) T) (value T) {
	_ = s.commit(func(next *version) error {
		value = f(next)
		return nil
	})
	return value
}

// read calls f with the newest version and returns a copy of its result.
func read[T any](s *state, f func(*version) (T, bool)) (T, bool) {
	s.guard()
	value, ok := f(s.newest.Load())
	return deepCopy(value), ok
}
