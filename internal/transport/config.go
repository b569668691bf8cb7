package transport

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/internal/httptext"
)

// Config holds the settings of a Transport.
type Config struct {
	Client         *http.Client  // the user's client, with connections, cookie jar and timeout of an attempt
	Budget         *Budget       // bounds the retries of all requests together; nil for no bound
	Slots          Slots         // limits the requests under way; nil for no limit
	Limiter        Limiter       // paces the attempts; nil for no limit
	AttemptTimeout time.Duration // bounds one attempt until its answer is read; 0 for no bound
	MaxHeaderBytes int           // bounds the names and values of an answer's header
	MaxBodyBytes   int64         // bounds the decompressed body of an answer

	Sign    func(req *http.Request, keys any) error // adds keys to an attempt; nil when nothing is signed
	Keys    any                                     // for Sign; used without a Keyring
	Keyring *Keyring                                // keeps the keys that Login fetches; nil without Login
	Login   loginFunc                               // fetches keys
}

// Limiter paces attempts. Wait returns nil when one more attempt may be sent.
type Limiter interface {
	Wait(ctx context.Context) error
}

// Slots limit the requests under way. Nil Slots set no limit.
type Slots chan struct{}

// NewSlots returns n slots, and nil when n is 0.
func NewSlots(n int) Slots {
	if n == 0 {
		return nil
	}
	return make(Slots, n)
}

// release gives a slot back.
func (s Slots) release() { <-s }

// Retry sets how often a request is sent again, and how long the waits are.
type Retry struct {
	Max           int           // attempts after the first
	MinWait       time.Duration // upper bound of the first wait, which is random
	MaxWait       time.Duration // upper bound of any wait that the host did not ask for
	MaxRetryAfter time.Duration // longest Retry-After that a request waits for

	UnreadableIsFinal bool // do not send a read again after an answer that is not of the interface: see Content
}

// wait returns the wait before attempt number n+1, whether the host asked for it, and whether it is within
// MaxRetryAfter.
func (r Retry) wait(n int, res *http.Response) (wait time.Duration, hinted, ok bool) {
	if res != nil {
		if hint, ok := httptext.RetryAfter(res.Header, time.Now()); ok {
			return hint, true, hint <= r.MaxRetryAfter
		}
	}
	bound := r.MinWait
	for range n - 1 {
		if bound > r.MaxWait/2 { // twice as much may be more than a duration holds
			bound = r.MaxWait
			break
		}
		bound *= 2
	}
	if bound = min(bound, r.MaxWait); bound <= 0 {
		return 0, false, true
	}
	return rand.N(bound), false, true //nolint:gosec // jitter, not a secret
}

// oneRetry is the cost of a retry. A Budget counts millionths of a retry.
const oneRetry = 1_000_000

// Budget bounds the retries of all requests together. A nil Budget sets no bound.
type Budget struct {
	reserve, refill int64
	left            atomic.Int64
}

// NewBudget returns a full budget of reserve retries, to which every request adds refill retries.
func NewBudget(reserve int, refill float64) *Budget {
	b := &Budget{reserve: int64(reserve) * oneRetry, refill: int64(math.Round(refill * oneRetry))}
	b.left.Store(b.reserve)
	return b
}

// earn adds the refill of one request.
func (b *Budget) earn() {
	if b == nil {
		return
	}
	for {
		left := b.left.Load()
		more := min(left+b.refill, b.reserve)
		if more == left || b.left.CompareAndSwap(left, more) {
			return
		}
	}
}

// spend takes one retry from the budget, and reports false when none is left.
func (b *Budget) spend() bool {
	if b == nil {
		return true
	}
	for {
		left := b.left.Load()
		if left < oneRetry {
			return false
		}
		if b.left.CompareAndSwap(left, left-oneRetry) {
			return true
		}
	}
}
