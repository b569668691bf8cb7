package doors

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestStartAndClose(t *testing.T) {
	var stopped string
	t.Run("inner", func(t *testing.T) {
		srv := mockserver.Start(t, tourney.Soccer)
		require.Regexp(t, `^http://127\.0\.0\.1:\d+$`, srv.URL())
		page, err := srv.Client().Teams.List(t.Context(), tourney.TeamListOptions{})
		require.NoError(t, err)
		require.NotZero(t, page.Total)
		require.Error(t, srv.Listen("127.0.0.1:0"), "it listens already")
		stopped = srv.URL()
	})
	_, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(mocktest.GetRequest(t, stopped+"/api/v1/venues"))
	require.Error(t, err, "the server is closed")
}

func TestRoundTripper(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	body := &closing{Reader: strings.NewReader(`{"Id":101,"Name":"x"}`)}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "http://host.example.com/api/v1/teams", body)
	require.NoError(t, err)
	res, err := srv.RoundTrip(req)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)
	require.Equal(t, req, res.Request)
	require.EqualValues(t, 2, res.ContentLength)
	require.True(t, body.closed)

	req = mocktest.GetRequest(t, "http://host.example.com/api/v1/venues")
	req.Method = "" // http.Client takes the empty method for GET
	res, err = srv.RoundTrip(req)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = srv.RoundTrip(req.WithContext(ctx))
	require.ErrorIs(t, err, context.Canceled)
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

// TestSessionOfATest ends with the test, and the log of a failed test has its requests.
func TestSessionOfATest(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	b := &mocktest.TB{}
	client := srv.StartSession(b).Client(tourney.WithFormat(tourney.FormatXML))
	require.NoError(t, mocktest.ListVenues(t, client))
	require.Equal(t, 200, mocktest.Send(t, srv, "GET", "/_mock/session/s1/api/v1/teams?id=101", "").Status)
	session := srv.StartSession(b)
	require.Equal(t, "s2", session.SessionName())
	b.HasFailed = true
	b.End()
	require.Contains(t, b.Log, "mockserver: session s1: 2 of 2 requests, the last ones:\n  1: 200 GET /api/v1/venues (Venues.List)")
	require.Contains(t, b.Log, "mockserver: session s2: no request arrived")
	require.Equal(t, 403, mocktest.Send(t, srv, "GET", "/_mock/session/s1/api/v1/teams?id=101", "").Status)
	srv.Close()
	require.Nil(t, srv.StartSession(b))
	require.Contains(t, b.Log, "mockserver: StartSession: the server is closed")
}
