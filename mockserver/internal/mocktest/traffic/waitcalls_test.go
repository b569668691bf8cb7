package traffic

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestWaitCalls waits for calls that came before, for calls that come later, and for calls that never come.
func TestWaitCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.World(t, tourney.Soccer)
		mocktest.Get(t, srv, "/api/v1/teams?id=101")
		go func() {
			for id := range 3 {
				<-time.After(time.Minute)
				_ = mocktest.Quick(srv, "PUT", "teams", fmt.Sprintf(`{"Id":%d,"Notes":"n"}`, 101+id)) // the journal has its status
			}
		}()
		began := time.Now()
		calls, err := srv.Calls.Wait(t.Context(), "Teams.Get", 1)
		require.NoError(t, err)
		require.Len(t, calls, 1)
		calls, err = srv.Calls.Wait(t.Context(), "Teams.Update", 2, journal.Since(1))
		require.NoError(t, err)
		require.Len(t, calls, 2)
		require.Equal(t, 2*time.Minute, time.Since(began), "it does not poll")
		calls, err = srv.Calls.Wait(t.Context(), "", 4)
		require.NoError(t, err)
		require.Equal(t, "103", calls[3].Param("Id"))

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		calls, err = srv.Calls.Wait(ctx, "Teams.Update", 2, journal.Where("Id", "101"))
		require.Len(t, calls, 1)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.EqualError(t, err, "mockserver: Calls.Wait: 1 of 2 calls of Teams.Update came, and other calls: "+
			"1 × Teams.Get, 2 × Teams.Update (left out by a filter): context deadline exceeded")
		calls, err = srv.Calls.Wait(ctx, "Teams.Update", 3)
		require.NoError(t, err, "what is there needs no time")
		require.Len(t, calls, 3)
	})
}

// TestWaitCallsOfAnImpatientClient: the timeout of the client of a Remote ends no wait. The context of the wait
// does.
func TestWaitCallsOfAnImpatientClient(t *testing.T) {
	for _, timeout := range []time.Duration{time.Second, 5 * time.Second, time.Minute, 0} {
		synctest.Test(t, func(t *testing.T) {
			srv := mocktest.World(t, tourney.Soccer)
			far, err := mockserver.Remote(srv.URL(),
				mockserver.RemoteHTTPClient(&http.Client{Transport: srv, Timeout: timeout}))
			require.NoError(t, err)
			go func() {
				<-time.After(25 * time.Second)
				_ = mocktest.Quick(srv, "GET", "teams?id=101", "")
			}()
			began := time.Now()
			calls, err := far.Calls.Wait(t.Context(), "Teams.Get", 1)
			require.NoError(t, err, timeout)
			require.Len(t, calls, 1)
			require.Equal(t, 25*time.Second, time.Since(began), timeout)

			ctx, cancel := context.WithTimeout(t.Context(), 12*time.Second)
			defer cancel()
			_, err = far.Calls.Wait(ctx, "Teams.Get", 2)
			require.EqualError(t, err, "mockserver: Calls.Wait: 1 of 2 calls of Teams.Get came, and no other call: "+
				"context deadline exceeded")
			require.Equal(t, 37*time.Second, time.Since(began), timeout)
		})
	}
}

func TestWaitCallsErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	srv := mocktest.World(t, tourney.Soccer)
	_, err := srv.Calls.Wait(ctx, "Teams.Get", 1)
	require.EqualError(t, err, "mockserver: Calls.Wait: 0 of 1 calls of Teams.Get came, and no other call: context canceled")
	require.EqualError(t, clienttest.Err(srv.Calls.Wait(ctx, "", 0)), "mockserver: Calls.Wait: n is 0: must be at least 1")
	require.PanicsWithError(t, `mockserver: Calls.Wait: no operation is called "Team.Get": the nearest is "Teams.Get"`, func() {
		_, _ = srv.Calls.Wait(ctx, "Team.Get", 1)
	})

	mocktest.Send(t, srv, "POST", "/api/v1/paymets", `{"Payment":{"CreditCardCvv2":"`+secretCVV+`"}}`)
	_, err = srv.Calls.Wait(ctx, "", 2)
	require.EqualError(t, err, "mockserver: Calls.Wait: 1 of 2 calls came, and no other call: context canceled")
	_, err = srv.Calls.Wait(ctx, "Payments.Pay", 1)
	require.EqualError(t, err, "mockserver: Calls.Wait: 0 of 1 calls of Payments.Pay came, and other calls: "+
		"1 × POST /api/v1/paymets (no operation: the nearest is POST /api/v1/payments): context canceled")
	for i := range 20 {
		mocktest.Send(t, srv, "GET", "/api/v1/"+strings.Repeat("x", i+1), "")
	}
	require.ErrorContains(t, clienttest.Err(srv.Calls.Wait(ctx, "Payments.Pay", 1)), ", and 11 more: context canceled")

	srv.Calls.Clear()
	require.ErrorContains(t, clienttest.Err(srv.Calls.Wait(ctx, "Payments.Pay", 1)), "and no other call", "cleared calls do not count")
}

// TestCloseEndsWaitCalls: nothing comes after Close.
func TestCloseEndsWaitCalls(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	failed := make(chan error)
	go func() {
		_, err := srv.Calls.Wait(context.WithoutCancel(t.Context()), "Teams.Get", 2)
		failed <- err
	}()
	mocktest.Get(t, srv, "/api/v1/teams?id=101")
	srv.Close()
	require.EqualError(t, <-failed,
		"mockserver: Calls.Wait: 1 of 2 calls of Teams.Get came, and no other call: mockserver: the server is closed")
	calls, err := srv.Calls.Wait(t.Context(), "Teams.Get", 1)
	require.NoError(t, err)
	require.Len(t, calls, 1)
}

// TestConcurrentJournal reads, waits and clears while requests come.
func TestConcurrentJournal(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Calls: 50, CallBytes: 64 << 10}))
	done := make(chan error, 1)
	go func() {
		_, err := srv.Calls.Wait(t.Context(), "Venues.List", 1)
		done <- err
	}()
	require.NoError(t, mocktest.Together(func(worker int) error {
		for round := range mocktest.Rounds {
			if err := mocktest.Quick(srv, "PUT", "teams", fmt.Sprintf(`{"Id":101,"Notes":"%d-%d"}`, worker, round)); err != nil {
				return err
			}
			calls := srv.Calls.All("Teams.Update", journal.Where("Id", "101"))
			for _, call := range calls {
				if call.Param("Notes") == "" {
					return fmt.Errorf("no notes: %+v", call)
				}
			}
			if worker == 0 && round%8 == 0 {
				srv.Calls.Clear()
			}
		}
		return nil
	}))
	mocktest.Get(t, srv, "/api/v1/venues")
	require.NoError(t, <-done)
	calls := srv.Calls.All("")
	require.EqualValues(t, mocktest.Workers*mocktest.Rounds+1, calls[len(calls)-1].Number)
}

func TestWantCalls(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	want := func(ops ...string) string {
		b := &mocktest.TB{}
		srv.Calls.Want(b, ops...)
		return b.Log
	}
	require.Empty(t, want())
	mocktest.Get(t, srv, "/api/v1/venues")
	mocktest.Send(t, srv, "GET", "/api/v1/games?id=7", "")
	mocktest.Send(t, srv, "POST", "/api/v1/paymets", `{}`)
	mocktest.Send(t, srv, "PUT", "/api/v1/games", `{"Id":81,"AwayScore":1}`)
	require.Equal(t, `mockserver: Calls.Want: the calls are not the wanted ones (- wanted, + made):
    Venues.List
  - Games.List
  + Games.Get, number 2: 404 GET /api/v1/games?id=7 (Games.Get): id names no game: 7
  + POST /api/v1/paymets (no operation: the nearest is POST /api/v1/payments), number 3: 404 POST /api/v1/paymets: `+
		`no operation at this path: the nearest is /api/v1/payments
    Games.Update
  - Standings.Get`, want("Venues.List", "Games.List", "Games.Update", "Standings.Get"))
	require.Contains(t, want("Venue.List"), `Calls.Want: no operation is called "Venue.List": the nearest is "Venues.List"`)
	require.Contains(t, want(""), `no operation is called ""`)

	srv.Calls.Clear()
	mocktest.Get(t, srv, "/api/v1/venues")
	mocktest.Get(t, srv, "/api/v1/teams?id=101")
	require.Empty(t, want("Venues.List", "Teams.Get"))
	require.NotEmpty(t, want("Teams.Get", "Venues.List"), "the order counts")
	for range 200 {
		mocktest.Send(t, srv, http.MethodGet, "/api/v1/teams?id=7", "")
	}
	require.Less(t, strings.Count(want("Venues.List", "Teams.Get"), "\n"), 70)
	for range 1000 {
		mocktest.Get(t, srv, "/api/v1/teams?id=101")
	}
	require.Contains(t, want("Venues.List"), "dropped calls: Limits.Calls")
}
