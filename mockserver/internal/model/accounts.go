package model

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/secret"
)

// Account is the account of an event director, with the keys that sign requests.
type Account struct {
	ID       int64
	Username string
	Password secret.Text
	Email    string
	Keys     []TimedKeys // the the keys that were issued last are at the end
	Made     int64       // how many keys the server made for the account
	Events   []int64     // that the account sees; none for all
}

// NewAccount returns an account with the id, e-mail address and keys of a. The keys may be empty.
func NewAccount(username, password string, a tourney.Account, events []int64) Account {
	return Account{
		ID: a.ID, Username: username, Password: secret.New(password), Email: a.Email,
		Keys: []TimedKeys{{Credentials: a.Credentials}}, Events: slices.Compact(slices.Sorted(slices.Values(events))),
	}
}

// AccountProblem returns what is wrong with an account, "" when nothing is. An account may lack keys.
func AccountProblem(username, password string, keys auth.Credentials, events []int64) string {
	for i, id := range events {
		if problem := IDProblem(id); problem != "" || id == 0 {
			return fmt.Sprintf("events[%d] %s", i, cmp.Or(problem, "is 0: expected the id of an event"))
		}
	}
	switch {
	case username == "" || password == "":
		return "user name and password are required"
	case (keys.APIKey == "") != keys.APISecret.IsZero():
		return "an API key needs its secret, and a secret its key"
	}
	return ""
}

// TimedKeys are keys that the server refuses from the time Until on.
type TimedKeys struct {
	auth.Credentials
	Until time.Time // by the server's clock; the zero time for keys that do not end
}

// Valid reports whether the server accepts the keys at a time.
func (k TimedKeys) Valid(now time.Time) bool { return k.Until.IsZero() || now.Before(k.Until) }

// KeysEnded is a value for TimedKeys.Until. The keys are then invalid at once, because no clock shows an earlier time.
var KeysEnded = time.Time{}.Add(1)

// keptKeys bounds how many keys of an account the server remembers. The server remembers old keys so that it can answer
// that they expired.
const keptKeys = 8

// KeyRules say how long keys are valid. With a Lifetime of 0, keys never end. With an Overlap of 0, the old keys end
// when the account gets new keys.
type KeyRules struct {
	Lifetime time.Duration
	Overlap  time.Duration // how long the old keys stay valid after Accounts.RotateKeys
	Seed     uint64
}

// until returns the time at which keys that are issued now end, the zero time if they never end.
func (r KeyRules) until(now time.Time) time.Time {
	if r.Lifetime == 0 {
		return time.Time{}
	}
	return now.Add(r.Lifetime)
}

// Newest returns the keys that were issued last.
func (a *Account) Newest() TimedKeys { return a.Keys[len(a.Keys)-1] }

// issued returns the account after setting when its newest keys end, as if they were issued now.
func (a Account) issued(now time.Time, rules KeyRules) Account {
	a.Keys = slices.Clone(a.Keys)
	a.Keys[len(a.Keys)-1].Until = rules.until(now)
	return a
}

// replacing returns the new account a with some values of known, the account that a replaces. It always copies the
// count of keys, so that the server makes no keys twice. If a has no id, it copies the id. If a has no keys, it copies
// the newest keys.
func (a Account) replacing(known Account) Account {
	a.ID, a.Made = cmp.Or(a.ID, known.ID), known.Made
	if a.Newest().Credentials == (auth.Credentials{}) {
		a.Keys = []TimedKeys{known.Newest()}
	}
	return a
}

// withKeys returns the account with its own keys. If the account has no keys, the server makes them.
func (a Account) withKeys(rules KeyRules) Account {
	if a.Newest().Credentials == (auth.Credentials{}) {
		a.Made++
		a.Keys = []TimedKeys{{Credentials: madeKeys(rules.Seed, a.Username, a.Made)}}
	}
	return a
}

// Rotate gives the account new keys. The old keys end after rules.Overlap, or at their Until if that is earlier.
func (a *Account) Rotate(now time.Time, rules KeyRules) {
	end := KeysEnded
	if rules.Overlap > 0 {
		end = now.Add(rules.Overlap)
	}
	a.EndKeys(end)
	a.Made++
	fresh := TimedKeys{madeKeys(rules.Seed, a.Username, a.Made), rules.until(now)}
	a.Keys = append(a.Keys, fresh)[max(0, len(a.Keys)+1-keptKeys):]
}

// EndKeys makes all keys end at this time at the latest. It replaces the slice of keys, because copies of the account
// share the old slice.
func (a *Account) EndKeys(at time.Time) {
	a.Keys = slices.Clone(a.Keys)
	for i := range a.Keys {
		if k := &a.Keys[i]; k.Until.IsZero() || at.Before(k.Until) {
			k.Until = at
		}
	}
}

// madeKeys returns the keys that the server makes for an account. The same seed gives the same keys.
func madeKeys(seed uint64, username string, number int64) auth.Credentials {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", seed, number, username))
	text := hex.EncodeToString(sum[:])
	return auth.Credentials{
		APIKey: "mock-api-key-" + text[:12], APISecret: secret.New("mock-api-secret-not-real-" + text[12:]),
	}
}

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

// freeAccountID returns one more than the largest id of an account. The id does not come from the Sequence. The server
// can therefore add an account also when the disk is full, because no data file has accounts.
func (s *Version) freeAccountID() (id int64) {
	for i := range s.Accounts {
		id = max(id, s.Accounts[i].ID)
	}
	return id + 1
}

// ChangeAccounts applies f to the accounts that match, and reports whether there are any. It replaces the slice of
// accounts, because other versions share the old slice.
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

// ByUsername returns a function that finds an account by its user name.
func ByUsername(username string) func(*Account) bool {
	return func(a *Account) bool { return a.Username == username }
}
