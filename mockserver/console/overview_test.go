package console_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

// TestOverview: the page has everything that a first request needs, and the number of rows.
func TestOverview(t *testing.T) {
	srv, b := open(t, mockserver.RequireAuth(auth.HMAC{}))
	info := srv.Info()
	keys, _ := srv.Accounts.Keys("")
	page := b.get("overview").body
	require.Len(t, keyedRows(t, page), len(keyed(t, page, "rows-")), "each kind of rows has one row")
	text := plain(t, page)
	for _, want := range []string{
		"http://localhost:8080", info.Username, keys.APIKey, keys.APISecret.Reveal(), "Signatures required", info.Scenario,
		"Fri 12 Jun 2026, 23:00:00", `tourney.New("http://localhost:8080", host`, "WithCredentials",
		"curl 'http://localhost:8080/api/v1/teams?eventid=1001'", "urllib.request",
		"await fetch(`${host}/api/v1/teams?eventid=1001`)",
	} {
		require.Contains(t, text, want)
	}
	require.Contains(t, text, "teams 27")
	require.Equal(t, 27, info.Rows.Teams)
	session, err := srv.NewSession("anna")
	require.NoError(t, err)
	t.Cleanup(session.Close)
	require.Contains(t, plain(t, b.send("GET", "/_mock/session/anna"+at+"overview", "").body), "http://localhost:8080/_mock/session/anna")
}

// TestSetupsAreAnswered: every variant answers the first request that the page shows.
func TestSetupsAreAnswered(t *testing.T) {
	shown := regexp.MustCompile(`curl 'http://localhost:8080(\S+)'`)
	for _, host := range tourney.Variants() {
		for _, scenario := range []string{"mid-tournament", "not-started"} {
			srv, err := mockserver.New(host, console.Serve(), mockserver.Scenario(scenario))
			require.NoError(t, err)
			b := &browser{t, srv, map[string]string{}}
			found := shown.FindStringSubmatch(plain(t, b.get("overview").body))
			require.NotNil(t, found, host)
			require.Equal(t, http.StatusOK, b.api(http.MethodGet, found[1], "").status, "%s: %s", host, found[1])
			srv.Close()
		}
	}
}
