package transport

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/observe"
)

// exchange is one call of Send. It holds the state that the retry loop, the policy and the attempts share.
type exchange struct {
	config   *Config
	req      *Request
	ctx      callContext
	observed observed

	attempts int  // number of begun attempts; the hops of a redirect belong to one attempt
	waiting  bool // the exchange waits for its next attempt, which the policy has allowed
	resume   time.Time
	refusal  observe.Refusal // why the last attempt is the last one
	keys     keysInUse
	answer   Answer  // of the last attempt, if it was read
	content  Content // of answer; nil when it was not read

	first    attempt // saves most exchanges an allocation
	last     atomic.Pointer[attempt]
	reading  *answerBody   // of the last attempt with an answer
	wires    []http.Header // of each request, as it went out
	inURL    bool          // Sign changed the URL of a request
	location []string      // target of the last answer, when that is a redirect that is not followed
}

// callContext is the context of an exchange's requests. It carries the exchange to the RoundTripper, because net/http
// passes nothing but the request. Its deadline has no timer, which saves most exchanges three allocations. None is
// needed: every attempt has its own timer, the loop begins no wait that would pass the deadline, and bounded adds a
// timer to all other waits.
type callContext struct {
	context.Context
	deadline time.Time // zero when the exchange has none of its own
	exchange *exchange
}

// Deadline returns the earlier of the caller's deadline and the exchange's.
func (c *callContext) Deadline() (time.Time, bool) {
	outer, has := c.Context.Deadline()
	if c.deadline.IsZero() || has && outer.Before(c.deadline) {
		return outer, has
	}
	return c.deadline, true
}

// Err returns context.DeadlineExceeded after the exchange's own deadline too.
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

// bounded returns a context with a timer for its deadline.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, has := ctx.Deadline(); has {
		return context.WithDeadline(ctx, deadline)
	}
	return context.WithCancel(ctx)
}

// keysInUse are the keys that an exchange has used.
type keysInUse struct {
	used    any     // keys that signed the last attempt
	issued  *issued // the login that issued them
	refused any     // keys that the host refused
}
