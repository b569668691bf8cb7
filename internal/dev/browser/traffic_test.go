package browser

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// traffic sends requests of every kind: answered, refused, unknown, with ignored names and with a fault that fired.
func traffic(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	srv.Faults.Add(fault.On("Venues.List").Status(http.StatusServiceUnavailable))
	for _, sent := range []struct{ method, path, body string }{
		{http.MethodGet, "/api/v1/events", ""},
		{http.MethodGet, "/api/v1/teams?eventid=1001&pagesize=5", ""},
		{http.MethodGet, "/api/v1/standings?divisionid=2001&colour=blue", ""},
		{http.MethodGet, "/api/v1/venues?eventid=1001", ""},
		{http.MethodGet, "/api/v1/temas?id=4", ""},
		{http.MethodPut, "/api/v1/games", `{"Id":7021,"HomeScore":3,"AwayScore":1}`},
		{http.MethodPut, "/api/v1/games", `{"Id":"seven","HomeScore":"many"}`},
	} {
		ask(t, srv, sent.method, sent.path, sent.body)
	}
}

// ask sends a request to the mock, and returns the status.
func ask(t *testing.T, srv *mockserver.Server, method, path, body string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, srv.URL()+path, strings.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Accept", "application/json")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := srv.RoundTrip(req)
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	return res.StatusCode
}
