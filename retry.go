package tourney

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Retry sets how often the client sends a call again, and how long the client waits before that. A wait is random
// between 0 and a bound that doubles from MinWait to MaxWait. When the host sends a Retry-After of at most
// MaxRetryAfter, the client waits that long instead. After a longer Retry-After the call ends with the host's answer.
// The client does not begin a wait that would end after the deadline. A [RetryBudget] bounds the retries of all calls
// together.
//
// The operation decides when the client may send again:
//
//   - Reads, updates and the login: after a transport error or a status of 408, 425, 429, 500, 502, 503 or 504.
//   - Reads: also after a successful answer that cannot be read, such as the page of a proxy or a garbled body. The
//     client does not send the request again after a body of the interface with a value that does not fit its field.
//   - Teams.Create, Divisions.Create, and a Teams.Update that adds coaches or players: when the request certainly never
//     went out, or when the host answered with 429.
//   - Registration.Register and Payments.Pay: when the request certainly never went out.
//
// A request certainly never went out when no connection could be made, when the transport reports to httptrace that it
// wrote no header, or when the connection took no byte of the request. A request may have gone out when a redirect came
// before, and when time ran out after the connection was made. If the answer to a create or charge names a new row or
// payment, the call ends, with any status.
//
// These rules also replace the retries of net/http: the client ends the attempt before net/http writes the request
// again, and decides by the rules above whether another attempt follows.
// https://github.com/tourney-go/tourney/blob/main/docs/writing.md says more of each failure.
type Retry struct {
	Max           int           // how often a call is sent again, also with new keys of a login; 0 for never
	MinWait       time.Duration // bound of the first wait
	MaxWait       time.Duration // bound of any wait
	MaxRetryAfter time.Duration // longest Retry-After that the client waits for

	// UnreadableIsFinal ends a read operation at the first successful answer that cannot be decoded.
	UnreadableIsFinal bool
}

// DefaultRetry returns the [Retry] of a [Client] without [WithRetry]: three more attempts, waits of at most 200 ms at
// first and at most 5 s later, and a Retry-After of at most 30 s.
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
// attempts. The budget begins with Reserve. A retry takes 1 from the budget, and a call adds Refill to the budget, up
// to Reserve. When a retry finds less than 1 in the budget, the call ends with its last answer or error, and the
// observer gets RefusedBudget.
//
// A client shares the budget with the clients that With makes of it. A retry after a host refused the keys takes
// nothing from the budget, because a call has at most one such retry, and a host that refuses keys is not failing.
type RetryBudget struct {
	Reserve int     // retries, at most 1,000,000; 0 means no bound
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
