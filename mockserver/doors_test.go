package mockserver_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
)

// sideDoor is the World of a server, beside the way of its clients.
type sideDoor struct {
	*mockserver.World
	http.RoundTripper
}

// opener returns the World of a server that has the admin API.
type opener = func(srv *mockserver.Server) sideDoor

// eachDoor runs a test with the methods of Server, and with those of a Remote.
func eachDoor(t *testing.T, test func(t *testing.T, open opener)) {
	t.Helper()
	t.Run("here", func(t *testing.T) {
		test(t, func(srv *mockserver.Server) sideDoor { return sideDoor{srv.World, srv} })
	})
	t.Run("remote", func(t *testing.T) {
		test(t, func(srv *mockserver.Server) sideDoor { return sideDoor{remoteOf(t, srv), srv} })
	})
}

// remoteOf returns the World that another process has.
func remoteOf(t testing.TB, srv *mockserver.Server, opts ...mockserver.RemoteOption) *mockserver.World {
	t.Helper()
	opts = append([]mockserver.RemoteOption{mockserver.RemoteHTTPClient(&http.Client{Transport: srv})}, opts...)
	far, err := mockserver.Remote(srv.URL(), opts...)
	require.NoError(t, err)
	return far
}
