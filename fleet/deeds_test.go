package fleet_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// The division and the unpaid team of the tests.
const division, unpaid = 2001, 4999

// otters is a new team.
var otters = tourney.TeamCreateInput{DivisionID: division, Name: new("Lantern Otters"), Paid: new(false)}

const card, code = "4111111111111111", "827"

func payment() tourney.PaymentInput {
	return tourney.PaymentInput{TeamID: unpaid, Payment: &tourney.PaymentDetailsInput{
		Amount: new(tourney.MustDecimal("395.00")), Title: new("Team entry"), Description: new("Three games"),
		CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New(card), CreditCardCVV2: secret.New(code),
		CreditCardExpireMonth: new(12), CreditCardExpireYear: new(30),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("7 Kazoo Court"), ExtendedAddress: new("Unit 2"), City: new("Lanternwink"),
			StateRegion: new("Meadowland"), PostalCode: new("00012"),
		},
	}}
}

// do does a deed in Redis.
func do(ctx context.Context, f *fleet.Fleet, c *tourney.Client, in tourney.Input, replicas int, o deed.Options) (deed.Done, error) {
	return deed.Once(ctx, f.Deeds(replicas), "desk", c, in, o)
}

func newHost(t *testing.T) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(tourney.Lacrosse)
	require.NoError(t, err)
	srv.Teams.Add(tourney.Team{
		ID: unpaid, Name: "Copper Spenders", Division: &tourney.TeamDivision{ID: division}, Paid: new(false),
		Coaches: []tourney.Coach{{Email: "somebody@example.com"}},
	})
	return srv
}

// network is a network made of a function.
type network func(*http.Request) (*http.Response, error)

func (f network) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// over returns a client of a host through a network that does something at the first write.
func over(host http.RoundTripper, write func(*http.Request) (*http.Response, error)) tourney.Option {
	var once sync.Once
	return tourney.WithHTTPClient(&http.Client{Transport: network(func(req *http.Request) (res *http.Response, err error) {
		first := false
		if req.Method == http.MethodPost {
			once.Do(func() { first = true })
		}
		if first {
			return write(req)
		}
		return host.RoundTrip(req)
	})})
}

// TestDeedsWithoutRedis: before the write nothing is sent, and after it the result is there, and the note is.
func TestDeedsWithoutRedis(t *testing.T) {
	t.Parallel()
	for name, down := range outages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept, srv := startRedis(t), newHost(t)
			var log bytes.Buffer
			f, o := kept.fleet(fleet.Options{Timeout: 300 * time.Millisecond}), deed.Options{
				Lease: time.Second, Settle: 50 * time.Millisecond, Timeout: 300 * time.Millisecond,
				Logger: slog.New(slog.NewTextHandler(&log, nil)),
			}
			down.begin(kept)
			_, err := do(t.Context(), f, srv.Client(), payment(), 0, o)
			require.ErrorIs(t, err, fleet.ErrRedis)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
			require.Empty(t, srv.Calls.All("Payments.Pay"))
			down.end(kept)

			failing := srv.Client(over(srv, func(req *http.Request) (*http.Response, error) {
				down.begin(kept)
				return srv.RoundTrip(req)
			}))
			done, err := do(t.Context(), f, failing, payment(), 0, o)
			require.NoError(t, err)
			require.NotEmpty(t, done.TransactionID)
			down.end(kept)
			again, err := do(t.Context(), kept.fleet(fleet.Options{}), srv.Client(), payment(), 0, o)
			require.NoError(t, err)
			require.True(t, again.Earlier)
			require.EqualValues(t, unpaid, again.ID)
			require.Len(t, srv.Payments.All(), 1)
			if name != "hangs" { // a server that hangs may do the last request when it goes on
				require.Equal(t, 1, strings.Count(log.String(), "the end of a deed is not kept"))
			}
			requireNoTrace(t, log.String(), card, `"`+code+`"`)
		})
	}
}

// TestRepeatedScripts: go-redis sends a script again whose answer was late. No process takes itself for another one.
func TestRepeatedScripts(t *testing.T) {
	t.Parallel()
	kept, srv := startRedis(t), newHost(t)
	net := startProxy(t, kept)
	client := redis.NewClient(&redis.Options{Addr: net.address, ContextTimeoutEnabled: true, ReadTimeout: 100 * time.Millisecond})
	t.Cleanup(func() { _ = client.Close() })
	f, err := fleet.New(client, host, "director", fleet.Options{Timeout: 20 * time.Second})
	require.NoError(t, err)
	require.NoError(t, client.Ping(t.Context()).Err())
	kept.pause()
	resumed := make(chan struct{})
	go func() {
		defer close(resumed)
		defer kept.resume()
		for range 2000 {
			net.mu.Lock()
			taken := net.taken
			net.mu.Unlock()
			if taken >= 2 { // the first connection was given up
				return
			}
			<-time.After(5 * time.Millisecond)
		}
	}()
	done, err := do(t.Context(), f, srv.Client(), otters, 0, deed.Options{})
	<-resumed
	require.NoError(t, err)
	require.False(t, done.Earlier)
	require.Len(t, srv.Calls.All("Teams.Create"), 1)
}

// TestDeedsOnReplicas: the note is on a replica before the write, and survives a failover. So is it in a cluster.
func TestDeedsOnReplicas(t *testing.T) {
	t.Parallel()
	for _, acts := range []bool{true, false} {
		t.Run(fmt.Sprint("a failover ", acts), func(t *testing.T) {
			t.Parallel()
			primary, srv := startRedis(t), newHost(t)
			net, replica := startProxy(t, primary), primary.replica()
			f, err := fleet.New(net.client(t), host, "director", fleet.Options{Timeout: 5 * time.Second})
			require.NoError(t, err)
			failing := srv.Client(over(srv, func(req *http.Request) (*http.Response, error) {
				primary.kill()
				replica.promote()
				net.failOver(replica)
				if acts {
					res, err := srv.RoundTrip(req)
					if err != nil {
						return nil, err
					}
					_ = res.Body.Close()
				}
				return nil, io.ErrUnexpectedEOF
			}))
			done, err := do(t.Context(), f, failing, otters, 1, deed.Options{Settle: 100 * time.Millisecond})
			if !acts {
				require.ErrorContains(t, err, "0 replicas have it", "it did not happen, and must not be sent again yet")
				require.Empty(t, srv.Calls.All("Teams.Create"))
				return
			}
			require.NoError(t, err)
			require.NotZero(t, done.ID)
			require.Len(t, srv.Calls.All("Teams.Create"), 1)
		})
	}
	t.Run("a cluster", func(t *testing.T) {
		t.Parallel()
		_, client := startCluster(t)
		srv := newHost(t)
		f, err := fleet.New(client, host, "director", fleet.Options{})
		require.NoError(t, err)
		_, err = do(t.Context(), f, srv.Client(), payment(), 1, deed.Options{})
		require.ErrorContains(t, err, "0 replicas have it: expected 1")
		_, err = do(t.Context(), f, srv.Client(), payment(), 0, deed.Options{})
		require.NoError(t, err)
		require.Len(t, srv.Payments.All(), 1)
	})
}
