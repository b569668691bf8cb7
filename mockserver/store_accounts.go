package mockserver

import (
	"cmp"
	"slices"
	"time"
)

// addAccount adds an account with keys that are issued now, or replaces the account that has its user name.
func (s *version) addAccount(a account, now time.Time, rules keyRules) (id int64) {
	s.take(accountIDs, a.id)
	fresh := func(a account) account { return a.withKeys(rules).issued(now, rules) }
	replace := func(known *account) {
		*known = fresh(a.replacing(*known))
		id = known.id
	}
	if !s.changeAccounts(named(a.username), replace) {
		a.id, a.made = cmp.Or(a.id, s.freeAccountID()), s.keys
		s.accounts, id = append(s.accounts, fresh(a)), a.id
	}
	return id
}

// freeAccountID returns one more than the largest id of an account. It is none of the sequence: no data file has
// accounts, so a full disk refuses none.
func (s *version) freeAccountID() (id int64) {
	for i := range s.accounts {
		id = max(id, s.accounts[i].id)
	}
	return id + 1
}

// changeAccounts applies f to the accounts that match, and reports whether there are any. It replaces the slice of
// accounts, because other versions have the old one.
func (s *version) changeAccounts(match func(*account) bool, f func(*account)) (found bool) {
	changed := slices.Clone(s.accounts)
	for i := range changed {
		if a := &changed[i]; match(a) {
			f(a)
			found = true
		}
	}
	s.accounts = changed
	return found
}

// named returns a function that finds an account by its user name.
func named(username string) func(*account) bool {
	return func(a *account) bool { return a.username == username }
}
