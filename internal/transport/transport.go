// Package transport sends requests: as often as the retry policy allows, within the limits of the client, signed, and
// with one attempt on the wire for each attempt of the policy. It knows bytes, statuses and headers, and nothing of
// what bodies mean.
//
// It sits between two HTTP machines. Above one attempt, go-retryablehttp runs the loop and http.Client follows
// redirects; every decision in them is made here. Below, the transport of the user sends, and an attempt stops it
// where it would send the request again by itself.
package transport

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/tourney-go/tourney/internal/contract"
)

// Transport sends requests. It is safe for concurrent use.
type Transport struct {
	config Config
	client *http.Client // of the user, with a roundTripper around its transport
}

// New returns a Transport.
func New(config Config) *Transport {
	t := &Transport{config: config}
	t.client = wrap(config.Client, &t.config)
	return t
}

// Send sends a request as often as the policy allows, and notes how that ended in out, also when it panics.
func (t *Transport) Send(ctx context.Context, req *Request, out *Outcome) {
	if req.Observer != nil && !req.Deadline.IsZero() { // an observer may wait for the end of the context that it gets
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, req.Deadline)
		defer cancel()
	}
	x := &exchange{config: &t.config, req: req, retry: t.config.Retry}
	x.ctx = callContext{ctx, req.Deadline, x}
	x.observed.observer = req.Observer
	if req.NoRetry {
		x.retry = Retry{}
	}
	failure := ErrPanicked // until the loop returns
	defer func() { x.finish(failure, out) }()
	failure = x.run(t.client) //nolint:contextcheck // the exchange has the context
}

// run sends the request in a retry loop. Every policy in the loop is ours: its defaults send a POST again, keep to a
// Retry-After of a day, log URLs, drop the last answer and close connections that belong to the user.
func (x *exchange) run(client *http.Client) error {
	req, err := x.request()
	if err != nil {
		return err
	}
	loop := &retryablehttp.Client{
		HTTPClient:   client,
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
