package transport

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/observe"
)

// roundTripper is the transport of every request. It waits for the limits, signs a copy of the request, bounds the time
// of the attempt, and records whether the request went out.
type roundTripper struct {
	config  *Config
	next    http.RoundTripper
	direct  bool // next is an *http.Transport, which sends no second request after an answer
	host    *host
	timeout time.Duration // of the user's client; 0 when it has none
}

// host is what is known about a host. Clients that send through one transport share it.
type host struct {
	http2 [2]atomic.Bool         // whether the last connection spoke HTTP/2: [0] without TLS, [1] with TLS
	alone func() *http.Transport // a copy of the user's transport that keeps no connection
}

// speaksHTTP2 returns the value of http2 for the scheme of a URL.
func (h *host) speaksHTTP2(u *url.URL) *atomic.Bool {
	if u.Scheme == "https" {
		return &h.http2[1]
	}
	return &h.http2[0]
}

// wrap returns the user's client with a roundTripper around its transport, and with the redirect rules of this package.
func wrap(user *http.Client, config *Config) (*http.Client, *roundTripper) {
	next := user.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	kept, direct := next.(*http.Transport)
	alone := sync.OnceValue(func() *http.Transport {
		alone := kept.Clone()
		alone.DisableKeepAlives = true
		return alone
	})
	r := &roundTripper{config: config, next: next, direct: direct, timeout: user.Timeout, host: &host{alone: alone}}
	wrapped := *user
	wrapped.Transport = r
	wrapped.Timeout = 0 // it would also run during the waits; attemptContext applies it
	wrapped.CheckRedirect = checkRedirect
	return &wrapped, r
}

// RoundTrip sends the first request of an attempt, or the next one when the attempt follows a redirect.
func (r *roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	x := exchangeOf(req.Context())
	if x == nil {
		return nil, &finalError{observe.ErrorOther, errors.New("the request does not come from this client")}
	}
	try := x.newAttempt(req, r.direct)
	release, err := x.admit(x.observed.within(req.Context()))
	if err != nil {
		closeBody(req)
		return nil, err
	}
	ctx, cancel := r.attemptContext(req.Context())
	try.body.cancel, try.body.release = cancel, release
	return r.runAttempt(ctx, req, x, try)
}

// runAttempt sends the attempt, and returns its answer. Closing the answer's body ends the attempt.
func (r *roundTripper) runAttempt(
	ctx context.Context, req *http.Request, x *exchange, try *attempt,
) (*http.Response, error) {
	ended := false
	defer func() {
		if !ended { // the attempt failed, or the user's transport panicked
			_ = try.body.Close()
		}
	}()
	if !try.redirected {
		x.observed.attemptStart(ctx, x.attempts+1)
	}
	res, err := r.send(x.observed.within(ctx), req, x, try)
	if err != nil {
		return nil, err
	}
	ended = true
	try.over.Store(true)
	try.proveSent()
	if try.requests.Load() > 0 { // the status line may lie about the protocol
		r.host.speaksHTTP2(req.URL).Store(try.http2.Load())
	}
	if res.StatusCode == http.StatusSwitchingProtocols { // its body is the connection, whose Read no context ends
		closeAnswer(ctx, res)
		res.Body = http.NoBody
	}
	if x.req.Op.Class >= contract.Login {
		x.location = hideLocation(res)
	}
	x.lastBody = &try.body
	switch try.body.body = res.Body; {
	case res.Body == nil:
		try.body.body = http.NoBody
	case !r.direct:
		try.body.body = &userBody{ReadCloser: res.Body, ctx: ctx}
	}
	res.Body = &try.body
	return res, nil
}

// newAttempt makes a new attempt and stores it as the last one. An attempt that does not follow a redirect ends the
// wait.
func (x *exchange) newAttempt(req *http.Request, direct bool) *attempt {
	try := &x.first
	if x.last.Load() != nil {
		try = new(attempt)
	}
	try.redirected, try.direct = req.Response != nil, direct
	try.once = direct || x.req.Op.Class >= contract.Login || x.req.Retry.Max == 0
	try.setTrace()
	x.last.Store(try)
	if try.redirected {
		x.observed.redirects++
		return try
	}
	x.waiting = false
	x.observed.pauseEnd(nil)
	return try
}

// attemptContext returns a context with the time limit of one attempt. The context ends when the request's context
// ends, too.
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
	out, err := x.signed(ctx, req)
	x.wires = append(x.wires, out.Header)
	if err != nil {
		closeBody(req)
		return nil, &finalError{observe.ErrorSigner, err}
	}
	out = out.WithContext(httptrace.WithClientTrace(ctx, &try.trace)) // after Sign, whose own requests get no hooks
	try.guardBody(out)
	try.called.Store(true)
	if !try.redirected {
		if x.attempts++; x.attempts == 1 {
			r.config.Budget.earn()
		}
	}
	res, err := r.deliver(out, x, try)
	return try.checked(ctx, res, err, r.config.MaxHeaderBytes)
}

// deliver passes a request to the user's transport. A host may answer a request twice. Over HTTP/1.1 net/http gives the
// second answer to the next request on the connection, or logs it with everything that the answer repeats of the
// request. So only reads without a secret share connections of HTTP/1.1, and only in a pool of net/http that nothing
// else uses. All requests share the connections of HTTP/2, because there every answer belongs to a stream.
func (r *roundTripper) deliver(out *http.Request, x *exchange, try *attempt) (*http.Response, error) {
	known := r.host.speaksHTTP2(out.URL)
	next, http2, alone := r.next, known.Load(), !r.direct || x.wantsOwnConnection(out.Header)
	try.onlyHTTP2, out.Close = alone && http2, alone && !http2
	switch {
	case !r.direct:
		next = userTransport{next, &try.left}
	case out.Close:
		next = r.host.alone()
	}
	res, err := next.RoundTrip(out)
	if err == nil || !try.refused.Swap(false) || try.written.Load() || out.Context().Err() != nil {
		return res, err
	}
	known.Store(false) // the host went back to HTTP/1.1, and got no byte
	again := out.WithContext(out.Context())
	if out.GetBody != nil {
		if again.Body, err = out.GetBody(); err != nil {
			return nil, err
		}
	}
	return r.deliver(again, x, try)
}

// wantsOwnConnection reports whether a request must not share a connection of HTTP/1.1.
func (x *exchange) wantsOwnConnection(h http.Header) bool {
	return x.req.Op.Class != contract.Read || x.req.Secret || x.config.Sign != nil || x.observed.addsSecret() ||
		h["Authorization"] != nil || h["Cookie"] != nil // of a redirect, of the user's cookie jar: http.Client adds them
}

// signed returns the request that goes out. It copies the header and the URL before anything is added to them.
func (x *exchange) signed(ctx context.Context, req *http.Request) (out *http.Request, err error) {
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
		x.inURL = x.inURL || out.URL == nil || *out.URL != *req.URL
	}
	if err == nil && out != req {
		err = checkHeader(out.Header) // net/http would not report that it sent nothing
	}
	return out, err
}
