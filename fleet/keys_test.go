package fleet_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	client "github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// seal is a seal that repeats a letter.
func seal(letter byte) []byte { return bytes.Repeat([]byte{letter}, 32) }

// signedHost returns a host that requires signatures, and whose keys live for an hour of its clock.
func signedHost(t *testing.T) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(mockserver.Profile{
		Profile: tourney.Profile{Variant: tourney.Soccer, Signer: auth.HMAC{}}, RequireSignature: true, KeyLifetime: time.Hour,
	})
	require.NoError(t, err)
	return srv
}

// logins returns how many logins a host got.
func logins(srv *mockserver.Server) int { return len(srv.Calls.All("Authentication.Authenticate")) }

// keysOf returns a process's store of keys.
func (s *server) keysOf(o fleet.Options, first []byte, older ...[]byte) tourney.KeyStore {
	s.t.Helper()
	store, err := s.fleet(o).Keys(first, older...)
	require.NoError(s.t, err)
	return store
}

// loggingIn returns a client that logs in with the keys of a store.
func loggingIn(t *testing.T, srv *mockserver.Server, store tourney.KeyStore, password string) *tourney.Client {
	t.Helper()
	return srv.Client(tourney.WithLogin(mockserver.DefaultUsername, password), tourney.WithKeyStore(store))
}

func read(t *testing.T, c *tourney.Client) error {
	t.Helper()
	_, err := c.Venues.List(context.WithoutCancel(t.Context()), tourney.VenueListOptions{})
	return err
}

// readAll makes one read with every client at once.
func readAll(t *testing.T, clients []*tourney.Client) []error {
	t.Helper()
	failed := make([]error, len(clients))
	var all sync.WaitGroup
	for i, c := range clients {
		all.Go(func() { failed[i] = read(t, c) })
	}
	all.Wait()
	return failed
}

// TestOneLogin: a hundred processes log in once, and once more after the keys have expired.
func TestOneLogin(t *testing.T) {
	t.Parallel()
	redis, srv := startRedis(t), signedHost(t)
	clients := make([]*tourney.Client, 100)
	for i := range clients {
		clients[i] = loggingIn(t, srv, redis.keysOf(fleet.Options{Timeout: 20 * time.Second}, seal('a')), mockserver.DefaultPassword)
	}
	for round := range 3 {
		for _, err := range readAll(t, clients) {
			require.NoError(t, err)
		}
		require.Equal(t, round+1, logins(srv))
		srv.Clock.Advance(time.Hour)
	}
}

// TestLoginOfADeadProcess: another process logs in when the right to log in of a dead one ends.
func TestLoginOfADeadProcess(t *testing.T) {
	t.Parallel()
	redis, srv := startRedis(t), signedHost(t)
	client := loggingIn(t, srv, redis.keysOf(fleet.Options{}, seal('a')), mockserver.DefaultPassword)
	require.NoError(t, read(t, client))
	lock := strings.TrimSuffix(redis.keyNames()[0], "keys") + "login"
	require.NoError(t, redis.client().Set(t.Context(), lock, "THEDEAD", 300*time.Millisecond).Err())
	srv.Clock.Advance(time.Hour)
	require.NoError(t, read(t, client))
	require.Equal(t, 2, logins(srv))
	require.Zero(t, redis.client().Exists(t.Context(), lock).Val())
}

// TestRefusedLogin: the host refuses one login, and the other processes try none.
func TestRefusedLogin(t *testing.T) {
	t.Parallel()
	redis, srv := startRedis(t), signedHost(t)
	clients := make([]*tourney.Client, 20)
	for i := range clients {
		clients[i] = loggingIn(t, srv, redis.keysOf(fleet.Options{}, seal('a')), "wrong-password")
	}
	for _, err := range append(readAll(t, clients), readAll(t, clients)...) {
		require.ErrorIs(t, err, tourney.ErrUnauthorized)
		require.NotContains(t, err.Error(), "wrong-password")
	}
	require.Equal(t, 1, logins(srv))
}

// TestFailedLogin: the others learn that a login failed or panicked, and one that was cancelled holds nobody up.
func TestFailedLogin(t *testing.T) {
	t.Parallel()
	good := func(context.Context) (auth.Credentials, error) { return auth.Credentials{APIKey: "k"}, nil }
	for name, test := range map[string]struct {
		login func(context.Context, context.CancelFunc) (auth.Credentials, error)
		want  string
	}{
		"failed": {func(context.Context, context.CancelFunc) (auth.Credentials, error) {
			return auth.Credentials{}, io.ErrUnexpectedEOF
		}, "the login of another process failed"},
		"panicked": {func(context.Context, context.CancelFunc) (auth.Credentials, error) { panic("in the login") },
			"the login of another process failed"},
		"cancelled": {func(ctx context.Context, cancel context.CancelFunc) (auth.Credentials, error) {
			cancel()
			return auth.Credentials{}, ctx.Err()
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			redis := startRedis(t)
			ctx, cancel := context.WithCancel(t.Context())
			func() {
				defer func() { _ = recover() }()
				_, err := redis.keysOf(fleet.Options{}, seal('a')).Keys(ctx, auth.Credentials{},
					func(ctx context.Context) (auth.Credentials, error) { return test.login(ctx, cancel) })
				require.Error(t, err)
			}()
			keys, err := redis.keysOf(fleet.Options{}, seal('a')).Keys(t.Context(), auth.Credentials{}, good)
			if test.want != "" {
				require.ErrorContains(t, err, test.want)
				return
			}
			require.NoError(t, err)
			require.Equal(t, "k", keys.APIKey)
		})
	}
}

// TestKeysWithoutRedis: each process logs in for itself, and says so once. Redis then has older keys, which no process
// takes for new ones.
func TestKeysWithoutRedis(t *testing.T) {
	t.Parallel()
	redis, srv := startRedis(t), signedHost(t)
	var log bytes.Buffer
	o := fleet.Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Timeout: 200 * time.Millisecond}
	client := loggingIn(t, srv, redis.keysOf(o, seal('a')), mockserver.DefaultPassword)
	require.NoError(t, read(t, client))
	for _, name := range []string{"killed", "hangs"} {
		down, before := outages[name], logins(srv)
		down.begin(redis)
		for n := range 3 {
			srv.Clock.Advance(time.Hour)
			require.NoError(t, read(t, client))
			require.Equal(t, before+n+1, logins(srv))
		}
		down.end(redis)
		redis.eventually("redis does not answer", func() bool { return redis.client().Ping(t.Context()).Err() == nil })
		srv.Clock.Advance(time.Hour)
		require.NoError(t, read(t, client))
		require.Equal(t, before+4, logins(srv))
		require.Equal(t, 1, strings.Count(log.String(), "this process logs in for itself"))
		require.Equal(t, 1, strings.Count(log.String(), "the fleet shares its login again"))
		log.Reset()
	}
}

// TestSeals: only who has the seal gets the keys, and nobody else logs in.
func TestSeals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*server)
		seals  [][]byte
		opens  bool
	}{
		"the same seal": {nil, [][]byte{seal('a')}, true},
		"an older seal": {nil, [][]byte{seal('b'), seal('a')}, true},
		"another seal":  {nil, [][]byte{seal('b'), seal('c')}, false},
		"changed keys": {func(s *server) {
			require.NoError(s.t, s.client().SetRange(s.t.Context(), s.keyNames()[0], 20, "changed").Err())
		}, [][]byte{seal('a')}, false},
		"no keys": {func(s *server) {
			require.NoError(s.t, s.client().Set(s.t.Context(), s.keyNames()[0], "short", 0).Err())
		}, [][]byte{seal('a')}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			redis, srv := startRedis(t), signedHost(t)
			require.NoError(t, read(t, loggingIn(t, srv, redis.keysOf(fleet.Options{}, seal('a')), mockserver.DefaultPassword)))
			if test.change != nil {
				test.change(redis)
			}
			err := read(t, loggingIn(t, srv, redis.keysOf(fleet.Options{}, test.seals[0], test.seals[1:]...), mockserver.DefaultPassword))
			require.Equal(t, 1, logins(srv))
			if test.opens {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, "no seal opens the keys in Redis")
		})
	}
	_, err := startRedis(t).fleet(fleet.Options{}).Keys(seal('a'), seal('b')[:16])
	require.EqualError(t, err, "fleet: seal 2 has 16 bytes: expected 32 random bytes")
}

// keyNames returns the names of all keys of a server.
func (s *server) keyNames() []string {
	s.t.Helper()
	names, err := s.client().Keys(s.t.Context(), "*").Result()
	require.NoError(s.t, err)
	slices.Sort(names)
	return names
}

// heard is all that clients say to a server.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) DialHook(next client.DialHook) client.DialHook { return next }

func (h *heard) ProcessPipelineHook(next client.ProcessPipelineHook) client.ProcessPipelineHook {
	return next
}

func (h *heard) ProcessHook(next client.ProcessHook) client.ProcessHook {
	return func(ctx context.Context, cmd client.Cmder) error {
		h.mu.Lock()
		_, _ = fmt.Fprintf(&h.text, "%s\n", cmd.Args())
		h.mu.Unlock()
		return next(ctx, cmd)
	}
}

// files returns the files of a server.
func (s *server) files() string {
	s.t.Helper()
	var all strings.Builder
	root := s.args[slices.Index(s.args, "--dir")+1]
	require.NoError(s.t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			data, readErr := os.ReadFile(path)
			require.NoError(s.t, readErr)
			all.Write(data)
		}
		return err
	}))
	return all.String()
}

// requireNoTrace fails if a text has a secret in any form.
func requireNoTrace(t *testing.T, text string, secrets ...string) {
	t.Helper()
	for _, s := range secrets {
		require.NotEmpty(t, s)
		forms := []string{s, hex.EncodeToString([]byte(s)), strings.ToUpper(hex.EncodeToString([]byte(s)))}
		for shift := range 3 { // base64 of a text with the secret in it, wherever it begins
			cut := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), s...))
			if cut = cut[(shift*8+5)/6 : len(cut)-1]; len(cut) > 7 {
				forms = append(forms, cut)
			}
		}
		for _, form := range forms {
			require.NotContains(t, text, form)
		}
	}
}

// TestKeysAreNeverPlain searches all that Redis hears, has and writes to its disk.
func TestKeysAreNeverPlain(t *testing.T) {
	t.Parallel()
	redis, srv := startRedis(t), signedHost(t)
	redis.heard = &heard{}
	var issued []auth.Credentials
	for range 2 {
		for range 2 {
			require.NoError(t, read(t, loggingIn(t, srv, redis.keysOf(fleet.Options{}, seal('a')), mockserver.DefaultPassword)))
		}
		account, err := srv.Client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
		require.NoError(t, err)
		issued = append(issued, account.Credentials)
		srv.Clock.Advance(time.Hour)
		require.NoError(t, redis.client().FlushAll(t.Context()).Err())
	}
	_, err := redis.keysOf(fleet.Options{}, seal('a')).Keys(t.Context(), auth.Credentials{},
		func(context.Context) (auth.Credentials, error) {
			return auth.Credentials{APIKey: "plain-key-0", APISecret: secret.New("plain-secret-\xff\x00")}, nil
		})
	require.NoError(t, err)
	texts := redis.heard.text.String() + redis.files()
	for _, name := range redis.keyNames() {
		texts += name + redis.client().Get(t.Context(), name).Val()
	}
	require.Contains(t, texts, "tourney:{soccer.example.com:", "a search that finds nothing would prove nothing")
	secrets := []string{mockserver.DefaultPassword, string(seal('a')), "plain-key-0", "plain-secret-"}
	for _, keys := range issued {
		secrets = append(secrets, keys.APIKey, keys.APISecret.Reveal())
	}
	requireNoTrace(t, texts, secrets...)
	kept, err := redis.keysOf(fleet.Options{}, seal('a')).Keys(t.Context(), auth.Credentials{}, nil)
	require.NoError(t, err)
	require.Equal(t, "plain-secret-\xff\x00", kept.APISecret.Reveal(), "any bytes come back")
}
