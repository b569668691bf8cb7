package direct

import (
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Accounts returns the accounts without their secrets.
func (w *Access) Accounts() []stored.Account {
	now := w.Time.Now()
	return values.Mapped(w.Versions.Accounts(), func(a model.Account) stored.Account {
		keys := a.Newest()
		info := stored.Account{
			ID: a.ID, Username: a.Username, Email: a.Email, APIKey: keys.APIKey, Until: keys.Until,
			Events: slices.Clone(a.Events),
		}
		if info.Expired = !keys.Valid(now); keys.Until.Equal(model.KeysEnded) {
			info.Until = time.Time{}
		}
		return info
	})
}

// Keys returns the newest keys of an account, and false if there is no such account. The empty user name means the
// first account.
func (w *Access) Keys(username string) (keys auth.Credentials, ok bool) {
	for i, a := range w.Versions.Accounts() {
		if a.Username == username || username == "" && i == 0 {
			return a.Newest().Credentials, true
		}
	}
	return keys, false
}

// RotateKeys gives an account new keys, and returns them.
func (w *Access) RotateKeys(username string) (keys auth.Credentials) {
	now := w.Time.Now()
	w.changeAccount("Accounts.RotateKeys", username, func(a *model.Account) {
		a.Rotate(now, w.Rules)
		keys = a.Newest().Credentials
	})
	return keys
}

// ExpireKeys makes all keys of an account invalid.
func (w *Access) ExpireKeys(username string) {
	w.changeAccount("Accounts.ExpireKeys", username, func(a *model.Account) { a.EndKeys(model.KeysEnded) })
}

// changeAccount changes the account with a user name. It refuses the call if there is none.
func (w *Access) changeAccount(method, username string, f func(*model.Account)) {
	through(w, method, func(d *Call) int64 {
		if !d.ChangeAccounts(model.ByUsername(username), f) {
			names := values.Mapped(w.Versions.Accounts(), func(a model.Account) string { return a.Username })
			panic(refusal.Wrap(method, refusal.NoneNamed("account", username, names)))
		}
		return 0
	})
}

// AddAccount adds an account, or replaces the account with the same user name, and returns the id: see Accounts.Add.
func (w *Access) AddAccount(username, password string, a tourney.Account, events []int64) int64 {
	now := w.Time.Now()
	return through(w, "Accounts.Add", func(d *Call) int64 {
		if problem := model.AccountProblem(username, password, a.Credentials, events); problem != "" {
			d.Problem("%s", problem)
		}
		d.choose("", model.OnlyID(model.AccountIDs, a.ID))
		d.check()
		return d.AddAccount(model.NewAccount(username, password, a, events), now, w.Rules)
	})
}
