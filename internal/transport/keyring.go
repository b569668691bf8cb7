package transport

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// loginTimeout bounds a login that several requests wait for, none of whose contexts it follows.
const loginTimeout = 30 * time.Second

// reloginPause is how long keys stay that replaced others and that the host never took: a host that refuses them as
// well would refuse the next ones too.
const reloginPause = 30 * time.Second

// Keyring keeps the keys of a login: fetched once for all requests that wait, and again after a host refused them. The
// zero Keyring is empty.
type Keyring struct {
	mu       sync.Mutex
	keys     *issued
	replaced bool // a login before brought keys
	login    *login
}

// issued are the keys of one login. Refused keys are told from later ones by their address: a host may issue the same
// keys again, and each request that it refused with the first ones would throw away the second ones.
type issued struct {
	keys      any
	keepUntil time.Time   // before that, refused keys are not replaced; zero for those of the first login
	accepted  atomic.Bool // by the host, once at least
}

// login is one login under way.
type login struct {
	done     chan struct{}
	cancel   context.CancelFunc
	waiters  int // guarded by the keyring
	keys     *issued
	err      error
	panicked any // value that the login panicked with
}

// loginPanic is a login that ended in a panic, for the request that began it.
type loginPanic struct{ value any }

func (p *loginPanic) Error() string { return ErrPanicked.Error() }
func (p *loginPanic) Unwrap() error { return ErrPanicked }

// errLoginPanicked is the error of requests that waited for a login which another one began. It does not hold the value
// of the panic, which could be a secret.
var errLoginPanicked = errors.New("the shared login panicked")

// loginFunc fetches keys.
type loginFunc func(context.Context) (keys any, err error)

// have returns the keys that are there, nil when there are none.
func (k *Keyring) have() *issued {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.keys
}

// get returns the keys, and logs in first when there are none. The login ends when no request waits for it any more. A
// panic of the login is a loginPanic for the request that began it, and a failed login for those that wait with it.
func (k *Keyring) get(ctx context.Context, fetch loginFunc) (*issued, error) {
	k.mu.Lock()
	if k.keys != nil {
		defer k.mu.Unlock()
		return k.keys, nil
	}
	began := k.login == nil
	if began {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), loginTimeout)
		k.login = &login{done: make(chan struct{}), cancel: cancel}
		go k.run(within, fetch, k.login)
	}
	l := k.login
	l.waiters++
	k.mu.Unlock()
	select {
	case <-l.done:
		return l.result(began)
	case <-ctx.Done():
		k.leave(l)
		return nil, &finalError{None, ctx.Err()}
	}
}

func (l *login) result(began bool) (*issued, error) {
	switch {
	case began && l.panicked != nil:
		return nil, &loginPanic{l.panicked}
	case l.err != nil:
		return nil, &finalError{Login, l.err}
	}
	return l.keys, nil
}

// leave stops to wait for a login. The last request to leave ends the login, and the next one begins another.
func (k *Keyring) leave(l *login) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if l.waiters--; l.waiters > 0 {
		return
	}
	l.cancel()
	if k.login == l {
		k.login = nil
	}
}

// run logs in, and hands on the result however the login ends: requests must neither wait for ever nor miss a panic,
// which would end the program on a goroutine where nobody can recover from it.
func (k *Keyring) run(ctx context.Context, fetch loginFunc, l *login) {
	defer l.cancel()
	l.err = errLoginPanicked // until the login returns
	defer func() {
		l.panicked = recover()
		k.finish(l)
	}()
	keys, err := fetch(ctx)
	l.keys, l.err = &issued{keys: keys}, err
}

func (k *Keyring) finish(l *login) {
	k.mu.Lock()
	if k.login == l && l.err == nil {
		if k.replaced {
			l.keys.keepUntil = time.Now().Add(reloginPause)
		}
		k.keys, k.replaced = l.keys, true
	}
	if k.login == l { // and no other one since all requests left
		k.login = nil
	}
	k.mu.Unlock()
	close(l.done)
}

// drop forgets keys that a host refused, unless others have replaced them already, and reports whether there are or
// will be others.
func (k *Keyring) drop(keys *issued) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.keys != keys {
		return true
	}
	if !keys.accepted.Load() && time.Now().Before(keys.keepUntil) {
		return false
	}
	k.keys = nil
	return true
}

// keysInUse are the keys of an exchange.
type keysInUse struct {
	used    any     // signed the last attempt
	issued  *issued // the login that they came from
	refused any     // by the host before
}

// awaitKeys notes the keys to sign with, and waits for a login when there are none yet.
func (x *exchange) awaitKeys(ctx context.Context) (err error) {
	config := &x.transport.config
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
	keys, err := x.transport.config.Keyring.get(within, x.transport.config.Login)
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
	ring := x.transport.config.Keyring
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
