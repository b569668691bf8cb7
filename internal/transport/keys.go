package transport

import (
	"context"
	"errors"

	"github.com/tourney-go/tourney/observe"
)

// awaitKeys sets the keys to sign with. It waits for a login when there are none.
func (x *exchange) awaitKeys(ctx context.Context) (err error) {
	config := x.config
	if x.req.Op.Open || config.Sign == nil {
		return nil
	}
	if config.Keyring == nil {
		x.keys.used = config.Keys
		return nil
	}
	keys := config.Keyring.current()
	if keys == nil {
		if keys, err = x.awaitLogin(ctx); err != nil {
			return err
		}
	}
	x.keys.issued, x.keys.used = keys, keys.keys
	return nil
}

// awaitLogin waits for a login. It panics if this exchange began the login and the login panicked.
func (x *exchange) awaitLogin(ctx context.Context) (*issued, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	within, begun := x.observed.waitStart(ctx, observe.WaitKeys)
	keys, err := x.config.Keyring.get(within, x.config.Login)
	x.observed.waitEnd(within, begun, observe.WaitKeys, err)
	var own *loginPanic
	if errors.As(err, &own) {
		panic(own.value)
	}
	return keys, err
}

// keysRefused tells the keyring whether the host refused the keys, and reports whether another attempt with new keys
// may succeed. Once per exchange it asks the keyring to drop the refused keys, even if the request is not sent again,
// so that other requests do not use these keys. A host that refuses the keys has done nothing, so even a create or a
// charge may be sent again.
func (x *exchange) keysRefused(refused bool) bool {
	switch {
	case !x.signedByLogin():
		return false
	case !refused:
		x.keys.issued.accepted.Store(true)
		return false
	case x.keys.refused != nil:
		return false
	}
	x.keys.refused = x.keys.used
	return x.config.Keyring.drop(x.keys.issued)
}

// signedByLogin reports whether the keys of a login signed the last attempt.
func (x *exchange) signedByLogin() bool { return x.config.Keyring != nil && x.keys.issued != nil }
