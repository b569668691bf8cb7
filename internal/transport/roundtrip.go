package transport

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// roundTripper is the transport that every request goes through: it waits for the limits, signs a copy, bounds the time
// of the attempt and keeps track of what went out.
type roundTripper struct {
	config  *Config
	next    http.RoundTripper
	direct  bool          // next is of net/http, which sends no second request of its own accord
	timeout time.Duration // of the user's client; 0 when it has none
}

// wrap returns the user's client with a roundTripper around its transport, and with our redirect rules.
func wrap(user *http.Client, config *Config) *http.Client {
	next := user.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	_, direct := next.(*http.Transport)
	wrapped := *user
	wrapped.Transport = &roundTripper{config: config, next: next, direct: direct, timeout: user.Timeout}
	wrapped.Timeout = 0 // it would run while the request waits for its turn
	wrapped.CheckRedirect = checkRedirect
	return &wrapped
}

// RoundTrip sends one attempt, or one more hop of it after a redirect.
func (r *roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	x := exchangeOf(req.Context())
	if x == nil {
		return nil, &finalError{Other, errors.New("a request that did not come from this client")}
	}
	try := x.newAttempt(req, r.direct)
	release, err := x.admit(x.observed.within(req.Context()))
	if err != nil {
		closeBody(req)
		return nil, err
	}
	ctx, cancel := r.attemptContext(req.Context())
	try.body.cancel, try.body.release = cancel, release
	return r.answered(ctx, req, x, try)
}

// answered begins and sends the attempt, and returns its answer with a body that ends the attempt.
func (r *roundTripper) answered(
	ctx context.Context, req *http.Request, x *exchange, try *attempt,
) (*http.Response, error) {
	answered := false
	defer func() {
		if !answered { // also when the user's transport panics, or an observer ends the goroutine
			_ = try.body.Close()
		}
	}()
	if !try.hop {
		x.observed.attemptStart(ctx, x.attempts+1)
	}
	res, err := r.send(x.observed.within(ctx), req, x, try)
	if err != nil {
		return nil, err
	}
	answered = true
	try.proveSent()
	if x.req.Op.Class >= contract.Login {
		x.location = hideLocation(res)
	}
	x.reading = &try.body
	if try.body.body = res.Body; res.Body == nil {
		try.body.body = http.NoBody
	}
	res.Body = &try.body
	return res, nil
}

// newAttempt returns a new attempt, which is the exchange's last one from now on.
func (x *exchange) newAttempt(req *http.Request, direct bool) *attempt {
	try := &x.first
	if x.last.Load() != nil {
		try = new(attempt)
	}
	try.hop, try.method, try.direct = req.Response != nil, req.Method, direct
	try.once = direct || x.req.Op.Class >= contract.Login || x.retry.Max == 0
	try.listen()
	x.last.Store(try)
	if try.hop {
		x.observed.redirects++
	} else {
		x.forgetAnswer()
	}
	return try
}

// forgetAnswer drops the answer of the attempt before, and ends the wait after it.
func (x *exchange) forgetAnswer() {
	x.waiting = false
	x.answer = Answer{buffer: x.answer.buffer}
	x.observed.pauseEnd(nil)
}

// attemptContext bounds one attempt apart from the request, and by the request.
func (r *roundTripper) attemptContext(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, has := ctx.Deadline()
	for _, timeout := range [...]time.Duration{r.config.AttemptTimeout, r.timeout} {
		if own := time.Now().Add(timeout); timeout > 0 && (!has || own.Before(deadline)) {
			deadline, has = own, true
		}
	}
	if !has {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}

// send signs a copy of the request and hands it to the user's transport.
func (r *roundTripper) send(ctx context.Context, req *http.Request, x *exchange, try *attempt) (*http.Response, error) {
	out, err := x.outgoing(ctx, req)
	x.wire = out.Header
	if err != nil {
		closeBody(req)
		return nil, &finalError{Signer, err}
	}
	out = out.WithContext(httptrace.WithClientTrace(ctx, &try.trace)) // requests of Sign itself do not share it
	try.guard(out)
	try.called.Store(true)
	if !try.hop {
		if x.attempts++; x.attempts == 1 {
			r.config.Budget.earn()
		}
	}
	res, err := r.next.RoundTrip(out)
	return try.checked(ctx, res, err, r.config.MaxHeaderBytes)
}

// outgoing returns the request as it goes out. It has a header and a URL of its own where somebody adds to them.
func (x *exchange) outgoing(ctx context.Context, req *http.Request) (out *http.Request, err error) {
	out = req
	sign := x.config.Sign
	if x.req.Op.Open {
		sign = nil
	}
	if sign != nil || x.observed.observer != nil {
		out = req.Clone(ctx)
		x.observed.inject(out.Header)
	}
	if sign != nil {
		err = sign(out, x.keys.used)
	}
	hideIdempotencyKeys(out.Header)
	if err == nil && out != req {
		err = checkHeader(out.Header) // net/http does not say that it sent nothing
	}
	return out, err
}
