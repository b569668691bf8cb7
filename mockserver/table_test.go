package mockserver

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

func TestWindow(t *testing.T) {
	list := []int{1, 2, 3, 4, 5}
	paged := func(list []int, page, size int) []int {
		from, to := window(len(list), page, size)
		return list[from:to]
	}
	const most = int(^uint(0) >> 1)
	for _, c := range []struct {
		page, size int
		want       []int
	}{
		{1, 2, []int{1, 2}},
		{2, 2, []int{3, 4}},
		{3, 2, []int{5}},
		{4, 2, nil},
		{1, 5, list},
		{2, 5, nil},
		{1, most, list},
		{2, most, nil},
		{most, most, nil},
		{most, 1, nil},
		{0, 2, nil},
		{-1, 2, nil},
		{1, 0, nil},
		{1, -1, nil},
	} {
		require.Empty(t, cmp.Diff(c.want, paged(list, c.page, c.size), cmp.Comparer(slices.Equal[[]int])), "%+v", c)
	}
	require.Empty(t, paged(nil, 1, 50))
}

// TestListsDoNotTouchOtherRows checks that the cost of a page does not depend on the number of rows.
func TestListsDoNotTouchOtherRows(t *testing.T) {
	cost := func(rows int, query string) uint64 { // bytes
		s, err := New(tourney.Soccer, Scenario("empty"))
		require.NoError(t, err)
		s.AddEvent(tourney.Event{ID: 1})
		division := s.AddDivision(tourney.Division{})
		for i := range rows {
			s.AddDivision(tourney.Division{Name: "d"})
			team := tourney.Team{ID: int64(i + 1), Division: &tourney.TeamDivision{ID: division}, Paid: new(true), Status: new(tourney.TeamActive)}
			team.Players = []tourney.TeamPlayer{{PlayerID: int64(i + 1)}}
			s.AddTeam(team)
			s.AddGame(tourney.Game{
				Division: &tourney.GameDivision{ID: division}, Date: tourney.Date{Year: 2026, Month: 6, Day: 12},
				AwayTeam: &tourney.GameSide{TeamID: new(int64(1))},
			})
		}
		req := httptest.NewRequest(http.MethodGet, "/api/v1/"+fmt.Sprintf(query, division), nil)
		var before, after runtime.MemStats
		w := httptest.NewRecorder()
		s.ServeHTTP(w, req)
		require.Equal(t, 10, strings.Count(w.Body.String(), "{\"Id\":")-strings.Count(w.Body.String(), ":{\"Id\":"))
		least := uint64(math.MaxUint64) // other runs can meet an empty sync.Pool
		for range 20 {
			runtime.ReadMemStats(&before)
			s.ServeHTTP(&recorder{header: http.Header{}}, req)
			runtime.ReadMemStats(&after)
			least = min(least, after.TotalAlloc-before.TotalAlloc)
		}
		return least
	}
	for _, query := range []string{
		"teams?divisionid=%d&pagesize=10&page=5", "teams?eventid=1&paid=true&status=1&pagesize=10&divisionid=%d",
		"teams?teamids=1,2,3,4,5,6,7,8,9,10&divisionid=%d",
		"games?divisionid=%d&pagesize=10&page=3", "games?eventid=1&divisionid=%d&teamid=1&date=6/12/2026&pagesize=10",
		"divisions?x=%d&eventid=1&pagesize=10&page=2",
		"players?divisionid=%d&pagesize=10&page=2", "players?playerids=1,2,3,4,5,6,7,8,9,10&divisionid=%d",
	} {
		few, many := cost(60, query), cost(3000, query)
		require.Less(t, float64(many), 1.5*float64(few), query)
	}
}

// TestAddPoolCostsAsMuchAsItAdds checks that four times the positions do not cost sixteen times as much.
func TestAddPoolCostsAsMuchAsItAdds(t *testing.T) {
	cost := func(teamPools int) float64 { // bytes
		s, err := New(tourney.Soccer, Scenario("empty"))
		require.NoError(t, err)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, ids := s.AddPool(tourney.Pool{Name: "A"}, teamPools)
		runtime.ReadMemStats(&after)
		require.Len(t, ids, teamPools)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	require.Less(t, cost(8000), 8*cost(2000))
}

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

func TestOrdinal(t *testing.T) {
	for n, want := range map[int]string{
		1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 10: "10th", 11: "11th", 12: "12th", 13: "13th", 14: "14th", 21: "21st", 22: "22nd", 23: "23rd",
		101: "101st", 111: "111th", 112: "112th", 113: "113th", 121: "121st", 1011: "1011th",
	} {
		require.Equal(t, want, ordinal(n))
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
