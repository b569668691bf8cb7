package mocktest

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// thorough says whether tests over a product of cases try all cases, and random tests make all checks. `.ci/run
// thorough` sets it.
var thorough = os.Getenv("TOURNEY_THOROUGH") != ""

// FewChecks makes a test of a random property try 25 cases, unless the run is thorough or the command line sets another
// number.
func FewChecks() {
	if !thorough {
		_ = flag.Set("rapid.checks", "25") // it fails without tests of that kind
	}
}

// Sample returns a function that says of each case in turn whether the test tries it: one of so many, chosen by a seed
// that the log tells and TOURNEY_SEED repeats, or each in a thorough run.
func Sample(t testing.TB, of int) func() bool {
	t.Helper()
	if thorough {
		return func() bool { return true }
	}
	seed, err := strconv.ParseUint(os.Getenv("TOURNEY_SEED"), 10, 64)
	if err != nil {
		seed = rand.Uint64() //nolint:gosec // it chooses cases, not secrets
	}
	t.Logf("one case of %d: repeat with TOURNEY_SEED=%d", of, seed)
	chosen := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // it chooses cases, not secrets
	return func() bool { return chosen.IntN(of) == 0 }
}

// HostOf returns a profile for a variant.
func HostOf(v tourney.Variant, p mockserver.Profile) mockserver.Profile {
	p.Variant = v
	return p
}

// New returns a server.
func New(t testing.TB, h tourney.Host, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(h, opts...)
	require.NoError(t, err)
	return srv
}

// Empty returns a server without rows.
func Empty(t testing.TB, h tourney.Host, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	return New(t, h, append([]mockserver.Option{mockserver.Scenario("empty"), admin.Serve()}, opts...)...)
}

// SmallScenario returns the options that choose a scenario, with few teams where their number is a choice.
func SmallScenario(info mockserver.ScenarioInfo) []mockserver.Option {
	opts := []mockserver.Option{mockserver.Scenario(info.Name)}
	if info.Teams > 0 {
		opts = append(opts, mockserver.ScenarioSize(300))
	}
	return opts
}

// KeysOf returns the keys with which clients of a world sign.
func KeysOf(w *mockserver.World) auth.Credentials {
	keys, _ := w.Accounts.Keys("")
	return keys
}

// DetailsOf returns the details of a row, zero ones without the row.
func DetailsOf[T, D any](rows mockserver.DetailedRows[T, D], id int64) D {
	details, _ := rows.Details(id)
	return details
}

// AddPool adds a pool with positions.
func AddPool(w *mockserver.World, p tourney.Pool, positions int, ids ...int64) (id int64, teamPoolIDs []int64) {
	id = w.Pools.Add(p)
	return id, w.Pools.AddPositions(id, positions, ids...)
}

// AddVenue adds a venue to events.
func AddVenue(w *mockserver.World, v tourney.Venue, eventIDs ...int64) int64 {
	id := w.Venues.Add(v)
	w.Venues.EditDetails(id, func(d *stored.VenueDetails) { d.EventIDs = eventIDs })
	return id
}

// AddFault adds a rule that may be wrong.
func AddFault(w *mockserver.World, rule fault.Rule) (f *fault.Armed, err error) {
	err = mockserver.Try(func() { f = w.Faults.Add(rule) })
	return f, err
}

// EachVariant runs a test for every variant.
func EachVariant(t *testing.T, test func(t *testing.T, v tourney.Variant)) {
	t.Helper()
	for _, v := range tourney.Variants() {
		t.Run(string(v), func(t *testing.T) { test(t, v) })
	}
}

// Text returns a value as JSON.
func Text(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

// Sorted returns a list in ascending order.
func Sorted[T interface{ ~string | ~int64 }](list []T) []T { return slices.Sorted(slices.Values(list)) }

// Limited returns a soccer host with a limit.
func Limited(to mockserver.RateLimit) mockserver.Profile {
	return HostOf(tourney.Soccer, mockserver.Profile{RateLimit: to})
}

// TB is the test in which Start runs.
type TB struct {
	HasFailed bool
	Log       string
	cleanups  []func()
}

// Helper does nothing.
func (b *TB) Helper() {}

// Cleanup keeps a function until End.
func (b *TB) Cleanup(f func()) { b.cleanups = append(b.cleanups, f) }

// Failed returns HasFailed.
func (b *TB) Failed() bool { return b.HasFailed }

// Logf adds a text to Log.
func (b *TB) Logf(f string, a ...any) { b.Log += fmt.Sprintf(f, a...) }

// Fatalf adds a text to Log, and sets HasFailed.
func (b *TB) Fatalf(f string, a ...any) { b.HasFailed = true; b.Logf(f, a...) }

// End ends the test.
func (b *TB) End() {
	for _, f := range b.cleanups {
		f()
	}
}

// Found returns the second result of a call.
func Found[T any](_ T, ok bool) bool { return ok }

// RefusalOf returns the text of a refusal of a World, "" when the call succeeds.
func RefusalOf(call func()) (text string) {
	if err := mockserver.Try(call); err != nil {
		return err.Error()
	}
	return ""
}

// TeamsOn returns the teams on the positions of a pool, 0 for an empty one.
func TeamsOn(srv *mockserver.World, poolID int64) []int64 {
	var teams []int64
	for _, teamPool := range srv.Pools.Positions(poolID) {
		teams = append(teams, teamPool.TeamID)
	}
	return teams
}
