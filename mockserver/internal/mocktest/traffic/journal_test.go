package traffic

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// mostOfCall bounds the texts of a call: 200 bytes and an ellipsis each.
const mostOfCall = 203

// TestTheJournalBoundsACall checks that the answer has all messages in full, and the journal only a bounded part.
func TestTheJournalBoundsACall(t *testing.T) {
	name := strings.Repeat("n", 1<<20)
	players := strings.TrimSuffix(strings.Repeat(`{"Email":"x"},`, 50), ",")
	const many = `{"DivisionId":11,"Players":[%s],"Coaches":[{"PrimaryContact":true}]}`
	for what, c := range map[string]struct {
		method, target, body string
		errors               int    // in the journal
		last                 string // message in the journal
	}{
		"a long name":   {"PUT", "/api/v1/divisions", `{"Id":11,"` + name + `":1}`, 1, "…"},
		"a long path":   {"GET", "/api/v1/" + name, "", 1, "none is like it"},
		"a long method": {name, "/api/v1/teams", "", 1, "…"},
		"a long query":  {"GET", "/api/v1/teams?" + name + "=%zz", "", 1, "cannot be read"},
		"a long value":  {"POST", "/api/v1/register", `{"Name":"` + name + `"}`, 1, ""},
		"many messages": {"POST", "/api/v1/register", fmt.Sprintf(many, players), 21, "more"},
		"deep":          {"POST", "/api/v1/teams", strings.Repeat(`{"a":`, 1<<10), 1, ""},
	} {
		srv := mocktest.World(t, tourney.Lacrosse)
		a := mocktest.Send(t, srv, c.method, c.target, c.body)
		require.GreaterOrEqual(t, a.Status, 400, what)
		calls := srv.Calls.All("")
		require.Len(t, calls, 1)
		call := calls[0]
		require.Equal(t, a.Status, call.Status)
		require.GreaterOrEqual(t, len(call.Errors), c.errors, what)
		require.LessOrEqual(t, len(call.Errors), 21, what)
		require.Contains(t, call.Errors[len(call.Errors)-1], c.last, what)
		for _, text := range append(call.Errors, call.Method, call.Path, call.Op) {
			require.LessOrEqual(t, len(text), mostOfCall, what)
			require.NotRegexp(t, `[\x00-\x1f]`, text, what)
		}
	}
}

// TestTheJournalKeepsTheFirstMessages checks that the journal has the words of the answer, and counts the others.
func TestTheJournalKeepsTheFirstMessages(t *testing.T) {
	for _, wrong := range []int{1, 19, 20, 21, 500} {
		srv := mocktest.World(t, tourney.Soccer)
		coaches := strings.TrimSuffix(strings.Repeat(`{"Email":"x"},`, wrong), ",")
		a := mocktest.Send(t, srv, http.MethodPost, "/api/v1/register", `{"DivisionId":11,"Coaches":[`+coaches+`]}`)
		require.Equal(t, http.StatusBadRequest, a.Status)
		said := strings.Split(mocktest.Messages(t, a), "\n")
		require.GreaterOrEqual(t, len(said), min(wrong, 101))
		got := srv.Calls.All("")[0].Errors
		if len(said) <= 20 {
			require.Equal(t, said, got)
			continue
		}
		require.Equal(t, append(said[:20:20], fmt.Sprintf("and %d more", len(said)-20)), got)
	}
}

// TestTheJournalCutsNoNumberInTwo checks that the number of a card is masked before a text is cut, wherever the cut is.
func TestTheJournalCutsNoNumberInTwo(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for before := range 210 {
		name := strings.Repeat("n", before) + secretNumber + "n"
		mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", `{"`+name+`":1,"`+strings.ToUpper(name)+`":2}`)
		mocktest.Send(t, srv, http.MethodGet, "/api/v1/"+name, "")
	}
	for _, call := range srv.Calls.All("") {
		require.NotRegexp(t, `\d{6}`, call.String())
	}
}

// TestTheJournalHoldsNoRequest checks that the journal keeps no memory of a request alive, such as the line that its
// path is a part of.
func TestTheJournalHoldsNoRequest(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	query := strings.Repeat("q", 100<<10)
	before := live()
	for i := range 200 {
		target := strings.Clone("/api/v1/teams?x=" + query)
		if i%2 > 0 {
			target = strings.Clone("/api/v1/" + query)
		}
		mocktest.Send(t, srv, http.MethodGet, target, "")
	}
	require.Len(t, srv.Calls.All(""), 200)
	require.Less(t, live()-before, int64(5<<20), "of 20 MB that were sent")
	runtime.KeepAlive(srv)
}

// TestTheJournalHoldsItsLimit checks that a body of which the journal keeps the first part takes no more memory than
// that part, also when a secret was redacted in it.
func TestTheJournalHoldsItsLimit(t *testing.T) {
	for _, cvv := range []string{"", `"CreditCardCvv2":"` + secretCVV + `",`} {
		srv := mocktest.Empty(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{CallBytes: 2 << 20}))
		body := `{"Id":1,` + cvv + `"Notes":"` + strings.Repeat("n", 60<<10) + `"}`
		before := live()
		for range 200 {
			mocktest.Send(t, srv, http.MethodPut, "/api/v1/teams", body)
		}
		require.Greater(t, len(srv.Calls.All("")), 100)
		require.Less(t, live()-before, int64(3<<20), "of 12 MB that were sent")
		runtime.KeepAlive(srv)
	}
}

// TestTheStoryOfAFailedTest checks what the log says about each kind of call.
func TestTheStoryOfAFailedTest(t *testing.T) {
	b := &mocktest.TB{}
	srv := mockserver.Start(b, tourney.Soccer)
	for range 3 {
		mocktest.Get(t, srv, "/api/v1/venues?foo=1")
	}
	mocktest.Send(t, srv, "PUT", "/api/v1/games", `{"Id":7001,"AwayScore":"x","Foo":1,"Bar":2}`)
	mocktest.Send(t, srv, "POST", "/api/v1/paymets", `{"TeamId":4001,"Payment":{"CreditCardCvv2":"`+secretCVV+`"}}`)
	mocktest.Send(t, srv, "GET", "/api/v1/paymets", "")
	mocktest.Send(t, srv, "POST", "/api/v1/register", `{"DivisionId":2001,"Coaches":[`+strings.Repeat(`{"Email":"x"},`, 9)+`{}]}`)
	b.HasFailed = true
	b.End()
	require.Empty(t, leaks(b.Log))
	require.Equal(t, `mockserver: 7 of 7 requests, the last ones:
  1: 200 GET /api/v1/venues?foo=1 (Venues.List)
      ignored: foo
  2: 200 GET /api/v1/venues?foo=1 (Venues.List)
      ignored: foo
  3: 200 GET /api/v1/venues?foo=1 (Venues.List)
      ignored: foo
  4: 400 PUT /api/v1/games (Games.Update)
      awayscore must be a number, found "x"
      ignored: foo, bar
      body: {"Id":7001,"AwayScore":"x","Foo":1,"Bar":2}
  5: 404 POST /api/v1/paymets
      no operation at this path: the nearest is /api/v1/payments
      body: {"TeamId":4001,"Payment":{"CreditCardCvv2":"[redacted]"}}
  6: 404 GET /api/v1/paymets
      no operation at this path: the nearest is /api/v1/payments
  7: 400 POST /api/v1/register (Registration.Register)
      coaches[0].email must be a valid e-mail address, found "x"
      coaches[1].email must be a valid e-mail address, found "x"
      coaches[2].email must be a valid e-mail address, found "x"
      coaches[3].email must be a valid e-mail address, found "x"
      coaches[4].email must be a valid e-mail address, found "x"
      and more: Call.Errors has them
      body: {"DivisionId":2001,"Coaches":[{"Email":"x"},{"Email":"x"},{"Email":"x"},{"Email":"x"},`+
		`{"Email":"x"},{"Email":"x"},{"Email":"x"},{"Email":"x"},{"Email":"x"},{}]}
  requests that no operation took: 1 × POST /api/v1/paymets, 1 × GET /api/v1/paymets`, b.Log)
}

// live returns the number of reachable bytes.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestTheStoryNamesTheRules: a rule that never fired is often the reason.
func TestTheStoryNamesTheRules(t *testing.T) {
	log := &mocktest.TB{}
	srv := mockserver.Start(log, tourney.Soccer)
	srv.Faults.Add(fault.On("Teams.Get").Nth(1).Drop())
	srv.Faults.Add(fault.OnPath("/api/v1/paymets").Reset())
	_, err := srv.Client(tourney.WithRetry(tourney.Retry{})).Teams.Get(t.Context(), 4001)
	require.Error(t, err)
	log.HasFailed = true
	log.End()
	require.Contains(t, log.Log, "fault f1 fired 1 times: ")
	require.Contains(t, log.Log, `On("Teams.Get").Nth(1)`)
	require.Contains(t, log.Log, "fault f2 never fired: ")
}

// TestLastCalls: the newest calls, page for page back to the oldest.
func TestLastCalls(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for range 3 {
		mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101", "")
		mocktest.Send(t, srv, "GET", "/api/v1/teems?id=101", "")
		mocktest.Send(t, srv, "GET", "/api/v1/teams?id=9", "")
	}
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(srv)
		numbers := func(calls []journal.Call) (list []int64) {
			for _, c := range calls {
				list = append(list, c.Number)
			}
			return list
		}
		require.Equal(t, []int64{8, 9}, numbers(door.Calls.Last(2, "")))
		require.Equal(t, []int64{6, 7}, numbers(door.Calls.Last(2, "", journal.Before(8))))
		require.Equal(t, []int64{7, 9}, numbers(door.Calls.Last(2, "Teams.Get")))
		require.Equal(t, []int64{3, 4}, numbers(door.Calls.Last(2, "Teams.Get", journal.Before(6))))
		require.Equal(t, []int64{4, 7}, numbers(door.Calls.Last(2, "", journal.WithStatus(200))))
		require.Equal(t, []int64{5, 8}, numbers(door.Calls.Last(2, "", journal.ReliedOn("unknown-paths"))))
		require.Equal(t, []int64{1, 2}, numbers(door.Calls.Last(2, "", journal.Before(5), journal.Before(3))))
		require.Empty(t, cmp.Diff(door.Calls.All(""), door.Calls.Last(99, ""), cmpopts.EquateEmpty()))
		require.Empty(t, door.Calls.Last(0, ""))
		require.PanicsWithError(t, "mockserver: Calls.Last: n is -1: expected 0 or more", func() { door.Calls.Last(-1, "") })
		require.Panics(t, func() { door.Calls.Last(1, "Teams.Lst") })

		call, ok := door.Calls.Get(5)
		require.True(t, ok)
		require.Empty(t, cmp.Diff(door.Calls.All("")[4], call, cmpopts.EquateEmpty()))
		require.Equal(t, "GET /api/v1/teams", call.Nearest)
		for _, number := range []int64{-1, 0, 10} {
			require.False(t, mocktest.Found(door.Calls.Get(number)), number)
		}
	})
	require.EqualValues(t, 8, mocktest.At(t, mocktest.Get(t, srv, "/_mock/requests?limit=2"), "requests.0.number"))
	require.EqualValues(t, 3, mocktest.At(t,
		mocktest.Get(t, srv, "/_mock/requests?limit=1&before=5&op=Teams.Get&failed=true"), "requests.0.number"))
	assumed := mocktest.Get(t, srv, "/_mock/requests?limit=2&before=8&assumed=unknown-paths")
	require.EqualValues(t, 2, mocktest.At(t, assumed, "requests.0.number"))
	require.EqualValues(t, 5, mocktest.At(t, assumed, "requests.1.number"))
	for _, limit := range []string{"0", "-1", "99999999999", "x"} {
		require.Equal(t, 400, mocktest.Send(t, srv, "GET", "/_mock/requests?limit="+limit, "").Status, limit)
	}
}

// TestRequestInDetail: the admin API shows a request with its parameters, as a command and as a test, without secrets.
func TestRequestInDetail(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Send(t, srv, "GET", "/api/v1/teems?ID=101&includes=players", "")
	mocktest.Send(t, srv, "POST", "/api/v1/authenticate", `{"username":"`+"someone"+`","password":"hidden-pass-9"}`)
	body := mocktest.Get(t, srv, "/_mock/requests/1")
	require.EqualValues(t, 1, mocktest.At(t, body, "number"))
	require.Equal(t, "GET /api/v1/teams", mocktest.At(t, body, "nearest"))
	require.Equal(t, "ID", mocktest.At(t, body, "parameters.0.name"))
	require.Equal(t, "101", mocktest.At(t, body, "parameters.0.value"))
	require.Equal(t, "players", mocktest.At(t, body, "parameters.1.value"))

	curl := mocktest.Send(t, srv, "GET", "/_mock/requests/1?as=curl", "")
	require.Equal(t, "text/plain; charset=utf-8", curl.Header.Get("Content-Type"))
	call, _ := srv.Calls.Get(1)
	require.Equal(t, call.Curl(), curl.Body)
	for _, as := range []string{"", "?as=curl"} {
		require.NotContains(t, mocktest.Get(t, srv, "/_mock/requests/2"+as), "hidden-pass-9")
	}
	for path, want := range map[string]string{
		"requests/9":       "there is no request 9 in the journal",
		"requests/x":       `number in the path: expected a whole number, found \"x\"`,
		"requests/1?as=go": `as: expected curl, found \"go\"`,
	} {
		require.Contains(t, mocktest.Send(t, srv, "GET", "/_mock/"+path, "").Body, want)
	}
}

// TestFiltersOfRequests: the admin API looks for a text, a fault and ignored names in the journal.
func TestFiltersOfRequests(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, admin.Serve())
	srv.Faults.Add(fault.On("Venues.List").Status(503))
	mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101&Nonsense=1", "")
	mocktest.Send(t, srv, "GET", "/api/v1/venues", "")
	mocktest.Send(t, srv, "POST", "/api/v1/teams", `{"Name":"Ärger Owls"}`)
	mocktest.Send(t, srv, "GET", "/api/v1/tEEms", "")
	for query, want := range map[string][]int64{
		"":                       {1, 2, 3, 4},
		"text=NONSENSE":          {1},
		"text=owls":              {3},
		"text=ÄRGER+owls":        {3},
		"text=teems":             {4},
		"text=unknown-paths":     {4},
		"text=get+/api/v1/teams": {1},
		"text=f1":                {2},
		"text=zzz":               nil,
		"fault=any":              {2},
		"fault=f1":               {2},
		"fault=f":                nil,
		"fault=":                 nil,
		"ignored=true":           {1},
		"ignored=false":          {1, 2, 3, 4},
		"fault=any&text=owls":    nil,
		"status=503":             {2},
		"status=4294967799":      nil,
	} {
		var got struct{ Requests []struct{ Number int64 } }
		require.NoError(t, json.Unmarshal([]byte(mocktest.Get(t, srv, "/_mock/requests?"+query)), &got))
		var numbers []int64
		for _, c := range got.Requests {
			numbers = append(numbers, c.Number)
		}
		require.Equal(t, want, numbers, query)
	}
}
