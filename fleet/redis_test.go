package fleet_test

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/fleet"
)

func TestMain(m *testing.M) {
	if at := os.Getenv(watcherChild); at != "" { // a test kills the process
		watchUntilKilled(at)
	}
	goleak.VerifyTestMain(m)
}

// host is the base URL of a host that no test reaches.
const host = "https://soccer.example.com"

// server is a real server of Redis, which keeps its data over a restart.
type server struct {
	t       testing.TB
	address string
	args    []string
	process *exec.Cmd
	heard   *heard // what the clients say; nil when nobody listens
}

// startRedis starts a server until the test ends. The variable REDIS_SERVER names another program, such as
// valkey-server.
func startRedis(t testing.TB, args ...string) *server {
	t.Helper()
	address := freeAddress(t)
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	s := &server{t: t, address: address, args: append([]string{
		"--port", port, "--bind", "127.0.0.1", "--dir", t.TempDir(), "--save", "", "--repl-diskless-sync-delay", "0",
		// While the default syncs the file, it writes nothing, and may answer before it has written.
		"--appendonly", "yes", "--appendfsync", "no",
	}, args...)}
	s.start()
	t.Cleanup(s.kill)
	return s
}

// freeAddress returns an address whose port the system gives to no connection, which could take it before the server.
func freeAddress(t testing.TB) string {
	t.Helper()
	for {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(10_000+rand.IntN(20_000)))
		if listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address); err == nil {
			require.NoError(t, listener.Close())
			return address
		}
	}
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
	s.eventually("redis does not answer: "+log.Name(), func() bool {
		err := client.Ping(context.Background()).Err()
		return err == nil || redis.IsLoadingError(err) && slices.Contains(s.args, "--key-load-delay")
	})
}

// loading starts the server again, which then loads its data for half a minute.
func (s *server) loading() {
	s.t.Helper()
	client, value := s.client(), strings.Repeat("x", 2<<10) // it answers once for each KiB
	for key := range 300 {
		require.NoError(s.t, client.Set(s.t.Context(), strconv.Itoa(key), value, 0).Err())
	}
	s.set("rdbcompression", "no")
	require.NoError(s.t, client.Save(s.t.Context()).Err())
	s.kill()
	s.args = append(s.args, "--appendonly", "no", "--key-load-delay", "100000", "--loading-process-events-interval-bytes", "1024")
	s.start()
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
func (s *server) pause() { require.NoError(s.t, s.process.Process.Signal(stopSignal)) }

func (s *server) resume() { require.NoError(s.t, s.process.Process.Signal(goOnSignal)) }

// replica starts a replica of the server, and waits until it has the server's data.
func (s *server) replica() *server {
	s.t.Helper()
	return startReplica(s.t, s.address)
}

// startReplica starts a replica of the server at an address, which may be that of a proxy.
func startReplica(t testing.TB, address string) *server {
	t.Helper()
	host, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	r := startRedis(t, "--replicaof", host+" "+port)
	client := r.client()
	r.eventually("the replica has no data", func() bool {
		return strings.Contains(client.Info(t.Context(), "replication").Val(), "master_link_status:up")
	})
	return r
}

// outages are the ways in which a server serves nobody for a while.
var outages = map[string]struct{ begin, end func(*server) }{
	"killed": {(*server).kill, (*server).start},
	"hangs":  {(*server).pause, (*server).resume},
	"full":   {func(s *server) { s.set("maxmemory", "1") }, func(s *server) { s.set("maxmemory", "0") }},
}

// replicated waits until a replica has all that the server has.
func (s *server) replicated() {
	s.t.Helper()
	client := s.client().(*redis.Client)
	require.NoError(s.t, client.Set(s.t.Context(), "replicated", "all before", 0).Err())
	require.EqualValues(s.t, 1, client.Wait(s.t.Context(), 1, 20*time.Second).Val())
}

// promote makes a replica a primary.
func (s *server) promote() {
	s.t.Helper()
	require.NoError(s.t, s.client().(*redis.Client).ReplicaOf(s.t.Context(), "NO", "ONE").Err())
}

// set changes a setting of the server, such as maxmemory.
func (s *server) set(setting, value string) {
	s.t.Helper()
	require.NoError(s.t, s.client().ConfigSet(s.t.Context(), setting, value).Err())
}

// runsOfScripts returns how many scripts the server ran since its start.
func (s *server) runsOfScripts() (n int) {
	s.t.Helper()
	for _, of := range []string{"eval", "evalsha"} {
		stats := s.client().Info(s.t.Context(), "commandstats").Val()
		if _, rest, found := strings.Cut(stats, "cmdstat_"+of+":calls="); found {
			calls, _, _ := strings.Cut(rest, ",")
			runs, err := strconv.Atoi(calls)
			require.NoError(s.t, err)
			n += runs
		}
	}
	return n
}

func (s *server) eventually(failure string, is func() bool) {
	s.t.Helper()
	require.Eventually(s.t, is, 20*time.Second, 5*time.Millisecond, "%s", failure)
}

// startCluster starts a cluster of three nodes, and returns their addresses and a client.
func startCluster(t *testing.T) ([]string, redis.UniversalClient) {
	t.Helper()
	var nodes [3]*server
	for i := range nodes {
		_, bus, err := net.SplitHostPort(freeAddress(t)) // the usual one, 10,000 above the port, may be too high
		require.NoError(t, err)
		nodes[i] = startRedis(t, "--cluster-enabled", "yes", "--cluster-port", bus)
		own := nodes[i].client()
		first, last := i*16384/3, (i+1)*16384/3-1
		require.NoError(t, own.Do(t.Context(), "CLUSTER", "ADDSLOTSRANGE", first, last).Err())
		if i > 0 {
			_, port, err := net.SplitHostPort(nodes[i].address)
			require.NoError(t, err)
			require.NoError(t, nodes[0].client().Do(t.Context(), "CLUSTER", "MEET", "127.0.0.1", port, bus).Err())
		}
	}
	for _, node := range nodes {
		own := node.client()
		node.eventually("the cluster is not up", func() bool {
			info := own.ClusterInfo(t.Context()).Val()
			return strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:3")
		})
	}
	addresses := []string{nodes[0].address, nodes[1].address, nodes[2].address}
	return addresses, connect(t, addresses...)
}

// proxy is a network between a client and a server. It passes connections on to one server, and later to another one.
type proxy struct {
	address string
	links   sync.WaitGroup

	mu    sync.Mutex
	to    string
	delay time.Duration
	open  map[net.Conn]bool
	taken int // connections
}

// startProxy starts a proxy until the test ends.
func startProxy(t *testing.T, to *server) *proxy {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{address: listener.Addr().String(), to: to.address, open: map[net.Conn]bool{}}
	p.links.Go(func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			p.links.Go(func() { p.link(from) })
		}
	})
	t.Cleanup(func() { _ = listener.Close(); p.cut(); p.links.Wait() })
	return p
}

// link connects a client with the server.
func (p *proxy) link(from net.Conn) {
	p.mu.Lock()
	address := p.to
	p.taken++
	p.open[from] = true
	p.mu.Unlock()
	defer from.Close()
	to, err := new(net.Dialer).Dial("tcp", address)
	if err != nil {
		return
	}
	defer to.Close()
	p.links.Go(func() { defer to.Close(); p.pass(to, from) })
	p.pass(from, to)
}

// pass passes bytes on, later by the delay.
func (p *proxy) pass(to io.Writer, from io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		p.mu.Lock()
		delay := p.delay
		p.mu.Unlock()
		<-time.After(delay)
		if _, err = to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// slow delays everything that passes, in each direction.
func (p *proxy) slow(by time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = by
}

// connections returns how many connections the proxy took.
func (p *proxy) connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}

// cut cuts all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for link := range p.open {
		_ = link.Close()
	}
	clear(p.open)
}

// failOver cuts all connections, and passes later ones on to another server.
func (p *proxy) failOver(to *server) {
	p.mu.Lock()
	p.to = to.address
	p.mu.Unlock()
	p.cut()
}

// client returns a client through the proxy, closed when the test ends.
func (p *proxy) client(t *testing.T) redis.UniversalClient {
	t.Helper()
	return connect(t, p.address)
}

// client returns a client, closed when the test ends, of the server and of the servers at other addresses.
func (s *server) client(also ...string) redis.UniversalClient {
	client := connect(s.t, append([]string{s.address}, also...)...)
	if s.heard != nil {
		client.AddHook(s.heard)
	}
	return client
}

// connect returns a client, closed when the test ends.
func connect(t testing.TB, addresses ...string) redis.UniversalClient {
	t.Helper()
	client := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: addresses, ContextTimeoutEnabled: true})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// fleet returns a process's view of the fleet of a test.
func (s *server) fleet(o fleet.Options) *fleet.Fleet {
	s.t.Helper()
	return newFleet(s.t, s.client(), o)
}

// newFleet returns a process's view of the fleet of a test.
func newFleet(t testing.TB, client redis.UniversalClient, o fleet.Options) *fleet.Fleet {
	t.Helper()
	f, err := fleet.New(client, host, "director", o)
	require.NoError(t, err)
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

// TestOneFleetForAHost: all base URLs of a host make one fleet, and others make others.
func TestOneFleetForAHost(t *testing.T) {
	t.Parallel()
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", ContextTimeoutEnabled: true})
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	var rows map[string][]string
	data, err := os.ReadFile("../testdata/hosts.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	seen := map[string]string{}
	for want, texts := range rows {
		for _, text := range append(texts, want) {
			f, err := fleet.New(client, text, "director", fleet.Options{})
			require.NoError(t, err)
			if key := f.Key("limit"); seen[key] == "" {
				seen[key] = want
			}
			require.Equal(t, want, seen[f.Key("limit")], text)
			require.Equal(t, 1, strings.Count(f.Key("limit"), "}"), "one hash tag")
		}
	}
	require.Len(t, seen, len(rows))
}
