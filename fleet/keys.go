package fleet

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/wait"
	"github.com/tourney-go/tourney/secret"
)

const (
	// loginTime bounds a login. If the process that logs in dies, another one logs in after this time. Twice the time is
	// what the core gives a KeyStore.
	loginTime = 15 * time.Second
	// refusedTime is how long no process logs in after the host refused a login. A host may lock an account after a few
	// wrong passwords.
	refusedTime = 30 * time.Second
	// failedTime is how long no process logs in after any other failure of a login.
	failedTime = 5 * time.Second
	// keysTime is how long Redis keeps the keys of a login.
	keysTime = 24 * time.Hour
)

// keyStore is the store of [Fleet.Keys].
type keyStore struct {
	*Fleet
	name  string // of the key in Redis that has the keys
	lock  string // of the key in Redis that says who logs in, or that a login failed
	seals []cipher.AEAD

	mu    sync.Mutex
	at    int64 // when the newest keys that this store knows were issued
	alone bool  // Redis did not answer last
}

// sealedKeys are keys as they are sealed. The members are bytes, because a secret may have bytes that are no text.
type sealedKeys struct {
	Key, Secret []byte
	At          int64 // Unix time of the login in milliseconds, and greater than that of keys that were refused before
}

// Keys returns a store for [tourney.WithKeyStore], through which all processes share one login. Redis has the keys
// sealed with AES-256-GCM. A seal has 32 random bytes, which only the processes know. The store seals with the first
// one and opens with each, so a new seal is first added at the end in all processes, and then moved to the front. All
// clients of a fleet have one account: whoever has a seal gets its keys, whatever the password.
//
// One process logs in, and the others wait. If it dies, or its login takes more than 15 seconds, another process logs
// in. After the host refused a login, no process logs in for 30 seconds, and 5 seconds after any other failure; until
// then the error is a [tourney.ErrUnauthorized] or says that a login failed. When Redis fails, each process logs in for
// itself, and the Logger gets a line. Keys in Redis that no seal opens are an error. Redis keeps keys for 24 hours.
func (f *Fleet) Keys(seal []byte, older ...[]byte) (tourney.KeyStore, error) {
	s := &keyStore{Fleet: f, name: f.key("keys"), lock: f.key("login")}
	for i, seal := range append([][]byte{seal}, older...) {
		if len(seal) != 32 { // AES-256
			return nil, fmt.Errorf("fleet: seal %d has %d bytes: expected 32 random bytes", i+1, len(seal))
		}
		block, err := aes.NewCipher(seal)
		if err != nil {
			return nil, err
		}
		sealed, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		s.seals = append(s.seals, sealed)
	}
	return s, nil
}

// bind returns what a seal binds keys to: the key in Redis, so of the fleet, and the version of the format.
func (s *keyStore) bind() []byte { return []byte(s.name + "\x001") }

func (s *keyStore) seal(keys auth.Credentials, at int64) ([]byte, error) {
	kept := sealedKeys{[]byte(keys.APIKey), []byte(keys.APISecret.Reveal()), at}
	plain, err := json.Marshal(kept)                       //nolint:gosec // it is sealed
	return s.seals[0].Seal(nil, nil, plain, s.bind()), err //nolint:gosec // Seal makes the nonce by itself
}

func (s *keyStore) open(sealed string) (keys auth.Credentials, at int64, err error) {
	for _, seal := range s.seals {
		plain, err := seal.Open(nil, nil, []byte(sealed), s.bind())
		var kept sealedKeys
		if err == nil && json.Unmarshal(plain, &kept) == nil {
			return auth.Credentials{APIKey: string(kept.Key), APISecret: secret.New(string(kept.Secret))}, kept.At, nil
		}
	}
	const message = "fleet: no seal opens the keys in Redis: expected the seal of the process that wrote %q, or delete it"
	return keys, 0, fmt.Errorf(message, s.name)
}

// takeScript returns the keys unless they are those that the caller has no use for. Otherwise it returns who logs in,
// who is the caller if nobody else does.
var takeScript = redis.NewScript(`
local keys = redis.call('GET', KEYS[1])
if keys and keys ~= ARGV[1] then return {keys, ''} end
local holder = redis.call('GET', KEYS[2])
if not holder then
	redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
	holder = ARGV[2]
end
return {'', holder}`)

// What the lock has after a login failed, instead of the token of who logs in. A token has capitals.
const (
	lockRefused = "refused"
	lockFailed  = "failed"
)

// Keys implements [tourney.KeyStore].
func (s *keyStore) Keys(
	ctx context.Context, refused auth.Credentials, login func(context.Context) (auth.Credentials, error),
) (auth.Credentials, error) {
	token, useless := rand.Text(), ""
	for {
		kept, holder, err := s.take(ctx, useless, token)
		switch {
		case ctx.Err() != nil:
			return auth.Credentials{}, ctx.Err()
		case err != nil:
			return s.loginAlone(ctx, login, err)
		case kept != "":
			keys, at, err := s.open(kept)
			if err != nil || s.useful(keys, at, refused) {
				return keys, err
			}
			useless = kept
			continue
		case holder == token:
			return s.loginForAll(ctx, token, login)
		case holder == lockRefused:
			return auth.Credentials{}, fmt.Errorf("fleet: the login of another process: %w", tourney.ErrUnauthorized)
		case holder == lockFailed:
			return auth.Credentials{}, errors.New("fleet: the login of another process failed: its error says why")
		}
		if err := wait.Briefly(ctx); err != nil {
			return auth.Credentials{}, err
		}
	}
}

// take asks Redis for the keys, or for the right to log in.
func (s *keyStore) take(ctx context.Context, useless, token string) (keys, holder string, err error) {
	got, err := s.script(ctx, takeScript, []string{s.name, s.lock}, useless, token, loginTime.Milliseconds()).StringSlice()
	if err != nil {
		return "", "", s.failed(ctx, "reading keys", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alone {
		s.alone = false
		s.log.InfoContext(ctx, "the fleet shares its login again")
	}
	return got[0], got[1], nil
}

// useful reports whether keys of Redis are worth a request: the host did not refuse them, or they come from a later
// login. A host may issue equal keys at every login. Keys that are older than those of a login without Redis are of no
// use.
func (s *keyStore) useful(keys auth.Credentials, at int64, refused auth.Credentials) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	newer := at > s.at
	same := at == s.at
	s.at = max(s.at, at)
	return refused.APIKey == "" || newer || same && keys != refused
}

// issued returns the time for new keys.
func (s *keyStore) issued() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = max(s.at+1, time.Now().UnixMilli())
	return s.at
}

// loginAlone logs in for this process.
func (s *keyStore) loginAlone(
	ctx context.Context, login func(context.Context) (auth.Credentials, error), why error,
) (auth.Credentials, error) {
	s.mu.Lock()
	if !s.alone {
		s.alone = true
		s.log.WarnContext(ctx, "this process logs in for itself", "error", why)
	}
	s.mu.Unlock()
	keys, err := login(ctx)
	s.issued()
	return keys, err
}

// endScript keeps the keys of a login, and gives the right to log in back, or notes for a time that the login failed.
var endScript = redis.NewScript(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' then
	redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
if ARGV[5] == '0' then
	redis.call('DEL', KEYS[2])
else
	redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[5])
end
return 1`)

// loginForAll logs in, and keeps the keys for all. It notes the failure also when the login panics.
func (s *keyStore) loginForAll(
	ctx context.Context, token string, login func(context.Context) (auth.Credentials, error),
) (auth.Credentials, error) {
	within, cancel := context.WithTimeout(ctx, loginTime)
	defer cancel()
	var sealed []byte
	note, noteTime := lockFailed, failedTime
	defer func() {
		err := s.script(context.WithoutCancel(ctx), endScript, []string{s.name, s.lock}, token, sealed,
			keysTime.Milliseconds(), note, noteTime.Milliseconds()).Err()
		if err != nil {
			s.log.WarnContext(ctx, "the end of a login is not shared", "error", s.failed(ctx, "keeping keys", err))
		}
	}()
	keys, err := login(within)
	switch {
	case err == nil:
		noteTime = 0
		sealed, err = s.seal(keys, s.issued())
	case errors.Is(err, tourney.ErrUnauthorized):
		note, noteTime = lockRefused, refusedTime
	case ctx.Err() != nil: // nobody here waits for the login, which says nothing about the next one
		noteTime = 0
	}
	return keys, err
}
