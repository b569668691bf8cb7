package mockserver

import (
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// Keys returns the newest keys of an account; of "", those of the first account.
func (s *server) Keys(username string) (keys tourney.Credentials, ok bool) {
	for i, a := range s.state.accounts() {
		if a.username == username || username == "" && i == 0 {
			return a.newest().Credentials, true
		}
	}
	return keys, false
}

func (s *server) RotateKeys(username string) (keys tourney.Credentials) {
	now := s.clock.Now()
	through(s, "Accounts.RotateKeys", func(d *door) int64 {
		found := d.changeAccounts(named(username), func(a *account) {
			a.rotate(now, s.options.settings.keys)
			keys = a.newest().Credentials
		})
		d.exists(strconv.Quote(redact.Safe(username)), found, "account")
		return 0
	})
	return keys
}

func (s *server) ExpireKeys(username string) {
	through(s, "Accounts.ExpireKeys", func(d *door) int64 {
		found := d.changeAccounts(named(username), func(a *account) { a.endKeys(ended) })
		d.exists(strconv.Quote(redact.Safe(username)), found, "account")
		return 0
	})
}
