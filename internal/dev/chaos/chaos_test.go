package chaos

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The flags of a long run, which `make chaos` is.
var (
	runs    = flag.Int("runs", 0, "how many runs TestLong makes, each with a seed of its own")
	seed    = flag.Uint64("seed", 0, "seed of the first run of TestLong; 0 for a random one")
	howMany = flag.Int("writes", 20_000, "writes in each run of TestLong")
)

var formats = map[string]tourney.Format{"JSON": tourney.FormatJSON, "XML": tourney.FormatXML}

// chaos makes one run in virtual time and returns it.
func chaos(t *testing.T, seed uint64, writes int, f tourney.Format) (r *run) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var err error
		r, err = newRun(seed, writes)
		require.NoError(t, err)
		r.traced = true
		c, err := tourney.New("https://rugby.example.com", tourney.Rugby, tourney.WithHTTPClient(&http.Client{Transport: way{r}}),
			tourney.WithFormat(f), tourney.WithAttemptTimeout(attemptTimeout), tourney.WithTimeout(20*time.Second),
			tourney.WithMaxConcurrent(workers*3/4), tourney.WithRetry(tourney.Retry{
				Max: 4, MinWait: 50 * time.Millisecond, MaxWait: time.Second, MaxRetryAfter: 2 * time.Second,
			}))
		require.NoError(t, err)
		r.all(t.Context(), c)
	})
	return r
}

// TestFixedSeeds makes the runs that every change must pass. So many writes meet everything that may happen.
func TestFixedSeeds(t *testing.T) {
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			const fixed = 20260612
			r := chaos(t, fixed, sample(6_000), format)
			struck := r.requireTruth(t)
			r.requireEverythingHappened(t)
			for _, f := range append(faults, none) {
				require.Greater(t, struck[f.name], 20, f.name)
			}
		})
	}
}

// TestLong makes many runs, each with another seed.
func TestLong(t *testing.T) {
	if *runs == 0 {
		t.Skip("make chaos runs it")
	}
	at := *seed
	if at == 0 {
		at = rand.Uint64()
	}
	for i := range uint64(*runs) {
		for name, format := range formats {
			t.Log(at+i, name)
			chaos(t, at+i, *howMany, format).requireTruth(t)
			sockets(t, at+i, *howMany/20, format).requireTruth(t)
			overHTTP2(t, at+i, *howMany, format, format == tourney.FormatJSON).requireTruth(t)
		}
		t.Logf("seed %d: good", at+i)
	}
}

// requireEverythingHappened requires that every kind of write met every outcome. Otherwise the comparison would prove
// nothing.
func (r *run) requireEverythingHappened(t *testing.T) {
	t.Helper()
	s := r.state()
	outcomes := map[string]int{}
	for i := range r.writes {
		w := &r.writes[i]
		there := ""
		if w.kind.makes != nil && len(s.rows[w.number]) > 0 {
			there = ", there"
		}
		outcomes[fmt.Sprintf("%s %s %s%s", w.kind.op, w.kind.makes, w.told, there)]++
	}
	for _, k := range kinds {
		for _, want := range k.outcomes() {
			require.NotZero(t, outcomes[fmt.Sprintf("%s %s %s", k.op, k.makes, want)], "%s %v: never %s", k.op, k.makes, want)
		}
	}
}

// outcomes lists the outcomes that a kind of write must meet.
func (k kind) outcomes() []string {
	if k.makes == nil {
		return []string{done.String(), undone.String()}
	}
	return []string{done.String() + ", there", undone.String(), unknown.String(), unknown.String() + ", there"}
}

// TestEveryWriteIsThere fails when an operation that changes something is not among the kinds.
func TestEveryWriteIsThere(t *testing.T) {
	has := map[string]bool{}
	for _, k := range kinds {
		has[k.op] = true
	}
	for _, op := range contract.Operations() {
		require.Equal(t, op.Class != contract.Read && op.Class != contract.Login, has[op.ID], op.ID)
	}
}
