package mockserver_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestForeignOrigins: a page of another origin in a browser writes nothing, and neither does a name that only looks like
// this machine's. Programs send none of these headers.
func TestForeignOrigins(t *testing.T) {
	const update, list = "PUT /api/v1/teams", "GET /api/v1/teams?eventid=1001"
	for name, c := range map[string]struct {
		request, host string
		header        http.Header
		status        int
	}{
		"a program":                      {update, "", nil, 200},
		"a page of another origin":       {update, "", http.Header{"Origin": {"https://evil.example.com"}}, 403},
		"a browser's cross-site request": {update, "", http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403},
		"a browser's own request":        {update, "", http.Header{"Sec-Fetch-Site": {"same-origin"}}, 200},
		"a page without an origin":       {update, "", http.Header{"Origin": {"null"}}, 403},
		"a read of another origin":       {list, "", http.Header{"Origin": {"https://evil.example.com"}}, 200},
		"another name":                   {list, "evil.example.com", nil, 403},
		"another name, to write":         {update, "evil.example.com:80", nil, 403},
		"a name that begins like one":    {list, "localhost.example.com", nil, 403},
		"a name that ends like one":      {list, "evillocalhost", nil, 403},
		"another address":                {list, "10.0.0.1", nil, 403},
		"localhost":                      {update, "localhost:8080", nil, 200},
		"in capitals":                    {update, "LOCALHOST.", nil, 200},
		"below localhost":                {update, "soccer.localhost", nil, 200},
		"loopback":                       {update, "127.0.0.2:1", nil, 200},
		"loopback of IPv6":               {update, "[::1]:8080", nil, 200},
		"a name of the option":           {update, "mock.internal:8080", nil, 200},
		"another one":                    {update, "MOCK", nil, 200},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mockserver.Start(t, tourney.MultiSport, mockserver.AllowHosts("mock.internal", "Mock"))
			method, path, _ := strings.Cut(c.request, " ")
			req, err := http.NewRequestWithContext(t.Context(), method, srv.URL()+path, nil)
			require.NoError(t, err)
			if method == http.MethodPut {
				req.Body = io.NopCloser(strings.NewReader(`{"Id":4001,"Name":"Changed"}`))
			}
			for key, values := range c.header {
				req.Header[key] = values
			}
			req.Host = c.host
			hc := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			res, err := hc.Do(req)
			require.NoError(t, err)
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			require.Equal(t, c.status, res.StatusCode, "%s", body)
			team, _ := srv.Team(4001)
			require.Equal(t, c.status == 200 && method == http.MethodPut, team.Name == "Changed")
			calls := srv.Calls("")
			require.Len(t, calls, 1, "the journal tells of it")
			require.Equal(t, c.status, calls[0].Status)
			if c.status == 403 {
				require.Contains(t, string(body), `"Code":6`)
			}
		})
	}
}

// TestStrangersAreToldWhy: the answer names the origin of the page, or says that the browser named none.
func TestStrangersAreToldWhy(t *testing.T) {
	srv, err := mockserver.New(tourney.MultiSport)
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	for name, c := range map[string]struct {
		header http.Header
		want   string
	}{
		"an origin":              {http.Header{"Origin": {"https://evil.example.com"}}, `the origin "https://evil.example.com" in a browser`},
		"an origin that is none": {http.Header{"Origin": {"null"}}, `the origin "null" in a browser`},
		"no origin": {
			http.Header{"Sec-Fetch-Site": {"cross-site"}}, `Sec-Fetch-Site is "cross-site", and the browser named no origin`,
		},
		"no origin, of the same site": {
			http.Header{"Sec-Fetch-Site": {"same-site"}}, `Sec-Fetch-Site is "same-site", and the browser named no origin`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			req := httptest.NewRequest(http.MethodPut, "/api/v1/teams", strings.NewReader(`{"Id":4001,"Name":"Changed"}`))
			req.Header = c.header
			w := httptest.NewRecorder()
			srv.ServeHTTP(w, req)
			require.Equal(t, http.StatusForbidden, w.Code)
			require.Contains(t, strings.ReplaceAll(w.Body.String(), `\"`, `"`), c.want)
			require.NotContains(t, w.Body.String(), `origin \"\"`)
		})
	}
}

// TestForeignNamesWithoutASocket: a program that calls the server in process may use any name.
func TestForeignNamesWithoutASocket(t *testing.T) {
	srv, err := mockserver.New(tourney.MultiSport)
	require.NoError(t, err)
	c, err := tourney.New("https://soccer.example.com", tourney.MultiSport, tourney.WithHTTPClient(&http.Client{Transport: srv}))
	require.NoError(t, err)
	_, err = c.Teams.Get(t.Context(), 4001)
	require.NoError(t, err)

	rec := httptest.NewRecorder()
	srv.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://soccer.example.com/api/v1/teams?id=4001", nil))
	require.Equal(t, 403, rec.Code, "as a handler it cannot know where a request comes from")
}

func TestAllowHostsRefuses(t *testing.T) {
	for _, name := range []string{"", "http://mock", "a b", "*", "mock/x", "user@mock"} {
		_, err := mockserver.New(tourney.Soccer, mockserver.AllowHosts(name))
		require.ErrorContains(t, err, "AllowHosts", name)
	}
}
