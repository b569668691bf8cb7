package doors

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/secret"
)

// valueWriter is a ResponseWriter whose values cannot be compared.
type valueWriter struct {
	header http.Header
	body   *strings.Builder
}

func (w valueWriter) Header() http.Header         { return w.header }
func (w valueWriter) Write(p []byte) (int, error) { return w.body.Write(p) }
func (w valueWriter) WriteHeader(int)             {}

// TestAnyResponseWriter: the mock asks nothing of a ResponseWriter but its methods.
func TestAnyResponseWriter(t *testing.T) {
	through := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			h.ServeHTTP(valueWriter{w.Header(), new(strings.Builder)}, req)
		})
	}
	for name, opts := range map[string][]mockserver.Option{
		"alone": nil, "wrapped": {mockserver.Wrap(through)},
	} {
		srv := mockserver.Start(t, tourney.Soccer, opts...)
		for _, target := range []string{"/api/v1/teams?id=4001", "/api/v1/nothing", "/_mock/health", "/"} {
			w := valueWriter{http.Header{}, new(strings.Builder)}
			require.NotPanics(t, func() { srv.ServeHTTP(w, httptest.NewRequest("GET", target, nil)) }, name)
			require.NotEmpty(t, w.header, "%s: %s", name, target)
		}
		_, err := srv.RoundTrip(mocktest.GetRequest(t, srv.URL()+"/api/v1/teams"))
		require.NoError(t, err)
	}
}

// TestEmptyListsOfTheAdminAPI: a list without items is [], and a client need not look for null.
func TestEmptyListsOfTheAdminAPI(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, admin.Serve())
	asked := 0
	for _, line := range strings.Split(mocktest.Send(t, srv, "GET", "/_mock/", "").Body, `},{`) {
		_, path, _ := strings.Cut(line, `"path":"/_mock/`)
		path, _, _ = strings.Cut(path, `"`)
		if !strings.Contains(line, `"GET"`) || strings.Contains(path, "{") || strings.HasPrefix(path, "events") {
			continue
		}
		asked++
		body := strings.ReplaceAll(mocktest.Send(t, srv, "GET", "/_mock/"+path, "").Body, `\":null`, "") // within a text
		require.NotContains(t, body, `":null`, path)
	}
	require.Greater(t, asked, 20)
	require.NotNil(t, srv.Statistics.Order())
}

// TestNoAddress: the URL of a server that does not listen is none that anything could answer at, and the server takes
// it.
func TestNoAddress(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	require.Equal(t, "https://mock.invalid", srv.URL())
	require.Equal(t, http.StatusOK, mocktest.Send(t, srv, "GET", "/api/v1/venues", "").Status)
	require.Equal(t, http.StatusOK, mocktest.Handle(srv, mocktest.GetRequest(t, srv.URL()+"/api/v1/venues")).Status)
	require.NoError(t, mocktest.ListVenues(t, srv.StartSession(t).Client()))
}

// TestCategoriesOfLeadersThatNothingHas are named as ignored, as includes are.
func TestCategoriesOfLeadersThatNothingHas(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	for query, want := range map[string]string{
		"": "", "&categories=Goals": "", "&categories=goals,Assists": "",
		"&categories=Gols": "categories=gols", "&categories=Goals,Gols,%20X%20": "categories=gols, categories=x",
		"&categories=Gols&x=1": "x, categories=gols",
	} {
		a := mocktest.Send(t, srv, "GET", "/api/v1/statistics?eventid=1001"+query, "")
		require.Equal(t, http.StatusOK, a.Status, a.Body)
		require.Equal(t, want, a.Header.Get("X-Mock-Ignored"), query)
	}
	a := mocktest.Send(t, srv, "GET", "/api/v1/teams?id=4001&includes=Playrs", "")
	require.Equal(t, "includes=playrs", a.Header.Get("X-Mock-Ignored"))
	strict := mockserver.Start(t, tourney.Soccer, mockserver.RefuseUnknownNames())
	a = mocktest.Send(t, strict, "GET", "/api/v1/statistics?eventid=1001&categories=Gols", "")
	require.Equal(t, http.StatusBadRequest, a.Status)
	require.Contains(t, a.Body, "categories=gols is no category of leaders")
}

// TestHeadersAreASCII: names of a request come back in headers with escapes in place of what headers cannot carry.
func TestHeadersAreASCII(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	for name, want := range map[string]string{
		"%C3%A9quipe": `\u00e9quipe`, "a%F0%9F%98%80": `a\U0001f600`, "%E2%80%AEx": `\u202ex`, "a%22b": `a"b`,
		strings.Repeat("%C3%A9", 300): "",
	} {
		got := mocktest.Send(t, srv, "GET", "/api/v1/teams?id=4001&"+name+"=1", "").Header.Get("X-Mock-Ignored")
		require.NotEmpty(t, got)
		require.Equal(t, strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return -1
			}
			return r
		}, got), got)
		if want != "" {
			require.Equal(t, want, got)
		}
	}
}

// TestSignaturesThatDoNotFit: each way to sign wrongly has a message of its own.
func TestSignaturesThatDoNotFit(t *testing.T) {
	signed := func(change func(h http.Header), keys auth.Credentials) *http.Request {
		req := mocktest.GetRequest(t, "https://mock.invalid/api/v1/venues")
		require.NoError(t, auth.HMAC{}.Sign(req, keys))
		change(req.Header)
		return req
	}
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	keys := mocktest.KeysOf(srv.World)
	nothing := func(http.Header) {}
	other := auth.Credentials{APIKey: keys.APIKey, APISecret: secret.New("another secret")}
	seen := map[string]string{}
	for name, c := range map[string]struct {
		req  *http.Request
		says string
	}{
		"right": {signed(nothing, keys), ""},
		"nothing": {mocktest.GetRequest(t, "https://mock.invalid/api/v1/venues"),
			"it lacks the header Authentication and the header Timestamp"},
		"no time":   {signed(func(h http.Header) { h.Del("Timestamp") }, keys), "it lacks the header Timestamp"},
		"malformed": {signed(func(h http.Header) { h.Set("Authentication", "x") }, keys), "it names no API key"},
		"wrong key": {
			signed(nothing, auth.Credentials{APIKey: "nobody's", APISecret: keys.APISecret}), "no account has the API key",
		},
		"wrong secret": {signed(nothing, other), "the signature does not fit"},
		"unreadable":   {signed(func(h http.Header) { h.Set("Timestamp", "noon") }, keys), "the time of the signature cannot be read"},
	} {
		resp, err := srv.RoundTrip(c.req)
		require.NoError(t, err)
		body, err := io.ReadAll(bufio.NewReader(resp.Body))
		require.NoError(t, err)
		require.Equal(t, c.says != "", resp.StatusCode == http.StatusUnauthorized, "%s: %s", name, body)
		require.Contains(t, string(body), c.says, name)
		require.NotContains(t, string(body), keys.APISecret.Reveal())
		seen[string(body)] = name
	}
	require.Len(t, seen, 7)
	named := mocktest.Empty(t, tourney.Soccer, mockserver.RequireAuth(auth.Header{Secret: "X-Secret"}))
	a := mocktest.Send(t, named, "GET", "/api/v1/venues", "", "X-Secret", "wrong")
	require.Contains(t, a.Body, "the signature does not fit")
	query := mocktest.Empty(t, tourney.Soccer, mockserver.RequireAuth(auth.Query{Key: "k", Secret: "s"}))
	require.Contains(t, mocktest.Send(t, query, "GET", "/api/v1/venues?k=x", "").Body, "it lacks the parameter s")
}

// TestRefusalsOverHTTP: whoever sends a request cannot use an option of Go, and reads what is wrong once.
func TestRefusalsOverHTTP(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve(),
		mockserver.WithLimits(mockserver.Limits{Sessions: 1, Rewind: 1}))
	for i := range 3 {
		srv.Games.Edit(7001, func(g *tourney.Game) { g.BracketName = fmt.Sprint(i) })
	}
	for _, c := range []struct{ method, path, body, says string }{
		{"PATCH", "rows/games/7001", `{"Date":"x"}`, `date must be a date, found string "x": expected m/d/yyyy`},
		{"PATCH", "rows/games/7001", `{"Division":{"Id":7}}`, "Games.Edit: Division.Id 7 names no division: add it first"},
		{"POST", "rows/registrations", `{"TransactionId":"x"}`, `TransactionId "x" names no payment: add it first`},
		{"POST", "sessions", `{}`, ""},
		{"POST", "sessions", `{}`, "the server allows no more than 1 sessions: end one first"},
		{"POST", "faults", `{"operation":"Teams.List","action":"expireKeys"}`, "needs a server that checks keys"},
		{"POST", "rewind/0", ``, "the server keeps the last 1"},
	} {
		a := mocktest.Send(t, srv, c.method, "/_mock/"+c.path, c.body)
		require.Contains(t, a.Body, strings.ReplaceAll(c.says, `"`, `\"`), c.path)
		for _, option := range []string{"AllowDangling", "RequireAuth", "Limits"} {
			require.NotContains(t, a.Body, option)
		}
	}
}

// TestWrap: a handler around the server sees every request, with a socket and without, and may answer, change or end
// it.
func TestWrap(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	take := func() []string {
		mu.Lock()
		defer mu.Unlock()
		defer func() { seen = nil }()
		return seen
	}
	note := func(name string) mockserver.Option {
		return mockserver.Wrap(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				seen = append(seen, name)
				mu.Unlock()
				switch req.URL.Query().Get("do") {
				case name + "-answers":
					w.WriteHeader(http.StatusTeapot)
				case name + "-ends":
					panic(http.ErrAbortHandler)
				case name + "-says-nothing":
				case name + "-breaks-off":
					_, _ = io.WriteString(w, "half")
					panic(http.ErrAbortHandler)
				default:
					w.Header().Set("X-"+name, "1")
					next.ServeHTTP(w, req)
				}
			})
		})
	}
	for _, listens := range []bool{false, true} {
		srv := mocktest.Empty(t, tourney.Soccer, note("First"), note("Second"))
		var trip http.RoundTripper = srv
		if listens {
			require.NoError(t, srv.Listen("127.0.0.1:0"))
			trip = &http.Transport{DisableKeepAlives: true}
		}
		ask := func(query string) (int, error) {
			res, err := trip.RoundTrip(mocktest.GetRequest(t, srv.URL()+"/api/v1/venues"+query))
			if err != nil {
				return 0, err
			}
			_, err = io.ReadAll(res.Body)
			require.NoError(t, res.Body.Close())
			return res.StatusCode, err
		}
		for query, want := range map[string]int{"": 200, "?do=First-answers": 418, "?do=Second-answers": 418, "?do=Second-says-nothing": 200} {
			status, err := ask(query)
			require.NoError(t, err)
			require.Equal(t, want, status, query)
		}
		require.ErrorIs(t, clienttest.Err(ask("?do=First-ends")), io.EOF)
		require.Error(t, clienttest.Err(ask("?do=Second-breaks-off")))
		require.Len(t, srv.Calls.All(""), 1, "the others did not reach the server")
		take()
		srv.Faults.Add(fault.OnAny().AfterCommit().Drop())
		require.ErrorIs(t, clienttest.Err(ask("")), io.EOF, "faults work within handlers")
		require.Equal(t, []string{"First", "Second"}, take())
		srv.Close()
	}
	for _, wrap := range []func(http.Handler) http.Handler{nil, func(http.Handler) http.Handler { return nil }} {
		_, err := mockserver.New(tourney.Soccer, mockserver.Wrap(wrap))
		require.ErrorContains(t, err, "mockserver: Wrap: the function")
	}
}
