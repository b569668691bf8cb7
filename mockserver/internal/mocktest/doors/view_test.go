package doors

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestViews: a view has the body that the first account gets, in each variant.
func TestViews(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv, err := mockserver.New(v, admin.Serve())
		require.NoError(t, err)
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
