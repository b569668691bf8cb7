package traffic

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

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
