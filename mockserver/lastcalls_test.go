package mockserver_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestLastCalls: the newest calls, page for page back to the oldest.
func TestLastCalls(t *testing.T) {
	srv := world(t, tourney.Soccer)
	for range 3 {
		send(t, srv, "GET", "/api/v1/teams?id=101", "")
		send(t, srv, "GET", "/api/v1/teems?id=101", "")
		send(t, srv, "GET", "/api/v1/teams?id=9", "")
	}
	eachDoor(t, func(t *testing.T, open opener) {
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
			require.False(t, second(door.Calls.Get(number)), number)
		}
	})
	require.EqualValues(t, 8, at(t, get(t, srv, "/_mock/requests?limit=2"), "requests.0.number"))
	require.EqualValues(t, 3, at(t, get(t, srv, "/_mock/requests?limit=1&before=5&op=Teams.Get&failed=true"), "requests.0.number"))
	assumed := get(t, srv, "/_mock/requests?limit=2&before=8&assumed=unknown-paths")
	require.EqualValues(t, 2, at(t, assumed, "requests.0.number"))
	require.EqualValues(t, 5, at(t, assumed, "requests.1.number"))
	for _, limit := range []string{"0", "-1", "99999999999", "x"} {
		require.Equal(t, 400, send(t, srv, "GET", "/_mock/requests?limit="+limit, "").status, limit)
	}
}

// TestRequestInDetail: the admin API shows a request with its parameters, as a command and as a test, without secrets.
func TestRequestInDetail(t *testing.T) {
	srv := world(t, tourney.Soccer)
	send(t, srv, "GET", "/api/v1/teems?ID=101&includes=players", "")
	send(t, srv, "POST", "/api/v1/authenticate", `{"username":"`+"someone"+`","password":"hidden-pass-9"}`)
	body := get(t, srv, "/_mock/requests/1")
	require.EqualValues(t, 1, at(t, body, "number"))
	require.Equal(t, "GET /api/v1/teams", at(t, body, "nearest"))
	require.Equal(t, "ID", at(t, body, "parameters.0.name"))
	require.Equal(t, "101", at(t, body, "parameters.0.value"))
	require.Equal(t, "players", at(t, body, "parameters.1.value"))

	curl := send(t, srv, "GET", "/_mock/requests/1?as=curl", "")
	require.Equal(t, "text/plain; charset=utf-8", curl.header.Get("Content-Type"))
	call, _ := srv.Calls.Get(1)
	require.Equal(t, call.Curl(), curl.body)
	require.Equal(t, call.GoTest(), get(t, srv, "/_mock/requests/1?as=go"))
	for _, as := range []string{"", "?as=curl", "?as=go"} {
		require.NotContains(t, get(t, srv, "/_mock/requests/2"+as), "hidden-pass-9")
	}
	for path, want := range map[string]string{
		"requests/9":         "there is no request 9 in the journal",
		"requests/x":         `number in the path: expected a whole number, found \"x\"`,
		"requests/1?as=java": `as: expected curl or go, found \"java\"`,
	} {
		require.Contains(t, send(t, srv, "GET", "/_mock/"+path, "").body, want)
	}
}

// TestFiltersOfRequests: the admin API looks for a text, a fault and ignored names in the journal.
func TestFiltersOfRequests(t *testing.T) {
	srv := world(t, tourney.Soccer, admin.Serve())
	srv.Faults.Add(fault.On("Venues.List").Status(503))
	send(t, srv, "GET", "/api/v1/teams?id=101&Nonsense=1", "")
	send(t, srv, "GET", "/api/v1/venues", "")
	send(t, srv, "POST", "/api/v1/teams", `{"Name":"Ärger Owls"}`)
	send(t, srv, "GET", "/api/v1/tEEms", "")
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
	} {
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/_mock/requests?"+query, http.NoBody))
		require.Equal(t, http.StatusOK, w.Code, query)
		var got struct{ Requests []struct{ Number int64 } }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got))
		var numbers []int64
		for _, c := range got.Requests {
			numbers = append(numbers, c.Number)
		}
		require.Equal(t, want, numbers, query)
	}
}
