package tourney

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Retry says how often a call is sent again, and how long it waits before. Waits are random between 0 and a bound that
// doubles from MinWait to MaxWait. A Retry-After of the host is kept to, up to MaxRetryAfter; above it the call ends
// with the host's answer. No wait that would pass the deadline begins. A RetryBudget bounds the retries of all calls
// together.
//
// The operation decides what is sent again:
//
//   - Reads, updates and the login: after a transport error or a status of 408, 425, 429, 500, 502, 503 or 504.
//   - Teams.Create, Divisions.Create, and a Teams.Update that adds coaches or players: when the request certainly never
//     went out, or was answered with 429.
//   - Registration.Register and Payments.Pay: when the request certainly never went out.
//
// A request certainly never went out when no connection could be made, when the transport tells httptrace that it wrote
// no header, or when the connection took no byte of it. It may have gone out after a redirect, and when time ran out
// with a connection at hand. An answer to a create or charge that names a new row or payment ends the call, whatever
// its status.
//
// Requests that net/http would write again by itself go by these rules too: the attempt ends, and the rules decide
// about the next one. docs/sending.md has a table of every failure.
type Retry struct {
	Max           int           // how often a call is sent again; 0 never
	MinWait       time.Duration // bound of the first wait
	MaxWait       time.Duration // bound of any wait
	MaxRetryAfter time.Duration // longest Retry-After that is kept to
}

// DefaultRetry returns what a Client does without WithRetry: three more attempts, waits bounded by 200 ms to 5 s,
// and a Retry-After of up to 30 s.
func DefaultRetry() Retry {
	return Retry{Max: 3, MinWait: 200 * time.Millisecond, MaxWait: 5 * time.Second, MaxRetryAfter: 30 * time.Second}
}

func (r Retry) check() error {
	if r.Max < 0 || r.MinWait < 0 || r.MaxWait < r.MinWait || r.MaxRetryAfter < 0 {
		return fmt.Errorf("tourney: WithRetry: %+v: numbers must not be negative, nor MaxWait below MinWait", r)
	}
	return nil
}

// RetryBudget bounds the retries of all calls together, so that a failing host gets little more than the first
// attempts. A retry takes 1 from the budget. A call adds Refill to it, up to Reserve, with which it begins. When less
// than 1 is left, a call ends with the answer that it has, and the observer hears RefusedBudget.
//
// A client and the clients that With makes of it share the budget. A call that is sent again because a host refused its
// keys takes nothing from the budget: that happens once for each call, and the host is well.
type RetryBudget struct {
	Reserve int     // retries; 0 is no bound, and at most 1,000,000
	Refill  float64 // retries for each call, from 0 to 1,000
}

// DefaultRetryBudget returns what a Client has without WithRetryBudget: a reserve of 100 retries, and one more for
// every five calls.
func DefaultRetryBudget() RetryBudget { return RetryBudget{Reserve: 100, Refill: 0.2} }

const (
	maxReserve = 1_000_000
	maxRefill  = 1_000
)

func (b RetryBudget) check() error {
	if b.Reserve < 0 || b.Reserve > maxReserve || math.IsNaN(b.Refill) || b.Refill < 0 || b.Refill > maxRefill {
		return fmt.Errorf(
			"tourney: WithRetryBudget: %+v: expected a reserve from 0 to %d and a refill from 0 to %d", b, maxReserve, maxRefill,
		)
	}
	return nil
}

// Limiter paces requests: Wait returns when one more may be sent, or with an error, which ends the call. The
// limiter of golang.org/x/time/rate is one.
type Limiter interface {
	Wait(ctx context.Context) error
}
