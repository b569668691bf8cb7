package doors

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestViews: a view has the body that the first account gets, in each variant.
func TestViews(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv := mocktest.New(t, v, admin.Serve())
		mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
			door := open(srv)
			event, division, team, game := srv.Events.All()[0].ID, srv.Divisions.All()[0].ID, srv.Teams.All()[0].ID, srv.Games.All()[0].ID
			player, venue := srv.Players.All()[0].ID, srv.Venues.All()[0].ID
			for _, target := range []string{
				"teams?eventid=" + mocktest.Text(t, event), "teams?id=" + mocktest.Text(t, team) + "&includes=players",
				"divisions?eventid=" + mocktest.Text(t, event), "divisions?id=" + mocktest.Text(t, division), "games?id=" + mocktest.Text(t, game),
				"games?eventid=" + mocktest.Text(t, event) + "&pagesize=3&page=2", "players?id=" + mocktest.Text(t, player),
				"venues?id=" + mocktest.Text(t, venue), "venues?eventid=" + mocktest.Text(t, event),
				"standings?divisionid=" + mocktest.Text(t, division), "statistics?divisionid=" + mocktest.Text(t, division), "events",
			} {
				want := mocktest.Get(t, srv, contract.BasePath+"/"+target)
				body, err := door.View(target)
				require.NoError(t, err, target)
				require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(string(body)), target)
			}
		})
	})
}

// TestViewsAreNoRequests: a view passes faults, signatures and the rate limit, and leaves no trace.
func TestViewsAreNoRequests(t *testing.T) {
	srv := mocktest.World(t, mocktest.Limited(mockserver.RateLimit{Requests: 1, Per: time.Hour}), mockserver.RequireAuth(auth.HMAC{}))
	fault := srv.Faults.Add(fault.OnAny().Status(500))
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(srv)
		before := door.Assumptions()
		for range 3 {
			_, err := door.View("teams?id=101")
			require.NoError(t, err)
		}
		require.Empty(t, door.Calls.All(""))
		require.Equal(t, before, door.Assumptions())
		require.Zero(t, fault.Hits())
		a := mocktest.Send(t, srv, "GET", "/_mock/view/teams?id=101", "")
		require.Equal(t, 200, a.Status)
		require.EqualValues(t, 101, mocktest.At(t, a.Body, "Team.Id"))

		door.Teams.Edit(101, func(team *tourney.Team) { team.Name = "Renamed " + t.Name() })
		body, err := door.View("teams?id=101")
		require.NoError(t, err)
		require.Equal(t, "Renamed "+t.Name(), mocktest.At(t, string(body), "Team.Name"), "a view sees the last write")
	})
}

// TestViewRefusals: what the interface refuses is the error, with the status of the interface.
func TestViewRefusals(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(srv)
		for target, want := range map[string]string{
			"teams?id=9":       "mockserver: View: id names no team: 9",
			"teams?id=x":       "mockserver: View: id must be ",
			"teems?id=1":       "mockserver: View: no operation at this path: the nearest is /api/v1/teams",
			"?id=101":          "mockserver: View: the target has no path: ",
			"payments":         "mockserver: View: the method GET is not known at /api/v1/payments: use POST",
			"teams?id=%zz":     "mockserver: View: the query cannot be read: ",
			"../../_mock/info": "mockserver: View: no operation at this path: ",
		} {
			body, err := door.View(target)
			require.ErrorContains(t, err, want, target)
			require.Nil(t, body)
		}
	})
	for target, status := range map[string]int{"teams?id=9": 404, "teams?id=x": 400, "payments": 405, "teems": 404} {
		a := mocktest.Send(t, srv, "GET", "/_mock/view/"+target, "")
		require.Equal(t, status, a.Status, a.Body)
		require.NotEmpty(t, mocktest.At(t, a.Body, "Errors.0.Message"))
	}
}

// TestViewIsACopy: what a test does with a view changes no later answer.
func TestViewIsACopy(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for range 4 {
		body, err := srv.View("teams?id=101")
		require.NoError(t, err)
		require.True(t, json.Valid(body))
		clear(body)
	}
}

// TestTheFirstPage: / says what the server is, and all paths that it names answer, in every variant and in a session.
func TestTheFirstPage(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv := mockserver.Start(t, v)
		session := srv.StartSession(t)
		for prefix, name := range map[string]string{"": "", "/_mock/session/" + session.SessionName(): session.SessionName()} {
			page := mocktest.Send(t, srv, http.MethodGet, prefix+"/", "")
			require.Equal(t, 200, page.Status)
			require.Equal(t, "text/plain; charset=utf-8", page.Header.Get("Content-Type"))
			require.Contains(t, page.Body, string(v))
			require.Contains(t, page.Body, name)
			html := mocktest.Send(t, srv, http.MethodGet, prefix+"/", "", "Accept", browser)
			require.Equal(t, "text/html; charset=utf-8", html.Header.Get("Content-Type"))
			count := 0
			for line := range strings.Lines(page.Body) {
				path, ok := strings.CutPrefix(line, "  ")
				if !ok {
					continue
				}
				count++
				path = strings.TrimSpace(path)
				require.True(t, strings.HasPrefix(path, prefix+"/api/v1/"), path)
				require.Contains(t, html.Body, `<a href="`+path+`">`)
				require.Equal(t, 200, mocktest.Send(t, srv, http.MethodGet, path, "").Status, path)
			}
			require.GreaterOrEqual(t, count, 4)
		}
	})
}

// TestTheFirstPageNamesTheAdminAPI: / leads to the admin API and to the OpenAPI document where the server has them,
// also in a session.
func TestTheFirstPageNamesTheAdminAPI(t *testing.T) {
	without := mocktest.Send(t, mockserver.Start(t, tourney.Soccer), http.MethodGet, "/", "")
	require.NotContains(t, without.Body, "admin")
	require.NotContains(t, without.Body, "OpenAPI")
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	for _, prefix := range []string{"", "/_mock/session/" + srv.StartSession(t).SessionName()} {
		page := mocktest.Send(t, srv, http.MethodGet, prefix+"/", "")
		html := mocktest.Send(t, srv, http.MethodGet, prefix+"/", "", "Accept", "text/html")
		require.Contains(t, html.Body, "<code>"+prefix+"/_mock/</code>")
		require.Contains(t, html.Body, `<a href="`+prefix+`/_mock/openapi.json">`)
		for line, path := range map[string]string{
			"The admin API, for tests: ": prefix + "/_mock/", "The OpenAPI document: ": prefix + "/_mock/openapi.json",
		} {
			require.Contains(t, page.Body, line+path+"\n")
			require.Equal(t, 200, mocktest.Send(t, srv, http.MethodGet, path, "").Status, path)
		}
	}
}

// TestTheAdminAPIWithoutItsSlash: whoever forgets the slash at the end finds the list of the requests all the same.
func TestTheAdminAPIWithoutItsSlash(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	for _, prefix := range []string{"", "/_mock/session/" + srv.StartSession(t).SessionName()} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			moved := mocktest.Send(t, srv, method, prefix+"/_mock", "")
			require.Equal(t, http.StatusFound, moved.Status)
			require.Equal(t, prefix+"/_mock/", moved.Header.Get("Location"))
		}
	}
	require.Equal(t, 404, mocktest.Send(t, mockserver.Start(t, tourney.Soccer), http.MethodGet, "/_mock", "").Status)
}

// TestTheFirstPageIsNoRequest: people who look at the server trigger no fault and leave the journal as it is.
func TestTheFirstPageIsNoRequest(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Faults.Add(fault.OnAny().Reset())
	icon := mocktest.Send(t, srv, http.MethodGet, "/favicon.ico", "")
	require.Equal(t, 200, icon.Status)
	require.Equal(t, "image/svg+xml", icon.Header.Get("Content-Type"))
	require.Equal(t, 200, mocktest.Send(t, srv, http.MethodGet, "/", "").Status, "also without rows")
	require.Empty(t, srv.Calls.All(""))
	require.Empty(t, srv.Calls.All("", journal.Unmatched()))
	srv.Faults.Clear()
	require.Equal(t, 404, mocktest.Send(t, srv, http.MethodPost, "/", "").Status)
}

// TestHead: HEAD works wherever GET works. It gets the status and the header of the GET, and no body.
func TestHead(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	listening := httptest.NewServer(srv)
	t.Cleanup(listening.Close)
	ask := func(t *testing.T, by http.RoundTripper, method, target, accept string) (int, int64, http.Header, string) {
		t.Helper()
		res, err := by.RoundTrip(mocktest.Request(t, method, listening.URL+target, "", "Accept", accept))
		require.NoError(t, err)
		a, err := mocktest.AnswerOf(res, nil)
		require.NoError(t, err)
		for _, name := range []string{"Date", "X-Request-Id"} {
			a.Header.Del(name)
		}
		return a.Status, res.ContentLength, a.Header, a.Body
	}
	for _, target := range []string{
		"/api/v1/teams?eventid=1", "/api/v1/teams?id=101", "/api/v1/teams?id=9", "/api/v1/nothing", "/api/v1/venues", "/",
		"/favicon.ico", "/api/v1/standings?eventid=1&nonsense=1",
	} {
		for medium, by := range map[string]http.RoundTripper{"in process": srv, "socket": listening.Client().Transport} {
			for _, accept := range []string{"application/json", "application/xml"} {
				status, length, header, body := ask(t, by, http.MethodGet, target, accept)
				require.Len(t, body, int(length))
				gotStatus, gotLength, gotHeader, gotBody := ask(t, by, http.MethodHead, target, accept)
				require.Equal(t, status, gotStatus, "%s %s", target, medium)
				require.Equal(t, length, gotLength, "%s %s", target, medium)
				require.Empty(t, cmp.Diff(header, gotHeader), "%s %s", target, medium)
				require.Empty(t, gotBody, "%s %s", target, medium)
			}
		}
	}
	srv.Calls.Clear()
	ask(t, srv, http.MethodHead, "/api/v1/teams?id=101", "application/json")
	calls := srv.Calls.All("Teams.Get")
	require.Len(t, calls, 1)
	require.Equal(t, http.MethodHead, calls[0].Method)
	require.Equal(t, "id=101", calls[0].Query)
}
