package mockserver_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// opened returns a session that the test ends.
func opened(t testing.TB, srv *mockserver.Server, name string) *mockserver.Server {
	t.Helper()
	session, err := srv.NewSession(name)
	require.NoError(t, err)
	t.Cleanup(session.Close)
	return mockserver.ServerOf(session)
}

// eachMedium runs a test with a server without a socket, and with one that listens.
func eachMedium(t *testing.T, h tourney.Host, opts []mockserver.Option, test func(t *testing.T, srv *mockserver.Server)) {
	t.Helper()
	for _, listens := range []bool{false, true} {
		t.Run(fmt.Sprint("listens=", listens), func(t *testing.T) {
			srv := mocktest.World(t, h, opts...)
			t.Cleanup(srv.Close)
			if listens {
				require.NoError(t, srv.Listen("127.0.0.1:0"))
			}
			test(t, srv)
		})
	}
}

// TestSessionsAreApart: time, faults, journal and rate limits of one session are in no other, nor in the server.
// TestWorldsAgainstCopies does so for rows and ids.
func TestSessionsAreApart(t *testing.T) {
	eachMedium(t, mocktest.Limited(mockserver.RateLimit{Requests: 2, Per: time.Hour}), nil, func(t *testing.T, srv *mockserver.Server) {
		srv.Clock.Advance(time.Hour)
		srv.Faults.Add(fault.On("Venues.List").Status(503))
		now := srv.Clock.Now()
		first, second := opened(t, srv, ""), opened(t, srv, "")
		require.Equal(t, now, first.Clock.Now())
		require.Empty(t, first.Faults.All())
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			client := first.Client(tourney.WithFormat(format), tourney.WithRetry(tourney.Retry{}))
			require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Otters, Name: new("Cranes")}))
		}
		_, err := first.Client(tourney.WithRetry(tourney.Retry{})).Teams.Get(t.Context(), mocktest.Otters)
		require.ErrorContains(t, err, "more than 2 requests")
		first.Clock.Advance(time.Minute)
		require.Equal(t, "f1", first.Faults.Add(fault.On("Teams.Get").Status(500)).ID())
		team, err := second.Client().Teams.Get(t.Context(), mocktest.Otters)
		require.NoError(t, err)
		require.Equal(t, "Otters", team.Name)
		require.Equal(t, now, srv.Clock.Now())
		require.Equal(t, now, second.Clock.Now())
		require.Len(t, srv.Faults.All(), 1)
		require.Empty(t, srv.Calls.All(""))
		require.Len(t, first.Calls.All(""), 3)
		second.Calls.Want(t, "Teams.Get")
		call := second.Calls.All("")[0]
		require.Equal(t, []any{second.SessionName(), "/api/v1/teams", int64(1)}, []any{call.Session, call.Path, call.Number})
	})
}

// TestWhichSession: header and path name the session of a request, and a wrong name is refused.
func TestWhichSession(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for _, name := range []string{"a", "A", "b-1.x_2"} {
		opened(t, srv, name)
	}
	const teams = "/api/v1/teams?id=101"
	const unknown = `there is no session %q: it has ended, or was never opened`
	header := func(values ...string) http.Header { return http.Header{"X-Mock-Session": values} }
	for name, c := range map[string]struct {
		target string
		header http.Header
		want   string // the session, or the refusal
	}{
		"none":                         {teams, nil, ""},
		"header":                       {teams, header("a"), "a"},
		"letter case of the name":      {teams, header("A"), "A"},
		"letter case of the header":    {teams, http.Header{"x-mock-SESSION": {"a"}}, "a"},
		"spaces":                       {teams, header(" a\t"), "a"},
		"twice":                        {teams, header("a", "a"), "a"},
		"path":                         {"/_mock/session/a" + teams, nil, "a"},
		"other characters":             {"/_mock/session/b-1.x_2" + teams, nil, "b-1.x_2"},
		"escaped name":                 {"/_mock/session/%61" + teams, nil, "a"},
		"escaped prefix":               {"/%5Fmock/s%65ssion/a" + teams, nil, "a"},
		"both":                         {"/_mock/session/a" + teams, header("a"), "a"},
		"both, different":              {"/_mock/session/a" + teams, header("A"), `names the sessions "A" and "a": expected one`},
		"two":                          {teams, header("a", "b"), `names the sessions "a" and "b": expected one`},
		"empty header":                 {teams, header(""), "the name of the session is empty"},
		"empty path":                   {"/_mock/session/" + teams, nil, "the name of the session is empty"},
		"unknown":                      {teams, header("c"), fmt.Sprintf(unknown, "c")},
		"unknown in the path":          {"/_mock/session/c" + teams, nil, fmt.Sprintf(unknown, "c")},
		"a list":                       {teams, header("a, A"), fmt.Sprintf(unknown, "a, A")},
		"an escaped slash in the name": {"/_mock/session/a%2Fb" + teams, nil, fmt.Sprintf(unknown, "a/b")},
		"a line break":                 {"/_mock/session/a%0Ab" + teams, nil, fmt.Sprintf(unknown, "a b")},
		"a card":                       {teams, header("4111111111111111"), fmt.Sprintf(unknown, "[redacted]")},
	} {
		t.Run(name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), "GET", "http://host.example.com"+c.target, nil)
			require.NoError(t, err)
			req.Header = c.header
			res, err := srv.RoundTrip(req)
			require.NoError(t, err)
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			if res.StatusCode == http.StatusOK {
				require.Equal(t, c.want, res.Header.Get("X-Mock-Session"))
				return
			}
			require.Equal(t, http.StatusForbidden, res.StatusCode)
			require.Contains(t, mocktest.Messages(t, mocktest.Answer{Body: string(body)}), c.want)
			calls := srv.Calls.All("")
			require.Contains(t, strings.Join(calls[len(calls)-1].Errors, ""), c.want)
			require.NotContains(t, fmt.Sprint(calls), "4111111111111111")
			require.NotContains(t, fmt.Sprint(calls), "\n")
		})
	}
	for _, path := range []string{"/_mock%2Fsession/a/api/v1/teams", "/_MOCK/session/a/api/v1/teams"} {
		a := mocktest.Send(t, srv, "GET", path, "")
		require.Equal(t, 404, a.Status, "%s is no prefix, or no operation", path)
		require.Contains(t, mocktest.Messages(t, a),
			"no operation at this path: it begins with /api/v1, in a session with /_mock/session/NAME/api/v1; the admin API")
	}
	for path, inside := range map[string]string{
		"/_mock/session/a//api/v1/teams": "//api/v1/teams", "/_mocks/api/v1/teams": "/_mocks/api/v1/teams",
	} {
		a := mocktest.Send(t, srv, "GET", path, "")
		require.Equal(t, 404, a.Status)
		require.Contains(t, mocktest.Messages(t, a), "no operation at "+inside+": the nearest is /api/v1/teams")
	}
	require.Empty(t, srv.Calls.All("", journal.Func(func(c journal.Call) bool { return c.Session != "" })))
}

// TestASessionTakesItsOwnRequests: without a name they are for it, and those for others are refused.
func TestASessionTakesItsOwnRequests(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	session := opened(t, srv, "mine")
	opened(t, srv, "other")
	for target, status := range map[string]int{
		"/api/v1/venues": 200, "/_mock/session/mine/api/v1/venues": 200, "/_mock/session/other/api/v1/venues": 403,
	} {
		require.Equal(t, status, mocktest.Send(t, session, "GET", target, "").Status)
		w := httptest.NewRecorder()
		session.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		require.Equal(t, status, w.Code)
	}
	require.Len(t, session.Calls.All(""), 6)
	require.Empty(t, srv.Calls.All(""))
	require.Equal(t, `the request is for the session "other", and came to mine`, session.Calls.All("", journal.Failed())[0].Errors[0])
}

// TestNewSession checks what it refuses.
func TestNewSession(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Sessions: 3}))
	fails := func(of *mockserver.Server, name, want string) {
		t.Helper()
		session, err := of.NewSession(name)
		require.EqualError(t, err, "mockserver: NewSession: "+want)
		require.Nil(t, session)
		if name == "" { // as StartSession asks for
			b := &mocktest.TB{}
			require.Nil(t, of.StartSession(b))
			require.Equal(t, "mockserver: StartSession: "+want, b.Log)
		}
	}
	none := mocktest.World(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Sessions: -1}))
	fails(none, "", "the server allows no sessions")
	const expected = ": expected up to 64 letters, digits, points, dashes and underscores, a letter or digit first"
	long := strings.Repeat("x", 65)
	for name, shown := range map[string]string{
		" ": `" "`, "a b": `"a b"`, "a/b": `"a/b"`, "..": `".."`, "-a": `"-a"`, "ä": `"ä"`, "a\nb": `"a b"`, long: `"` + long + `"`,
	} {
		fails(srv, name, "the name "+shown+expected)
	}
	first := opened(t, srv, strings.Repeat("x", 64))
	fails(srv, first.SessionName(), fmt.Sprintf("a session %q is open already", first.SessionName()))
	opened(t, srv, "s1")
	second := opened(t, srv, "")
	require.Equal(t, "s2", second.SessionName(), "a name that is free")
	fails(srv, "", "the server allows no more than 3 sessions: end one first")
	fails(first, "", "the server allows no more than 3 sessions: end one first")
	second.Close()
	fails(second, "", "the session s2 has ended")
	again := opened(t, srv, "s2")
	srv.Close()
	fails(srv, "", "the server is closed")
	fails(again, "", "the session s2 has ended")
}

// TestSessionsOverHTTP2: two sessions share a connection of HTTP/2. A fault that closes connections, in one session,
// ends the stream of its request alone.
func TestSessionsOverHTTP2(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.NoError(t, srv.Listen("127.0.0.1:0"))
	defer srv.Close()
	one, other := opened(t, srv, "one"), opened(t, srv, "other")
	one.Faults.Add(fault.On("Venues.List").Drop())
	transport := mocktest.Wires()["HTTP/2"]
	defer transport.CloseIdleConnections()
	ask := func(ctx context.Context, session string) (*http.Response, error) {
		req := mocktest.GetRequest(t, srv.URL()+"/api/v1/venues").WithContext(ctx)
		req.Header.Set("X-Mock-Session", session)
		return transport.RoundTrip(req)
	}
	hang := other.Faults.Add(fault.On("Venues.List").Nth(1).Delay(time.Hour))
	ctx, cancel := context.WithCancel(t.Context())
	hanging := make(chan error, 1)
	go func() {
		_, err := ask(ctx, "other")
		hanging <- err
	}()
	for hang.Hits() == 0 {
		runtime.Gosched()
	}
	_, err := ask(t.Context(), "one")
	require.Error(t, err)
	res, err := ask(t.Context(), "other")
	require.NoError(t, err)
	require.Equal(t, 2, res.ProtoMajor)
	require.NoError(t, res.Body.Close())
	require.Empty(t, hanging, "its stream is still there")
	cancel()
	require.ErrorIs(t, <-hanging, context.Canceled)
}

// pathSigner signs the whole path.
type pathSigner struct{ auth.Header }

func (s pathSigner) Sign(req *http.Request, keys auth.Credentials) error {
	req.Header.Set("Signed-Path", req.URL.EscapedPath())
	return s.Header.Sign(req, keys)
}

func (s pathSigner) Verify(req *http.Request, keys auth.Credentials) error {
	if req.Header.Get("Signed-Path") != req.URL.EscapedPath() {
		return errors.New("another path was signed")
	}
	return s.Header.Verify(req, keys)
}

// TestSessionsVerifyWhatWasSigned: the signer saw the path with the prefix, and keys of a session are its own.
func TestSessionsVerifyWhatWasSigned(t *testing.T) {
	for _, signer := range []auth.Verifier{
		auth.HMAC{}, pathSigner{auth.Header{Key: "Key", Secret: "Secret"}}, auth.Query{Key: "k", Secret: "s"},
	} {
		eachMedium(t, tourney.Soccer, []mockserver.Option{mockserver.RequireAuth(signer)}, func(t *testing.T, srv *mockserver.Server) {
			session := opened(t, srv, "one")
			client, old := session.Client(), srv.Client()
			require.NoError(t, mocktest.ListVenues(t, client))
			session.Accounts.RotateKeys(mockserver.DefaultUsername)
			require.Error(t, mocktest.ListVenues(t, client))
			require.NoError(t, mocktest.ListVenues(t, old))
			require.NoError(t, mocktest.ListVenues(t, session.Client()))
			login := tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword)
			require.NoError(t, mocktest.ListVenues(t, session.Client(login)))
		})
	}
}

// TestRedirectsStayInTheSession: a path leads to the session, and a whole URL where it says.
func TestRedirectsStayInTheSession(t *testing.T) {
	eachMedium(t, tourney.Soccer, nil, func(t *testing.T, srv *mockserver.Server) {
		session := opened(t, srv, "one")
		session.Faults.Add(fault.On("Venues.List").Nth(1).Redirect(307, "/api/v1/venues"))
		require.NoError(t, mocktest.ListVenues(t, session.Client()))
		session.Calls.Want(t, "Venues.List", "Venues.List")
		session.Faults.Add(fault.On("Teams.List").Nth(1).Redirect(307, srv.URL()+"/api/v1/teams"))
		_, err := session.Client().Teams.List(t.Context(), tourney.TeamListOptions{})
		require.NoError(t, err)
		srv.Calls.Want(t, "Teams.List")
	})
}

// TestWrapSeesSessions: the handlers see the path of the interface and the name of the session, and may drop the
// context.
func TestWrapSeesSessions(t *testing.T) {
	for _, keeps := range []bool{true, false} {
		var seen []string
		wrap := mockserver.Wrap(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				seen = append(seen, req.Header.Get("X-Mock-Session")+" "+req.URL.Path)
				if !keeps {
					req = req.WithContext(t.Context())
				}
				next.ServeHTTP(w, req)
			})
		})
		srv := mocktest.World(t, tourney.Soccer, wrap)
		session := opened(t, srv, "one")
		for _, of := range []*mockserver.Server{srv, session} {
			for _, target := range []string{"/api/v1/venues", "/_mock/session/one/api/v1/venues"} {
				w := httptest.NewRecorder()
				of.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
				require.Equal(t, 200, w.Code)
			}
		}
		require.Equal(t, []string{" /api/v1/venues", "one /api/v1/venues", " /api/v1/venues", "one /api/v1/venues"}, seen)
		if keeps {
			require.Len(t, srv.Calls.All(""), 1)
			require.Len(t, session.Calls.All(""), 3)
		}
	}
}
