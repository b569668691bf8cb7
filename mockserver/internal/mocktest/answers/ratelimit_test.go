package answers

import (
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/secret"
)

// TestRateLimit: a window takes its number, the next one begins by the clock, and a refused request does not count.
func TestRateLimit(t *testing.T) {
	srv := mocktest.Empty(t, mocktest.Limited(mockserver.RateLimit{Requests: 2, Per: time.Minute}))
	take := func() mocktest.Answer { return mocktest.Send(t, srv, http.MethodGet, "/api/v1/venues", "") }
	for range 2 {
		require.Equal(t, http.StatusOK, take().Status)
	}
	for advance, want := range []string{"60", "59", "57"} {
		srv.Clock.Advance(time.Duration(advance) * time.Second)
		a := take()
		require.Equal(t, http.StatusTooManyRequests, a.Status)
		require.Equal(t, want, a.Header.Get("Retry-After"))
		require.JSONEq(t, `{"Errors":[{"Code":8,"Message":"more than 2 requests in 1m0s: the next one is taken in `+want+` s"}]}`, a.Body)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "rate-limit")
	}
	srv.Clock.Advance(57*time.Second - 1)
	require.Equal(t, "1", take().Header.Get("Retry-After"), "rounded up")
	srv.Clock.Advance(1)
	require.Equal(t, http.StatusOK, take().Status)
	require.Equal(t, http.StatusOK, take().Status)
	require.Equal(t, http.StatusTooManyRequests, take().Status)
	srv.Clock.Advance(-time.Hour)
	require.Equal(t, http.StatusOK, take().Status, "a clock that goes back begins a window")
	srv.Reset()
	for range 2 {
		require.Equal(t, http.StatusOK, take().Status, "Reset forgets the requests")
	}
	require.Equal(t, http.StatusNotFound, mocktest.Send(t, srv, http.MethodGet, "/api/v1/nothing", "").Status, "no operation is no request")
	xml := mocktest.Send(t, srv, http.MethodGet, "/api/v1/venues", "", "Accept", "application/xml")
	require.Equal(t, http.StatusTooManyRequests, xml.Status)
	require.Contains(t, xml.Body, "<Code>8</Code>")
}

// TestRateLimitByAccount: each account has its own window, whichever of its keys it uses, and logins have one together.
func TestRateLimitByAccount(t *testing.T) {
	srv := signedWith(t, mockserver.Profile{
		RateLimit: mockserver.RateLimit{Requests: 1, Per: time.Minute}, KeyOverlap: time.Hour,
	})
	keys := auth.Credentials{APIKey: "k", APISecret: secret.New("s")}
	srv.Accounts.Add("pat", "pass", tourney.Account{Credentials: keys})
	once := tourney.WithRetry(tourney.Retry{})
	require.NoError(t, mocktest.ListVenues(t, srv.Client(once)))
	require.ErrorIs(t, mocktest.ListVenues(t, srv.Client(once)), tourney.ErrRateLimited)
	srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	require.ErrorIs(t, mocktest.ListVenues(t, srv.Client(once)), tourney.ErrRateLimited, "new keys are the same account")
	require.NoError(t, mocktest.ListVenues(t, srv.Client(once, tourney.WithCredentials(keys))))
	bad := srv.Client(once, tourney.WithCredentials(auth.Credentials{APIKey: "k", APISecret: secret.New("x")}))
	require.ErrorIs(t, mocktest.ListVenues(t, bad), tourney.ErrUnauthorized, "a wrong signature does not count")
	login := func() error {
		_, err := srv.Client(once).Authenticate(t.Context(), "pat", "pass")
		return err
	}
	require.NoError(t, login())
	require.ErrorIs(t, login(), tourney.ErrRateLimited)
}

// TestRateLimitOnAClient: a client waits for as long as either form of Retry-After says, and gets on.
func TestRateLimitOnAClient(t *testing.T) {
	for name, limit := range map[string]mockserver.RateLimit{
		"seconds": {Requests: 3, Per: 10 * time.Second},
		"date":    {Requests: 3, Per: 10 * time.Second, Date: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := signedWith(t, mockserver.Profile{RateLimit: limit}, mockserver.WallClock())
				client, start := srv.Client(), time.Now()
				for range 7 {
					require.NoError(t, mocktest.ListVenues(t, client))
				}
				require.Equal(t, 20*time.Second, time.Since(start))
				require.Len(t, srv.Calls.All("Venues.List"), 9)
			})
		})
	}
}

// TestRateLimitOfWrites: a refused write is certainly not carried out.
func TestRateLimitOfWrites(t *testing.T) {
	srv := mocktest.Empty(t, mocktest.Limited(mockserver.RateLimit{Requests: 1, Per: time.Minute, Date: true}))
	client := srv.Client(tourney.WithRetry(tourney.Retry{}))
	_, err := client.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("Otters")})
	require.NoError(t, err)
	_, err = client.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("Owls")})
	require.ErrorIs(t, err, tourney.ErrRateLimited)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.Len(t, srv.Teams.All(), 1)
	a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/venues", "")
	require.Equal(t, srv.Clock.Now().Add(time.Minute).UTC().Format(http.TimeFormat), a.Header.Get("Retry-After"))
}

// TestRateLimitAtOnce: of many requests at once, the limit takes exactly its number.
func TestRateLimitAtOnce(t *testing.T) {
	srv := mocktest.Empty(t, mocktest.Limited(mockserver.RateLimit{Requests: 100, Per: time.Hour}))
	var taken atomic.Int64
	_ = mocktest.Together(func(int) error {
		for range mocktest.Rounds {
			if mocktest.Quick(srv, http.MethodGet, "venues", "") == nil {
				taken.Add(1)
			}
		}
		return nil
	})
	require.Equal(t, int64(100), taken.Load())
}
