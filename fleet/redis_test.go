package fleet_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/fleet"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is the base URL of a host that no test reaches.
const host = "https://soccer.example.com"

// server is a real server of Redis, which keeps its data over a restart.
type server struct {
	t       *testing.T
	address string
	args    []string
	process *exec.Cmd
}

// startRedis starts a server until the test ends. The variable REDIS_SERVER names another program, such as
// valkey-server.
func startRedis(t *testing.T, args ...string) *server {
	t.Helper()
	address := freeAddress(t)
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	s := &server{t: t, address: address, args: append([]string{
		"--port", port, "--bind", "127.0.0.1", "--dir", t.TempDir(), "--appendonly", "yes", "--save", "",
	}, args...)}
	s.start()
	t.Cleanup(s.kill)
	return s
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// start starts the server again after kill, with the data of before, and waits until it answers.
func (s *server) start() {
	s.t.Helper()
	program := os.Getenv("REDIS_SERVER")
	if program == "" {
		program = "redis-server"
	}
	path, err := exec.LookPath(program)
	if err != nil {
		s.t.Skipf("*** NO REDIS (Debian: redis-server): SKIPPED: %v", err)
	}
	s.process = exec.Command(path, s.args...)
	log, err := os.Create(filepath.Join(s.t.TempDir(), "log"))
	require.NoError(s.t, err)
	defer log.Close()
	s.process.Stdout, s.process.Stderr = log, log
	require.NoError(s.t, s.process.Start())
	client := s.client()
	require.Eventually(s.t, func() bool { return client.Ping(context.Background()).Err() == nil }, 20*time.Second,
		5*time.Millisecond, "redis does not answer: %s", log.Name())
}

// kill ends the server at once, as a loss of power would. After it, start starts the server again.
func (s *server) kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
	s.process = nil
}

// pause makes the server hang until resume: it takes connections, and answers nothing.
func (s *server) pause() { require.NoError(s.t, s.process.Process.Signal(syscall.SIGSTOP)) }

func (s *server) resume() { require.NoError(s.t, s.process.Process.Signal(syscall.SIGCONT)) }

// client returns a client, closed when the test ends, of the server and of the servers at other addresses.
func (s *server) client(also ...string) redis.UniversalClient {
	client := redis.NewUniversalClient(&redis.UniversalOptions{
		Addrs: append([]string{s.address}, also...), ContextTimeoutEnabled: true,
	})
	s.t.Cleanup(func() { _ = client.Close() })
	return client
}

// fleet returns a process's view of the fleet of a test.
func (s *server) fleet(o fleet.Options) *fleet.Fleet {
	s.t.Helper()
	f, err := fleet.New(s.client(), host, "director", o)
	require.NoError(s.t, err)
	return f
}

func TestNew(t *testing.T) {
	t.Parallel()
	good := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", ContextTimeoutEnabled: true})
	deaf := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1"})
	t.Cleanup(func() { require.NoError(t, good.Close()); require.NoError(t, deaf.Close()) })
	for _, test := range []struct {
		name, host, account string
		client              redis.UniversalClient
		options             fleet.Options
		want                string
	}{
		{"a fleet", host, "director", good, fleet.Options{}, ""},
		{"no URL", "soccer.example.com", "director", good, fleet.Options{}, "fleet: the host is not a base URL"},
		{"no account", host, "", good, fleet.Options{}, "fleet: the account is empty"},
		{"a negative timeout", host, "director", good, fleet.Options{Timeout: -1}, "fleet: Timeout is -1ns"},
		{"a client without contexts", host, "director", deaf, fleet.Options{}, "set its option ContextTimeoutEnabled"},
		{"no client", host, "director", nil, fleet.Options{}, "does not obey contexts"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := fleet.New(test.client, test.host, test.account, test.options)
			if test.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestRedis(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	client := s.client()
	require.NoError(t, client.Set(t.Context(), "kept", "over a restart", 0).Err())
	s.kill()
	s.start()
	require.Equal(t, "over a restart", client.Get(t.Context(), "kept").Val())
	_ = fmt.Sprint(s.fleet(fleet.Options{}))
}
