package deed_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/reconcile"
)

// The division and the unpaid team of the tests.
const division, unpaid = 2001, 4999

func payment(amount string) tourney.PaymentInput {
	in := clienttest.CardPayment()
	in.TeamID, in.Payment.Amount = unpaid, new(tourney.MustDecimal(amount))
	return in
}

// writes are writes of one thing, and how often a host has it.
var writes = map[string]struct {
	in    tourney.Input
	count func(*mockserver.Server) int
}{
	"team": {&tourney.TeamCreateInput{DivisionID: division, Name: new("Lantern Otters"), Paid: new(false)},
		func(srv *mockserver.Server) (n int) {
			for _, team := range srv.Teams.All() {
				if team.Name == "Lantern Otters" {
					n++
				}
			}
			return n
		}},
	"payment": {payment("395.00"), func(srv *mockserver.Server) int { return len(srv.Payments.All()) }},
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
func over(srv *mockserver.Server, write func(*http.Request) (*http.Response, error)) *tourney.Client {
	var once sync.Once
	return srv.Client(tourney.WithHTTPClient(&http.Client{Transport: network(func(req *http.Request) (*http.Response, error) {
		first := false
		if req.Method == http.MethodPost {
			once.Do(func() { first = true })
		}
		if first {
			return write(req)
		}
		return srv.RoundTrip(req)
	})}))
}

// losing returns a client whose first write, or only its answer, is lost.
func losing(srv *mockserver.Server, acts bool) *tourney.Client {
	return over(srv, func(req *http.Request) (*http.Response, error) {
		if acts {
			res, err := srv.RoundTrip(req)
			if err != nil {
				return nil, err
			}
			_ = res.Body.Close()
		}
		return nil, io.ErrUnexpectedEOF
	})
}

// TestLostAnswers: the answer to the first write is lost, after the host has acted or before.
func TestLostAnswers(t *testing.T) {
	for op, write := range writes {
		for _, acts := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				srv, store := newHost(t), deed.Memory()
				o := deed.Options{Settle: time.Minute}
				done, err := deed.Once(t.Context(), store, "form-1", losing(srv, acts), write.in, o)
				if op == "payment" && !acts {
					require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
					_, err = deed.Once(t.Context(), store, "form-1", srv.Client(), write.in, o)
					require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "so it stays")
					require.Zero(t, write.count(srv))
					return
				}
				require.NoError(t, err, op)
				require.NotZero(t, done.ID)
				require.Equal(t, 1, write.count(srv), op)
			})
		}
	}
}

// TestNamedResults: nothing is sent again after an answer that named a result, also when the host shows no such row.
func TestNamedResults(t *testing.T) {
	for op, named := range map[string]string{"team": `"Id":99`, "payment": `"TransactionId":"TX-7"`} {
		synctest.Test(t, func(t *testing.T) {
			srv, store := newHost(t), deed.Memory()
			naming := over(srv, func(*http.Request) (*http.Response, error) {
				return clienttest.JSON(500, `{`+named+`,"Errors":[{"Code":0}]}`), nil
			})
			for range 2 {
				_, err := deed.Once(t.Context(), store, "form-1", naming, writes[op].in, deed.Options{Settle: time.Minute})
				require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, op)
				require.Zero(t, writes[op].count(srv), op)
			}
		})
	}
}

// TestRegistrationThatPays: the team of a registration whose answer is lost is there, and says nothing about its payment.
func TestRegistrationThatPays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, store := newHost(t), deed.Memory()
		in := tourney.RegistrationInput{
			DivisionID: division, Name: new("Lantern Otters"), Payment: payment("395.00").Payment,
			Coaches: []tourney.RegistrationCoachInput{{
				FirstName: new("Nettie"), LastName: new("Butterwhisk"), Email: new("nettie@example.com"),
				PrimaryContact: new(true), Type: new(tourney.CoachHeadCoach),
			}},
		}
		for range 2 {
			_, err := deed.Once(t.Context(), store, "form-1", losing(srv, true), in, deed.Options{Settle: time.Minute})
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
			require.ErrorContains(t, err, "is there, which proves nothing about its payment")
		}
		require.Len(t, srv.Payments.All(), 1)
		keep := 2 * time.Second // shorter than the default lease
		require.NoError(t, deed.Settle(t.Context(), store, "form-1", reconcile.OutcomeHappened, deed.Done{ID: 1}, keep))
		done, err := deed.Once(t.Context(), store, "form-1", srv.Client(), in, deed.Options{})
		require.NoError(t, err)
		require.EqualValues(t, 1, done.ID)
		_, err = deed.Once(t.Context(), store, "form-2", srv.Client(), in, deed.Options{Lease: math.MaxInt64, Keep: math.MaxInt64})
		require.ErrorContains(t, err, "longer than 100 years")
	})
}

// TestLookWithoutStore: the answer is lost, and the store fails then, once or from then on. The call still finds what the
// host did, sends nothing again that it cannot note, and keeps the note of a payment.
func TestLookWithoutStore(t *testing.T) {
	for op, write := range writes {
		for _, acts := range []bool{true, false} {
			for _, once := range []bool{true, false} {
				synctest.Test(t, func(t *testing.T) {
					srv, memory := newHost(t), deed.Memory()
					store, o := &broken{Store: memory, at: 3, last: once, after: once}, deed.Options{Settle: time.Minute}
					_, err := deed.Once(t.Context(), store, "form-1", losing(srv, acts), write.in, o)
					happened := acts || once && op == "team"
					require.Equal(t, happened, err == nil, op)
					require.Equal(t, happened, write.count(srv) == 1, op)
					if op == "payment" && !acts {
						_, err = deed.Once(t.Context(), memory, "form-1", srv.Client(), write.in, o)
						require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
						require.Zero(t, write.count(srv))
					}
				})
			}
		}
	}
}

// TestSettle: a person decides about a payment whose outcome stays unknown, and about nothing else.
func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, store := newHost(t), deed.Memory()
		settle := func(outcome reconcile.Outcome, done deed.Done) error {
			return deed.Settle(t.Context(), store, "form-1", outcome, done, 0)
		}
		once := func(c *tourney.Client) (deed.Done, error) {
			return deed.Once(t.Context(), store, "form-1", c, payment("395.00"), deed.Options{})
		}
		require.ErrorIs(t, settle(reconcile.OutcomeHappened, deed.Done{}), deed.ErrNotUnknown, "nothing is kept")
		_, err := once(over(srv, func(*http.Request) (*http.Response, error) {
			require.ErrorIs(t, settle(reconcile.OutcomeDidNotHappen, deed.Done{}), deed.ErrUnderWay)
			return nil, io.ErrUnexpectedEOF
		}))
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
		require.ErrorContains(t, settle(reconcile.OutcomeUnknown, deed.Done{}), "the outcome cannot be told: expected that it happened")

		require.NoError(t, settle(reconcile.OutcomeDidNotHappen, deed.Done{}))
		_, err = once(losing(srv, false))
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "the key was free")
		paid := deed.Done{ID: unpaid, TransactionID: "TX-7"}
		require.NoError(t, settle(reconcile.OutcomeHappened, paid))
		require.ErrorIs(t, settle(reconcile.OutcomeHappened, paid), deed.ErrNotUnknown)
		calls := len(srv.Calls.All(""))
		paid.Earlier = true
		got, err := once(srv.Client())
		require.NoError(t, err)
		require.Equal(t, paid, got)
		require.Len(t, srv.Calls.All(""), calls, "without a request")
	})
}

// TestRefusedDeeds: what sends nothing, and what frees the key.
func TestRefusedDeeds(t *testing.T) {
	srv, store := newHost(t), deed.Memory()
	once := func(key string, in tourney.Input, o deed.Options) (deed.Done, error) {
		return deed.Once(t.Context(), store, key, srv.Client(), in, o)
	}
	pay := payment("395.00")
	for name, test := range map[string]struct {
		key  string
		in   tourney.Input
		o    deed.Options
		want string
	}{
		"no key":            {"", pay, deed.Options{}, "the key has 0 bytes: expected 1 to 200"},
		"a long key":        {strings.Repeat("k", 201), pay, deed.Options{}, "the key has 201 bytes"},
		"a binary key":      {"\xff", pay, deed.Options{}, "the key is not UTF-8"},
		"a negative option": {"k", pay, deed.Options{Timeout: -1}, "an option is negative"},
		"a short time":      {"k", pay, deed.Options{Keep: time.Second}, "Keep is 1s: expected a second more than"},
		"no input":          {"k", nil, deed.Options{}, "the request is nil"},
		"nil":               {"k", (*tourney.PaymentInput)(nil), deed.Options{}, "the request is nil"},
		"an update":         {"k", tourney.TeamUpdateInput{ID: unpaid, Name: new("x")}, deed.Options{}, "is no create"},
		"a mistake":         {"k", tourney.PaymentInput{}, deed.Options{}, "Payments.Pay"},
	} {
		_, err := once(test.key, test.in, test.o)
		require.ErrorContains(t, err, test.want, name)
	}
	_, err := deed.Once(t.Context(), nil, "k", srv.Client(), pay, deed.Options{})
	require.ErrorContains(t, err, "the store is nil")

	srv.Teams.Edit(unpaid, func(team *tourney.Team) { team.Paid = new(true) })
	_, err = once("pay", pay, deed.Options{})
	require.ErrorIs(t, err, deed.ErrThere)
	srv.Teams.Edit(unpaid, func(team *tourney.Team) { team.Paid = new(false) })
	refusing := over(srv, func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusForbidden, Body: http.NoBody, Header: http.Header{}, Request: req}, nil
	})
	_, err = deed.Once(t.Context(), store, "pay", refusing, pay, deed.Options{})
	require.ErrorIs(t, err, tourney.ErrForbidden)
	done, err := once("pay", pay, deed.Options{})
	require.NoError(t, err, "a refusal frees the key")
	require.Equal(t, srv.Payments.All()[0].TransactionID, done.TransactionID)
	otherCard := payment("395.00")
	otherCard.Payment.CreditCardExpireMonth = new(11)
	again, err := once("pay", otherCard, deed.Options{})
	require.NoError(t, err, "a card is no part of the input")
	require.True(t, again.Earlier)
	_, err = once("pay", payment("396.00"), deed.Options{})
	require.ErrorIs(t, err, deed.ErrOtherInput)
	elsewhere, err := tourney.New("https://other.example.com", tourney.Lacrosse)
	require.NoError(t, err)
	_, err = deed.Once(t.Context(), store, "pay", elsewhere, pay, deed.Options{})
	require.ErrorIs(t, err, deed.ErrOtherInput, "another host")
	_, err = once("another key", pay, deed.Options{})
	require.ErrorIs(t, err, deed.ErrThere)
	require.Len(t, srv.Payments.All(), 1)

	_, err = once("team", writes["team"].in, deed.Options{})
	require.NoError(t, err)
	store = deed.Memory()
	_, err = once("team", writes["team"].in, deed.Options{})
	require.ErrorIs(t, err, deed.ErrThere, "a record that the store lost makes no double")
	require.Equal(t, 1, writes["team"].count(srv))
}

// TestDeedUnderWay: a call that does not wait for the end of another one says so, and the other one goes on. A call that
// waits learns the result.
func TestDeedUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, store := newHost(t), deed.Memory()
		var failed error
		var late deed.Done
		var waiting sync.WaitGroup
		slow := over(srv, func(req *http.Request) (*http.Response, error) {
			ctx, cancel := context.WithTimeout(req.Context(), 200*time.Millisecond)
			defer cancel()
			_, failed = deed.Once(ctx, store, "form-1", srv.Client(), payment("395.00"), deed.Options{})
			waiting.Go(func() {
				late, _ = deed.Once(t.Context(), store, "form-1", srv.Client(), payment("395.00"), deed.Options{})
			})
			return srv.RoundTrip(req)
		})
		done, err := deed.Once(t.Context(), store, "form-1", slow, payment("395.00"), deed.Options{})
		require.NoError(t, err)
		waiting.Wait()
		require.ErrorIs(t, failed, deed.ErrUnderWay)
		require.ErrorIs(t, failed, context.DeadlineExceeded)
		done.Earlier = true
		require.Equal(t, done, late)
		require.Len(t, srv.Payments.All(), 1)
	})
}

// TestOvertaken: another call does the whole deed while a call looks at the host, before or after the host has answered.
func TestOvertaken(t *testing.T) {
	for _, late := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			srv, store := newHost(t), deed.Memory()
			var first deed.Done
			var failed error
			var once sync.Once
			overtake := func() {
				once.Do(func() {
					first, failed = deed.Once(t.Context(), store, "form-1", srv.Client(), payment("395.00"), deed.Options{})
				})
			}
			slow := srv.Client(tourney.WithHTTPClient(&http.Client{Transport: network(func(req *http.Request) (*http.Response, error) {
				if !late {
					overtake()
				}
				res, err := srv.RoundTrip(req)
				overtake()
				return res, err
			})}))
			second, err := deed.Once(t.Context(), store, "form-1", slow, payment("395.00"), deed.Options{})
			require.NoError(t, errors.Join(err, failed))
			first.Earlier = true
			require.Equal(t, first, second)
			require.Len(t, srv.Payments.All(), 1)
		})
	}
}

// broken is a store with a request that fails. The store may have done what the request asked for.
type broken struct {
	deed.Store
	at    int // the request that fails, or with lasting the first of those that fail
	after bool
	last  bool // only the request at fails
	asked int
}

var errBroken = errors.New("the disk is full")

func (b *broken) fails() bool {
	b.asked++
	return b.asked == b.at || b.asked > b.at && !b.last
}

func (b *broken) Load(ctx context.Context, key string) (deed.Record, time.Time, error) {
	if b.fails() {
		return deed.Record{}, time.Time{}, errBroken
	}
	return b.Store.Load(ctx, key)
}

func (b *broken) change(do func() (bool, error)) (ok bool, err error) {
	fails := b.fails()
	if !fails || b.after {
		ok, err = do()
	}
	if fails {
		return false, errBroken
	}
	return ok, err
}

func (b *broken) Create(ctx context.Context, key string, r deed.Record, keep time.Duration) (bool, error) {
	return b.change(func() (bool, error) { return b.Store.Create(ctx, key, r, keep) })
}

func (b *broken) Replace(ctx context.Context, key, version string, r deed.Record, keep time.Duration) (bool, error) {
	return b.change(func() (bool, error) { return b.Store.Replace(ctx, key, version, r, keep) })
}

func (b *broken) Delete(ctx context.Context, key, version string) error {
	_, err := b.change(func() (bool, error) { return true, b.Store.Delete(ctx, key, version) })
	return err
}

// TestBrokenStore: a store fails at each of its requests, once or from then on, with or without an effect. Before the
// write nothing is sent, and after it the call returns the result. Whatever happened, the next call makes no second
// write, and never says that a payment did not happen that did.
func TestBrokenStore(t *testing.T) {
	for op, write := range writes {
		for at := range 6 {
			for kind := range 4 {
				t.Run(fmt.Sprint(op, at, kind), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						srv, memory := newHost(t), deed.Memory()
						var log bytes.Buffer
						store := &broken{Store: memory, at: at, after: kind%2 == 1, last: kind >= 2}
						o := deed.Options{Settle: time.Minute, Logger: slog.New(slog.NewTextHandler(&log, nil))}
						done, err := deed.Once(t.Context(), store, "form-1", srv.Client(), write.in, o)
						sent := write.count(srv)
						if err != nil {
							require.ErrorIs(t, err, errBroken)
							require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
							require.Zero(t, sent, "nothing was sent")
						} else {
							require.Equal(t, 1, sent)
							require.NotZero(t, done.ID)
							require.Equal(t, at > 0 && at <= store.asked && !store.last, strings.Contains(log.String(), "is not kept"))
						}
						again, err := deed.Once(t.Context(), memory, "form-1", srv.Client(), write.in, o)
						require.NoError(t, err, "the store frees a key under which nothing was sent")
						require.Equal(t, 1, write.count(srv))
						if sent == 1 {
							require.True(t, again.Earlier)
							require.Equal(t, done.ID, again.ID)
						}
					})
				})
			}
		}
	}
}

// TestLostLease: a call whose lease ended while it was under way, and whose record the store lost, still keeps its result.
func TestLostLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, lost := range []bool{true, false} {
			srv, store := newHost(t), deed.Memory()
			o := deed.Options{Lease: time.Minute, Keep: 2 * time.Minute}
			slow := over(srv, func(req *http.Request) (*http.Response, error) {
				res, err := srv.RoundTrip(req)
				if r, _, loadErr := store.Load(t.Context(), "form-1"); loadErr == nil && lost {
					_ = store.Delete(t.Context(), "form-1", r.Version)
				} else {
					_, _ = store.Replace(t.Context(), "form-1", r.Version, deed.Record{Version: "ANOTHER", Data: r.Data}, time.Hour)
				}
				return res, err
			})
			done, err := deed.Once(t.Context(), store, "form-1", slow, payment("395.00"), o)
			require.NoError(t, err)
			again, err := deed.Once(t.Context(), store, "form-1", srv.Client(), payment("395.00"), o)
			require.NoError(t, err)
			done.Earlier = true
			require.Equal(t, done, again)
			require.Len(t, srv.Payments.All(), 1)
		}
	})
}

// TestWriteEndsWithItsLease: no write is under way when another call may take over.
func TestWriteEndsWithItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, begun := newHost(t), time.Now()
		_, err := deed.Once(t.Context(), deed.Memory(), "form-1", over(srv, clienttest.Hang), payment("395.00"), deed.Options{Lease: time.Second})
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
		require.LessOrEqual(t, time.Since(begun), time.Second)
	})
}

// TestKeep: a record is there until its time is over.
func TestKeep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file, err := deed.File(t.TempDir() + "/deeds.json")
		require.NoError(t, err)
		for _, store := range []deed.Store{deed.Memory(), file} {
			made, err := store.Create(t.Context(), "form-1", deed.Record{Version: "A"}, time.Hour)
			require.NoError(t, err)
			require.True(t, made)
			<-time.After(time.Hour - time.Nanosecond)
			made, err = store.Create(t.Context(), "form-1", deed.Record{Version: "B"}, time.Hour)
			require.NoError(t, err)
			require.False(t, made)
			<-time.After(time.Nanosecond)
			r, _, err := store.Load(t.Context(), "form-1")
			require.NoError(t, err)
			require.Zero(t, r)
			made, err = store.Create(t.Context(), "form-1", deed.Record{Version: "C"}, time.Hour)
			require.NoError(t, err)
			require.True(t, made)
		}
	})
}
