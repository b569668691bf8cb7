package operations

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// statuses are the statuses of a server without RequireAuth.
var statuses = map[int]bool{200: true, 400: true, 401: true, 404: true, 405: true, 413: true, 415: true}

// FuzzServeHTTP checks that the server answers every request with JSON and a known status, and that a refused request
// changes nothing.
func FuzzServeHTTP(f *testing.F) {
	for _, v := range []tourney.Variant{tourney.Soccer, tourney.Football, tourney.Baseball} {
		for _, c := range valid(v) {
			path, query, _ := strings.Cut(c.target, "?")
			f.Add(byte(0), c.method, path, query, []byte(c.body))
		}
	}
	n := byte(0)
	for _, list := range refusedWrites {
		n++
		for _, r := range list {
			f.Add(n, r.method, r.target, "", []byte(r.body))
		}
	}
	f.Add(byte(3), "POST", "/api/v1/register", "", []byte(wholeRegistration))
	f.Add(byte(1), "POST", "/api/v1/teams", "", []byte(wholeTeam))
	f.Add(byte(9), "POST", "/api/v1/payments", "",
		[]byte(`{"TeamId":1,"EnableCreditCard":false,"enablecreditcard":true,"Payment":{"PriceId":51}}`))
	f.Add(byte(9), "GET", "/api/v1/teams", "ID=1&id=2;x=%zz", []byte(nil))
	f.Fuzz(func(t *testing.T, v byte, method, path, query string, body []byte) {
		all := tourney.Variants()
		srv := mocktest.World(t, all[int(v)%len(all)])
		serveAnything(t, srv, &http.Request{
			Method: method, URL: &url.URL{Path: path, RawQuery: query}, Header: http.Header{},
			Body: http.MaxBytesReader(nil, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(string(body))).Body, 1<<20),
		})
	})
}

func serveAnything(t *testing.T, srv *mockserver.Server, req *http.Request) {
	t.Helper()
	before := mocktest.Dump(srv.World)
	w := httptest.NewRecorder()
	srv.ServeHTTP(w, req)
	require.True(t, statuses[w.Code], "status %d: %s", w.Code, w.Body)
	require.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
	require.True(t, json.Valid(w.Body.Bytes()), "%s", w.Body)
	if w.Code != http.StatusOK {
		require.Contains(t, w.Body.String(), `"Errors":[{"Code":`)
	}
	if w.Code != http.StatusOK || req.Method == http.MethodGet {
		mocktest.Unchanged(t, before, srv.World)
	}
	calls := srv.Calls.All("")
	require.Len(t, calls, 1)
	require.Equal(t, w.Code, calls[0].Status)
}
