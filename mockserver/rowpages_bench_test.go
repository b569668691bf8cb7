package mockserver_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
)

// BenchmarkRowPages reads pages of the admin API with many teams: at the beginning, in the middle, of a division, and
// of searches that find nothing, also of players and of games. Each is to take less than 50 ms with 100,000 teams.
func BenchmarkRowPages(b *testing.B) {
	srv := mockserver.HugeServer(b, 100_000, admin.Serve())
	for name, query := range map[string]string{
		"first":          "teams?limit=50",
		"middle":         "teams?limit=50&after=50000",
		"division":       "teams?limit=50&division=2050",
		"search":         "teams?limit=50&q=zzzz",
		"search late":    "teams?limit=50&q=zzzz&after=90000",
		"id":             "teams?limit=1&q=90000",
		"divisions":      "divisions?limit=50&after=50",
		"players":        "players?limit=50&after=50000",
		"search players": "players?limit=50&q=zzzz&after=50000",
		"search games":   "games?limit=50&q=zzzz",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w := httptest.NewRecorder()
				srv.ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), http.MethodGet,
					"http://localhost/_mock/rows/"+query, nil))
				require.Equal(b, http.StatusOK, w.Code)
			}
		})
	}
}
