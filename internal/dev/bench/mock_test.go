package bench

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// world returns a mock with a thousand teams, each with twelve players, and with games.
func world(tb testing.TB) *mockserver.Server {
	tb.Helper()
	const teams = 1000
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(tb, err)
	tb.Cleanup(srv.Close)
	srv.Events.Add(tourney.Event{ID: 1, Name: "Firefly Cup"})
	for id := range int64(10) {
		srv.Divisions.Add(tourney.Division{ID: id + 1, Name: fmt.Sprint("Division ", id), Event: &tourney.Event{ID: 1}})
	}
	for i := range teams {
		team := tourney.Team{
			ID: int64(i + 1), Name: fmt.Sprint("Team ", i), Paid: new(i%3 > 0), Division: &tourney.TeamDivision{ID: int64(i%10) + 1},
			Address: &tourney.Address{City: "Otterford", StateRegion: "MO", Latitude: new(39.5), Longitude: new(-94.25)},
		}
		for n := range 12 {
			team.Players = append(team.Players, tourney.TeamPlayer{
				FirstName: "Ada", LastName: fmt.Sprint("Loft ", n), Number: new(n), Email: "ada@example.com",
				Birthdate: tourney.Date{Year: 2012, Month: 3, Day: 4}, Position: "Guard", School: "Otterford High",
			})
		}
		srv.Teams.Add(team)
		srv.Games.Add(tourney.Game{
			Date: tourney.Date{Year: 2026, Month: 6, Day: 12 + i%3}, Division: &tourney.GameDivision{ID: int64(i%10) + 1},
			AwayTeam: &tourney.GameSide{TeamID: new(int64(i + 1)), Score: tourney.Score(i % 7)},
		})
	}
	return srv
}

// host is a server of the benchmark, and what a request to it needs.
type host struct{ name, url, path, accept, key string }

// answerOf returns the header and the body of the host's answer.
func (h host) answerOf(tb testing.TB) (http.Header, []byte) {
	tb.Helper()
	req, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, h.url+h.path, nil)
	require.NoError(tb, err)
	req.Header.Set("Accept", h.accept)
	req.Header.Set("Authorization", h.key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(tb, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(tb, err)
	require.Equal(tb, http.StatusOK, res.StatusCode, "%s", body)
	return res.Header, body
}

// measure measures requests to a host, beside a handler of net/http that answers with the same bytes.
func measure(b *testing.B, h host) {
	b.Helper()
	defer http.DefaultClient.CloseIdleConnections()
	header, body := h.answerOf(b)
	static := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name := range header {
			w.Header()[name] = header[name]
		}
		_, _ = w.Write(body)
	}))
	defer static.Close()
	for _, at := range []host{h, {"static", static.URL, h.path, h.accept, h.key}} {
		b.Run("host="+at.name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				at.answerOf(b)
			}
		})
	}
}

// BenchmarkPages measures pages of the mock over a socket.
func BenchmarkPages(b *testing.B) {
	srv := world(b)
	require.NoError(b, srv.Listen("127.0.0.1:0"))
	for name, path := range map[string]string{
		"teams": "/teams?eventid=1", "players": "/players?eventid=1", "games": "/games?eventid=1", "team": "/teams?id=7",
		"includes": "/teams?eventid=1&includes=players,coaches,pools,season",
	} {
		for format, accept := range map[string]string{"JSON": "application/json", "XML": "application/xml"} {
			b.Run(name+"/"+format, func(b *testing.B) {
				measure(b, host{"mock", srv.URL(), "/api/v1" + path, accept, ""})
			})
		}
	}
}

// BenchmarkStripeMock measures the best known mock server that is written in Go, which mocks another interface.
func BenchmarkStripeMock(b *testing.B) {
	const program, free = "github.com/stripe/stripe-mock@v0.203.0", "127.0.0.1:0"
	folder := b.TempDir()
	install := exec.CommandContext(b.Context(), "go", "install", program)
	install.Env = append(install.Environ(), "GOBIN="+folder, "GOFLAGS=")
	if said, err := install.CombinedOutput(); err != nil {
		b.Skipf("*** NO STRIPE-MOCK: SKIPPED: %s", said)
	}
	peer := exec.CommandContext(b.Context(), folder+"/stripe-mock", "-http-addr", free, "-https-addr", free)
	said, err := peer.StdoutPipe()
	require.NoError(b, err)
	require.NoError(b, peer.Start())
	defer func() { _, _ = peer.Process.Kill(), peer.Wait() }()
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if _, address, found := strings.Cut(lines.Text(), "Listening for HTTP at address: "); found {
			go func() { _, _ = io.Copy(io.Discard, said) }() // it prints a line for some requests
			measure(b, host{"stripe-mock", "http://" + address, "/v1/customers/cus_1", "application/json", "Bearer sk_test_123"})
			return
		}
	}
	b.Fatal("stripe-mock told no address")
}
