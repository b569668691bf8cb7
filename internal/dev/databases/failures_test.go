package databases

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
)

// proxy is a network that breaks one connection, at one of the requests that contain a text.
type proxy struct {
	text   string
	after  bool // the server has answered the request
	mu     sync.Mutex
	at     int // the request, counted down
	broken bool
}

// listen returns the address of the proxy in front of a server.
func (p *proxy) listen(t *testing.T, protocol, server string) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var links sync.WaitGroup
	links.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			links.Go(func() { p.link(client, protocol, server) })
		}
	})
	t.Cleanup(func() { _ = listener.Close(); links.Wait() })
	return listener.Addr().String()
}

func (p *proxy) link(client net.Conn, protocol, address string) {
	defer client.Close()
	server, err := new(net.Dialer).Dial(protocol, address)
	if err != nil {
		return
	}
	defer server.Close()
	cut := make(chan struct{})
	var back sync.WaitGroup
	defer back.Wait()
	back.Go(func() {
		defer client.Close()
		for buffer := make([]byte, 64<<10); ; {
			n, err := server.Read(buffer)
			select {
			case <-cut: // the answer is lost
				return
			default:
			}
			if err == nil {
				_, err = client.Write(buffer[:n])
			}
			if err != nil {
				return
			}
		}
	})
	defer server.Close()
	for buffer := make([]byte, 64<<10); ; {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		breaks := p.breaks(buffer[:n])
		if breaks {
			close(cut)
		}
		if !breaks || p.after {
			_, err = server.Write(buffer[:n])
		}
		if breaks || err != nil {
			if p.after {
				back.Wait()
			}
			return
		}
	}
}

func (p *proxy) breaks(request []byte) bool {
	if !bytes.Contains(request, []byte(p.text)) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at--
	p.broken = p.broken || p.at == 0
	return p.at == 0
}

// TestLostConnections: the connection to the store breaks at each change of a deed, before the store gets the request or
// before its answer is read. Before the write nothing is sent, and afterwards the write happens once. The call frees the
// key, so the next one need not wait for the lease.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, _ string, k kind) {
		for at := range 5 {
			for _, after := range []bool{false, true} {
				if k.cut == "" {
					continue
				}
				t.Run(fmt.Sprint(at+1, after), func(t *testing.T) {
					t.Parallel()
					address, srv := k.begin(t), newHost(t)
					store, stop, err := k.open(t.Context(), address) // makes the table
					require.NoError(t, err)
					defer stop()
					p := &proxy{text: k.cut, after: after}
					lossy, stopLossy, err := k.open(t.Context(), through(t, p, address))
					require.NoError(t, err)
					defer stopLossy()
					p.mu.Lock()
					p.at = at + 1
					p.mu.Unlock()
					ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
					defer cancel()
					done, err := deed.Once(ctx, lossy, "form-17", srv.Client(), payment(), deed.Options{})
					require.True(t, p.broken || at >= 3, "a database commits four times, and Redis runs three scripts")
					if err != nil {
						require.Empty(t, srv.Calls.All("Payments.Pay"), "nothing was sent")
					}
					again, err := deed.Once(ctx, store, "form-17", srv.Client(), payment(), deed.Options{})
					require.NoError(t, err)
					require.Len(t, srv.Calls.All("Payments.Pay"), 1)
					if done.ID != 0 {
						require.Equal(t, done.TransactionID, again.TransactionID, "the result was kept")
						require.True(t, again.Earlier)
					}
				})
			}
		}
	})
}

// TestSettings: no setting of a database makes two of fifty connections send. Under some, a call may fail before it sends.
func TestSettings(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string][]string{
		"postgresql": {"&default_query_exec_mode=simple_protocol", "&default_transaction_isolation=serializable", "&timezone=Asia/Kolkata"},
		"mariadb": {"?clientFoundRows=true", "?autocommit=0", "?interpolateParams=true&parseTime=true&loc=Asia%2FKolkata",
			"?tx_isolation=%27SERIALIZABLE%27", "?tx_isolation=%27READ-COMMITTED%27&time_zone=%27%2B05%3A30%27", "?sql_mode=%27ANSI%27"},
		"sqlite": {"&_pragma=journal_mode(WAL)", "&_txlock=immediate", "&_pragma=busy_timeout(0)"},
	} {
		for _, setting := range settings {
			t.Run(name+setting, func(t *testing.T) {
				t.Parallel()
				address, srv := kinds[name].begin(t)+setting, newHost(t)
				if name == "sqlite" && strings.Contains(setting, "busy_timeout") {
					address = strings.Replace(address, "?_pragma=busy_timeout(20000)&", "?", 1)
				}
				store, stop, err := kinds[name].open(t.Context(), address)
				require.NoError(t, err)
				defer stop()
				failed := make([]error, 50)
				var calls sync.WaitGroup
				for i := range failed {
					calls.Go(func() {
						_, failed[i] = deed.Once(t.Context(), store, "form-17", srv.Client(), payment(), deed.Options{Timeout: time.Minute})
					})
				}
				calls.Wait()
				require.LessOrEqual(t, len(srv.Calls.All("Payments.Pay")), 1)
				for _, err := range failed {
					require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
				}
				if !strings.Contains(strings.ToLower(setting), "serializable") && !strings.Contains(setting, "busy") {
					require.NoError(t, errors.Join(failed...))
				}
				_, err = deed.Once(t.Context(), store, "form-17", srv.Client(), payment(), deed.Options{})
				require.NoError(t, err)
				require.Len(t, srv.Calls.All("Payments.Pay"), 1)
			})
		}
	}
}

// TestOneConnection: a pool of one connection is enough, and a row whose time is over goes.
func TestOneConnection(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		driver  string
		dialect deed.Dialect
	}{"postgresql": {"pgx", deed.PostgreSQL}, "mariadb": {"mysql", deed.MySQL}, "sqlite": {"sqlite", deed.SQLite}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, err := sql.Open(of.driver, kinds[name].begin(t))
			require.NoError(t, err)
			defer db.Close()
			db.SetMaxOpenConns(1)
			store, err := deed.SQL(t.Context(), db, of.dialect)
			require.NoError(t, err)
			for range 2 { // the first record has ended when the second one is made
				made, err := store.Create(t.Context(), "old", deed.Record{Version: "A", Data: []byte("{}")}, 0)
				require.NoError(t, err)
				require.True(t, made)
			}
			made, err := store.Create(t.Context(), "new", deed.Record{Version: "B", Data: []byte("{}")}, time.Hour)
			require.NoError(t, err)
			require.True(t, made)
			_, clock, err := store.Load(t.Context(), "old")
			require.NoError(t, err)
			require.WithinDuration(t, time.Now(), clock, time.Minute, "of no other zone")
			var rows int
			require.NoError(t, db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM tourney_deeds").Scan(&rows))
			require.Equal(t, 1, rows)
			_, err = deed.SQL(t.Context(), db, deed.Dialect{})
			require.ErrorContains(t, err, "the dialect is empty: expected PostgreSQL, MySQL or SQLite")
		})
	}
}

// through returns an address with a proxy in front of the server.
func through(t *testing.T, p *proxy, address string) string {
	t.Helper()
	if strings.HasPrefix(address, "/") {
		return p.listen(t, "unix", address)
	}
	_, rest, _ := strings.Cut(address, "127.0.0.1:")
	port := rest[:strings.IndexAny(rest, ")/")]
	server := "127.0.0.1:" + port
	return strings.Replace(address, server, p.listen(t, "tcp", server), 1)
}

// TestFullDisk: the disk has no room for the note, or for a part of it. Nothing is sent.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	srv := newHost(t)
	served := httptest.NewServer(srv)
	t.Cleanup(served.Close)
	requireRefused := func(t *testing.T, message string, r []result) {
		t.Helper()
		require.Len(t, r, 1)
		require.Contains(t, r[0].Err, message)
		require.Empty(t, srv.Calls.All("Payments.Pay"))
	}
	for _, most := range []uint64{10, 400} {
		t.Run(fmt.Sprint("file ", most), func(t *testing.T) {
			address := kinds["file"].begin(t)
			j := job{Kind: "file", Address: address, Key: "form-17", Host: served.URL, Write: "payment", Calls: 1, FileSize: most}
			_, end := j.start(t)
			requireRefused(t, "file too large", end())
			require.NotContains(t, readAll(t, filepath.Dir(address)), "Memo")
		})
	}
	t.Run("sqlite", func(t *testing.T) {
		address := kinds["sqlite"].begin(t)
		store, stop, err := kinds["sqlite"].open(t.Context(), address)
		require.NoError(t, err)
		const filled = 3900 // of a page, so that the note needs another one
		_, err = store.Create(t.Context(), "filler", deed.Record{Version: "A", Data: make([]byte, filled)}, time.Hour)
		require.NoError(t, err)
		stop()
		_, end := job{Kind: "sqlite", Address: address + "&_pragma=max_page_count(1)", Key: "form-17",
			Host: served.URL, Write: "payment", Calls: 1}.start(t)
		requireRefused(t, "database or disk is full", end())
		require.NotContains(t, readAll(t, filepath.Dir(strings.TrimPrefix(address, "file:"))), "Payments.Pay")
	})
}
