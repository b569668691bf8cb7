package doors

import (
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestUnreachableFromOutside: the process that makes a mock unreachable over its admin API gets an answer.
func TestUnreachableFromOutside(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	for range 5 {
		far, err := mockserver.Remote(srv.URL() + "/")
		require.NoError(t, err)
		require.Equal(t, srv.URL(), far.URL())
		far.Unreachable(time.Hour)
		_, err = mockserver.Remote(srv.URL())
		require.ErrorIs(t, err, syscall.ECONNREFUSED, "the answer comes when the server is unreachable")
		require.Panics(t, func() { far.Info() }, "no connection is left")
		srv.Unreachable(0)
	}
}

// TestUnreachableRefusesANegativeTime: it would end what goes on, which 0 says.
func TestUnreachableRefusesANegativeTime(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		srv := mocktest.Empty(t, tourney.Soccer)
		require.PanicsWithError(t, "mockserver: Unreachable: the time for which it lasts is -1s: expected 0s or more",
			func() { open(srv).Unreachable(-time.Second) })
		mocktest.Get(t, srv, "/_mock/ready")
	})
}

// TestUnreachableFromOutsideOverTLS: the connection of the request that asks for it is kept below TLS as well.
func TestUnreachableFromOutsideOverTLS(t *testing.T) {
	for name, wire := range httpsWires(testCertificate(t)) {
		t.Cleanup(wire.CloseIdleConnections)
		srv := secured(t)
		far, err := mockserver.Remote(srv.URL(), mockserver.RemoteHTTPClient(&http.Client{Transport: wire}))
		require.NoError(t, err, name)
		far.Unreachable(time.Hour)
		require.Panics(t, func() { far.Info() }, name)
		srv.Unreachable(0)
	}
}
