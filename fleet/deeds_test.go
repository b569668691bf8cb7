package fleet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// The division and the unpaid team of the tests.
const division, unpaid = 2001, 4999

const card, code = "4111111111111111", "827"

func registration(name string) tourney.RegistrationInput {
	return tourney.RegistrationInput{
		DivisionID: division, Name: &name, Year: new(2026), MarkAsPaid: new(false),
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Nettie"), LastName: new("Butterwhisk"),
			Email: new("nettie@example.com"), Type: new(tourney.CoachHeadCoach),
		}},
	}
}

func payment(number string) tourney.PaymentInput {
	return tourney.PaymentInput{TeamID: unpaid, Payment: &tourney.PaymentDetailsInput{
		Amount: new(tourney.MustDecimal("395.00")), Title: new("Team entry"), Description: new("Three games"),
		FirstName: new("Nettie"), LastName: new("Butterwhisk"), Email: new("nettie@example.com"),
		CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New(number), CreditCardCVV2: secret.New(code),
		CreditCardExpireMonth: new(12), CreditCardExpireYear: new(30),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("7 Kazoo Court"), ExtendedAddress: new("Unit 2"), City: new("Lanternwink"),
			StateRegion: new("Meadowland"), PostalCode: new("00012"),
		},
	}}
}

// deeds are writes of one thing, and how often a host has it.
var deeds = map[string]struct {
	path  string // how the path of the write ends
	in    tourney.Input
	count func(*mockserver.Server) int
}{
	"team": {"/teams", &tourney.TeamCreateInput{DivisionID: division, Name: new("Lantern Otters"), Paid: new(false)},
		func(srv *mockserver.Server) int { return named(srv, "Lantern Otters") }},
	"division": {"/divisions", tourney.DivisionCreateInput{EventID: 1001, Name: new("Lantern Cup")},
		func(srv *mockserver.Server) (n int) {
			for _, d := range srv.Divisions.All() {
				if d.Name == "Lantern Cup" {
					n++
				}
			}
			return n
		}},
	"registration": {"/register", registration("Lantern Otters"),
		func(srv *mockserver.Server) int { return len(srv.Registrations.All()) }},
	"payment": {"/payments", payment(card), func(srv *mockserver.Server) int { return len(srv.Payments.All()) }},
}

func named(srv *mockserver.Server, name string) (n int) {
	for _, team := range srv.Teams.All() {
		if team.Name == name {
			n++
		}
	}
	return n
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

// TestDeskProcess is a process of TestKilledDesks, which kills it.
func TestDeskProcess(t *testing.T) {
	step, op := os.Getenv("DESK_STEP"), os.Getenv("DESK_OP")
	if step == "" {
		t.Skip("a process of TestKilledDesks")
	}
	die := func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) }
	own := network(func(req *http.Request) (*http.Response, error) {
		write := req.Method == http.MethodPost
		if !write && step == "before the note" || write && step == "before the send" {
			die()
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if write && step == "before the result is kept" {
			die()
		}
		return res, err
	})
	client, err := tourney.New(os.Getenv("DESK_HOST"), tourney.Lacrosse, tourney.WithHTTPClient(&http.Client{Transport: own}))
	require.NoError(t, err)
	f, err := fleet.New(redis.NewClient(&redis.Options{Addr: os.Getenv("DESK_REDIS"), ContextTimeoutEnabled: true}), host,
		"director", fleet.Options{})
	require.NoError(t, err)
	_, err = f.Once(t.Context(), "desk", client, deeds[op].in, fleet.OnceOptions{Lease: time.Second})
	require.NoError(t, err, "the process lives")
}

// TestKilledDesks kills a process at every step of every write. Another process goes on with the same key.
func TestKilledDesks(t *testing.T) {
	t.Parallel()
	for op, deed := range deeds {
		for _, step := range []string{"before the note", "before the send", "before the host acts", "before the answer",
			"before the result is kept"} {
			t.Run(op+", "+step, func(t *testing.T) {
				t.Parallel()
				kept, srv := startRedis(t), newHost(t)
				started := make(chan *os.Process, 1)
				var killed sync.Once
				served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					body, _ := io.ReadAll(r.Body)
					r = r.WithContext(context.WithoutCancel(r.Context()))
					r.Body = io.NopCloser(bytes.NewReader(body))
					if r.Method == http.MethodPost && step == "before the answer" {
						killed.Do(func() {
							srv.ServeHTTP(httptest.NewRecorder(), r)
							_ = (<-started).Kill()
							panic(http.ErrAbortHandler)
						})
					}
					if r.Method == http.MethodPost && step == "before the host acts" {
						killed.Do(func() { _ = (<-started).Kill() })
					}
					srv.ServeHTTP(w, r)
				}))
				t.Cleanup(served.Close)
				desk := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDeskProcess$")
				desk.Env = append(os.Environ(), "DESK_STEP="+step, "DESK_OP="+op, "DESK_HOST="+served.URL, "DESK_REDIS="+kept.address)
				var out bytes.Buffer
				desk.Stdout, desk.Stderr = &out, &out
				require.NoError(t, desk.Start())
				started <- desk.Process
				require.Error(t, desk.Wait())
				require.Equal(t, -1, desk.ProcessState.ExitCode(), "it was killed: %s", &out)

				client, err := tourney.New(served.URL, tourney.Lacrosse)
				require.NoError(t, err)
				o := fleet.OnceOptions{Settle: 200 * time.Millisecond}
				done, err := kept.fleet(fleet.Options{}).Once(t.Context(), "desk", client, deed.in, o)
				if op == "payment" && step == "before the send" {
					require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "not to see a payment is no proof that there is none")
					require.Zero(t, deed.count(srv))
					return
				}
				require.NoError(t, err)
				require.NotZero(t, done.ID)
				require.Equal(t, 1, deed.count(srv))
				calls := len(srv.Calls.All(""))
				again, err := kept.fleet(fleet.Options{}).Once(t.Context(), "desk", client, deed.in, o)
				require.NoError(t, err)
				require.Equal(t, fleet.Done{ID: done.ID, TransactionID: done.TransactionID, Earlier: true}, again)
				require.Len(t, srv.Calls.All(""), calls, "without a request")
			})
		}
	}
}

// TestTwoDesks: two desks with one key at the same time do one deed, fifty times.
func TestTwoDesks(t *testing.T) {
	t.Parallel()
	kept, srv := startRedis(t), newHost(t)
	desks := []*fleet.Fleet{kept.fleet(fleet.Options{Timeout: 20 * time.Second}), kept.fleet(fleet.Options{Timeout: 20 * time.Second})}
	for round := range 50 {
		name := fmt.Sprint("Otters ", round)
		var got [2]fleet.Done
		var failed [2]error
		var both sync.WaitGroup
		for i, desk := range desks {
			both.Go(func() {
				got[i], failed[i] = desk.Once(t.Context(), name, srv.Client(), registration(name), fleet.OnceOptions{})
			})
		}
		both.Wait()
		require.NoError(t, errors.Join(failed[:]...))
		require.Equal(t, got[0].ID, got[1].ID)
		require.NotEqual(t, got[0].Earlier, got[1].Earlier)
		require.Len(t, srv.Registrations.All(), round+1)
	}
}

// TestLostAnswers: the answer to the first write is lost, after the host has acted or before.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	for op, deed := range deeds {
		for _, acts := range []bool{true, false} {
			t.Run(fmt.Sprint(op, " ", acts), func(t *testing.T) {
				t.Parallel()
				kept, srv := startRedis(t), newHost(t)
				lossy := srv.Client(over(srv, func(req *http.Request) (*http.Response, error) {
					if acts {
						res, err := srv.RoundTrip(req)
						if err != nil {
							return nil, err
						}
						_ = res.Body.Close()
					}
					return nil, io.ErrUnexpectedEOF
				}))
				o := fleet.OnceOptions{Settle: 50 * time.Millisecond}
				done, err := kept.fleet(fleet.Options{}).Once(t.Context(), "desk", lossy, deed.in, o)
				if op == "payment" && !acts {
					require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
					_, err = kept.fleet(fleet.Options{}).Once(t.Context(), "desk", srv.Client(), deed.in, o)
					require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "so it stays")
					require.Zero(t, deed.count(srv))
					return
				}
				require.NoError(t, err)
				require.NotZero(t, done.ID)
				require.Equal(t, 1, deed.count(srv))
			})
		}
	}
}

// TestRefusedDeeds: what sends nothing, and what frees the key.
func TestRefusedDeeds(t *testing.T) {
	t.Parallel()
	kept, srv := startRedis(t), newHost(t)
	once := func(key string, in tourney.Input, o fleet.OnceOptions) (fleet.Done, error) {
		return kept.fleet(fleet.Options{}).Once(t.Context(), key, srv.Client(), in, o)
	}
	for name, test := range map[string]struct {
		key  string
		in   tourney.Input
		o    fleet.OnceOptions
		want string
	}{
		"no key":            {"", payment(card), fleet.OnceOptions{}, "the key has 0 bytes: expected 1 to 200"},
		"a long key":        {strings.Repeat("k", 201), payment(card), fleet.OnceOptions{}, "the key has 201 bytes"},
		"a negative option": {"k", payment(card), fleet.OnceOptions{Keep: -1}, "an option is negative"},
		"no input":          {"k", nil, fleet.OnceOptions{}, "the request is nil"},
		"nil":               {"k", (*tourney.PaymentInput)(nil), fleet.OnceOptions{}, "the request is nil"},
		"an update":         {"k", tourney.TeamUpdateInput{ID: unpaid, Name: new("x")}, fleet.OnceOptions{}, "is no create"},
		"a mistake":         {"k", tourney.PaymentInput{}, fleet.OnceOptions{}, "Payments.Pay"},
		"no replica":        {"k", payment(card), fleet.OnceOptions{Replicas: 1}, "0 replicas have it: expected 1"},
	} {
		_, err := once(test.key, test.in, test.o)
		require.ErrorContains(t, err, test.want, name)
	}
	require.Empty(t, kept.keyNames())

	_, err := once("pay", payment(mockserver.CardDeclined), fleet.OnceOptions{})
	require.ErrorIs(t, err, tourney.CodePermissionDenied)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	done, err := once("pay", payment(card), fleet.OnceOptions{})
	require.NoError(t, err, "a refusal frees the key")
	require.Equal(t, srv.Payments.All()[0].TransactionID, done.TransactionID)
	again, err := once("pay", payment("4012888888881881"), fleet.OnceOptions{})
	require.NoError(t, err, "a card is no part of the input")
	require.True(t, again.Earlier)
	other := payment(card)
	other.Payment.Amount = new(tourney.MustDecimal("396.00"))
	_, err = once("pay", other, fleet.OnceOptions{})
	require.ErrorIs(t, err, fleet.ErrOtherInput)
	_, err = once("another key", payment(card), fleet.OnceOptions{})
	require.ErrorIs(t, err, fleet.ErrThere)
	require.Len(t, srv.Payments.All(), 1)

	_, err = once("team", deeds["team"].in, fleet.OnceOptions{})
	require.NoError(t, err)
	require.NoError(t, kept.client().FlushAll(t.Context()).Err())
	_, err = once("team", deeds["team"].in, fleet.OnceOptions{})
	require.ErrorIs(t, err, fleet.ErrThere, "a note that Redis lost makes no double")
	require.Equal(t, 1, named(srv, "Lantern Otters"))
}

// TestDeedUnderWay: a call that does not wait for the end of another one says so, and the other one goes on.
func TestDeedUnderWay(t *testing.T) {
	t.Parallel()
	kept, srv := startRedis(t), newHost(t)
	var failed error
	slow := srv.Client(over(srv, func(req *http.Request) (*http.Response, error) {
		ctx, cancel := context.WithTimeout(req.Context(), 200*time.Millisecond)
		defer cancel()
		_, failed = kept.fleet(fleet.Options{}).Once(ctx, "desk", srv.Client(), payment(card), fleet.OnceOptions{})
		return srv.RoundTrip(req)
	}))
	_, err := kept.fleet(fleet.Options{}).Once(t.Context(), "desk", slow, payment(card), fleet.OnceOptions{})
	require.NoError(t, err)
	require.ErrorIs(t, failed, fleet.ErrUnderWay)
	require.ErrorIs(t, failed, context.DeadlineExceeded)
	require.Len(t, srv.Payments.All(), 1)
}

// TestDeedsWithoutRedis: before the write nothing is sent, and after it the result is there, and the note is.
func TestDeedsWithoutRedis(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ begin, end func(*server) }{
		"killed": {(*server).kill, (*server).start},
		"hangs":  {(*server).pause, (*server).resume},
		"full":   {func(s *server) { s.set("maxmemory", "1") }, func(s *server) { s.set("maxmemory", "0") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept, srv := startRedis(t), newHost(t)
			var log bytes.Buffer
			f := kept.fleet(fleet.Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Timeout: 300 * time.Millisecond})
			o := fleet.OnceOptions{Lease: time.Second, Settle: 50 * time.Millisecond}
			test.begin(kept)
			_, err := f.Once(t.Context(), "desk", srv.Client(), payment(card), o)
			require.ErrorIs(t, err, fleet.ErrRedis)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
			require.Empty(t, srv.Calls.All(""))
			test.end(kept)

			failing := srv.Client(over(srv, func(req *http.Request) (*http.Response, error) {
				test.begin(kept)
				return srv.RoundTrip(req)
			}))
			done, err := f.Once(t.Context(), "desk", failing, payment(card), o)
			require.NoError(t, err)
			require.NotEmpty(t, done.TransactionID)
			test.end(kept)
			again, err := kept.fleet(fleet.Options{}).Once(t.Context(), "desk", srv.Client(), payment(card), o)
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
	done, err := f.Once(t.Context(), "desk", srv.Client(), registration("Lantern Otters"), fleet.OnceOptions{})
	<-resumed
	require.NoError(t, err)
	require.False(t, done.Earlier)
	require.Len(t, srv.Registrations.All(), 1)
}

// TestDeedsOnReplicas: the note is on a replica before the write, and survives a failover. So is it in a cluster.
func TestDeedsOnReplicas(t *testing.T) {
	t.Parallel()
	t.Run("a failover", func(t *testing.T) {
		t.Parallel()
		primary, srv := startRedis(t), newHost(t)
		net, replica := startProxy(t, primary), primary.replica()
		f, err := fleet.New(net.client(t), host, "director", fleet.Options{Timeout: 5 * time.Second})
		require.NoError(t, err)
		failing := srv.Client(over(srv, func(req *http.Request) (*http.Response, error) {
			primary.kill()
			replica.promote()
			net.failOver(replica)
			res, err := srv.RoundTrip(req)
			if err == nil {
				_ = res.Body.Close()
			}
			return nil, io.ErrUnexpectedEOF
		}))
		done, err := f.Once(t.Context(), "desk", failing, registration("Lantern Otters"), fleet.OnceOptions{Replicas: 1})
		require.NoError(t, err)
		require.Equal(t, srv.Registrations.All()[0].TeamID, done.ID)
		require.Len(t, srv.Registrations.All(), 1)
	})
	t.Run("a cluster", func(t *testing.T) {
		t.Parallel()
		_, client := startCluster(t)
		srv := newHost(t)
		f, err := fleet.New(client, host, "director", fleet.Options{})
		require.NoError(t, err)
		_, err = f.Once(t.Context(), "desk", srv.Client(), payment(card), fleet.OnceOptions{Replicas: 1})
		require.ErrorContains(t, err, "0 replicas have it")
		_, err = f.Once(t.Context(), "desk", srv.Client(), payment(card), fleet.OnceOptions{})
		require.NoError(t, err)
		require.Len(t, srv.Payments.All(), 1)
	})
}

// TestNotesHoldNoCard searches all that Redis hears and writes to its disk.
func TestNotesHoldNoCard(t *testing.T) {
	t.Parallel()
	kept, srv := startRedis(t), newHost(t)
	heard := kept.monitor()
	in := registration("Lantern Otters")
	in.Payment = payment(card).Payment
	for key, in := range map[string]tourney.Input{"pay": payment(card), "register": in} {
		_, err := kept.fleet(fleet.Options{}).Once(t.Context(), key, srv.Client(), in, fleet.OnceOptions{})
		require.NoError(t, err)
	}
	texts := heard() + kept.files()
	require.Contains(t, texts, "nettie@example.com", "a search that finds nothing would prove nothing")
	requireNoTrace(t, texts, card, `"`+code+`"`) // without quotes it could be a part of a number
}
