package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
)

// childOf names the variables that make the test binary a program which follows an event until it is killed.
const (
	childOf  = "STORE_FOLLOWS"
	childURL = "STORE_HOST"
)

func TestMain(m *testing.M) {
	if database := os.Getenv(childOf); database != "" {
		if err := followHost(database, os.Getenv(childURL)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if os.Getenv(postgres) == "" {
		fmt.Fprintln(os.Stderr, "*** NO TOURNEY_POSTGRES (the URL of a PostgreSQL): the tests over PostgreSQL are SKIPPED")
	}
	goleak.VerifyTestMain(m)
}

func followHost(database, host string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // if the test dies
	defer cancel()
	store, err := Open(ctx, database)
	if err != nil {
		return err
	}
	client, err := tourney.New(host, tourney.Soccer)
	if err != nil {
		return err
	}
	o := watch.Options{Interval: time.Millisecond, MaxWait: time.Millisecond}
	return store.Follow(ctx, client, event, o, func(error) {})
}

// event is the event of the mock's tournament.
const event = 1001

// postgres names the variable with the URL of a PostgreSQL.
const postgres = "TOURNEY_POSTGRES"

// everyDatabase calls test with an empty database of each kind.
func everyDatabase(t *testing.T, test func(t *testing.T, database string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "copy.db")) })
	t.Run("PostgreSQL", func(t *testing.T) {
		if os.Getenv(postgres) == "" {
			t.Skip("no TOURNEY_POSTGRES")
		}
		test(t, newPostgres(t))
	})
}

// newPostgres returns the URL of a schema of its own, until the test ends.
func newPostgres(t *testing.T) string {
	t.Helper()
	db, err := sql.Open("pgx", os.Getenv(postgres))
	require.NoError(t, err)
	schema := fmt.Sprintf("store_%d", time.Now().UnixNano())
	_, err = db.ExecContext(t.Context(), "CREATE SCHEMA "+schema)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := db.ExecContext(context.WithoutCancel(t.Context()), "DROP SCHEMA "+schema+" CASCADE")
		require.NoError(t, errors.Join(err, db.Close()))
	})
	address, err := url.Parse(os.Getenv(postgres))
	require.NoError(t, err)
	values := address.Query()
	values.Set("search_path", schema)
	address.RawQuery = values.Encode()
	return address.String()
}

// changingHost is a host that changes rows between the requests, and kills its client before it answers one of them.
type changingHost struct {
	*mockserver.Server

	mu      sync.Mutex
	served  int64
	deadly  int64  // the request that kills the client
	kill    func() // returns when the client is dead
	isEmpty bool   // every list is empty
}

// begin begins a round.
func (h *changingHost) begin(deadly int64, isEmpty bool, kill func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.served, h.deadly, h.isEmpty, h.kill = 0, deadly, isEmpty, kill
}

func (h *changingHost) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	h.mu.Lock()
	h.served++
	n, deadly, isEmpty, kill := h.served, h.deadly, h.isEmpty, h.kill
	h.mu.Unlock()
	if n == deadly {
		kill()
		return
	}
	if isEmpty {
		name := map[string]string{"/api/v1/teams": "Teams", "/api/v1/games": "Games"}[req.URL.Path]
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"%s":{"Results":[],"Page":1,"PageSize":50,"Total":0}}`, name)
		return
	}
	if n%11 == 0 {
		h.Games.Edit(7001+n%40, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(int(n % 7)) })
		h.Teams.Edit(4001+n%20, func(t *tourney.Team) { t.Name = fmt.Sprint("Otters ", n, " ", deadly) })
	}
	h.Server.ServeHTTP(w, req)
}

// TestFollowKilledAtFiftyMoments: programs that follow a host die by SIGKILL, each at a later request. Each leaves
// tables that are those of its state. In the end the copy is equal to the host, and no empty answer has deleted a row.
func TestFollowKilledAtFiftyMoments(t *testing.T) {
	everyDatabase(t, func(t *testing.T, database string) {
		srv, err := mockserver.New(tourney.Soccer)
		require.NoError(t, err)
		host := &changingHost{Server: srv}
		listener := httptest.NewServer(host)
		defer listener.Close()
		store := open(t, database)
		least := 0
		for round := range 50 {
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), childOf+"="+database, childURL+"="+listener.URL)
			started, dead := make(chan struct{}), make(chan struct{})
			host.begin(int64(round+1), round%5 == 4, func() {
				<-started
				_ = child.Process.Kill() // SIGKILL, also for a program that has ended by itself
				<-dead
			})
			require.NoError(t, child.Start())
			close(started)
			err := child.Wait()
			close(dead)
			require.Error(t, err, "killed, or ended by a host without rows")
			if round == 30 {
				srv.Games.Remove(7040)
			}
			rows := consistent(t, store)
			if round != 0 && round <= 30 {
				require.GreaterOrEqual(t, rows, least, "round %d", round)
			}
			least = rows
		}
		for range 2 { // a poll that misses the game, and one that removes it
			require.NoError(t, store.Poll(t.Context(), srv.Client(), event))
		}
		consistent(t, store)
		games, err := store.Games(t.Context())
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(listed(t, srv.Client().Games.All(t.Context(), tourney.GameListOptions{EventID: event})), games))
		teams, err := srv.Client().Teams.ReadAll(t.Context(), tourney.TeamListOptions{EventID: event})
		require.NoError(t, err)
		copied, err := store.Teams(t.Context())
		require.NoError(t, err)
		require.Len(t, copied, len(teams.Rows))
	})
}

// consistent compares the tables with the states that were committed with them, and returns how many rows they have.
func consistent(t *testing.T, s *Store) (rows int) {
	t.Helper()
	for _, table := range []string{"teams", "games"} {
		var texts []string
		texts, err := query(t.Context(), s.db, func(rows *sql.Rows, text *string) error { return rows.Scan(text) },
			"SELECT content FROM "+table+" ORDER BY id")
		require.NoError(t, err)
		states, err := query(t.Context(), s.db, func(rows *sql.Rows, text *[]byte) error { return rows.Scan(text) },
			"SELECT state FROM watches WHERE name = $1", table)
		require.NoError(t, err)
		if len(states) == 0 {
			require.Empty(t, texts)
			continue
		}
		var state struct {
			Rows []json.RawMessage `json:"rows"`
		}
		require.NoError(t, json.Unmarshal(states[0], &state))
		var want []string
		for _, row := range state.Rows {
			want = append(want, string(row))
		}
		require.ElementsMatch(t, want, texts)
		rows += len(texts)
	}
	return rows
}
