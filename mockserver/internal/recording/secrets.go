package recording

import (
	"encoding/base64"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// KnownSecrets finds the passwords and API secrets of the server's accounts, and the token of its admin API, in the
// texts of requests. It also finds secrets with escapes and in the base64 of POST /authenticate. It looks for complete
// secrets, because a client never sends a part of a secret. It still finds the secrets of earlier accounts. It is safe
// for concurrent use.
type KnownSecrets struct {
	found atomic.Pointer[needles]
}

// needles are the texts to look for in requests, because they are secrets.
type needles struct {
	accounts []model.Account // the accounts of the secrets
	secrets  []string
	anywhere *redact.Words // each secret of at least minNeedle bytes, in its forms, folded
	alone    []string      // shorter secrets, which count only as whole values
}

// minNeedle is the shortest secret that is found inside of texts.
const minNeedle = 4

// Begin makes a text, unless it is "", a secret from the start.
func (k *KnownSecrets) Begin(text string) {
	first := &needles{anywhere: redact.NewWords()}
	first.add(text)
	k.found.Store(first)
}

// Inherit makes k hide all secrets that from hides, and the secrets of accounts.
func (k *KnownSecrets) Inherit(from *KnownSecrets, accounts []model.Account) {
	k.found.Store(from.of(accounts))
}

// Remember makes k hide the secrets of accounts, even after the accounts were removed.
func (k *KnownSecrets) Remember(accounts []model.Account) { k.of(accounts) }

// of returns the needles for the secrets of accounts and of earlier accounts. A change of accounts makes a new slice,
// so of compares the addresses of slices to find a change.
func (k *KnownSecrets) of(accounts []model.Account) *needles {
	old := k.found.Load()
	if old != nil && len(old.accounts) == len(accounts) && (len(accounts) == 0 || &old.accounts[0] == &accounts[0]) {
		return old
	}
	fresh := &needles{accounts: accounts, anywhere: redact.NewWords()}
	if old != nil {
		fresh.add(old.secrets...)
	}
	for i := range accounts {
		fresh.add(accounts[i].Password.Reveal())
		for _, keys := range accounts[i].Keys {
			fresh.add(keys.APISecret.Reveal())
		}
	}
	if !k.found.CompareAndSwap(old, fresh) {
		return k.of(accounts) // another request found accounts whose secrets must not be forgotten
	}
	return fresh
}

func (n *needles) add(texts ...string) {
	for _, secret := range texts {
		switch {
		case secret == "" || slices.Contains(n.secrets, secret):
			continue
		case len(secret) < minNeedle:
			n.alone = append(n.alone, secret)
		default:
			for _, form := range formsOf(secret) {
				n.anywhere.Add(form)
			}
		}
		n.secrets = append(n.secrets, secret)
	}
}

// formsOf returns a secret as it is, as HTML forms write it, and in the base64 in which the mock issues keys. All forms
// are in lower case, because a secret in another letter case is still almost the secret.
func formsOf(secret string) []string {
	found := []string{secret, strings.ReplaceAll(secret, " ", "+"), base64.StdEncoding.EncodeToString([]byte(secret))}
	for i := range found {
		found[i] = strings.ToLower(found[i])
	}
	return slices.Compact(found)
}

func (n *needles) in(text string) bool { return redact.Holds(text, n.inPlain) }

// inPlain does what in does, for a text without escapes.
func (n *needles) inPlain(text string) bool {
	if !wire.IsPrintable(text) {
		text = strings.ToLower(text)
	}
	return redact.HoldsWord(text, n.anywhere) ||
		slices.ContainsFunc(n.alone, func(s string) bool { return node.SameName(s, text) })
}
