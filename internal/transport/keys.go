package transport

import (
	"context"
	"errors"
	"net/http"
)

// awaitKeys notes the keys to sign with, and waits for a login when there are none yet.
func (x *exchange) awaitKeys(ctx context.Context) (err error) {
	config := x.config
	if x.req.Op.Open || config.Sign == nil {
		return nil
	}
	if config.Keyring == nil {
		x.keys.used = config.Keys
		return nil
	}
	keys := config.Keyring.have()
	if keys == nil {
		if keys, err = x.awaitLogin(ctx); err != nil {
			return err
		}
	}
	x.keys.issued, x.keys.used = keys, keys.keys
	return nil
}

// awaitLogin waits for a login, and panics when it began one that did.
func (x *exchange) awaitLogin(ctx context.Context) (*issued, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	within, begun := x.observed.waitStart(ctx, WaitKeys)
	keys, err := x.config.Keyring.get(within, x.config.Login)
	x.observed.waitEnd(within, begun, WaitKeys, err)
	var own *loginPanic
	if errors.As(err, &own) {
		panic(own.value)
	}
	return keys, err
}

// keysRefused tells the keyring how the host took the keys, and reports whether another attempt with other keys may
// help. An exchange drops keys once, also when it is not sent again: other requests shall not meet the same refusal. A
// 401 says that the host did nothing, whatever the class.
func (x *exchange) keysRefused(status int) bool {
	ring := x.config.Keyring
	if ring == nil || x.keys.issued == nil {
		return false
	}
	if status != http.StatusUnauthorized {
		x.keys.issued.accepted.Store(true)
		return false
	}
	if x.keys.refused != nil {
		return false
	}
	x.keys.refused = x.keys.used
	return ring.drop(x.keys.issued)
}
