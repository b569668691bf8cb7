package mockserver_test

import (
	"fmt"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// TestAdminWaitOfASessionEnds: a request that waits in a session gets its answer when the session ends.
func TestAdminWaitOfASessionEnds(t *testing.T) {
	for name, wire := range mocktest.Wires() {
		for way, prefixed := range map[string]bool{"path": true, "header": false} {
			t.Run(name+" "+way, func(t *testing.T) {
				srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
				t.Cleanup(wire.CloseIdleConnections)
				session := opened(t, srv, "anna")
				at := values.IfElse(prefixed, session, srv).URL()
				wait := mocktest.GetRequest(t, at+"/_mock/requests?wait=1h")
				wait.Header.Set(mockserver.SessionHeader, "anna")
				var got mocktest.Answer
				var failed error
				done := make(chan struct{})
				go func() {
					defer close(done)
					got, failed = mocktest.AnswerOf(wire.RoundTrip(wait.Clone(wait.Context())))
				}()
				for mockserver.Waiting(session) == 0 {
					runtime.Gosched()
				}
				require.Equal(t, http.StatusNoContent, mocktest.Send(t, srv, http.MethodDelete, "/_mock/sessions/anna", "").Status)
				<-done
				require.NoError(t, failed)
				require.Equal(t, http.StatusOK, got.Status)
				require.JSONEq(t, `{"requests":[],"dropped":false}`, got.Body)
				after, err := mocktest.AnswerOf(wire.RoundTrip(wait))
				require.NoError(t, err)
				require.Equal(t, http.StatusForbidden, after.Status)
			})
		}
	}
}

// TestSessionsEnd: the end of a session ends no other. TestWhatEndsAWait has what is under way in it.
func TestSessionsEnd(t *testing.T) {
	eachMedium(t, tourney.Soccer, nil, func(t *testing.T, srv *mockserver.Server) {
		session, other := opened(t, srv, "one"), opened(t, srv, "other")
		client := session.Client(tourney.WithRetry(tourney.Retry{}))
		require.NoError(t, mocktest.ListVenues(t, client))
		session.Close()
		require.Error(t, mocktest.ListVenues(t, client), "it has ended")
		require.NoError(t, mocktest.ListVenues(t, other.Client()))
		require.NoError(t, mocktest.ListVenues(t, srv.Client()))
		_, err := session.Calls.Wait(t.Context(), "Teams.List", 1)
		require.ErrorContains(t, err, "closed")
		require.NotEmpty(t, session.Teams.All(), "rows can still be read")
		session.Close()
		srv.Close()
		require.Error(t, mocktest.ListVenues(t, other.Client(tourney.WithRetry(tourney.Retry{}))), "with the server, all sessions end")
	})
}

// TestUnreachableSession: only the requests of the session are cut, and the server cuts all.
func TestUnreachableSession(t *testing.T) {
	eachMedium(t, tourney.Soccer, nil, func(t *testing.T, srv *mockserver.Server) {
		session, other := opened(t, srv, ""), opened(t, srv, "")
		once := tourney.WithRetry(tourney.Retry{})
		reachable := func(want bool, of *mockserver.Server) {
			t.Helper()
			require.Equal(t, want, mocktest.ListVenues(t, of.Client(once)) == nil)
		}
		session.Unreachable(time.Hour)
		reachable(false, session)
		reachable(true, other)
		reachable(true, srv)
		session.Unreachable(0)
		reachable(true, session)
		session.Faults.Add(fault.On("Venues.List").First(1).Unreachable(time.Hour))
		reachable(false, session)
		reachable(false, session)
		reachable(true, other)
		srv.Unreachable(time.Hour)
		reachable(false, other)
		srv.Unreachable(0)
		reachable(true, other)
		reachable(false, session)
	})
}

// TestManySessions opens, uses and ends a thousand sessions at the same time.
func TestManySessions(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before := mocktest.Dump(srv.World)
	require.NoError(t, mocktest.Together(func(worker int) error {
		var open []*mockserver.Server
		for n := range 1000 / mocktest.Workers {
			session, err := srv.NewSession("")
			if err != nil {
				return err
			}
			open = append(open, mockserver.ServerOf(session))
			name := fmt.Sprint(worker, "-", n)
			if err := mocktest.Quick(open[n], "PUT", "teams", fmt.Sprintf(`{"Id":101,"Name":%q}`, name)); err != nil {
				return err
			}
		}
		for n, session := range open {
			if team, _ := session.Teams.Get(mocktest.Otters); team.Name != fmt.Sprint(worker, "-", n) {
				return fmt.Errorf("%s has %s", session.SessionName(), team.Name)
			}
			session.Close()
		}
		return nil
	}))
	require.Empty(t, cmp.Diff(before, mocktest.Dump(srv.World)))
}
