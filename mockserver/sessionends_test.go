package mockserver_test

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestAdminWaitOfASessionEnds: a request that waits in a session gets its answer when the session ends.
func TestAdminWaitOfASessionEnds(t *testing.T) {
	for name, wire := range mocktest.Wires() {
		for way, prefixed := range map[string]bool{"path": true, "header": false} {
			t.Run(name+" "+way, func(t *testing.T) {
				srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
				t.Cleanup(wire.CloseIdleConnections)
				session, err := srv.NewSession("anna")
				require.NoError(t, err)
				at := func(method, target string) (mocktest.Answer, error) {
					req, err := http.NewRequestWithContext(t.Context(), method, target, nil)
					if err == nil && !prefixed && method == http.MethodGet {
						req.Header.Set(mockserver.SessionHeader, "anna")
					}
					if err != nil {
						return mocktest.Answer{}, err
					}
					return mocktest.AnswerOf(wire.RoundTrip(req))
				}
				waits := srv.URL() + "/_mock/requests?wait=1h"
				if prefixed {
					waits = session.URL() + "/_mock/requests?wait=1h"
				}
				type outcome struct {
					mocktest.Answer
					err error
				}
				done := make(chan outcome, 1)
				go func() {
					a, err := at(http.MethodGet, waits)
					done <- outcome{a, err}
				}()
				for mockserver.Waiting(mockserver.ServerOf(session)) == 0 {
					runtime.Gosched()
				}
				ended, err := at(http.MethodDelete, srv.URL()+"/_mock/sessions/anna")
				require.NoError(t, err)
				require.Equal(t, http.StatusNoContent, ended.Status)
				got := <-done
				require.NoError(t, got.err)
				require.Equal(t, http.StatusOK, got.Status)
				require.JSONEq(t, `{"requests":[],"dropped":false}`, got.Body)
				after, err := at(http.MethodGet, waits)
				require.NoError(t, err)
				require.Equal(t, http.StatusForbidden, after.Status)
			})
		}
	}
}

// TestSessionsEnd: the end of a session ends what hangs in it, and nothing else.
func TestSessionsEnd(t *testing.T) {
	eachMedium(t, tourney.Soccer, nil, func(t *testing.T, srv *mockserver.Server) {
		session, other := opened(t, srv, "one"), opened(t, srv, "other")
		client := session.Client(tourney.WithRetry(tourney.Retry{}))
		arrived := make(chan struct{})
		session.Faults.AddWhen(fault.On("Venues.List").Hang(), func(journal.Call) bool { close(arrived); return true })
		ended := make(chan error, 1)
		go func() { ended <- mocktest.ListVenues(t, client) }()
		<-arrived
		require.NoError(t, mocktest.ListVenues(t, srv.Client()))
		require.NoError(t, mocktest.ListVenues(t, other.Client()))
		session.Close()
		require.Error(t, <-ended)
		require.Error(t, mocktest.ListVenues(t, client), "it has ended")
		require.NoError(t, mocktest.ListVenues(t, srv.Client()))
		_, err := session.Calls.Wait(t.Context(), "Teams.List", 1)
		require.ErrorContains(t, err, "closed")
		require.NotEmpty(t, session.Teams.All(), "rows can still be read")
		session.Close()
		srv.Close()
		require.Error(t, mocktest.ListVenues(t, other.Client(tourney.WithRetry(tourney.Retry{}))), "with the server, all sessions end")
	})
}

// TestASessionEndsWithinABody: a client that reads slowly gets an error, and Close returns.
func TestASessionEndsWithinABody(t *testing.T) {
	eachMedium(t, tourney.Soccer, nil, func(t *testing.T, srv *mockserver.Server) {
		session := opened(t, srv, "")
		session.Faults.Add(fault.OnAny().Throttle(10))
		req, err := http.NewRequestWithContext(t.Context(), "GET", session.URL()+"/api/v1/teams", nil)
		require.NoError(t, err)
		transport := http.RoundTripper(srv)
		if !strings.HasPrefix(srv.URL(), "https://mock.invalid") {
			own := &http.Transport{}
			defer own.CloseIdleConnections()
			transport = own
		}
		res, err := transport.RoundTrip(req)
		require.NoError(t, err)
		_, err = io.ReadFull(res.Body, make([]byte, 1))
		require.NoError(t, err)
		session.Close()
		_, err = io.ReadAll(res.Body)
		require.Error(t, err)
		require.NoError(t, res.Body.Close())
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
