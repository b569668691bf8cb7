package mockserver_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// walkovers counts the names that the test below registered. The process remembers them, so that each run needs a new
// one.
var walkovers atomic.Int32

// TestRegisteredWonByNamesAreKnown checks that the mock refuses a name until its code is registered.
func TestRegisteredWonByNamesAreKnown(t *testing.T) {
	n := int(walkovers.Add(1))
	walkover := tourney.WonBy{Code: 5100 + n, Name: fmt.Sprint("Walkover ", n)}
	srv := world(t, tourney.Soccer)
	body := fmt.Sprintf(`{"Id":81,"HomeWonBy":"walkover %d"}`, n)
	refused := send(t, srv, http.MethodPut, "/api/v1/games", body)
	require.Equal(t, http.StatusBadRequest, refused.status, refused.body)

	require.NoError(t, tourney.RegisterWonBy(walkover))
	accept(t, srv, http.MethodPut, "/api/v1/games", body)
	require.InDelta(t, walkover.Code, at(t, get(t, srv, "/api/v1/games?id=81"), "Game.HomeTeam.WonBy"), 0)
	for _, f := range []tourney.Format{tourney.JSON, tourney.XML} {
		g, err := srv.Client(tourney.WithFormat(f)).Games.Get(t.Context(), played)
		require.NoError(t, err)
		require.Equal(t, &walkover, g.HomeTeam.WonBy, f)
	}
}
