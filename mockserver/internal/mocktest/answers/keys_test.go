package answers

import (
	"fmt"
	"net/http"
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
