package mockserver

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// TestListsDoNotTouchOtherRows checks that the cost of a page does not depend on the number of rows.
func TestListsDoNotTouchOtherRows(t *testing.T) {
	few, many := crowded(t, 60), crowded(t, 1500)
	for _, query := range []string{
		"teams?divisionid=1&pagesize=10&page=5", "teams?eventid=1&paid=true&status=1&pagesize=10&divisionid=1",
		"teams?teamids=1,2,3,4,5,6,7,8,9,10&divisionid=1",
		"games?divisionid=1&pagesize=10&page=3", "games?eventid=1&divisionid=1&teamid=1&date=6/12/2026&pagesize=10",
		"divisions?eventid=1&pagesize=10&page=2",
		"players?divisionid=1&pagesize=10&page=2", "players?playerids=1,2,3,4,5,6,7,8,9,10&divisionid=1",
	} {
		bytes := func(s *Server) float64 {
			body := send(s, "GET", query, "").Body.String()
			require.Equal(t, 10, strings.Count(body, "{\"Id\":")-strings.Count(body, ":{\"Id\":"))
			req := httptest.NewRequest(http.MethodGet, "/api/v1/"+query, nil)
			return bytesOf(func(int) { s.ServeHTTP(listen.NewRecorder(req, nil), req) })
		}
		require.Less(t, bytes(many), 1.5*bytes(few), query)
	}
}

// crowded returns a server with rows of each noun in a division.
func crowded(t *testing.T, rows int) *Server {
	t.Helper()
	s := newServer(t, tourney.Soccer, Scenario("empty"))
	s.Events.Add(tourney.Event{ID: 1})
	s.Divisions.Add(tourney.Division{ID: 1})
	for i := range rows {
		s.Divisions.Add(tourney.Division{Name: "d"})
		s.Teams.Add(tourney.Team{
			ID: int64(i + 1), Division: &tourney.TeamDivision{ID: 1}, Paid: new(true), Status: new(tourney.TeamActive),
			Players: []tourney.TeamPlayer{{PlayerID: int64(i + 1)}},
		})
		s.Games.Add(tourney.Game{
			Division: &tourney.GameDivision{ID: 1}, Date: tourney.Date{Year: 2026, Month: 6, Day: 12},
			AwayTeam: &tourney.GameSide{TeamID: new(int64(1))},
		})
	}
	return s
}

// bytesOf returns the median of the bytes that runs of a function allocate. Some runs make a list grow, or meet an empty
// sync.Pool.
func bytesOf(run func(n int)) float64 {
	counts := make([]uint64, 51)
	var before, after runtime.MemStats
	for n := range counts {
		runtime.ReadMemStats(&before)
		run(n)
		runtime.ReadMemStats(&after)
		counts[n] = after.TotalAlloc - before.TotalAlloc
	}
	slices.Sort(counts)
	return float64(counts[len(counts)/2])
}

// TestRowPageLooksAtFewRows: a search of many rows answers where to go on.
func TestRowPageLooksAtFewRows(t *testing.T) {
	srv := newServer(t, tourney.Soccer, Scenario("empty"))
	for i := range 1000 {
		srv.Teams.Add(tourney.Team{Name: fmt.Sprintf("Team %d", i)})
	}
	few := direct.Teams.Pages
	few.Looks = 300
	q := stored.Query{Text: "team 99", Limit: 5}
	for _, want := range []struct {
		rows []string
		next int64
	}{
		{[]string{"Team 99"}, 301}, {[]string{}, 601}, {[]string{}, 901}, // and then the limit
		{[]string{"Team 990", "Team 991", "Team 992", "Team 993", "Team 994"}, 996},
		{[]string{"Team 995", "Team 996", "Team 997", "Team 998", "Team 999"}, 0},
	} {
		page := few.Of(inner(srv).Access, q)
		require.Equal(t, want.rows, values.Mapped(page.Rows, func(t tourney.Team) string { return t.Name }))
		require.Equal(t, want.next, page.Next)
		require.Equal(t, -1, page.Total)
		q.After = page.Next
	}
	page := srv.Teams.Page(stored.Query{Limit: 2, After: 900})
	require.Equal(t, "Team 899", page.Rows[0].Name)
	require.Equal(t, 1000, page.Total)
	require.Empty(t, srv.Teams.Page(stored.Query{After: 1 << 40}).Rows)
}
