package soak

import (
	"bytes"
	"context"
	"flag"
	"log"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// length is how long the test runs. A user's `go test` runs it for a moment.
var length = flag.Duration("soak", time.Second, "how long TestSoak runs")

// workers is how many clients work at once over each medium.
const workers = 4

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestSoak runs in rounds. Each ends with a Reset, so the live memory after a round must not grow with the rounds.
func TestSoak(t *testing.T) {
	var panics logged
	log.SetOutput(&panics)
	defer log.SetOutput(log.Default().Writer())
	w := &world{failed: make(chan string, 1)}
	host := mockserver.Profile{KeyOverlap: time.Hour}
	host.Variant = tourney.Soccer
	// The first rounds fill all of these.
	limits := mockserver.Limits{Calls: 100, CallBytes: 1 << 20, Rewind: 100, EncodedRows: 1 << 20}
	srv, err := mockserver.New(host, mockserver.RequireAuth(auth.HMAC{}), mockserver.OnCall(w.check),
		mockserver.WithLimits(limits))
	require.NoError(t, err)
	require.NoError(t, srv.Listen("127.0.0.1:0"))
	defer srv.Close()
	w.Server = srv

	var live []int64
	for begin := time.Now(); time.Since(begin) < *length || len(live) < 4; {
		w.round(t.Context(), *length/20)
		live = append(live, liveBytes())
		require.Empty(t, panics.text(), "the mock has panicked")
		select {
		case what := <-w.failed:
			t.Fatal(what)
		default:
		}
	}
	t.Logf("%d requests and %d faults in %d rounds, live bytes %d to %d",
		w.requests.Load(), w.faults.Load(), len(live), live[0], live[len(live)-1])
	require.Positive(t, w.requests.Load())
	require.Positive(t, w.faults.Load())
	first := max(live[0], live[1]) // of rounds that filled every pool and cache
	require.Less(t, live[len(live)-1], first+first/4+4<<20, "the memory grows with the rounds: %d", live)
}

// logged keeps what net/http logs: it logs a panic of a handler.
type logged struct {
	mu   sync.Mutex
	kept bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bytes.Contains(p, []byte("panic")) {
		l.kept.Write(p)
	}
	return len(p), nil
}

func (l *logged) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.kept.String()
}

// liveBytes returns the number of reachable bytes.
func liveBytes() int64 {
	runtime.GC()
	runtime.GC() // the second one empties pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// world is the mock with its clients.
type world struct {
	*mockserver.Server

	requests, faults atomic.Int64
	failed           chan string // what was wrong first
}

// check looks at every call: the mock answers 500 only where a fault says so.
func (w *world) check(c journal.Call) {
	w.requests.Add(1)
	if c.Fault != "" {
		w.faults.Add(1)
	}
	if c.Status == http.StatusInternalServerError && c.Fault == "" {
		select {
		case w.failed <- c.String():
		default:
		}
	}
}

// round lets everybody work for a time, and then starts over.
func (w *world) round(ctx context.Context, d time.Duration) {
	http1, http2 := &http.Transport{}, &http.Transport{Protocols: &http.Protocols{}}
	http2.Protocols.SetUnencryptedHTTP2(true)
	ctx, cancel := context.WithTimeout(ctx, max(d, 50*time.Millisecond))
	defer cancel()
	var all sync.WaitGroup
	for i, transport := range []http.RoundTripper{w.Server, http1, http2} {
		for n := range workers {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(n)))
			all.Go(func() { w.work(ctx, transport, rng) })
		}
	}
	all.Go(func() { w.arm(ctx, rand.New(rand.NewPCG(7, 7))) })
	all.Go(func() { w.meddle(ctx, rand.New(rand.NewPCG(8, 8))) })
	all.Wait()
	http1.CloseIdleConnections()
	http2.CloseIdleConnections()
	w.Faults.Clear()
	w.Calls.Clear()
	w.Reset()
}

// work makes calls until the context ends. Most errors are those of faults.
func (w *world) work(ctx context.Context, transport http.RoundTripper, rng *rand.Rand) {
	formats := []tourney.Format{tourney.FormatJSON, tourney.FormatXML}
	client, err := tourney.New(w.URL(), tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: transport}),
		tourney.WithSigner(auth.HMAC{}), tourney.WithFormat(formats[rng.IntN(2)]),
		tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword),
		tourney.WithAttemptTimeout(50*time.Millisecond), tourney.WithRetry(tourney.Retry{
			Max: 1, MinWait: time.Millisecond, MaxWait: 2 * time.Millisecond, MaxRetryAfter: time.Millisecond,
		}))
	if err != nil {
		panic(err)
	}
	for ctx.Err() == nil {
		calls[rng.IntN(len(calls))](ctx, client, rng)
	}
}

// The ids of rows of the scenario, and of some that are not there.
func team(rng *rand.Rand) int64     { return 4001 + rng.Int64N(27) }
func division(rng *rand.Rand) int64 { return 2001 + rng.Int64N(4) }
func game(rng *rand.Rand) int64     { return 7001 + rng.Int64N(50) }

// event is the event of the scenario.
const event = 1001

// calls are the calls that workers make.
var calls = []func(context.Context, *tourney.Client, *rand.Rand){
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_, _ = tourney.Collect(c.Teams.All(ctx,
			tourney.TeamListOptions{EventID: event, PageSize: 1 + rng.IntN(20)}, tourney.Prefetch(2)))
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_, _ = c.Teams.List(ctx, tourney.TeamListOptions{DivisionID: division(rng)},
			tourney.IncludePlayers, tourney.IncludeCoaches)
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) { _, _ = c.Teams.Get(ctx, team(rng)) },
	func(ctx context.Context, c *tourney.Client, _ *rand.Rand) {
		_, _ = c.Players.List(ctx, tourney.PlayerListOptions{EventID: event})
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_, _ = c.Games.List(ctx, tourney.GameListOptions{DivisionID: division(rng)})
	},
	func(ctx context.Context, c *tourney.Client, _ *rand.Rand) {
		_, _ = c.Standings.Get(ctx, tourney.StandingsOptions{EventID: event})
	},
	func(ctx context.Context, c *tourney.Client, _ *rand.Rand) {
		_, _ = c.Statistics.Leaders(ctx, tourney.LeadersOptions{EventID: event})
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_ = c.Games.Update(ctx, tourney.GameUpdateInput{
			ID: game(rng), AwayScore: tourney.Score(rng.IntN(9)), HomeScore: tourney.Score(rng.IntN(9)),
		})
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_ = c.Teams.Update(ctx, tourney.TeamUpdateInput{ID: team(rng), Name: new("Otters"), Paid: new(rng.IntN(2) == 0)})
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_, _ = c.Teams.Create(ctx, tourney.TeamCreateInput{DivisionID: division(rng), Name: new("Terns")})
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_, _ = c.Registration.Register(ctx, tourney.RegistrationInput{
			DivisionID: division(rng), Name: new("Herons"),
			Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true), FirstName: new("Pat")}},
		})
	},
	func(ctx context.Context, c *tourney.Client, rng *rand.Rand) {
		_, _ = c.Payments.Pay(ctx, tourney.PaymentInput{
			TeamID: team(rng), EnableCreditCard: new(false),
			Payment: &tourney.PaymentDetailsInput{
				Amount: new(tourney.NewDecimal(5, 0)), Title: new("t"), Description: new("d"),
			},
		})
	},
}

// ops are the operations that rules are about.
var ops = []string{
	"Teams.List", "Teams.Get", "Teams.Update", "Teams.Create", "Games.List", "Games.Update", "Players.List",
	"Standings.Get", "Registration.Register", "Payments.Pay", "Authentication.Authenticate",
}

// actions are what rules do, each in a phase where it has a meaning.
var actions = []func(fault.Rule) fault.Rule{
	func(r fault.Rule) fault.Rule { return r.Status(http.StatusServiceUnavailable) },
	func(r fault.Rule) fault.Rule {
		return r.Status(http.StatusTooManyRequests).RetryAfter(time.Second)
	},
	func(r fault.Rule) fault.Rule {
		return r.Errors(tourney.ErrorItem{Code: tourney.CodeOther, Message: "no"})
	},
	func(r fault.Rule) fault.Rule { return r.Reset() },
	func(r fault.Rule) fault.Rule { return r.AfterCommit().Reset() },
	func(r fault.Rule) fault.Rule { return r.Writing().Reset() },
	func(r fault.Rule) fault.Rule { return r.AfterCommit().Drop() },
	func(r fault.Rule) fault.Rule { return r.Empty() },
	func(r fault.Rule) fault.Rule { return r.Hang() },
	func(r fault.Rule) fault.Rule { return r.Writing().Hang() },
	func(r fault.Rule) fault.Rule { return r.Delay(time.Millisecond) },
	func(r fault.Rule) fault.Rule { return r.Truncate(20) },
	func(r fault.Rule) fault.Rule { return r.Garble() },
	func(r fault.Rule) fault.Rule { return r.ContentType("text/plain") },
	func(r fault.Rule) fault.Rule { return r.Gateway(http.StatusBadGateway) },
	func(r fault.Rule) fault.Rule { return r.Throttle(1 << 16) },
	func(r fault.Rule) fault.Rule {
		return r.Redirect(http.StatusTemporaryRedirect, "/api/v1/teams")
	},
	func(r fault.Rule) fault.Rule {
		return r.BesideErrors(tourney.ErrorItem{Code: tourney.CodeOther, Message: "no"})
	},
	func(r fault.Rule) fault.Rule { return r.NoResult() },
	func(r fault.Rule) fault.Rule { return r.Unreachable(time.Millisecond) },
}

// arm adds rules and removes them, until the context ends.
func (w *world) arm(ctx context.Context, rng *rand.Rand) {
	for every(ctx, 2*time.Millisecond) {
		op := ops[rng.IntN(len(ops))]
		rule := actions[rng.IntN(len(actions))](fault.On(op).First(1 + rng.IntN(20)))
		err := mockserver.Try(func() { _ = w.Faults.Add(rule).String() })
		if err != nil && !strings.Contains(err.Error(), "action") {
			panic(err)
		}
		if armed := w.Faults.All(); len(armed) > 6 {
			armed[rng.IntN(len(armed))].Remove()
		}
	}
}

// meddle changes rows without HTTP, moves the clock, rotates keys and reads the journal, until the context ends.
func (w *world) meddle(ctx context.Context, rng *rand.Rand) {
	for every(ctx, 3*time.Millisecond) {
		id := w.Teams.Add(tourney.Team{Name: "Swifts", Division: &tourney.TeamDivision{ID: 2001}})
		w.Teams.Edit(id, func(t *tourney.Team) { t.Name = "Larks" })
		w.Teams.Remove(id)
		w.Clock.Advance(time.Minute)
		switch rng.IntN(8) {
		case 0:
			w.Accounts.RotateKeys(mockserver.DefaultUsername)
		case 1:
			for _, c := range w.Calls.All("") {
				_ = c.Params()
			}
		case 2:
			_ = w.Calls.All("", journal.Unmatched())
		case 3:
			w.Calls.Clear()
		}
	}
}

// every waits, and reports whether the context has not ended.
func every(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
