// Package transport sends requests: it signs them, obeys the limits of the client, and repeats them as often as the
// retry policy allows. One attempt of the policy is one request on the wire. The package works on bytes, statuses and
// headers. It learns the meaning of bodies from a Reader.
//
// Two libraries call the code of an attempt: go-retryablehttp runs the retry loop, and http.Client follows redirects.
// This package makes every decision for these two. An attempt calls the transport of the user, which sends the request.
// When the user's transport is about to repeat the request by itself, the attempt stops it.
package transport

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/tourney-go/tourney/observe"
)

// Transport sends requests. It is safe for concurrent use.
type Transport struct {
	config Config
	client *http.Client // the user's client, with sender around its transport
	sender *roundTripper
}

// New returns a Transport. If from is not nil and both Transports send through the same transport of net/http, the new
// one shares what from knows about the host.
func New(config Config, from *Transport) *Transport {
	t := &Transport{config: config}
	t.client, t.sender = wrap(config.Client, &t.config)
	if from != nil && t.sender.direct && t.sender.next == from.sender.next {
		t.sender.host = from.sender.host
	}
	return t
}

// Send sends a request as often as the policy allows, and returns the outcome.
func (t *Transport) Send(ctx context.Context, req *Request) Outcome {
	if req.Observer != nil && !req.Deadline.IsZero() { // an observer may wait until its context ends
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, req.Deadline)
		defer cancel()
	}
	x := &exchange{config: &t.config, req: req}
	x.ctx = callContext{ctx, req.Deadline, x}
	x.observed.observer = req.Observer
	failure := ErrPanicked // until the loop returns
	defer func() { x.finish(failure) }()
	failure = x.run(t.client) //nolint:contextcheck // the exchange has the context
	return x.outcome(failure)
}

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
	lastBody *attemptBody  // of the last attempt with an answer
	wires    []http.Header // of each request, as it went out
	inURL    bool          // Sign changed the URL of a request
	location []string      // target of the last answer, if that is a redirect that was not followed
}

// callContext is the context of an exchange's requests. It carries the exchange to the RoundTripper, because net/http
// passes nothing but the request. Its deadline has no timer, which saves most exchanges three allocations. No timer is
// needed: every attempt has its own timer, the loop begins no wait that would pass the deadline, and bounded adds a
// timer to all other waits.
type callContext struct {
	context.Context
	deadline time.Time // zero when only the caller's context has a deadline
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

// Err returns the error of the caller's context, and context.DeadlineExceeded after the deadline of the exchange.
func (c *callContext) Err() error {
	err := c.Context.Err()
	if err == nil && !c.deadline.IsZero() && !time.Now().Before(c.deadline) {
		return context.DeadlineExceeded
	}
	return err
}

// Value returns the exchange for exchangeKey, and the caller's value for any other key.
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

// run sends the request in a retry loop. This package replaces every policy of the loop. The loop's defaults would
// repeat a POST, wait for a Retry-After of a day, log URLs, drop the last answer and close connections of the user.
func (x *exchange) run(client *http.Client) error {
	req, err := x.request()
	if err != nil {
		return err
	}
	loop := &retryablehttp.Client{
		HTTPClient:   client,
		RetryMax:     x.req.Retry.Max,
		CheckRetry:   x.attemptEnded,
		Backoff:      x.restOfWait,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	res, err := loop.Do(req)
	if res != nil {
		_ = res.Body.Close()
	}
	return err
}

// request returns the request for the retry loop.
func (x *exchange) request() (*retryablehttp.Request, error) {
	own := (&http.Request{
		Method: x.req.Op.Method, URL: x.req.URL, Host: x.req.URL.Host, Header: x.req.Header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}).WithContext(&x.ctx)
	req := &retryablehttp.Request{Request: own}
	if x.req.Body == nil {
		return req, nil
	}
	return req, req.SetBody(x.req.Body)
}

// restOfWait returns the rest of the wait that the policy chose.
func (x *exchange) restOfWait(_, _ time.Duration, _ int, _ *http.Response) time.Duration {
	return max(0, time.Until(x.resume))
}

// finish releases everything that the exchange holds, even after a panic, and reports the end of an open wait or
// attempt to the observer.
func (x *exchange) finish(failure error) {
	if x.lastBody != nil {
		x.lastBody.once.Do(x.lastBody.end)
	}
	x.observed.pauseEnd(failure)
	x.observed.attemptEnd(nil, failure, 0)
	if x.observed.observer != nil {
		x.observed.observer.SendEnd(x.outcome(failure))
	}
}

// outcome returns the outcome of a request that ended with this failure, or with an answer.
func (x *exchange) outcome(failure error) Outcome {
	out := Outcome{
		Answer: x.answer, Content: x.content, Attempts: x.attempts, Refusal: x.refusal,
		Keys: [2]any{x.keys.used, x.keys.refused}, Wires: x.wires, InURL: x.inURL,
	}
	if failure != nil {
		out.Failure = &Failure{Kind: KindOf(failure), NeverSent: x.neverSent(failure), Waiting: x.waiting, Err: failure}
	}
	return out
}
