package transport

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

// exchange is one Send: what the retry loop, the policy and the attempts have to know of each other.
type exchange struct {
	config   *Config
	req      *Request
	ctx      callContext
	retry    Retry
	observed observed

	attempts int  // that were begun; the hops of a redirect belong to one
	waiting  bool // before the next attempt: what was sent so far may be sent again
	resume   time.Time
	keys     keysInUse
	answer   Answer

	first    attempt // spares most exchanges an allocation
	last     atomic.Pointer[attempt]
	reading  *answerBody // of the last attempt with an answer
	wire     http.Header // of the last request, as it went out
	location []string    // of the last answer, when that is a redirect that is not followed
}

// callContext is the context of an exchange's requests. It hands the exchange on to the RoundTripper, which net/http
// calls with a request and nothing else. Its deadline has no timer, which spares most exchanges three allocations:
// every attempt has a timer of its own, the loop begins no wait that would pass the deadline, and bounded gives
// one to everything else that waits.
type callContext struct {
	context.Context
	deadline time.Time // zero when the exchange has none of its own
	exchange *exchange
}

// Deadline returns the nearer one of the caller's deadline and the exchange's.
func (c *callContext) Deadline() (time.Time, bool) {
	outer, has := c.Context.Deadline()
	if c.deadline.IsZero() || has && outer.Before(c.deadline) {
		return outer, has
	}
	return c.deadline, true
}

// Err returns context.DeadlineExceeded also after the exchange's own deadline.
func (c *callContext) Err() error {
	err := c.Context.Err()
	if err == nil && !c.deadline.IsZero() && !time.Now().Before(c.deadline) {
		return context.DeadlineExceeded
	}
	return err
}

// Value returns the exchange for its key.
func (c *callContext) Value(key any) any {
	if key == (exchangeKey{}) {
		return c.exchange
	}
	return c.Context.Value(key)
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// bounded returns a context whose timer ends it at its deadline.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, has := ctx.Deadline(); has {
		return context.WithDeadline(ctx, deadline)
	}
	return context.WithCancel(ctx)
}

// keepAnswer notes the status and the header of the last answer.
func (x *exchange) keepAnswer(res *http.Response) {
	x.answer.Attempt, x.answer.Status, x.answer.Header = x.attempts, res.StatusCode, res.Header
	if x.location != nil {
		x.answer.Header["Location"] = x.location
	}
}

// keysInUse are the keys of an exchange.
type keysInUse struct {
	used    any     // signed the last attempt
	issued  *issued // the login that they came from
	refused any     // by the host before
}
