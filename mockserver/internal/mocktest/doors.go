package mocktest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
)

// SideDoor is the World of a server, beside the way of its clients.
type SideDoor struct {
	*mockserver.World
	http.RoundTripper
}

// Opener returns the World of a server that has the admin API.
type Opener = func(srv *mockserver.Server) SideDoor

// EachDoor runs a test with the methods of Server, and with those of a Remote.
func EachDoor(t *testing.T, test func(t *testing.T, open Opener)) {
	t.Helper()
	t.Run("here", func(t *testing.T) {
		test(t, func(srv *mockserver.Server) SideDoor { return SideDoor{World: srv.World, RoundTripper: srv} })
	})
	t.Run("remote", func(t *testing.T) {
		test(t, func(srv *mockserver.Server) SideDoor { return SideDoor{World: RemoteOf(t, srv), RoundTripper: srv} })
	})
}

// RemoteOf returns the World that another process has.
func RemoteOf(t testing.TB, srv *mockserver.Server, opts ...mockserver.RemoteOption) *mockserver.World {
	t.Helper()
	opts = append([]mockserver.RemoteOption{mockserver.RemoteHTTPClient(&http.Client{Transport: srv})}, opts...)
	far, err := mockserver.Remote(srv.URL(), opts...)
	require.NoError(t, err)
	return far
}
