package doors

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
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
