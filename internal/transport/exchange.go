package transport

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/tourney-go/tourney/internal/contract"
)

// exchange is one Send: what the retry loop, the policy and the attempts have to know of each other.
type exchange struct {
	transport *Transport
	req       *Request
	ctx       callContext
	retry     Retry
	observed  observed

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

// run sends the request in a retry loop. Every policy in the loop is ours: its defaults send a POST again, keep to a
// Retry-After of a day, log URLs, drop the last answer and close connections that belong to the user.
func (x *exchange) run() error {
	req, err := x.request()
	if err != nil {
		return err
	}
	loop := &retryablehttp.Client{
		HTTPClient:   x.transport.client,
		RetryMax:     x.retry.Max,
		CheckRetry:   x.conclude,
		Backoff:      x.untilResume,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	res, err := loop.Do(req)
	if res != nil {
		_ = res.Body.Close()
		x.keepAnswer(res)
	}
	return err
}

// request returns the request as net/http takes it.
func (x *exchange) request() (*retryablehttp.Request, error) {
	own := (&http.Request{
		Method: x.req.Op.Method, URL: x.req.URL, Host: x.req.URL.Host, Header: x.req.Header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Close: endsConnection[x.req.Op.Class],
	}).WithContext(&x.ctx)
	req := &retryablehttp.Request{Request: own}
	if x.req.Body == nil {
		return req, nil
	}
	return req, req.SetBody(x.req.Body)
}

// endsConnection says after which requests a connection serves no others. net/http writes what a host says on an idle
// connection of HTTP/1.1 to the standard logger, and that could repeat the password or the card of the request before.
var endsConnection = map[contract.Class]bool{contract.Login: true, contract.Charge: true}

// untilResume returns the wait that the policy decided on.
func (x *exchange) untilResume(_, _ time.Duration, _ int, _ *http.Response) time.Duration {
	return max(0, time.Until(x.resume))
}

// keepAnswer notes the status and the header of the last answer.
func (x *exchange) keepAnswer(res *http.Response) {
	x.answer.Attempt, x.answer.Status, x.answer.Header = x.attempts, res.StatusCode, res.Header
	if x.location != nil {
		x.answer.Header["Location"] = x.location
	}
}

// finish gives back what the exchange holds, also after a panic, tells the observer of the ends that are missing, and
// notes how the exchange ended.
func (x *exchange) finish(failure error, out *Outcome) {
	if x.reading != nil {
		x.reading.once.Do(x.reading.end)
	}
	x.observed.pauseEnd(failure)
	x.observed.attemptEnd(nil, failure, 0)
	*out = Outcome{Answer: x.answer, Attempts: x.attempts, Keys: [2]any{x.keys.used, x.keys.refused}, Wire: x.wire}
	if failure != nil {
		out.Failure = &Failure{Kind: KindOf(failure), NeverSent: x.neverSent(failure), Waiting: x.waiting, Err: failure}
	}
}
