package doors

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestForeignOrigins: a page of another origin in a browser writes nothing, and neither does a name that only looks
// like this machine's. Programs send none of these headers. The journal says why, also for a read, whose answer the
// browser keeps from its page.
func TestForeignOrigins(t *testing.T) {
	const update, list = "PUT /api/v1/teams", "GET /api/v1/teams?eventid=1001"
	for name, c := range map[string]struct {
		request, host string
		header        []string
		status        int
		says          string // in the journal; "" where the name of the host says it all
	}{
		"a program": {update, "", nil, 200, ""},
		"a page of another origin": {
			update, "", []string{"Origin", "https://evil.example.com"}, 403, `the origin "https://evil.example.com" in a browser`,
		},
		"a browser's cross-site request": {
			update, "", []string{"Sec-Fetch-Site", "cross-site"}, 403,
			`Sec-Fetch-Site is "cross-site", and the browser named no origin`,
		},
		"a browser's request of the same site": {
			update, "", []string{"Sec-Fetch-Site", "same-site"}, 403,
			`Sec-Fetch-Site is "same-site", and the browser named no origin`,
		},
		"a browser's own request":  {update, "", []string{"Sec-Fetch-Site", "same-origin"}, 200, ""},
		"a page without an origin": {update, "", []string{"Origin", "null"}, 403, `the origin "null" in a browser`},
		"a read of another origin": {
			list, "", []string{"Origin", "https://evil.example.com"}, 200, `the origin "https://evil.example.com" in a browser`,
		},
		"a read of its own page":        {list, "", []string{"Origin", "http://127.0.0.1", "Sec-Fetch-Site", "same-origin"}, 200, ""},
		"a link":                        {list, "", []string{"Sec-Fetch-Site", "cross-site"}, 200, ""},
		"another name":                  {list, "evil.example.com", nil, 403, ""},
		"another name, to write":        {update, "evil.example.com:80", nil, 403, ""},
		"a name that begins like one":   {list, "localhost.example.com", nil, 403, ""},
		"a name that ends like one":     {list, "evillocalhost", nil, 403, ""},
		"the name of httptest":          {list, "example.com", nil, 403, ""},
		"the same, written otherwise":   {list, "EXAMPLE.com.:80", nil, 403, ""},
		"a name that a proxy passes on": {list, "example.com", []string{"X-Forwarded-Host", "localhost"}, 403, ""},
		"all addresses":                 {list, "0.0.0.0", nil, 200, ""},
		"another address":               {list, "10.0.0.1:80", nil, 200, ""},
		"localhost":                     {update, "localhost:8080", nil, 200, ""},
		"in capitals":                   {update, "LOCALHOST.", nil, 200, ""},
		"below localhost":               {update, "soccer.localhost", nil, 200, ""},
		"loopback":                      {update, "127.0.0.2:1", nil, 200, ""},
		"loopback of IPv6":              {update, "[::1]:8080", nil, 200, ""},
		"a name of the option":          {update, "mock.internal:8080", nil, 200, ""},
		"another one":                   {update, "MOCK", nil, 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mockserver.Start(t, tourney.MultiSport, mockserver.AllowHosts("mock.internal", "Mock"))
			method, path, _ := strings.Cut(c.request, " ")
			body := map[string]string{http.MethodPut: `{"Id":4001,"Name":"Changed"}`}[method]
			a := mocktest.Ask(t, method, srv.URL()+path, body, append(c.header, "Host", c.host)...)
			require.Equal(t, c.status, a.Status, a.Body)
			team, _ := srv.Teams.Get(4001)
			require.Equal(t, c.status == 200 && method == http.MethodPut, team.Name == "Changed")
			calls := srv.Calls.All("")
			require.Len(t, calls, 1, "the journal tells of it")
			require.Equal(t, c.status, calls[0].Status)
			why := strings.Join(calls[0].Errors, "\n")
			require.Contains(t, why, c.says)
			require.Equal(t, c.status == 200 && c.says == "", why == "", why)
			if c.status == 403 {
				require.Contains(t, a.Body, `"Code":6`)
				require.Contains(t, strings.ReplaceAll(a.Body, `\"`, `"`), why)
			}
		})
	}
}

// TestTheNameOfHttptestIsForHandlers: over a socket the name example.com is that of a stranger, however the request
// names it and whoever listens.
func TestTheNameOfHttptestIsForHandlers(t *testing.T) {
	srv := mockserver.Start(t, tourney.MultiSport)
	_, err := srv.NewSession("anna")
	require.NoError(t, err)
	inside := httptest.NewServer(srv)
	defer inside.Close()
	for _, listener := range []string{strings.TrimPrefix(srv.URL(), "http://"), inside.Listener.Addr().String()} {
		for host, target := range map[string]string{
			"example.com": "/api/v1/venues", "localhost": "http://example.com/api/v1/venues", "EXAMPLE.COM.:80": "/_mock/session/anna/api/v1/venues",
		} {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener)
			require.NoError(t, err)
			_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", target, host)
			require.NoError(t, err)
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			require.Equal(t, 403, res.StatusCode, target)
			require.NoError(t, conn.Close())
		}
	}
	plain := &http.Protocols{}
	plain.SetUnencryptedHTTP2(true)
	transport := &http.Transport{Protocols: plain}
	defer transport.CloseIdleConnections()
	req := mocktest.GetRequest(t, srv.URL()+"/api/v1/venues")
	req.Host = "example.com" // the pseudo-header :authority
	got, err := mocktest.AnswerOf(transport.RoundTrip(req))
	require.NoError(t, err)
	require.Equal(t, 403, got.Status)

	require.Equal(t, 200, mocktest.Handle(srv, httptest.NewRequest(http.MethodGet, "/api/v1/venues", nil)).Status)
}

func TestAllowHostsRefuses(t *testing.T) {
	for _, name := range []string{"", "http://mock", "a b", "*", "mock/x", "user@mock"} {
		_, err := mockserver.New(tourney.Soccer, mockserver.AllowHosts(name))
		require.ErrorContains(t, err, "AllowHosts", name)
	}
}

const (
	ownPage   = "http://localhost:5173"
	otherPage = "https://evil.example.com"
)

// fromPage sends a request as the browser of a page does, over a connection. pairs are members of the header.
func fromPage(t testing.TB, srv *mockserver.Server, method, path, body string, pairs ...string) (int, http.Header) {
	t.Helper()
	a := mocktest.Ask(t, method, srv.URL()+path, body, pairs...)
	return a.Status, a.Header
}

// TestPagesOfOtherOrigins: a page of an allowed origin reads and writes, and a page of another one does neither.
func TestPagesOfOtherOrigins(t *testing.T) {
	const update = `{"Id":4001,"Name":"Changed"}`
	for name, c := range map[string]struct {
		allow         []string
		origin        string
		write         int    // the status
		mayReadAnswer string // Access-Control-Allow-Origin
	}{
		"an allowed page":       {[]string{ownPage}, ownPage, 200, ownPage},
		"one of several":        {[]string{otherPage, ownPage}, ownPage, 200, ownPage},
		"in capitals":           {[]string{"HTTP://Localhost:5173"}, ownPage, 200, ownPage},
		"another page":          {[]string{ownPage}, otherPage, 403, ""},
		"another port":          {[]string{ownPage}, "http://localhost:5174", 403, ""},
		"another scheme":        {[]string{ownPage}, "https://localhost:5173", 403, ""},
		"every page":            {[]string{"*"}, otherPage, 200, otherPage},
		"a file":                {[]string{"null"}, "null", 200, "null"},
		"a file, not allowed":   {[]string{ownPage}, "null", 403, ""},
		"no origin is allowed":  {nil, ownPage, 403, ""},
		"a program, not a page": {[]string{ownPage}, "", 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mockserver.Start(t, tourney.MultiSport, mockserver.AllowOrigins(c.allow...))
			pairs := []string{"Sec-Fetch-Site", "cross-site", "Origin", c.origin}
			if c.origin == "" {
				pairs = nil
			}
			status, header := fromPage(t, srv, "PUT", "/api/v1/teams", update, pairs...)
			require.Equal(t, c.write, status)
			require.Equal(t, c.mayReadAnswer, header.Get("Access-Control-Allow-Origin"))
			status, header = fromPage(t, srv, "GET", "/api/v1/teams?id=9", "", pairs...)
			require.Equal(t, 404, status)
			require.Equal(t, c.mayReadAnswer, header.Get("Access-Control-Allow-Origin"))
			require.Equal(t, c.mayReadAnswer != "", strings.Contains(header.Get("Access-Control-Expose-Headers"), "X-Mock-Assumed"))
			require.Equal(t, len(c.allow) > 0, header.Get("Vary") == "Origin", "a cache keeps the answers for pages apart")
			named := c.mayReadAnswer != "" && c.origin != "null" && !slices.Contains(c.allow, "*")
			require.Equal(t, named, header.Get("Access-Control-Allow-Credentials") == "true")
			require.Subset(t, header.Values("Vary"), []string{"Accept", "Content-Type", "X-Mock-Session"})
			explained := strings.Contains(fmt.Sprint(srv.Calls.All("")), "name it with AllowOrigins")
			require.Equal(t, c.write == 403, explained, "the journal says why")
		})
	}
}

// TestPreflights: the server tells a browser that a page of an allowed origin may send a request. That is no request of
// the interface, so the journal does not have it and no fault fires.
func TestPreflights(t *testing.T) {
	srv := mockserver.Start(t, tourney.MultiSport, mockserver.AllowOrigins(ownPage))
	srv.Faults.Add(fault.OnAny().Status(http.StatusInternalServerError))
	ask := []string{"Access-Control-Request-Method", "PUT", "Access-Control-Request-Headers", "authorization,content-type"}
	status, header := fromPage(t, srv, "OPTIONS", "/api/v1/teams", "", append(ask, "Origin", ownPage,
		"Access-Control-Request-Private-Network", "true")...)
	require.Equal(t, http.StatusNoContent, status)
	want := http.Header{
		"Access-Control-Allow-Origin": {ownPage}, "Access-Control-Allow-Headers": {"authorization,content-type"},
		"Access-Control-Allow-Methods": {"GET, HEAD, POST, PUT, PATCH, DELETE"}, "Access-Control-Max-Age": {"600"},
		"Access-Control-Allow-Private-Network": {"true"}, "Access-Control-Allow-Credentials": {"true"},
		"Vary": {"Origin", "Access-Control-Request-Headers"},
	}
	header.Del("Date")
	require.Empty(t, cmp.Diff(want, header))
	require.Empty(t, srv.Calls.All(""))

	for name, c := range map[string]struct {
		pairs  []string
		status int
	}{
		"another page": {append(ask, "Origin", otherPage), http.StatusForbidden},
		"another page that reads": {[]string{
			"Access-Control-Request-Method", "GET", "Origin", otherPage, "Sec-Fetch-Site", "cross-site",
		}, http.StatusForbidden},
		// The fault fires for requests that are no preflights.
		"a program":    {ask, http.StatusInternalServerError},
		"no preflight": {[]string{"Origin", ownPage}, http.StatusInternalServerError},
	} {
		status, header = fromPage(t, srv, "OPTIONS", "/api/v1/teams", "", c.pairs...)
		require.Equal(t, c.status, status, name)
		require.Empty(t, header.Get("Access-Control-Allow-Methods"), name)
	}
}

// TestRefusedPreflightNamesTheOrigin: most writes of a page begin with a preflight, so its refusal says what to do.
func TestRefusedPreflightNamesTheOrigin(t *testing.T) {
	srv := mockserver.Start(t, tourney.MultiSport)
	ask := []string{"Access-Control-Request-Method", "PUT", "Origin", ownPage}
	status, _ := fromPage(t, srv, "OPTIONS", "/api/v1/games", "", ask...)
	require.Equal(t, http.StatusForbidden, status)
	calls := srv.Calls.All("")
	require.Len(t, calls, 1)
	require.Equal(t, []string{`the request comes from the origin "` + ownPage +
		`" in a browser, which is another one: name it with AllowOrigins, or --allow-origin of the program`}, calls[0].Errors)
}

// TestPagesReadETags: a page that edits a row sends the ETag back with If-Match.
func TestPagesReadETags(t *testing.T) {
	srv := mockserver.Start(t, tourney.MultiSport, admin.Serve(), mockserver.AllowOrigins(ownPage))
	status, header := fromPage(t, srv, "GET", "/_mock/rows/teams/4001?form=edit", "", "Origin", ownPage)
	require.Equal(t, http.StatusOK, status)
	require.NotEmpty(t, header.Get("ETag"))
	require.Contains(t, strings.Split(header.Get("Access-Control-Expose-Headers"), ", "), "ETag")
}

// TestOriginsAsBrowsersWriteThem: an origin is compared in the form in which browsers send it.
func TestOriginsAsBrowsersWriteThem(t *testing.T) {
	for allowed, sent := range map[string]string{
		"http://a.test:80":                    "http://a.test",
		"https://a.test:443":                  "https://a.test",
		"https://a.test:80":                   "https://a.test:80",
		"http://A.test:8080":                  "http://a.test:8080",
		"http://my_app-1:5173":                "http://my_app-1:5173",
		"http://127.0.0.1:5173":               "http://127.0.0.1:5173",
		"http://a.test.":                      "http://a.test.",
		"http://[::1]:5173":                   "http://[::1]:5173",
		"http://[0:0:0:0:0:0:0:1]:80":         "http://[::1]",
		"http://[::FFFF:10.0.0.7]":            "http://[::ffff:a00:7]",
		"https://xn--mnchen-3ya.example:8443": "https://xn--mnchen-3ya.example:8443",
	} {
		srv := mockserver.Start(t, tourney.MultiSport, mockserver.AllowOrigins(allowed))
		status, header := fromPage(t, srv, "PUT", "/api/v1/teams", `{"Id":4001,"Name":"Changed"}`, "Origin", sent)
		require.Equal(t, http.StatusOK, status, allowed)
		require.Equal(t, sent, header.Get("Access-Control-Allow-Origin"))
	}
}

// TestAllowOriginsRefuses: an origin that no browser sends would let no page in.
func TestAllowOriginsRefuses(t *testing.T) {
	for origin, why := range map[string]string{
		"": "", "localhost:5173": "", "http://": "", "ftp://a": "", "**": "", "NULL": "", "http://a b": "", "http://a:b": "",
		"http://a/b": ": an origin has no user name, path or query, nor a slash at its end",
		"http://a/":  ": an origin has no user name, path or query, nor a slash at its end",
		"http://a?b": ": an origin has no user name, path or query, nor a slash at its end",
		"http://u@a": ": an origin has no user name, path or query, nor a slash at its end",
		"http://a#":  ": an origin has no user name, path or query, nor a slash at its end",

		"http://a.test:080":       ": a port is a number from 1 to 65535 without zeros in front",
		"http://a.test:0":         ": a port is a number from 1 to 65535 without zeros in front",
		"http://a.test:":          ": a port is a number from 1 to 65535 without zeros in front",
		"http://a.test:70000":     ": a port is a number from 1 to 65535 without zeros in front",
		"http://*.test":           ": * stands for all origins, and for no part of one",
		"http://*":                ": * stands for all origins, and for no part of one",
		"http://:5173":            ": a host has letters, digits, dots, - and _",
		"http://a,b":              ": a host has letters, digits, dots, - and _",
		"http://.test":            ": a host has letters, digits, dots, - and _",
		"http://127.1":            ": browsers write an address as four numbers of 0 to 255, without zeros in front",
		"http://127.0.0.01":       ": browsers write an address as four numbers of 0 to 255, without zeros in front",
		"http://0x7f000001":       ": browsers write an address as four numbers of 0 to 255, without zeros in front",
		"http://[fe80::1%25eth0]": ": an origin has no user name, path or query, nor a slash at its end",
		"http://münchen.example":  ": browsers write the name of a host in ASCII, such as xn--mnchen-3ya.example for münchen.example",
	} {
		_, err := mockserver.New(tourney.Soccer, mockserver.AllowOrigins(ownPage, origin))
		require.EqualError(t, err, "mockserver: AllowOrigins: "+strconv.Quote(origin)+
			": expected an origin, such as http://localhost:5173, or *"+why)
	}
}
