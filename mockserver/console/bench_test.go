package console_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

// BenchmarkPages measures the pages of the tournament at 100,000 teams, and what the mock takes for the longest
// answer behind one. A page may take 50 ms more than that.
func BenchmarkPages(b *testing.B) {
	srv, err := mockserver.New(tourney.Soccer, console.Serve(), mockserver.Scenario("huge"), mockserver.ScenarioSize(100_000))
	require.NoError(b, err)
	b.Cleanup(srv.Close)
	for _, path := range []string{
		"tournament", "tournament/teams?after=90000&before=1", "tournament/teams?q=zzzzzz", "tournament/teams/100000", "tournament/players",
		"tournament/games", "tournament/divisions/2050", "tournament/events/1005", "schedule", "standings", "standings?display=Event", "bracket",
		"leaders",
	} {
		b.Run(path, func(b *testing.B) { benchmarkPage(b, srv, at+path) })
	}
	b.Run("view of an event's standings", func(b *testing.B) {
		benchmarkPage(b, srv, "/_mock/view/standings?display=Event&eventid=1001")
	})
	b.Run("view of an event's leaders", func(b *testing.B) {
		benchmarkPage(b, srv, "/_mock/view/statistics?eventid=1001&pagesize=10")
	})
}

func benchmarkPage(b *testing.B, srv *mockserver.Server, path string) {
	b.Helper()
	for b.Loop() {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "http://localhost"+path, http.NoBody)
		require.NoError(b, err)
		res, err := srv.RoundTrip(req)
		require.NoError(b, err)
		require.Equal(b, http.StatusOK, res.StatusCode)
		require.NoError(b, res.Body.Close())
	}
}
