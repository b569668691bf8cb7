package mockserver

import (
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

func TestSequence(t *testing.T) {
	q := newSequence()
	first := q.assign(teamIDs, 0)
	require.Equal(t, first+1, q.assign(teamIDs, 0))
	require.EqualValues(t, 7, q.assign(teamIDs, 7), "given")
	require.Equal(t, first+2, q.assign(teamIDs, 0))
	require.Equal(t, first+100, q.assign(teamIDs, first+100))
	require.Equal(t, first+101, q.assign(teamIDs, 0), "ids that were given are not given out again")
	seen := map[int64]bool{}
	for k := range kinds {
		id := q.assign(k, 0)
		require.False(t, seen[id/idStep], "an id shows its kind")
		seen[id/idStep] = true
	}
}

func TestMasked(t *testing.T) {
	for text, want := range map[string]string{
		`found "4111111111111111"`:      `found "[redacted]"`,
		`found "4111 1111-1111 1111"`:   `found "[redacted]"`,
		"378282246310005 and 12345":     "[redacted] and 12345",
		"names no team: 40010001":       "names no team: 40010001",
		"number 41111111111111111111 x": "number [redacted] x",
		strings.Repeat("12 34-", 50):    "[redacted]-",
		"12345678901":                   "12345678901",
	} {
		require.Equal(t, want, masked(text))
	}
}

func TestLuhn(t *testing.T) {
	for number, want := range map[string]bool{
		"4111111111111111": true, "4111111111111112": false, "378282246310005": true, "6011111111111117": true, "0000000000000000": true,
		"": false, "0": false, "41111111111x1111": false, "4222222222222": true, "00000000000000000000": false,
	} {
		require.Equal(t, want, luhn(number), number)
	}
}

// TestSafeLeavesNoPartOfANumber checks texts that are cut in a number.
func TestSafeLeavesNoPartOfANumber(t *testing.T) {
	text := strings.Repeat("x", 195) + "4111\n1111 1111-1111"
	require.NotContains(t, safe(text), "4111")
	require.NotContains(t, safe("4111\n1111\n1111\n1111"), "1111")
}

// TestUnreadable checks that an error of Bind names the field of the contract, and an error of the parser the place in
// the body.
func TestUnreadable(t *testing.T) {
	bound := func(path string, e record.Error) string {
		e.Path = path
		return bindRefusal(&e).Error()
	}
	require.Equal(t, "away.players[0].statistics must be an array, found number 7",
		bound("/Away/Players[0]/Statistics", record.Error{Found: "number 7", Expected: "an array", Offset: 12}))
	require.Equal(t, "gender cannot be read: found number 7: too large",
		bound("/Gender", record.Error{Found: "number 7", Err: errors.New("too large")}))
	require.Equal(t, "payment.creditcardnumber cannot be read",
		bound("/Payment/CreditCardNumber", record.Error{Found: "content not shown", Expected: "a string", Secret: true}))
	require.Equal(t, "the request must be an object, found number 7", bound("", record.Error{Found: "number 7", Expected: "an object"}))
	require.Equal(t, "other", bindRefusal(errors.New("other")).Error())

	_, err := jsoncodec.ParseNode([]byte(`{"Away":{"Id":x}}`), jsoncodec.Limits{})
	require.Contains(t, parseRefusal(err).Error(), "(line 1, offset 14)")
	var in tourney.StatisticsUpdateInput
	n, err := jsoncodec.ParseNode([]byte(`{"Away":{"Players":[{"Statistics":{}}]}}`), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Equal(t, "away.players[0].statistics must be an array, found object", bindRefusal(record.Bind(n, &in)).Error())
}

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
		require.Less(t, float64(bytesOfPage(t, many, query)), 1.5*float64(bytesOfPage(t, few, query)), query)
	}
}

// crowded returns a server with rows of each noun in a division.
func crowded(t *testing.T, rows int) *Server {
	t.Helper()
	s, err := New(tourney.Soccer, Scenario("empty"))
	require.NoError(t, err)
	s.AddEvent(tourney.Event{ID: 1})
	s.AddDivision(tourney.Division{ID: 1})
	for i := range rows {
		s.AddDivision(tourney.Division{Name: "d"})
		s.AddTeam(tourney.Team{
			ID: int64(i + 1), Division: &tourney.TeamDivision{ID: 1}, Paid: new(true), Status: new(tourney.TeamActive),
			Players: []tourney.TeamPlayer{{PlayerID: int64(i + 1)}},
		})
		s.AddGame(tourney.Game{
			Division: &tourney.GameDivision{ID: 1}, Date: tourney.Date{Year: 2026, Month: 6, Day: 12},
			AwayTeam: &tourney.GameSide{TeamID: new(int64(1))},
		})
	}
	return s
}

// bytesOfPage returns how many bytes a page of ten rows allocates.
func bytesOfPage(t *testing.T, s *Server, query string) uint64 {
	t.Helper()
	req := httptest.NewRequest(http.MethodGet, "/api/v1/"+query, nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, req)
	require.Equal(t, 10, strings.Count(w.Body.String(), "{\"Id\":")-strings.Count(w.Body.String(), ":{\"Id\":"))
	least := uint64(math.MaxUint64) // other runs can meet an empty sync.Pool
	var before, after runtime.MemStats
	for range 20 {
		runtime.ReadMemStats(&before)
		s.ServeHTTP(&recorder{header: http.Header{}}, req)
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}
