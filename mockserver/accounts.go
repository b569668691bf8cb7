package mockserver

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

// account is the account of an event director, with the keys that sign requests.
type account struct {
	id       int64
	username string
	password secret.Text
	email    string
	keys     []timedKeys // the newest last
	made     int         // how many keys the server made for the account
}

func newAccount(username, password string, a tourney.Account) account {
	return account{
		id: a.ID, username: username, password: secret.New(password), email: a.Email,
		keys: []timedKeys{{Credentials: a.Credentials}},
	}
}

// accountProblem returns what is wrong with an account, "" when nothing is. An account may lack keys.
func accountProblem(username, password string, keys auth.Credentials) string {
	switch {
	case username == "" || password == "":
		return "user name and password are required"
	case (keys.APIKey == "") != keys.APISecret.IsZero():
		return "an API key needs its secret, and a secret its key"
	}
	return ""
}

// timedKeys are keys that the server refuses from a time on.
type timedKeys struct {
	auth.Credentials
	until time.Time // by the server's clock; zero for keys that do not end
}

func (k timedKeys) valid(now time.Time) bool { return k.until.IsZero() || now.Before(k.until) }

// ended is the end of keys that no time of the clock makes valid again.
var ended = time.Time{}.Add(1)

// keptKeys bounds how many keys of an account the server remembers. It remembers old ones to say that they expired.
const keptKeys = 8

// keyRules say how long keys are valid. A duration of 0 stands for no end and for no overlap.
type keyRules struct {
	lifetime time.Duration
	overlap  time.Duration // of the old keys with the new ones after Accounts.RotateKeys
	seed     uint64
}

// until returns the end of keys that are issued now.
func (r keyRules) until(now time.Time) time.Time {
	if r.lifetime == 0 {
		return time.Time{}
	}
	return now.Add(r.lifetime)
}

// newest returns the keys that were issued last.
func (a *account) newest() timedKeys { return a.keys[len(a.keys)-1] }

// issued returns the account with keys that were issued now.
func (a account) issued(now time.Time, rules keyRules) account {
	a.keys = slices.Clone(a.keys)
	a.keys[len(a.keys)-1].until = rules.until(now)
	return a
}

// replacing returns the account with what it keeps of the account that it replaces: the count of keys, so that no keys
// are made twice, and the id and the newest keys if it has none of its own.
func (a account) replacing(known account) account {
	a.id, a.made = cmp.Or(a.id, known.id), known.made
	if a.newest().Credentials == (auth.Credentials{}) {
		a.keys = []timedKeys{known.newest()}
	}
	return a
}

// withKeys returns the account with keys that the server makes, unless it has keys.
func (a account) withKeys(rules keyRules) account {
	if a.newest().Credentials == (auth.Credentials{}) {
		a.made++
		a.keys = []timedKeys{{Credentials: madeKeys(rules.seed, a.username, a.made)}}
	}
	return a
}

// rotate gives the account new keys. The old ones end after the overlap, or earlier by themselves.
func (a *account) rotate(now time.Time, rules keyRules) {
	end := ended
	if rules.overlap > 0 {
		end = now.Add(rules.overlap)
	}
	a.endKeys(end)
	a.made++
	fresh := timedKeys{madeKeys(rules.seed, a.username, a.made), rules.until(now)}
	a.keys = append(a.keys, fresh)[max(0, len(a.keys)+1-keptKeys):]
}

// endKeys makes all keys end at this time at the latest. It replaces the slice, because copies of the account share it.
func (a *account) endKeys(at time.Time) {
	a.keys = slices.Clone(a.keys)
	for i := range a.keys {
		if k := &a.keys[i]; k.until.IsZero() || at.Before(k.until) {
			k.until = at
		}
	}
}

// madeKeys returns the keys that the server makes for an account. The same seed gives the same keys.
func madeKeys(seed uint64, username string, number int) auth.Credentials {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", seed, number, username))
	text := hex.EncodeToString(sum[:])
	return auth.Credentials{
		APIKey: "mock-api-key-" + text[:12], APISecret: secret.New("mock-api-secret-not-real-" + text[12:]),
	}
}
