package model

import (
	"cmp"
	"slices"
	"time"
)

// AddAccount adds an account with keys that are issued now, or replaces the account that has its user name.
func (s *Version) AddAccount(a Account, now time.Time, rules KeyRules) (id int64) {
	s.Take(AccountIDs, a.ID)
	fresh := func(a Account) Account { return a.withKeys(rules).issued(now, rules) }
	replace := func(known *Account) {
		*known = fresh(a.replacing(*known))
		id = known.ID
	}
	if !s.ChangeAccounts(ByUsername(a.Username), replace) {
		a.ID, a.Made = cmp.Or(a.ID, s.freeAccountID()), s.Keys
		s.Accounts, id = append(s.Accounts, fresh(a)), a.ID
	}
	return id
}

// freeAccountID returns one more than the largest id of an account. It is none of the sequence: no data file has
// accounts, so a full disk refuses none.
func (s *Version) freeAccountID() (id int64) {
	for i := range s.Accounts {
		id = max(id, s.Accounts[i].ID)
	}
	return id + 1
}

// ChangeAccounts applies f to the accounts that match, and reports whether there are any. It replaces the slice of
// accounts, because other versions have the old one.
func (s *Version) ChangeAccounts(match func(*Account) bool, f func(*Account)) (found bool) {
	changed := slices.Clone(s.Accounts)
	for i := range changed {
		if a := &changed[i]; match(a) {
			f(a)
			found = true
		}
	}
	s.Accounts = changed
	return found
}

// Named returns a function that finds an account by its user name.
func ByUsername(username string) func(*Account) bool {
	return func(a *Account) bool { return a.Username == username }
}
