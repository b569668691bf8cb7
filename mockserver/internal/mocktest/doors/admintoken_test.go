package doors

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestAdminToken: without the token only the paths for supervisors answer.
func TestAdminToken(t *testing.T) {
	const token = "correct-horse-battery"
	srv := mocktest.World(t, tourney.Soccer, admin.Token(token))
	for _, given := range []string{"", "Bearer", "Bearer wrong", token, "Basic " + token} {
		a := mocktest.Send(t, srv, "GET", "/_mock/credentials", "", "Authorization", given)
		require.Equal(t, http.StatusUnauthorized, a.Status)
		require.Equal(t, "Bearer", a.Header.Get("WWW-Authenticate"))
		require.NotContains(t, a.Body, token)
	}
	mocktest.Get(t, srv, "/_mock/ready")
	a := mocktest.Send(t, srv, "GET", "/_mock/credentials", "", "Authorization", "bearer "+token)
	require.Equal(t, http.StatusOK, a.Status, "a scheme is in any letter case")
	for _, lines := range [][]string{{"Basic eDp5", "Bearer " + token}, {"Bearer " + token, "Basic eDp5"}} {
		req := mocktest.GetRequest(t, "http://localhost/_mock/credentials")
		req.Header["Authorization"] = lines
		require.Equal(t, http.StatusOK, mocktest.Handle(srv, req).Status, "another line may be that of a proxy")
	}
	far := mocktest.RemoteOf(t, srv, mockserver.RemoteToken(token))
	require.True(t, mocktest.Found(far.Teams.Get(mocktest.Otters)))
	mocktest.Get(t, srv, "/api/v1/teams?id=101")
	for _, wrong := range []string{"", "two words", "ä"} {
		_, err := mockserver.New(tourney.Soccer, admin.Token(wrong))
		require.ErrorContains(t, err, "admin.Token: expected a text of visible characters")
	}
}

// TestAdminTokenIsASecret: the journal shows it nowhere, not in a session either, and not in base64.
func TestAdminTokenIsASecret(t *testing.T) {
	const token = "correct-horse-battery"
	srv := mocktest.World(t, tourney.Soccer, admin.Token(token))
	side := srv.StartSession(t)
	for _, of := range []*mockserver.World{srv.World, side} {
		prefix := strings.TrimPrefix(of.URL(), srv.URL())
		coded := base64.StdEncoding.EncodeToString([]byte(token))
		for _, target := range []string{
			"/api/v1/teams?id=" + token, "/api/v1/teams?token=" + coded, "/api/v1/" + token, "/api/v1/teams?" + token + "=1",
		} {
			mocktest.Send(t, srv, "GET", prefix+target, "", "X-Token", token, "User-Agent", "test "+token, "Referer", "http://x/"+token)
		}
		mocktest.Send(t, srv, "POST", prefix+"/api/v1/teams", `{"EventId":1,"DivisionId":1,"Name":"`+token+`","`+token+`":"`+coded+`"}`)
		calls := of.Calls.All("")
		require.Len(t, calls, 5)
		shown, err := json.Marshal(calls)
		require.NoError(t, err)
		require.NotContains(t, string(shown), token)
		require.NotContains(t, string(shown), coded)
	}
}

// TestAdminOfASession: a session has the admin API behind its prefix and with its header.
func TestAdminOfASession(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.JSONEq(t, `{"name":"anna","path":"/_mock/session/anna"}`, mocktest.Send(t, srv, "POST", "/_mock/sessions", `{"name":"anna"}`).Body)
	require.Equal(t, 200, mocktest.Send(t, srv, "DELETE", "/_mock/session/anna/_mock/rows/teams/101", "").Status)
	require.Equal(t, 404, mocktest.Send(t, srv, "GET", "/_mock/rows/teams/101", "", mockserver.SessionHeader, "anna").Status)
	require.Equal(t, 200, mocktest.Send(t, srv, "GET", "/_mock/rows/teams/101", "").Status)
	require.Equal(t, 204, mocktest.Send(t, srv, "DELETE", "/_mock/sessions/anna", "").Status)
	require.Equal(t, 403, mocktest.Send(t, srv, "GET", "/_mock/session/anna/_mock/info", "").Status)
	require.Equal(t, 403, mocktest.Send(t, srv, "GET", "/_mock/info", "", mockserver.SessionHeader, "anna").Status)
	require.Empty(t, srv.Calls.All(""), "no journal has the requests of the admin API")
	require.Equal(t, 403, mocktest.Send(t, srv, "GET", "/_mock/session/anna/api/v1/teams", "").Status)
	require.Len(t, srv.Calls.All(""), 1, "it has those of the interface")
}

// TestAdminTellsWhomItRefuses: OnCall gets the requests of the admin API that the server does not let in. No journal
// has them, and their answers have no number of one.
func TestAdminTellsWhomItRefuses(t *testing.T) {
	const token = "correct-horse-battery"
	for name, c := range map[string]struct {
		method, target, body string
		header               []string
		want                 journal.Call
		why                  string
	}{
		"origin": {
			"POST", "/_mock/reset", "", []string{"Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site"},
			journal.Call{Method: "POST", Path: "/_mock/reset", Status: 403}, `the origin "http://evil.example" in a browser`,
		},
		"preflight": {
			"OPTIONS", "/_mock/reset", "",
			[]string{"Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site", "Access-Control-Request-Method", "POST"},
			journal.Call{Method: "OPTIONS", Path: "/_mock/reset", Status: 403}, `the origin "http://evil.example" in a browser`,
		},
		"host": {
			"GET", "http://rebound.example/_mock/credentials", "", nil,
			journal.Call{Method: "GET", Path: "/_mock/credentials", Status: 403}, `the host name "rebound.example" is not one`,
		},
		"session that is not open": {
			"GET", "/_mock/session/bob/_mock/info", "", nil,
			journal.Call{Method: "GET", Path: "/_mock/session/bob/_mock/info", Status: 403}, `there is no session "bob"`,
		},
		"origin, in a session": {
			"POST", "/_mock/session/anna/_mock/reset", "", []string{"Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site"},
			journal.Call{Method: "POST", Path: "/_mock/reset", Status: 403, Session: "anna"}, `the origin "http://evil.example"`,
		},
		"no token": {
			"GET", "/_mock/credentials?" + token, "", nil,
			journal.Call{Method: "GET", Path: "/_mock/credentials", Status: 401}, "the admin API needs its token, in the header",
		},
		"another token, in a session": {
			"POST", "/_mock/accounts", `{"username":"a","password":"` + token + `"}`,
			[]string{"Authorization", "Bearer " + token + "x", mockserver.SessionHeader, "anna"},
			journal.Call{Method: "POST", Path: "/_mock/accounts", Status: 401, Session: "anna"}, "the admin API needs its token",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var told []journal.Call
			srv, err := mockserver.New(tourney.Soccer, admin.Token(token),
				mockserver.OnCall(func(c journal.Call) { told = append(told, c) }))
			require.NoError(t, err)
			t.Cleanup(srv.Close)
			session, err := srv.NewSession("anna")
			require.NoError(t, err)
			target := c.target
			if strings.HasPrefix(target, "/") {
				target = "http://localhost" + target
			}
			a := mocktest.Handle(srv, mocktest.Request(t, c.method, target, c.body, c.header...))
			require.Equal(t, c.want.Status, a.Status)
			require.Empty(t, a.Header.Get("X-Request-Id"))
			require.Len(t, told, 1)
			got := told[0]
			require.Len(t, got.Errors, 1)
			require.Contains(t, got.Errors[0], c.why)
			shown, err := json.Marshal(got)
			require.NoError(t, err)
			require.NotContains(t, string(shown), token)
			got = journal.Call{
				Number: got.Number, Session: got.Session, Method: got.Method, Path: got.Path, Status: got.Status,
				Op: got.Op, Nearest: got.Nearest, Assumed: got.Assumed,
			}
			require.Equal(t, c.want, got)
			require.Empty(t, srv.Calls.All(""))
			require.Empty(t, session.Calls.All(""))
			require.Zero(t, srv.Assumptions()[0].Calls)
		})
	}
}

// TestAdminKeepsSecrets: no answer and no error repeats the secrets of a request.
func TestAdminKeepsSecrets(t *testing.T) {
	const secret = "hunter2-hunter2"
	srv := mocktest.World(t, tourney.Soccer)
	far := mocktest.RemoteOf(t, srv)
	far.Accounts.Add("sam", secret, tourney.Account{Email: "sam@example.com"})
	for _, path := range []string{"info", "accounts", "requests", "export", "faults"} {
		require.NotContains(t, mocktest.Get(t, srv, "/_mock/"+path), secret, path)
	}
	far.Faults.Add(fault.On("Authentication.Authenticate").Where("Password", secret).Status(500))
	require.NotContains(t, mocktest.Get(t, srv, "/_mock/faults"), secret)
	require.NotContains(t, far.Faults.All()[0].String(), secret)
	wrong := mocktest.Send(t, srv, "POST", "/_mock/accounts", `{"username":"a","password":["`+secret+`"]}`)
	require.Equal(t, 400, wrong.Status)
	require.NotContains(t, wrong.Body, secret)
	require.Contains(t, mocktest.Get(t, srv, "/_mock/export?keys=true"), secret, "keys are there when asked for")
}
