package mockserver

import "sync"

// expiredKeys are the keys that the fault ExpireKeys ended, by account. They work again after a login.
type expiredKeys struct {
	mu       sync.Mutex
	accounts map[int64]bool
}

// expire ends the keys of an account.
func (e *expiredKeys) expire(a account) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.accounts == nil {
		e.accounts = map[int64]bool{}
	}
	e.accounts[a.id] = true
}

// has reports whether the keys of an account ended.
func (e *expiredKeys) has(a account) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.accounts[a.id]
}

// renew makes the keys in the answer to a login work again.
func (e *expiredKeys) renew(login any) {
	if keys, ok := login.(issued); ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.accounts, keys.ID)
	}
}

// clear makes all keys work again.
func (e *expiredKeys) clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.accounts = nil
}
