package mockserver

import (
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
)

// state is the store of a server under its one lock.
type state struct {
	mu    sync.RWMutex
	store *store
}

// use calls f under the lock. Operations that read run at the same time; f must not change the store for them.
func (s *state) use(class contract.Class, f func(*store)) {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store = fresh
}

// accounts returns the accounts. The slice is not copied, because AddAccount replaces it and never changes it.
func (s *state) accounts() []account {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	return f(s.store)
}

// read calls f under the lock for reading and returns a copy of its result.
func read[T any](s *state, f func(*store) (T, bool)) (T, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	value, ok := f(s.store)
	return deepCopy(value), ok
}
