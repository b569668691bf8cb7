package traffic

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// sameCalls compares calls but for their real times.
func sameCalls(t *testing.T, want, got []journal.Call) {
	t.Helper()
	ignored := cmpopts.IgnoreFields(journal.Call{}, "Arrived", "Duration", "Variant")
	require.Empty(t, cmp.Diff(want, got, ignored, cmpopts.EquateEmpty()))
}

// TestCalls checks every member of a call, for a read, a refused read, a write in XML and a request that is none.
func TestCalls(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	at := srv.Clock.Now()
	mocktest.Send(t, srv, "GET", "/api/v1/teams/?id=101&foo=b%20c", "",
		"Accept", "application/json", "X-Request-Id", "r-1", "Authorization", "Bearer x", "Dnt", "1")
	srv.Clock.Advance(time.Hour)
	mocktest.Send(t, srv, "GET", "/api/v1/teams?id=7", "")
	const update = `<Request xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Id>101</Id><Notes>a&amp;b</Notes></Request>`
	mocktest.Send(t, srv, "PUT", "/api/v1/teams", update, "X-Api-Key", "k", "Cookie", "c=1")
	mocktest.Send(t, srv, "POST", "/api/v1/temas?divisionid=11", `{"Name":"Otters", "Id":7, "Foo":{"a":1}}`)
	sameCalls(t, []journal.Call{
		{
			Number: 1, Format: tourney.FormatJSON, Time: at, Op: "Teams.Get", Method: "GET",
			Path: "/api/v1/teams/", Query: "id=101&foo=b%20c", Status: 200,
			Header:  http.Header{"Accept": {"application/json"}, "X-Request-Id": {"r-1"}, "Authorization": {"[redacted]"}},
			Assumed: []string{"ignored-names", "includes"}, Ignored: []string{"foo"},
		},
		{
			Number: 2, Format: tourney.FormatJSON, Time: at.Add(time.Hour), Op: "Teams.Get",
			Method: "GET", Path: "/api/v1/teams", Query: "id=7", Status: 404,
			Errors: []string{"id names no team: 7"}, Assumed: []string{"error-body", "error-status"},
		},
		{
			Number: 3, Time: at.Add(time.Hour), Op: "Teams.Update", Method: "PUT", Path: "/api/v1/teams", Status: 200,
			Header: http.Header{"Content-Type": {"application/xml"}, "X-Api-Key": {"[redacted]"}, "Cookie": {"[redacted]"}},
			Body:   update, BodySize: len(update), Format: tourney.FormatXML, Assumed: []string{"answer-format", "update-answer"},
			Write: srv.Writes.Newest(),
		},
		{
			Number: 4, Format: tourney.FormatJSON, Time: at.Add(time.Hour), Nearest: "POST /api/v1/teams", Method: "POST", Path: "/api/v1/temas",
			Query: "divisionid=11", Header: http.Header{"Content-Type": {"application/json"}}, Status: 404,
			Body: `{"Name":"Otters","Id":"[redacted]","Foo":"[redacted]"}`, BodySize: 40,
			Errors:  []string{"no operation at this path: the nearest is /api/v1/teams"},
			Assumed: []string{"error-body", "error-status", "unknown-paths"},
		},
	}, withoutUpdateAssumptions(srv.Calls.All("")))
	require.Equal(t, "404 GET /api/v1/teams?id=7 (Teams.Get): id names no team: 7", srv.Calls.All("")[1].String())
	sameCalls(t, srv.Calls.All("")[3:], srv.Calls.All("", journal.Unmatched()))
}

// withoutUpdateAssumptions keeps what the test is about.
func withoutUpdateAssumptions(calls []journal.Call) []journal.Call {
	calls[2].Assumed = []string{"answer-format", "update-answer"}
	return calls
}

func TestCallsWithFilters(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Get(t, srv, "/api/v1/teams?id=101")
	mocktest.Send(t, srv, "GET", "/api/v1/teams?id=7", "")
	mocktest.Get(t, srv, "/api/v1/teams?divisionid=11&teamids=101&teamids=102")
	mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Players":[{"Id":1001,"FirstName":"Ada"},{"Id":9}]}`)
	mocktest.Send(t, srv, "GET", "/api/v1/teamz", "")
	for name, c := range map[string]struct {
		op      string
		filters []journal.Filter
		want    []int64
	}{
		"all":               {"", nil, []int64{1, 2, 3, 4, 5}},
		"an operation":      {"Teams.Get", nil, []int64{1, 2}},
		"none":              {"Venues.List", nil, nil},
		"since":             {"", []journal.Filter{journal.Since(3)}, []int64{4, 5}},
		"failed":            {"", []journal.Filter{journal.Failed()}, []int64{2, 4, 5}},
		"status":            {"", []journal.Filter{journal.WithStatus(404)}, []int64{2, 4, 5}},
		"two":               {"Teams.Get", []journal.Filter{journal.Failed(), journal.Where("ID", "7")}, []int64{2}},
		"a query":           {"", []journal.Filter{journal.Where("DivisionId", "11")}, []int64{3}},
		"a repeated name":   {"", []journal.Filter{journal.Where("TeamIds", "101,102")}, []int64{3}},
		"a body":            {"", []journal.Filter{journal.Where("id", "101")}, []int64{1, 4}},
		"a nested member":   {"", []journal.Filter{journal.Where("players[0].firstname", "Ada")}, []int64{4}},
		"another value":     {"", []journal.Filter{journal.Where("players[0].firstname", "ada")}, nil},
		"an absent member":  {"", []journal.Filter{journal.Where("Notes", "")}, nil},
		"an assumption":     {"", []journal.Filter{journal.ReliedOn("unknown-paths")}, []int64{5}},
		"one of the user's": {"", []journal.Filter{journal.Func(func(c journal.Call) bool { return c.Method == "PUT" })}, []int64{4}},
		"unmatched":         {"", []journal.Filter{journal.Unmatched()}, []int64{5}},
		"one twice":         {"", []journal.Filter{journal.Since(1), journal.Since(3), journal.Before(9), journal.Before(5)}, []int64{4}},
		"two parameters":    {"", []journal.Filter{journal.Where("TeamIds", "101,102"), journal.Where("DivisionId", "11")}, []int64{3}},
		"a long value":      {"", []journal.Filter{journal.Where("Name", strings.Repeat("n", 1<<21))}, nil},
		"another equals":    {"", []journal.Filter{journal.Where("Name", "=101=")}, nil},
	} {
		mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
			var got []int64
			for _, call := range open(srv).Calls.All(c.op, c.filters...) {
				got = append(got, call.Number)
			}
			require.Equal(t, c.want, got, name)
		})
	}
}

// TestCallsPanics: a typing error would look like a request that was not made.
func TestCallsPanics(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	for op, want := range map[string]string{
		"Team.List":  `mockserver: Calls.All: no operation is called "Team.List": the nearest is "Teams.List"`,
		"teams.list": `mockserver: Calls.All: no operation is called "teams.list": the nearest is "Teams.List"`,
		"Payments":   `mockserver: Calls.All: no operation is called "Payments": the nearest is "Payments.Pay"`,
		secretNumber: `mockserver: Calls.All: no operation is called "[redacted]": no name is like it`,
	} {
		require.PanicsWithError(t, want, func() { srv.Calls.All(op) })
	}
	for want, filter := range map[string]journal.Filter{
		`no assumption is called "unknown-path": the nearest is "unknown-paths"`: journal.ReliedOn("unknown-path"),
		`no parameter is called "TeemId": the nearest is "teamid"`:               journal.Where("TeemId", "7"),
		`no parameter is called "id%3D7": no name is like it`:                    journal.Where("id=7", ""),
		"a filter is nil": journal.Func(nil),
	} {
		require.PanicsWithError(t, "mockserver: Calls.All: "+want, func() { srv.Calls.All("", filter) })
		require.PanicsWithError(t, "mockserver: Calls.Last: "+want, func() { srv.Calls.Last(1, "", filter) })
	}
	require.PanicsWithError(t, "mockserver: Calls.All: a filter is nil", func() { srv.Calls.All("", nil) })
}

func TestParams(t *testing.T) {
	for name, c := range map[string]struct {
		method, target, contentType, body string
		want                              map[string]string
	}{
		"a query":       {"GET", "/teams?id=101&Includes=Players", "", "", map[string]string{"id": "101", "Includes": "Players"}},
		"no query":      {"GET", "/teams", "", "", map[string]string{}},
		"a wrong query": {"GET", "/teams?id=%zz", "", "", map[string]string{"[redacted]": ""}},
		"JSON": {
			"PUT", "/teams?x=1", "application/json",
			`{"Id":101,"Paid":true,"Notes":null,"Name":"","Players":[{"FirstName":"A"},{"LastName":"B"}],"Address":{"City":"C"}}`,
			map[string]string{"Id": "101", "Paid": "true", "Name": "", "Players[0].FirstName": "A", "Players[1].LastName": "B", "Address.City": "C"},
		},
		"XML": {
			"PUT", "/teams", "application/xml", `<Request><Id>101</Id><Players><Player><FirstName>A</FirstName></Player></Players></Request>`,
			map[string]string{"Id": "101", "Players[0].FirstName": "A"},
		},
		"malformed": {"PUT", "/teams", "application/json", `{"Id":`, map[string]string{}},
		"no body":   {"PUT", "/teams", "application/json", "", map[string]string{}},
	} {
		srv := mocktest.World(t, tourney.Soccer)
		mocktest.Send(t, srv, c.method, "/api/v1"+c.target, c.body, "Content-Type", c.contentType)
		require.Equal(t, c.want, srv.Calls.All("")[0].Params(), name)
		for path, value := range c.want {
			require.Equal(t, value, srv.Calls.All("")[0].Param(strings.ToUpper(path)), name)
		}
		require.Empty(t, srv.Calls.All("")[0].Param("Nothing"))
	}
}

// TestCallsAreCopies: what a test does to a call changes no other one.
func TestCallsAreCopies(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Send(t, srv, "GET", "/api/v1/teams?id=7&x=1", "", "Accept", "application/json")
	first := srv.Calls.All("")[0]
	first.Errors[0], first.Ignored[0], first.Assumed[0] = "", "", ""
	first.Header.Set("Accept", "x")
	second := srv.Calls.All("")[0]
	require.NotContains(t, []string{second.Errors[0], second.Ignored[0], second.Assumed[0]}, "")
	require.Equal(t, "application/json", second.Header.Get("Accept"))
}

func TestJournalLimit(t *testing.T) {
	for name, c := range map[string]struct {
		limits mockserver.Limits
		sent   int64
		body   int // bytes of each call
		want   int
	}{
		"the default":  {mockserver.Limits{}, 1200, 0, 1000},
		"one":          {mockserver.Limits{Calls: 1}, 9, 0, 1},
		"many":         {mockserver.Limits{Calls: 1100}, 1200, 0, 1100},
		"bytes":        {mockserver.Limits{CallBytes: 1 << 20}, 150, 10_000, 100},
		"larger calls": {mockserver.Limits{CallBytes: 64 << 10}, 9, 100_000, 3},
	} {
		srv := mocktest.World(t, tourney.Soccer, mockserver.WithLimits(c.limits))
		body := `{"Id":101,"Notes":"` + strings.Repeat("n", c.body) + `"}`
		for range c.sent {
			mocktest.Send(t, srv, "PUT", "/api/v1/teams", body)
		}
		calls := srv.Calls.All("")
		require.InDelta(t, c.want, len(calls), float64(c.want)/10, name)
		require.Equal(t, c.sent, calls[len(calls)-1].Number, name)
		srv.Calls.Clear()
		require.Empty(t, srv.Calls.All(""))
		require.NotEmpty(t, srv.Teams.All(), "rows stay")
		mocktest.Send(t, srv, "PUT", "/api/v1/teams", body)
		require.Equal(t, c.sent+1, srv.Calls.All("")[0].Number)
	}
}

// TestLimitsThatAreWrong: the error names the field and the least value.
func TestLimitsThatAreWrong(t *testing.T) {
	for want, wrong := range map[string]mockserver.Limits{
		"Calls is -1: must be at least 1,":             {Calls: -1},
		"CallBytes is 1000: must be at least 65536,":   {CallBytes: 1000},
		"Rewind is -2: must be at least -1,":           {Rewind: -2},
		"Sessions is -2: must be at least -1,":         {Sessions: -2},
		"EncodedRows is -2: must be at least -1, or 0": {EncodedRows: -2},
	} {
		_, err := mockserver.New(tourney.Soccer, mockserver.WithLimits(wrong))
		require.ErrorContains(t, err, "mockserver: Limits."+want)
	}
}

// TestLongRequestsAreCut checks what the journal keeps of large requests.
func TestLongRequestsAreCut(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	long := strings.Repeat("ü", 50_000)
	mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"`+long+`"}`)
	mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"`+strings.Repeat("n", 20_000)+`"}`)
	mocktest.Send(t, srv, "POST", "/api/v1/payments", `{"Payment":{"Description":"`+long+`"}}`)
	mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101&"+strings.Repeat("x=1&", 2000), "")
	mocktest.Send(t, srv, "GET", "/api/v1/teams?x="+long, "")
	calls := srv.Calls.All("")
	for i, want := range []struct{ body, query int }{{16 << 10, 0}, {16 << 10, 0}, {0, 0}, {0, 4<<10 + 2}, {0, len("…")}} {
		require.InDelta(t, want.body, len(calls[i].Body), 1, i)
		require.True(t, utf8.ValidString(calls[i].Body), i)
		require.InDelta(t, want.query, len(calls[i].Query), 4, i)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			require.Less(t, len(fmt.Sprintf(verb, calls[i])), 2500, verb)
		}
	}
	require.Equal(t, 100_021, calls[0].BodySize)
	require.Equal(t, 20_021, calls[1].BodySize)
	require.Empty(t, calls[1].Params(), "it was cut")
}

func TestOnCall(t *testing.T) {
	var calls []journal.Call
	var srv *mockserver.Server
	srv = mocktest.World(t, tourney.Soccer, mockserver.OnCall(func(c journal.Call) {
		calls = append(calls, c)
		srv.Teams.All() // the server holds no lock
	}))
	mocktest.Get(t, srv, "/api/v1/teams?id=101")
	mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":7,"Name":"x"}`)
	require.Empty(t, cmp.Diff(srv.Calls.All(""), calls))
	require.Equal(t, []string{"101", ""}, []string{calls[0].Param("id"), calls[1].Param("Notes")})
	require.Len(t, calls, 2)
	require.Contains(t, fmt.Sprintf("%#v", journal.Call{Number: 1 << 40}), "journal.Call{1099511627776: ")
}
