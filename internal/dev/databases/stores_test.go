package databases

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/fleet"
)

// kind is a kind of store that processes share.
type kind struct {
	// begin returns the address of an empty store. It skips the test when there is no server.
	begin func(t *testing.T) string
	// open opens the store at an address, in any process.
	open func(ctx context.Context, address string) (deed.Store, func(), error)
	// dump returns all that the store holds.
	dump func(t *testing.T, address string) string
	// cut is what the last request of a change begins with on the wire; "" without a network.
	cut string
}

var kinds = map[string]kind{
	"file": {
		begin: func(t *testing.T) string { return filepath.Join(t.TempDir(), "deeds.json") },
		open: func(_ context.Context, address string) (deed.Store, func(), error) {
			store, err := deed.File(address)
			return store, func() {}, err
		},
		dump: func(t *testing.T, address string) string { return readAll(t, filepath.Dir(address)) },
	},
	"sqlite": {
		begin: func(t *testing.T) string {
			return "file:" + filepath.Join(t.TempDir(), "desk.db") + "?_pragma=busy_timeout(20000)"
		},
		open: open("sqlite", deed.SQLite),
		dump: func(t *testing.T, address string) string {
			path, _, _ := strings.Cut(strings.TrimPrefix(address, "file:"), "?")
			return readAll(t, filepath.Dir(path))
		},
	},
	"postgresql": {
		begin: func(t *testing.T) string {
			address := server(t, "TOURNEY_POSTGRES")
			return emptyDatabase(t, "pgx", address, func(name string) string {
				at, err := url.Parse(address)
				require.NoError(t, err)
				at.Path = "/" + name
				return at.String()
			})
		},
		open: open("pgx", deed.PostgreSQL), dump: rows("pgx"), cut: "commit",
	},
	"mariadb": {
		begin: func(t *testing.T) string {
			address := server(t, "TOURNEY_MARIADB")
			return emptyDatabase(t, "mysql", address, func(name string) string {
				return address[:strings.LastIndex(address, "/")+1] + name
			})
		},
		open: open("mysql", deed.MySQL), dump: rows("mysql"), cut: "COMMIT",
	},
	"redis": {
		begin: startRedis,
		open: func(_ context.Context, address string) (deed.Store, func(), error) {
			client := connect(address)
			f, err := fleet.New(client, "https://soccer.example.com", "director", fleet.Options{Timeout: 20 * time.Second})
			if err != nil {
				return nil, nil, err
			}
			return f.Deeds(0), func() { _ = client.Close() }, nil
		},
		dump: func(t *testing.T, address string) (all string) {
			client := connect(address)
			defer client.Close()
			for _, key := range client.Keys(t.Context(), "*").Val() {
				all += fmt.Sprintln(key, client.HGetAll(t.Context(), key).Val())
			}
			return all
		},
		cut: "evalsha",
	},
}

// each tests every kind of store.
func each(t *testing.T, test func(t *testing.T, name string, k kind)) {
	t.Helper()
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name, k)
		})
	}
}

// server returns the address of a server from the environment.
func server(t *testing.T, variable string) string {
	t.Helper()
	address := os.Getenv(variable)
	if address == "" {
		t.Skipf("*** NO SERVER (%s): SKIPPED", variable)
	}
	return address
}

// emptyDatabase makes a database, which goes with the test.
func emptyDatabase(t *testing.T, driver, address string, named func(string) string) string {
	t.Helper()
	db, err := sql.Open(driver, address)
	require.NoError(t, err)
	name := fmt.Sprintf("tourney_%d_%d", os.Getpid(), time.Now().UnixNano())
	_, err = db.ExecContext(t.Context(), "CREATE DATABASE "+name)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := db.ExecContext(context.WithoutCancel(t.Context()), "DROP DATABASE "+name)
		require.NoError(t, errors.Join(err, db.Close()))
	})
	return named(name)
}

func open(driver string, d deed.Dialect) func(context.Context, string) (deed.Store, func(), error) {
	return func(ctx context.Context, address string) (deed.Store, func(), error) {
		db, err := sql.Open(driver, address)
		if err != nil {
			return nil, nil, err
		}
		store, err := deed.SQL(ctx, db, d)
		return store, func() { _ = db.Close() }, err
	}
}

func rows(driver string) func(*testing.T, string) string {
	return func(t *testing.T, address string) (all string) {
		t.Helper()
		db, err := sql.Open(driver, address)
		require.NoError(t, err)
		defer db.Close()
		found, err := db.QueryContext(t.Context(), "SELECT id, version, data FROM tourney_deeds")
		require.NoError(t, err)
		for found.Next() {
			var id, version, data []byte
			require.NoError(t, found.Scan(&id, &version, &data))
			all += fmt.Sprintf("%s %s %s\n", id, version, data)
		}
		require.NoError(t, found.Err())
		return all
	}
}

func readAll(t *testing.T, folder string) (all string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		require.NoError(t, err)
		all += string(data)
	}
	return all
}

// connect returns a client of Redis.
func connect(address string) *redis.Client {
	network := "unix"
	if strings.HasPrefix(address, "127.0.0.1:") {
		network = "tcp"
	}
	return redis.NewClient(&redis.Options{Network: network, Addr: address, ContextTimeoutEnabled: true})
}

// startRedis starts a server, which ends with the test, and returns the path of its socket.
func startRedis(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("*** NO REDIS (Debian: redis-server): SKIPPED")
	}
	folder := t.TempDir()
	socket := filepath.Join(folder, "s")
	process := exec.Command("redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder)
	require.NoError(t, process.Start())
	t.Cleanup(func() { _, _ = process.Process.Kill(), process.Wait() })
	client := connect(socket)
	defer client.Close()
	require.Eventually(t, func() bool { return client.Ping(t.Context()).Err() == nil }, 20*time.Second, 5*time.Millisecond)
	return socket
}
