package mockserver

import (
	"strconv"
	"time"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func (w *direct) Accounts() []stored.Account {
	now := w.time.Now()
	return mapped(w.versions.accounts(), func(a account) stored.Account {
		keys := a.newest()
		info := stored.Account{ID: a.id, Username: a.username, Email: a.email, APIKey: keys.APIKey, Until: keys.until}
		if info.Expired = !keys.valid(now); keys.until.Equal(ended) {
			info.Until = time.Time{}
		}
		return info
	})
}

// Keys returns the newest keys of an account; of "", those of the first account.
func (w *direct) Keys(username string) (keys auth.Credentials, ok bool) {
	for i, a := range w.versions.accounts() {
		if a.username == username || username == "" && i == 0 {
			return a.newest().Credentials, true
		}
	}
	return keys, false
}

func (w *direct) RotateKeys(username string) (keys auth.Credentials) {
	now := w.time.Now()
	through(w, "Accounts.RotateKeys", func(d *door) int64 {
		found := d.changeAccounts(named(username), func(a *account) {
			a.rotate(now, w.rules)
			keys = a.newest().Credentials
		})
		d.exists(strconv.Quote(redact.Safe(username)), found, "account")
		return 0
	})
	return keys
}

func (w *direct) ExpireKeys(username string) {
	through(w, "Accounts.ExpireKeys", func(d *door) int64 {
		found := d.changeAccounts(named(username), func(a *account) { a.endKeys(ended) })
		d.exists(strconv.Quote(redact.Safe(username)), found, "account")
		return 0
	})
}
