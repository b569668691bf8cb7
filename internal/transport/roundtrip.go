package transport

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// roundTripper is the transport of every request. It waits for the limits, signs a copy of the request, bounds the time
// of the attempt, and records whether the request went out.
type roundTripper struct {
	config  *Config
	next    http.RoundTripper
	direct  bool          // next is an *http.Transport, which sends no second request after an answer
	timeout time.Duration // of the user's client; 0 when it has none
}

// wrap returns the user's client with a roundTripper around its transport, and with the redirect rules of this package.
func wrap(user *http.Client, config *Config) *http.Client {
	next := user.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	_, direct := next.(*http.Transport)
	wrapped := *user
	wrapped.Transport = &roundTripper{config: config, next: next, direct: direct, timeout: user.Timeout}
	wrapped.Timeout = 0 // it would also run during the waits; attemptContext applies it
	wrapped.CheckRedirect = checkRedirect
	return &wrapped
}

// RoundTrip sends one attempt, or one more hop of it after a redirect.
func (r *roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	x := exchangeOf(req.Context())
	if x == nil {
		return nil, &finalError{Other, errors.New("the request does not come from this client")}
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

// answered sends the attempt, and returns its answer. Closing the answer's body ends the attempt.
func (r *roundTripper) answered(
	ctx context.Context, req *http.Request, x *exchange, try *attempt,
) (*http.Response, error) {
	answered := false
	defer func() {
		if !answered { // the attempt failed, or the user's transport panicked
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

// newAttempt makes a new attempt and stores it as the last one.
func (x *exchange) newAttempt(req *http.Request, direct bool) *attempt {
	try := &x.first
	if x.last.Load() != nil {
		try = new(attempt)
	}
	try.hop, try.method, try.direct = req.Response != nil, req.Method, direct
	try.once = direct || x.req.Op.Class >= contract.Login || x.retry.Max == 0
	try.setTrace()
	x.last.Store(try)
	if try.hop {
		x.observed.redirects++
	} else {
		x.forgetAnswer()
	}
	return try
}

// forgetAnswer drops the previous attempt's answer, and ends the wait after it.
func (x *exchange) forgetAnswer() {
	x.waiting = false
	x.answer = Answer{buffer: x.answer.buffer}
	x.observed.pauseEnd(nil)
}

// attemptContext returns a context with the time limit of one attempt. It ends with the request's context too.
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

// send signs a copy of the request and passes it to the user's transport.
func (r *roundTripper) send(ctx context.Context, req *http.Request, x *exchange, try *attempt) (*http.Response, error) {
	out, err := x.outgoing(ctx, req)
	x.wire = out.Header
	if err != nil {
		closeBody(req)
		return nil, &finalError{Signer, err}
	}
	out = out.WithContext(httptrace.WithClientTrace(ctx, &try.trace)) // Sign gets no trace for its own requests
	try.guardBody(out)
	try.called.Store(true)
	if !try.hop {
		if x.attempts++; x.attempts == 1 {
			r.config.Budget.earn()
		}
	}
	res, err := r.next.RoundTrip(out)
	return try.checked(ctx, res, err, r.config.MaxHeaderBytes)
}

// outgoing returns the request that goes out. It copies the header and the URL before anything is added to them.
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
		err = checkHeader(out.Header) // net/http would not report that it sent nothing
	}
	return out, err
}
