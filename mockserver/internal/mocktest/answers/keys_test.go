package answers

import (
	"fmt"
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

// signedOnly returns a server without rows that requires signatures.
func signedOnly(t *testing.T, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	return mocktest.Empty(t, tourney.Soccer, append([]mockserver.Option{mockserver.RequireAuth(auth.HMAC{})}, opts...)...)
}

// signedWith is signedOnly for a host with ways of its own.
func signedWith(t *testing.T, p mockserver.Profile, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	p.Signer, p.RequireSignature = auth.HMAC{}, true
	return mocktest.Empty(t, mocktest.HostOf(tourney.Soccer, p), opts...)
}

// TestKeysThatEnd: whatever ends the keys, a client with a login logs in once more and gets on, and one with keys stays
// refused.
func TestKeysThatEnd(t *testing.T) {
	for name, test := range map[string]struct {
		host mockserver.Profile
		end  func(*mockserver.Server)
	}{
		"rotated":     {mockserver.Profile{}, func(srv *mockserver.Server) { srv.Accounts.RotateKeys(mockserver.DefaultUsername) }},
		"expired":     {mockserver.Profile{}, func(srv *mockserver.Server) { srv.Accounts.ExpireKeys(mockserver.DefaultUsername) }},
		"by the time": {mockserver.Profile{KeyLifetime: time.Hour}, func(srv *mockserver.Server) { srv.Clock.Advance(time.Hour) }},
		"after the overlap": {mockserver.Profile{KeyOverlap: time.Minute}, func(srv *mockserver.Server) {
			srv.Accounts.RotateKeys(mockserver.DefaultUsername)
			srv.Clock.Advance(time.Minute)
		}},
		"in the overlap": {mockserver.Profile{KeyLifetime: time.Hour, KeyOverlap: 24 * time.Hour}, func(srv *mockserver.Server) {
			srv.Accounts.RotateKeys(mockserver.DefaultUsername)
			srv.Clock.Advance(time.Hour)
		}},
	} {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(fmt.Sprint(name, " ", format), func(t *testing.T) {
				srv := signedWith(t, test.host)
				first := mocktest.KeysOf(srv.World)
				fixed := srv.Client(tourney.WithFormat(format))
				client := srv.Client(tourney.WithFormat(format), tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword))
				require.NoError(t, mocktest.ListVenues(t, client))
				require.NoError(t, mocktest.ListVenues(t, fixed))
				require.Len(t, srv.Calls.All("Authentication.Authenticate"), 1)

				test.end(srv)
				require.NoError(t, mocktest.ListVenues(t, client))
				require.Len(t, srv.Calls.All("Authentication.Authenticate"), 2, "one login more")
				require.NoError(t, mocktest.ListVenues(t, client))
				require.Len(t, srv.Calls.All("Authentication.Authenticate"), 2)
				require.NotEqual(t, first, mocktest.KeysOf(srv.World))
				require.NoError(t, mocktest.ListVenues(t, srv.Client()), "a client that is made now has the new keys")

				err := mocktest.ListVenues(t, fixed)
				require.ErrorIs(t, err, tourney.CodeInvalidCredentials)
				require.ErrorIs(t, err, tourney.ErrUnauthorized)
				require.ErrorContains(t, err, "the keys have expired")
				require.NotContains(t, err.Error(), mocktest.KeysOf(srv.World).APIKey)

				srv.Reset()
				require.Equal(t, first, mocktest.KeysOf(srv.World))
				require.NoError(t, mocktest.ListVenues(t, srv.Client()), "Reset restores the first keys")
			})
		}
	}
}

// TestRotateKeys: the keys follow from seed, name and number, the old ones overlap, and other accounts keep theirs.
func TestRotateKeys(t *testing.T) {
	start := func(seed uint64) *mockserver.Server {
		srv := signedWith(t, mockserver.Profile{KeyOverlap: time.Minute}, mockserver.Seed(seed))
		srv.Accounts.Add("pat", "pass", tourney.Account{
			ID: 7, Credentials: auth.Credentials{APIKey: "pat's", APISecret: secret.New("pat's secret")},
		})
		return srv
	}
	srv := start(1)
	old := srv.Client()
	first := srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	require.Equal(t, first, mocktest.KeysOf(srv.World))
	middle := srv.Client()
	second := srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	require.NotEqual(t, first, second)
	pat := srv.Client(tourney.WithCredentials(auth.Credentials{APIKey: "pat's", APISecret: secret.New("pat's secret")}))
	for _, c := range []*tourney.Client{old, middle, srv.Client(), pat} {
		require.NoError(t, mocktest.ListVenues(t, c), "in the overlap")
	}
	srv.Clock.Advance(time.Minute)
	require.ErrorContains(t, mocktest.ListVenues(t, old), "expired")
	require.ErrorContains(t, mocktest.ListVenues(t, middle), "expired")
	require.NoError(t, mocktest.ListVenues(t, srv.Client()))
	require.NoError(t, mocktest.ListVenues(t, pat))

	again := start(1).Accounts.RotateKeys(mockserver.DefaultUsername)
	require.Equal(t, first, again, "the same seed")
	other := start(2).Accounts.RotateKeys(mockserver.DefaultUsername)
	require.NotEqual(t, first, other, "another seed")
	pats := start(1).Accounts.RotateKeys("pat")
	require.NotEqual(t, first, pats, "another account")

	require.PanicsWithError(t, `mockserver: Accounts.RotateKeys: there is no account "nobody": expected one of "director", "pat"`,
		func() { srv.Accounts.RotateKeys("nobody") })
	require.PanicsWithError(t, `mockserver: Accounts.ExpireKeys: there is no account "nobody": expected one of "director", "pat"`,
		func() { srv.Accounts.ExpireKeys("nobody") })
	require.NotContains(t, fmt.Sprintf("%v %+v %#v", second, second, second), second.APISecret.Reveal())
	for range 20 {
		srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	}
	require.NoError(t, mocktest.ListVenues(t, srv.Client()))
	srv.Accounts.ExpireKeys(mockserver.DefaultUsername)
	shown := srv.Accounts.All()[0]
	require.True(t, shown.Expired && shown.Until.IsZero())
}

// TestKeysByTheWallClock: in a bubble of synctest, keys expire by its time.
func TestKeysByTheWallClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := signedWith(t, mockserver.Profile{KeyLifetime: time.Hour, ClockSkew: time.Minute}, mockserver.WallClock())
		client := srv.Client(tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword))
		for range 3 {
			require.NoError(t, mocktest.ListVenues(t, client))
			<-time.After(time.Hour)
		}
		require.Len(t, srv.Calls.All("Authentication.Authenticate"), 3)
	})
}

// TestClockSkew: a signature counts within the skew, before and after the server's time, whatever form its time has.
func TestClockSkew(t *testing.T) {
	srv := signedWith(t, mockserver.Profile{ClockSkew: 5 * time.Minute})
	signed := func(off time.Duration) *tourney.Client {
		return srv.Client(tourney.WithSigner(auth.HMAC{Now: func() time.Time { return srv.Clock.Now().Add(off) }}))
	}
	require.NoError(t, mocktest.ListVenues(t, srv.Client()), "the server's client signs with its clock")
	for off, fine := range map[time.Duration]bool{
		0: true, 5 * time.Minute: true, -5 * time.Minute: true, 5*time.Minute + 1e6: false, -5*time.Minute - 1e6: false, 1e6 * time.Hour: false,
	} {
		err := mocktest.ListVenues(t, signed(off))
		require.Equal(t, fine, err == nil, "%v: %v", off, err)
		if !fine {
			require.ErrorIs(t, err, tourney.CodeInvalidCredentials)
			require.ErrorContains(t, err, "at most 5m0s apart")
		}
	}
	require.NoError(t, mocktest.ListVenues(t, signed(0)))
	late := srv.Client()
	srv.Clock.Advance(24 * time.Hour)
	require.NoError(t, mocktest.ListVenues(t, late), "it follows the clock")

	byTimeNow := tourney.WithSigner(auth.HMAC{})
	require.ErrorContains(t, mocktest.ListVenues(t, srv.Client(byTimeNow)), "the server's clock is at", "a still clock is not the real time")
	require.NoError(t, mocktest.ListVenues(t, signedOnly(t).Client(byTimeNow)), "without a skew no time counts")
	byTheWall := signedWith(t, mockserver.Profile{ClockSkew: time.Hour}, mockserver.WallClock())
	require.NoError(t, mocktest.ListVenues(t, byTheWall.Client(byTimeNow)))
}

// TestTimesOfSignatures reads the forms that clients were seen to send.
func TestTimesOfSignatures(t *testing.T) {
	for stamp, want := range map[string]time.Time{
		"2012-09-27T20:33:55.3564453Z":     time.Date(2012, 9, 27, 20, 33, 55, 356445300, time.UTC),
		"2012-09-27T20:33:55.356Z":         time.Date(2012, 9, 27, 20, 33, 55, 356000000, time.UTC),
		"2012-09-27T20:33:55Z":             time.Date(2012, 9, 27, 20, 33, 55, 0, time.UTC),
		"Thu, 27 Sep 2012 20:33:55 GMT":    time.Date(2012, 9, 27, 20, 33, 55, 0, time.UTC),
		"":                                 {},
		"1348778035":                       {},
		"2012-09-27 20:33:55":              {},
		"2012-09-27T20:33:55.3564453Z and": {},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://example.com", nil)
		require.NoError(t, err)
		req.Header.Set("Timestamp", stamp)
		got, err := auth.HMAC{}.SignedAt(req)
		require.Equal(t, want.IsZero(), err != nil, stamp)
		require.True(t, want.Equal(got), "%s: %v", stamp, got)
	}
}

// unreadable signs well, with a time that cannot be read.
type unreadable struct{ auth.HMAC }

func (u unreadable) Sign(req *http.Request, keys auth.Credentials) error {
	req.Header.Set("Timestamp", "soon")
	return auth.Header{Key: "X-Key"}.Sign(req, keys)
}
func (unreadable) Verify(*http.Request, auth.Credentials) error { return nil }

func TestClockSkewRefuses(t *testing.T) {
	srv := mocktest.Empty(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{ClockSkew: time.Minute}), mockserver.RequireAuth(unreadable{}))
	require.ErrorContains(t, mocktest.ListVenues(t, srv.Client()), "the time of the signature cannot be read")
	skewed := mocktest.HostOf(tourney.Soccer, mockserver.Profile{ClockSkew: 1})
	for want, opts := range map[string][]mockserver.Option{
		"answers.timeless: the signer": {mockserver.RequireAuth(timeless{})},
		"auth.Header: the signer":      {mockserver.RequireAuth(auth.Header{Key: "k"})},
		"it needs RequireSignature or": nil,
	} {
		_, err := mockserver.New(skewed, opts...)
		require.ErrorContains(t, err, "mockserver: Profile.ClockSkew: "+want)
	}
}

// timeless is a verifier whose signatures have no time.
type timeless struct{ auth.Header }

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
