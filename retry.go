package tourney

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Retry sets how often the client sends a call again, and the waits before. A wait is random between 0 and a bound that
// doubles from MinWait to MaxWait. When the host sends a Retry-After of at most MaxRetryAfter, the client waits that
// long instead. After a longer Retry-After the call ends with the host's answer. The client begins no wait that would
// pass the deadline. A [RetryBudget] bounds the retries of all calls together.
//
// The operation decides when the client may send again:
//
//   - Reads, updates and the login: after a transport error or a status of 408, 425, 429, 500, 502, 503 or 504.
//   - Reads: also after a success that cannot be read, such as the page of a proxy or a garbled body. A body of the
//     interface with a value that does not fit is final.
//   - Teams.Create, Divisions.Create, and a Teams.Update that adds coaches or players: when the request certainly never
//     went out, or was answered with 429.
//   - Registration.Register and Payments.Pay: when the request certainly never went out.
//
// A request certainly never went out when no connection could be made, when the transport tells httptrace that it wrote
// no header, or when the connection took no byte of it. It may have gone out when a redirect came before, and when time
// ran out after the connection was made. If the answer to a create or charge names a new row or payment, the call ends,
// whatever the status.
//
// These rules also replace the retries of net/http: the client ends the attempt before net/http writes the request
// again, and decides about the next attempt. https://github.com/tourney-go/tourney/blob/main/docs/retries.md has a
// table of every failure.
type Retry struct {
	Max           int           // how often a call is sent again, also with the new keys of a login; 0 never
	MinWait       time.Duration // bound of the first wait
	MaxWait       time.Duration // bound of any wait
	MaxRetryAfter time.Duration // longest Retry-After that the client waits for

	// UnreadableIsFinal ends a read at the first success that cannot be read.
	UnreadableIsFinal bool
}

// DefaultRetry returns the [Retry] of a [Client] without [WithRetry]: three more attempts, waits bounded by 200 ms to 5
// s, and a Retry-After of up to 30 s.
func DefaultRetry() Retry {
	return Retry{Max: 3, MinWait: 200 * time.Millisecond, MaxWait: 5 * time.Second, MaxRetryAfter: 30 * time.Second}
}

func (r Retry) check() error {
	if r.Max < 0 || r.MinWait < 0 || r.MaxWait < r.MinWait || r.MaxRetryAfter < 0 {
		return fmt.Errorf("tourney: WithRetry: %+v: numbers must not be negative, nor MaxWait below MinWait", r)
	}
	return nil
}

// RetryBudget bounds the retries of all calls together, so that a failing host gets few requests beyond the first
// attempts. The budget begins with Reserve. A retry takes 1 from it, and a call adds Refill to it, up to Reserve. When
// less than 1 is left, a call ends with its last answer or error, and the observer gets RefusedBudget.
//
// A client shares the budget with the clients that With makes of it. A retry after a host refused the keys takes
// nothing from the budget, because it happens at most once a call and the host works.
type RetryBudget struct {
	Reserve int     // retries; 0 is no bound, and at most 1,000,000
	Refill  float64 // retries for each call, from 0 to 1,000
}

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

// Limiter paces requests. Wait returns nil when the client may send one more request. An error of Wait ends the call.
// The limiter of golang.org/x/time/rate is a Limiter.
type Limiter interface {
	Wait(ctx context.Context) error
}
