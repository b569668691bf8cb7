package transport

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/observe"
)

// loginTimeout bounds a login. Several requests wait for a login, so the login does not end when the context of one
// request ends.
const loginTimeout = 30 * time.Second

// reloginPause is the time for which the keyring keeps replacement keys that the host never accepted. A host that
// refuses these keys would refuse the next ones too.
const reloginPause = 30 * time.Second

// Keyring keeps the keys of a login. Requests share one login, and the keyring logs in again after a host refused the
// keys. The zero Keyring is empty.
type Keyring struct {
	mu       sync.Mutex
	keys     *issued
	replaced bool // an earlier login fetched keys
	refused  any  // keys that the host refused last; nil for none
	login    *login
}

// issued are the keys of one login. The keyring compares pointers to issued and not the keys inside, because a later
// login may return equal keys. If the keyring compared the keys, a late refusal of the earlier login's keys would drop
// the keys of the later login.
type issued struct {
	keys      any
	keepUntil time.Time   // until then, drop keeps keys that the host never accepted; zero for the first login
	accepted  atomic.Bool // the host accepted the keys at least once
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

// loginPanic is the error of the request that began a login, when that login panicked.
type loginPanic struct{ value any }

func (p *loginPanic) Error() string { return ErrPanicked.Error() }
func (p *loginPanic) Unwrap() error { return ErrPanicked }
func (*loginPanic) own()            {}

// errLoginPanicked is the error of requests that waited for a login that another request began, when that login
// panicked. It does not hold the value of the panic, which could be a secret.
var errLoginPanicked error = &OwnError{Text: "the shared login panicked"}

// loginFunc fetches keys. refused are the keys that the host refused last, nil for none.
type loginFunc func(ctx context.Context, refused any) (keys any, err error)

// current returns the keys of the last login; nil when there are none.
func (k *Keyring) current() *issued {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.keys
}

// get returns the keys. It logs in first when there are none. The login is cancelled when no request waits for it any
// more. If the login panics, the request that began it gets a loginPanic, and other requests get an ordinary error.
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
		go k.run(within, fetch, k.login, k.refused)
	}
	l := k.login
	l.waiters++
	k.mu.Unlock()
	select {
	case <-l.done:
		return l.result(began)
	case <-ctx.Done():
		k.leave(l)
		return nil, &finalError{observe.ErrorNone, ctx.Err()}
	}
}

func (l *login) result(began bool) (*issued, error) {
	switch {
	case began && l.panicked != nil:
		return nil, &loginPanic{l.panicked}
	case l.err != nil:
		return nil, &finalError{observe.ErrorLogin, l.err}
	}
	return l.keys, nil
}

// leave ends a request's wait for a login. The last request to leave cancels the login, and the next request begins a
// new one.
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

// run logs in, and passes on the result even if the login panics. Otherwise requests would wait for ever, and the panic
// would end the program on a goroutine where nobody can recover from it.
func (k *Keyring) run(ctx context.Context, fetch loginFunc, l *login, refused any) {
	defer l.cancel()
	l.err = errLoginPanicked // until the login returns
	defer func() {
		l.panicked = recover()
		k.finish(l)
	}()
	keys, err := fetch(ctx, refused)
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
	if k.login == l { // it is another login if all requests have left this one
		k.login = nil
	}
	k.mu.Unlock()
	close(l.done)
}

// drop removes keys that a host refused, unless newer keys have replaced them. It reports whether there are newer keys,
// or another login may fetch some.
func (k *Keyring) drop(keys *issued) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.keys != keys {
		return true
	}
	if !keys.accepted.Load() && time.Now().Before(keys.keepUntil) {
		return false
	}
	k.keys, k.refused = nil, keys.keys
	return true
}
