package doors

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestAdminRefusals: a wrong request of the admin API changes nothing, and the answer says what was expected.
func TestAdminRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		method, path, body string
		status             int
		want               string
	}{
		"no such path":      {"GET", "request", "", 404, "the admin API has no path /_mock/request: the nearest is /_mock/requests"},
		"another method":    {"PUT", "faults", "{}", 405, "/_mock/faults takes GET, HEAD, POST, DELETE, not PUT"},
		"unknown parameter": {"GET", "requests?opp=x", "", 400, "opp: unknown, the nearest is op"},
		"no such reset":     {"POST", "reset", `{"al":true}`, 400, "al: unknown, the nearest is all"},
		"no reset at all":   {"POST", "reset", `{"all":"yes"}`, 400, "all: expected true or false, found string"},
		"reset of a list":   {"POST", "reset", `[]`, 400, "the body must be an object, found array"},
		"no parameters":     {"POST", "reset?hard=1", "", 400, "hard: unknown: the request takes no parameters"},
		"no operation":      {"GET", "requests?op=Teams.Lst", "", 400, `op: no operation is called "Teams.Lst": the nearest is "Teams.List"`},
		"no assumption": {
			"GET", "requests?assumed=events-", "", 400, `assumed: no assumption is called "events-": the nearest is "events"`,
		},
		"no duration": {"GET", "requests?wait=5", "", 400, `wait: expected a duration such as 1.5s or 2h, found "5"`},
		"no number":   {"GET", "requests?since=x", "", 400, `since: expected a whole number, found "x"`},
		"no flag":     {"GET", "requests?failed=maybe", "", 400, `failed: expected true or false, found "maybe"`},
		"half a condition": {
			"GET", "requests?where=Id", "", 400, `where: expected a parameter and its value, as in where=DivisionId%3D2001, found "Id"`,
		},
		"no such parameter": {"GET", "requests?where=Idd%3D1", "", 400, `where: no parameter is called "Idd": the nearest is "id"`},
		"no row":            {"GET", "rows/teams/9", "", 404, "there is no team 9"},
		"no id":             {"GET", "rows/teams/x", "", 400, `id in the path: expected a whole number, found "x"`},
		"no form":           {"GET", "rows/teams/101?form=raw", "", 400, `form: expected edit, found "raw"`},
		"parameter twice":   {"GET", "requests?wait=1s&wait=2s", "", 400, "wait: is there 2 times: expected once"},
		"wait of the past":  {"GET", "requests?wait=-5s", "", 400, "wait: expected no less than 0s, found -5s"},
		"count of none":     {"GET", "requests?wait=1ms&count=0", "", 400, "count: expected 1 to 2147483647, found 0"},
		"count alone":       {"GET", "requests?count=2", "", 400, "count: expected beside wait, as in wait=5s&count=2"},
		"null as a row":     {"POST", "rows/teams", "null", 400, "the body must be an object, found null"},
		"number as a name":  {"POST", "sessions", `{"name":5}`, 400, "name: expected a text, found number"},
		"no value":          {"PUT", "nextId", "{}", 400, `value: is missing: expected {"value": …}`},
		"null as a value":   {"PUT", "nextTransactionId", `{"value":null}`, 400, "value: expected a value, found null"},
		"large body":        {"POST", "faults", strings.Repeat(" ", 8<<20) + "{}", 413, "the body has more than 8388608 bytes"},
		"no body":           {"POST", "rows/teams", "", 400, "the request has no body: expected JSON"},
		"no JSON":           {"POST", "rows/teams", "{", 400, "the body cannot be read: "},
		"unknown member":    {"POST", "rows/teams", `{"Naem":"x"}`, 400, "Naem: unknown, the nearest is Name"},
		"deep member": {
			"POST", "rows/teams", `{"Players":[{},{"FirstNam":"x"}]}`, 400, "Players[1].FirstNam: unknown, the nearest is FirstName",
		},
		"jersey 00": {
			"POST", "rows/teams", `{"Players":[{"Number":"00"}]}`, 400,
			`Players[0].Number must be a plain number, without zeros in front, found "00"`,
		},
		"jersey 07": {
			"PATCH", "rows/players/2001", `{"teams":[{"number":"07"}]}`, 400,
			`teams[0].number must be a plain number, without zeros in front, found "07"`,
		},
		"member twice": {"POST", "rows/teams", `{"Name":"x","name":"y"}`, 400, "name: is there twice"},
		"wrong type":   {"POST", "rows/teams", `{"Players":5}`, 400, "players must be "},
		"no day": {
			"PATCH", "rows/games/81", `{"Date":"6/31/2026"}`, 400,
			`date must be a date, found string "6/31/2026", which is not a day of the calendar`,
		},
		"no object":          {"PATCH", "rows/teams/101", `[]`, 400, "expected an object with the members to change, found "},
		"member of a record": {"POST", "rows/payments", `{"TeemID":101}`, 400, "TeemID: unknown, the nearest is TeamId"},
		"member of a file":   {"POST", "fixtures", `{"files":[{"nam":"x"}]}`, 400, "files[0].nam: unknown, the nearest is name"},
		"known row":          {"POST", "rows/teams", `{"Id":101}`, 400, "Teams.Add: Id 101: the team exists already: Edit changes it"},
		"pools of what":      {"GET", "rows/pools?division=x", "", 400, `division: expected a whole number, found "x"`},
		"many positions":     {"POST", "rows/pools/31/positions?positions=99999999", "", 400, "positions is 99999999, with 0 ids"},
		"more than 32 bits":  {"POST", "rows/pools/31/positions?positions=4294967297", "", 400, ", with 0 ids: expected 0 to 10000"},
		"wrong rule":         {"POST", "faults", `{"operaton":"Teams.List"}`, 400, "Faults.Add: "},
		"wrong everywhere": {
			"POST", "faults", `{"operation":"Teams.Lst","trigger":"nth","n":0,"action":"delay","for":"soon"}`, 400,
			`Faults.Add: for: expected a duration, such as 1.5s, found "soon"; n: expected 1 or more, found 0; ` +
				`operation: there is no "Teams.Lst": the nearest is Teams.List`,
		},
		"no rule":     {"DELETE", "faults/f9", "", 404, `there is no rule "f9"`},
		"no write":    {"POST", "rewind/900", "", 404, "Rewind: there is no write 900: expected 0 to "},
		"no console":  {"GET", "console/requests", "", 404, "the server has no console: in Go the option console.Serve turns it on"},
		"no ref":      {"GET", "refs/hawks", "", 404, `ID: there is no ref "hawks": no name is like it`},
		"no snapshot": {"POST", "snapshots/x/restore", "", 404, `there is no snapshot "x"`},
		"no time": {
			"PUT", "clock", `{"set":"today"}`, 400, `set: expected a time such as 2026-06-12T09:00:00Z, found "today"`,
		},
		"year 10000": {
			"PUT", "clock", `{"set":"9999-12-31T23:00:00-05:00"}`, 400, "Clock.Set: the clock would show 10000-01-01 04:00:00 +0000 UTC: ",
		},
		"time of the past": {
			"POST", "unreachable", `{"for":"-1s"}`, 400, "Unreachable: the time for which it lasts is -1s: expected 0s or more",
		},
		"no payment to change": {"PATCH", "rows/payments/none", "{}", 404, "Payments.Edit: there is no payment \"none\""},
		"wrong session":        {"POST", "sessions", `{"name":"-x"}`, 400, `NewSession: the name "-x": expected up to 64 letters`},
		"no session":           {"DELETE", "sessions/x", "", 404, `there is no session "x"`},
		"no account":           {"POST", "accounts/nobody/rotate", "", 404, `there is no account "nobody"`},
		"keys of no account": {
			"GET", "accounts/directr/credentials", "", 404, `there is no account "directr": the nearest is "director"`,
		},
		"no snapshot to forget": {"DELETE", "snapshots/x", "", 404, `there is no snapshot "x"`},
		"wrong import":          {"POST", "import", "{}", 400, "Load: "},
		"wrong fixtures":        {"POST", "fixtures", `{"teems":[]}`, 400, "LoadFixtures: body:1: teems: unknown, the nearest is teams"},
		"wrong statistic": {
			"PUT", "rows/games/81/statistics?player=9&name=Goals", `{"value":"1"}`, 404, "Statistics.Set: there is no line of a roster 9",
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mocktest.World(t, tourney.Soccer)
			before, write := mocktest.Dump(srv.World), srv.Writes.Newest()
			a := mocktest.Send(t, srv, c.method, "/_mock/"+c.path, c.body)
			require.Equal(t, c.status, a.Status, a.Body)
			var body struct {
				Errors []struct {
					Code    int
					Message string
				}
			}
			require.NoError(t, json.Unmarshal([]byte(a.Body), &body))
			require.Contains(t, body.Errors[0].Message, c.want)
			require.NotContains(t, a.Body, "mockserver:")
			mocktest.Unchanged(t, before, srv.World)
			require.Equal(t, write, srv.Writes.Newest())
			require.Empty(t, srv.Calls.All(""), "the journal has the requests of clients alone")
		})
	}
}

// TestAdminByHand: what a program without the library sends.
func TestAdminByHand(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.JSONEq(t, `{"status":"ok"}`, mocktest.Send(t, srv, "GET", "/_mock/health", "").Body)
	require.Empty(t, mocktest.Send(t, srv, "HEAD", "/_mock/health", "").Body)
	made := mocktest.Send(t, srv, "POST", "/_mock/rows/teams", `{"name":"Kites","Division":{"Id":11},"Players":[{"FirstName":"Ann"}]}`)
	require.Equal(t, http.StatusCreated, made.Status, made.Body)
	var id struct{ ID int64 }
	require.NoError(t, json.Unmarshal([]byte(made.Body), &id))
	team, ok := srv.Teams.Get(id.ID)
	require.True(t, ok)
	require.Equal(t, "Kites", team.Name)
	path := "/_mock/rows/teams/" + mocktest.Text(t, id.ID)
	require.Equal(t, http.StatusNoContent, mocktest.Send(t, srv, "PATCH", path, `{"name":"Red Kites","Status":2}`).Status)
	edited, _ := srv.Teams.Get(id.ID)
	want := team
	want.Name, want.Status = "Red Kites", new(tourney.TeamStatus(2))
	require.Empty(t, cmp.Diff(want, edited), "members that the patch does not have stay")
	require.Equal(t, http.StatusNoContent, mocktest.Send(t, srv, "PATCH", path, `{"Status":null,"Players":[]}`).Status)
	edited, _ = srv.Teams.Get(id.ID)
	require.Nil(t, edited.Status)
	require.Empty(t, edited.Players)

	tag := mocktest.Send(t, srv, "GET", path+"?form=edit", "").Header.Get("ETag")
	require.NotEmpty(t, tag)
	require.Equal(t, http.StatusPreconditionFailed, mocktest.Send(t, srv, "PATCH", path, `{"Name":"Weak"}`, "If-Match", "W/"+tag).Status)
	require.Equal(t, http.StatusNoContent, mocktest.Send(t, srv, "PATCH", path, `{"Name":"One"}`, "If-Match", `"a,b" , `+tag).Status)
	require.Equal(t, http.StatusPreconditionFailed, mocktest.Send(t, srv, "PATCH", path, `{"Name":"Two"}`, "If-Match", tag).Status)
	require.Equal(t, http.StatusOK, mocktest.Send(t, srv, "DELETE", path, "").Status)
	require.False(t, mocktest.Found(srv.Teams.Get(id.ID)))

	mocktest.Get(t, srv, "/api/v1/teams?id=101")
	require.EqualValues(t, 101, mocktest.At(t, mocktest.Get(t, srv, "/_mock/rows/teams/101"), "Id"))
	require.Equal(t, "Teams.Get", mocktest.At(t, mocktest.Get(t, srv, "/_mock/requests?op=Teams.Get"), "requests.0.operation"))
}

// TestAdminIsExempt: faults, signatures and rate limits are for the interface.
func TestAdminIsExempt(t *testing.T) {
	srv := mocktest.World(t, mocktest.Limited(mockserver.RateLimit{Requests: 1, Per: time.Hour}), mockserver.RequireAuth(auth.HMAC{}))
	srv.Faults.Add(fault.OnAny().Status(500))
	srv.Faults.Add(fault.OnPath("/_mock/*").Status(500))
	for range 3 {
		mocktest.Get(t, srv, "/_mock/info")
	}
	require.Empty(t, srv.Calls.All(""))
	require.Zero(t, srv.Faults.All()[0].Hits())
}

// TestAdminIsOffUnlessAskedFor: without the option the paths are those of no operation.
func TestAdminIsOffUnlessAskedFor(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer)
	require.Equal(t, 404, mocktest.Send(t, srv, "GET", "/_mock/info", "").Status)
	require.Equal(t, 404, mocktest.Send(t, srv, "POST", "/_mock/reset", "").Status)
	require.Len(t, srv.Calls.All("", journal.Unmatched()), 2)
}

// TestAdminWaitEnds: a wait takes the time of the bubble, ends with the calls, with its time and with the server.
func TestAdminWaitEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.New(t, tourney.Soccer, admin.Serve())
		wait := func() chan mocktest.Answer {
			done := make(chan mocktest.Answer, 1)
			req := mocktest.GetRequest(t, "http://localhost/_mock/requests?wait=1h&count=2")
			go func() {
				a, err := mocktest.AnswerOf(srv.RoundTrip(req))
				if err == nil {
					done <- a
				}
				close(done)
			}()
			synctest.Wait()
			return done
		}
		began := time.Now()
		done := wait()
		mocktest.Send(t, srv, "GET", "/api/v1/teams?eventid=1001", "")
		mocktest.Send(t, srv, "GET", "/api/v1/teams?eventid=1001", "")
		require.Len(t, mocktest.At(t, (<-done).Body, "requests"), 2)
		require.Equal(t, began, time.Now())
		srv.Calls.Clear()
		require.Empty(t, mocktest.At(t, (<-wait()).Body, "requests"))
		require.Equal(t, time.Hour, time.Since(began))
		done = wait()
		srv.Close()
		require.Equal(t, http.StatusOK, (<-done).Status)
		require.Equal(t, time.Hour, time.Since(began))
	})
}

// FuzzAdmin: no request makes the admin API panic, hang or answer what is no JSON.
func FuzzAdmin(f *testing.F) {
	for _, seed := range [][3]string{
		{"POST", "rows/teams", `{"Name":"x"}`}, {"PATCH", "rows/teams/4001", `{"Players":null}`}, {"POST", "faults", `{"action":"Reset"}`},
		{"PUT", "clock", `{"advance":"1h"}`}, {"POST", "import", "{}"}, {"POST", "fixtures", `{"files":[{"name":"a","text":"{}"}]}`},
		{"PATCH", "rows/games/7001", `{"HomeTeam":{"Score":"3"}}`}, {"GET", "rows/payments/%2e%2e", ""}, {"PUT", "standings", "null"},
		{"POST", "rows/pools?positions=3&ids=1,2", "{}"}, {"PATCH", "rows/teams/4001/details", `{"Coaches":{"1":{}}}`},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		if strings.Contains(path, "wait") || strings.Contains(path, "unreachable") {
			t.Skip("it takes the time that it says")
		}
		srv := mocktest.New(t, tourney.Soccer, admin.Serve())
		defer srv.Close()
		req, err := http.NewRequestWithContext(t.Context(), method, "http://localhost/_mock/"+path, strings.NewReader(body))
		if err != nil {
			t.Skip("no request")
		}
		resp, err := srv.RoundTrip(req)
		require.NoError(t, err)
		defer func() { require.NoError(t, resp.Body.Close()) }()
		if resp.StatusCode != http.StatusNoContent && req.Method != http.MethodHead && strings.HasPrefix(req.URL.Path, "/_mock/") &&
			resp.Header.Get("Content-Type") == "application/json; charset=utf-8" {
			var body any
			require.NoError(t, json.NewDecoder(resp.Body).Decode(&body))
		}
	})
}
