package mockserver

import (
	"bytes"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
)

// state is the store of a server under its one lock.
type state struct {
	mu     sync.RWMutex
	store  *store
	editor atomic.Int64 // the goroutine that runs a function of the user under the lock; 0 while none does
}

// edit calls a function of the user under the lock for writing, which the caller holds.
func (s *state) edit(f func()) {
	s.editor.Store(goroutineID())
	defer s.editor.Store(0)
	f()
}

// guard panics if the function of an Edit method calls the server. The call would wait for its own lock for ever. guard
// sees only calls from the goroutine of that function.
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

// use calls f under the lock. Operations that read run at the same time; f must not change the store for them.
func (s *state) use(class contract.Class, f func(*store)) {
	s.guard()
	if class == contract.Read {
		s.mu.RLock()
		defer s.mu.RUnlock()
	} else {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	f(s.store)
}

// replace puts another store in the place of the present one.
func (s *state) replace(fresh *store) {
	s.guard()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store = fresh
}

// accounts returns the accounts. The slice is not copied, because AddAccount replaces it and never changes it.
func (s *state) accounts() []account {
	s.guard()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.store.accounts
}

// expireKeys makes the server refuse all keys of the accounts that match, and reports whether there are any.
func (s *state) expireKeys(match func(*account) bool) bool {
	return write(s, func(st *store) bool {
		return st.changeAccounts(match, func(a *account) { a.endKeys(ended) })
	})
}

// write calls f under the lock for writing and returns its result.
func write[T any](s *state, f func(*store) T) T {
	s.guard()
	s.mu.Lock()
	defer s.mu.Unlock()
	return f(s.store)
}

// read calls f under the lock for reading and returns a copy of its result.
func read[T any](s *state, f func(*store) (T, bool)) (T, bool) {
	s.guard()
	s.mu.RLock()
	defer s.mu.RUnlock()
	value, ok := f(s.store)
	return deepCopy(value), ok
}
