package tourney

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/tourney-go/tourney/internal/contract"
)

// Retry says how often a call is sent again and how long it waits before. Waits are random between 0 and a bound
// that doubles from MinWait to MaxWait. A Retry-After of the host is kept to, up to MaxRetryAfter; above it the
// call ends with the host's answer. A wait that would pass the deadline is not begun. Of all calls together a RetryBudget
// says how often they are sent again.
//
// What is sent again depends on the operation: reads, updates and the login after a transport error or a status
// of 408, 425, 429, 500, 502, 503 or 504; Teams.Create, Divisions.Create and a Teams.Update that adds coaches or
// players when the request certainly never went out, or was answered with 429; Registration.Register and Payments.Pay
// only when it certainly never went out. That is: no connection could be made, the transport tells httptrace that it
// wrote no header, or the connection took no byte of it; not after a redirect, nor when time ran out with a connection
// at hand.
// An answer to a create or charge that names what was made ends the call, whatever its status.
//
// Requests that net/http would write again by itself go by these rules too: the attempt ends, and is sent again as they
// say.
// docs/sending.md has a table of every failure.
type Retry struct {
	Max           int           // how often a call is sent again; 0 never
	MinWait       time.Duration // bound of the first wait
	MaxWait       time.Duration // bound of any wait
	MaxRetryAfter time.Duration // longest Retry-After that is kept to
}

// DefaultRetry returns what a Client does without WithRetry: three more attempts, waits bounded by 200 ms to 5 s,
// and a Retry-After of up to 30 s.
func DefaultRetry() Retry {
	return Retry{Max: 3, MinWait: 200 * time.Millisecond, MaxWait: 5 * time.Second, MaxRetryAfter: 30 * time.Second}
}

func (r Retry) check() error {
	if r.Max < 0 || r.MinWait < 0 || r.MaxWait < r.MinWait || r.MaxRetryAfter < 0 {
		return fmt.Errorf("tourney: WithRetry: %+v: numbers must not be negative, nor MaxWait below MinWait", r)
	}
	return nil
}

// wait returns how long to wait before attempt number n+1, whether that is the host's own hint, and whether it is
// kept to.
func (r Retry) wait(n int, res *http.Response) (wait time.Duration, hinted, ok bool) {
	if hint, ok := retryAfter(res, time.Now()); ok {
		return hint, true, hint <= r.MaxRetryAfter
	}
	bound := r.MinWait
	for range n - 1 {
		if bound *= 2; bound >= r.MaxWait {
			break
		}
	}
	if bound = min(bound, r.MaxWait); bound <= 0 {
		return 0, false, true
	}
	return rand.N(bound), false, true //nolint:gosec // jitter, not a secret
}

// retryAfter reads both forms of the Retry-After header.
func retryAfter(res *http.Response, now time.Time) (time.Duration, bool) {
	if res == nil {
		return 0, false
	}
	text := res.Header.Get("Retry-After")
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) { // a number out of range comes back as the nearest one in it
		const most = int64(math.MaxInt64 / time.Second)
		return time.Duration(min(max(seconds, 0), most)) * time.Second, true
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return max(at.Sub(now), 0), true
}

// sending is one call on its way: what the retry policy and the transport have to know of each other. It is the context of
// its requests, through which the retry loop hands it on. Its deadline has no timer: every attempt has one, a wait
// that would pass it is not begun, and what is waited for besides gets one by bounded.
type sending struct {
	context.Context
	deadline time.Time // by the call's timeout; zero when it has none

	core  *core
	op    *contract.Operation
	size  int // of the request's body
	retry Retry
	watch *observation // nil when nobody observes

	attempts int         // RoundTrips begun, redirects not counted
	judged   bool        // the last attempt's answer, before its body was read
	next     verdict     // which the policy came to last
	waiting  bool        // before the next attempt: what was sent so far may be sent again
	relogged bool        // the keys were refused once
	used     Credentials // keys of the last attempt
	spent    Credentials // keys that were refused before
	wire     http.Header // of the last request, as it went out
	issued   *issued     // the login that they came from
	first    attempt
	last     atomic.Pointer[attempt]
	ending   *ending   // of the last attempt with an answer
	resume   time.Time // when the wait before the next attempt is over
	location []string  // of the last answer, when that is a redirect that is not followed

	body    []byte        // of the answer, once it is read
	buffer  *bytes.Buffer // which body lies in
	limited io.LimitedReader
}

// Deadline returns the caller's or that of the call's timeout, whichever is nearer.
func (s *sending) Deadline() (time.Time, bool) {
	own, has := s.Context.Deadline()
	if s.deadline.IsZero() || has && own.Before(s.deadline) {
		return own, has
	}
	return s.deadline, true
}

// Err also tells that the call's timeout is over.
func (s *sending) Err() error {
	err := s.Context.Err()
	if err == nil && !s.deadline.IsZero() && !time.Now().Before(s.deadline) {
		return context.DeadlineExceeded
	}
	return err
}

// Value returns the sending itself for its key.
func (s *sending) Value(key any) any {
	if key == (sendingKey{}) {
		return s
	}
	return s.Context.Value(key)
}

type sendingKey struct{}

func sendingOf(ctx context.Context) *sending {
	s, _ := ctx.Value(sendingKey{}).(*sending)
	return s
}

// bounded returns a context that is over at the deadline.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, has := ctx.Deadline(); has {
		return context.WithDeadline(ctx, deadline)
	}
	return context.WithCancel(ctx)
}

// neverSent reports whether the last attempt certainly did not reach the host: its connection could not be made,
// or the transport says that no header was written.
func (s *sending) neverSent(err error) bool {
	a := s.last.Load()
	switch {
	case a == nil:
		return true
	case a.hop:
		return false
	case !a.called.Load():
		return true
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" && !a.got.Load() && !a.written.Load() {
		return true
	}
	if a.got.Load() && (errors.Is(err, context.Canceled) || networkErrorType(err) == ErrorTimeout) {
		return false // with HTTP/2 in use, what is about to be written at the end of a context may still be
	}
	return a.asked.Load() && (!a.written.Load() || a.untouched() && !a.conn.Load().again)
}

// verdict is what the retry policy says of an attempt.
type verdict struct {
	wanted  bool // the class allows to send the call again
	refusal Refusal
	wait    time.Duration
	hinted  bool // by the host
}

func (v verdict) again() bool { return v.wanted && v.refusal == SentAgain }

// resend is the retry policy: whether the call may be sent again after this answer or error. The loop asks it about an
// answer twice when the first reply is no: before the body is read, and after.
func (s *sending) resend(ctx context.Context, res *http.Response, err error) (bool, error) {
	switch {
	case err != nil:
		s.next = s.judge(ctx, res, err)
	case !s.judged:
		s.judged = true
		s.next = s.judge(ctx, res, nil)
		if !s.next.again() || s.op.Result != "" {
			return false, nil // the attempt goes on: its answer is read
		}
	case s.next.again(): // it was read because it may name what was made
		s.next = s.reconsider(ctx, res)
	}
	s.watch.attemptEnd(res, err, len(s.body))
	s.watch.decided(ctx, s.next, res, err)
	s.waiting = s.next.again()
	if s.waiting {
		s.resume = time.Now().Add(s.next.wait)
		if err == nil { // the loop reads what is left of the answer, to keep the connection, and must not wait longer for that
			s.ending.cut = time.AfterFunc(max(s.next.wait, drainTime), s.ending.cancel)
		}
	}
	return s.waiting, nil
}

// drainTime is how long the rest of an answer may take that nobody waits for.
const drainTime = 100 * time.Millisecond

// judge decides on an attempt with this answer or error.
func (s *sending) judge(ctx context.Context, res *http.Response, err error) verdict {
	refused := err == nil && s.refused(res.StatusCode)
	if !refused && !s.may(res, err) || ctx.Err() != nil {
		return verdict{}
	}
	v := verdict{wanted: true}
	var ok bool
	v.wait, v.hinted, ok = s.retry.wait(s.attempts, res)
	deadline, has := ctx.Deadline()
	switch {
	case s.attempts > s.retry.Max:
		v.refusal = RefusedAttempts
	case !ok:
		v.refusal = RefusedRetryAfter
	case has && time.Until(deadline) <= v.wait:
		v.refusal = RefusedDeadline
	case !refused && !s.core.budget.take():
		v.refusal = RefusedBudget
	}
	return v
}

// reconsider is a second look at the verdict to send a create or charge again, when its answer is read: one that names
// what was made stands, whatever its status, and reading it took time.
func (s *sending) reconsider(ctx context.Context, res *http.Response) verdict {
	v := s.next
	deadline, has := ctx.Deadline()
	switch {
	case ctx.Err() != nil || s.namesResult(res):
		return verdict{}
	case has && time.Until(deadline) <= v.wait:
		v.refusal = RefusedDeadline
	}
	return v
}

// may is the table of classes and failures.
func (s *sending) may(res *http.Response, err error) bool {
	if err != nil {
		var stop *finalError
		return !errors.As(err, &stop) && (s.op.Class < contract.Create || s.neverSent(err))
	}
	switch s.op.Class {
	case contract.Charge:
		return false
	case contract.Create:
		return res.StatusCode == http.StatusTooManyRequests
	}
	return passing(res.StatusCode)
}

// passing reports whether a status may go away by itself.
func passing(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// finalError is an error that no other attempt would change.
type finalError struct {
	kind ErrorType // "" when err tells it
	err  error
}

func (e *finalError) Error() string { return e.err.Error() }
func (e *finalError) Unwrap() error { return e.err }

// loop returns the retry loop for one call. Every policy in it is ours: the defaults of the loop send a POST again,
// keep to a Retry-After of a day, log URLs, drop the last answer and close connections that belong to the user.
func (s *sending) loop() *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient:   s.core.http,
		RetryMax:     s.retry.Max,
		CheckRetry:   s.resend,
		Backoff:      func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return max(0, time.Until(s.resume)) },
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
}

// wrap returns the user's client with our transport around theirs and our redirect rules.
func (c *core) wrap(user *http.Client) *http.Client {
	transport := user.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	wrapped := *user
	_, direct := transport.(*http.Transport)
	wrapped.Transport = &attempts{core: c, next: transport, direct: direct, timeout: user.Timeout}
	wrapped.Timeout = 0 // it would run while the call waits for its turn
	wrapped.CheckRedirect = checkRedirect
	return &wrapped
}

// maxRedirects is how many redirects a request follows.
const maxRedirects = 5

// hideLocation takes the target off a redirect and returns it. A host may act first and redirect then, so that creates
// and charges follow no redirect; a login would hand its password on. Their answer is the redirect, wherever it leads:
// for http.Client one without a target is an answer like any other.
func hideLocation(res *http.Response) []string {
	location := res.Header["Location"]
	if res.StatusCode/100 == 3 && location != nil {
		res.Header = res.Header.Clone() // which the transport may keep
		delete(res.Header, "Location")
		return location
	}
	return nil
}

// checkRedirect keeps requests, with what they carry, on the host that they were made for.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case req.Method != via[0].Method: // it would become a read, whose answer would pass for that of the write
		return &finalError{ErrorRedirect, errors.New("refused a redirect that turns " + via[0].Method + " into " + req.Method)}
	case first.Scheme == "https" && req.URL.Scheme != "https":
		return &finalError{ErrorRedirect, errors.New("refused a redirect from https to " + req.URL.Scheme)}
	case !sameOrigin(req.URL, first):
		return &finalError{ErrorRedirect, errors.New("refused a redirect to another origin")}
	case len(via) > maxRedirects:
		return &finalError{ErrorRedirect, fmt.Errorf("refused more than %d redirects", maxRedirects)}
	}
	return nil
}

// sameOrigin compares scheme, host and port (RFC 6454, section 5).
func sameOrigin(a, b *url.URL) bool {
	x, y := address(a), address(b)
	return x.Scheme == y.Scheme && strings.EqualFold(x.Host, y.Host) && x.Port == y.Port
}

// attempts is the transport that every request goes through: it waits for the limits, signs a clone, bounds its
// time and keeps track of what went out.
type attempts struct {
	core    *core
	next    http.RoundTripper
	direct  bool          // next is of net/http, which never sends a second request of its own accord
	timeout time.Duration // of the user's client; 0 when it has none
}

// RoundTrip sends one attempt, or one more hop of it when it is redirected.
func (t *attempts) RoundTrip(req *http.Request) (*http.Response, error) {
	s := sendingOf(req.Context())
	if s == nil {
		return nil, &finalError{ErrorOther, errors.New("a request that did not come from this client")}
	}
	try := s.attempt(req, t.direct)
	if req.Response == nil {
		s.begin()
	} else {
		s.watch.redirected()
	}
	release, err := t.core.enter(s.watch.within(req.Context()), s)
	if err != nil {
		closeBody(req)
		return nil, err
	}
	ctx, cancel := t.attemptContext(req.Context())
	end := &try.end
	end.cancel, end.release = cancel, release
	try.listen()
	if req.Response == nil {
		s.watch.attemptStart(ctx, s.attempts+1, s.size)
	}
	ctx = s.watch.within(ctx)
	answered := false
	defer func() {
		if !answered { // also when the transport panics
			_ = end.Close()
		}
	}()
	res, err := t.send(ctx, req, s, try)
	if err != nil {
		return nil, err
	}
	answered = true
	try.prove()
	if s.op.Class >= contract.Login {
		s.location = hideLocation(res)
	}
	s.ending = end
	if end.body = res.Body; res.Body == nil {
		end.body = http.NoBody
	}
	res.Body = end
	return res, nil
}

// send signs a copy of the request and hands it on.
func (t *attempts) send(ctx context.Context, req *http.Request, s *sending, try *attempt) (*http.Response, error) {
	out, err := t.core.outgoing(ctx, req, s)
	if out != nil {
		s.wire = out.Header
	}
	if err != nil {
		closeBody(req)
		return nil, &finalError{ErrorSigner, err}
	}
	out = out.WithContext(httptrace.WithClientTrace(ctx, &try.trace)) // which the signer's own requests do not share
	try.guard(out)
	try.called.Store(true)
	if req.Response == nil { // not the next hop of a redirect
		if s.attempts++; s.attempts == 1 {
			s.core.budget.earn()
		}
	}
	res, err := t.next.RoundTrip(out)
	return try.answer(ctx, res, err)
}

// closeAnswer lets go of an answer that nobody reads.
func closeAnswer(res *http.Response) {
	if res != nil && res.Body != nil {
		_ = res.Body.Close()
	}
}

// outgoing returns the request as it is sent. It has a header and a URL of its own where somebody adds to them.
func (c *core) outgoing(ctx context.Context, req *http.Request, s *sending) (*http.Request, error) {
	signs := !s.op.Open && c.config.signer != nil
	if !signs && s.watch == nil {
		return req, nil
	}
	out := req.Clone(ctx)
	s.watch.inject(out.Header)
	if signs {
		if err := c.config.signer.Sign(out, s.used); err != nil {
			return nil, &aboutError{"the signer refused", err}
		}
	}
	hideIdempotencyKeys(out.Header)
	return out, sendable(out.Header) // before the transport, which does not say that it sent nothing
}

// hideIdempotencyKeys spells two headers in lower case, which is the same to a host. In their usual spelling net/http
// takes them as leave to send again by itself what it does not otherwise, and the interface document does not know them:
// a host may well act twice.
func hideIdempotencyKeys(h http.Header) {
	for _, key := range []string{"Idempotency-Key", "X-Idempotency-Key"} {
		if values, ok := h[key]; ok {
			delete(h, key)
			h[strings.ToLower(key)] = append(h[strings.ToLower(key)], values...)
		}
	}
}

// isHeaderLimit reports whether net/http stopped reading a header at its limit. It has no type for that, so its texts
// are compared; were they to change, reads would be sent again in vain, and nothing else. That is so now for a header far
// above the limit in HTTP/2, of which it says no more than PROTOCOL_ERROR.
func isHeaderLimit(err error) bool {
	text := err.Error()
	return strings.Contains(text, "net/http: server response headers exceeded ") ||
		strings.Contains(text, "http2: response header list larger than ")
}

// headerBytes returns the size of a header's names and values.
func headerBytes(h http.Header) int {
	size := 0
	for key, values := range h {
		for _, value := range values {
			size += len(key) + len(value)
		}
	}
	return size
}

// attempt returns a new attempt, which is the last one from now on.
func (s *sending) attempt(req *http.Request, direct bool) *attempt {
	try := &s.first
	if s.last.Load() != nil {
		try = new(attempt)
	}
	try.hop, try.method, try.direct = req.Response != nil, req.Method, direct
	try.once = direct || s.op.Class >= contract.Login || s.retry.Max == 0
	s.last.Store(try)
	return try
}

// begin forgets what belongs to the attempt before.
func (s *sending) begin() {
	s.waiting, s.judged, s.body = false, false, nil
	s.watch.pauseEnd(nil)
}

// sendable refuses headers that cannot be sent, such as a key with a line break that a signer put into one.
func sendable(h http.Header) error {
	for key, values := range h {
		for _, value := range values {
			if !validHeader(key, value) {
				return fmt.Errorf("the header %q has a character that no header can have", key)
			}
		}
	}
	return nil
}

// closeBody does what a transport owes a request that it does not send.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// enter waits for keys, a free slot and the rate limit, in this order: a login needs a slot of its own, and what the limiter
// grants is used at once.
func (c *core) enter(ctx context.Context, s *sending) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, &finalError{"", err} // before the transport, which might not say that it sent nothing
	}
	if !s.op.Open && c.config.signer != nil {
		if err := c.credentials(ctx, s); err != nil {
			return nil, err
		}
	}
	if release, err = c.slot(ctx, s); err != nil || c.config.limiter == nil {
		return release, err
	}
	giveBack := release // also when the limiter panics
	defer func() {
		if giveBack != nil {
			giveBack()
		}
	}()
	if err = c.limit(ctx, s); err != nil {
		return nil, err
	}
	giveBack = nil
	return release, nil
}

// limit waits for the rate limit.
func (c *core) limit(ctx context.Context, s *sending) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	within, begun := s.watch.waitStart(ctx, WaitRateLimit)
	err := errPanicked // until the limiter returns
	defer func() { s.watch.waitEnd(within, begun, WaitRateLimit, err) }()
	if err = c.config.limiter.Wait(within); err != nil {
		err = &finalError{ErrorLimiter, err}
	}
	return err
}

// slot waits for a place among the requests under way.
func (c *core) slot(ctx context.Context, s *sending) (release func(), err error) {
	if c.slots == nil {
		return func() {}, nil
	}
	release = func() { <-c.slots }
	select {
	case c.slots <- struct{}{}:
		return release, nil
	default:
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	within, begun := s.watch.waitStart(ctx, WaitSlot)
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		release, err = nil, &finalError{"", ctx.Err()}
	}
	s.watch.waitEnd(within, begun, WaitSlot, err)
	return release, err
}

// credentials notes the keys to sign with, and waits for a login when there are none yet.
func (c *core) credentials(ctx context.Context, s *sending) (err error) {
	if c.keys == nil {
		if c.config.credentials != nil {
			s.used = *c.config.credentials
		}
		return nil
	}
	keys, ok := c.keys.have()
	if !ok {
		ctx, cancel := bounded(ctx)
		defer cancel()
		within, begun := s.watch.waitStart(ctx, WaitKeys)
		keys, err = c.keys.get(within, c)
		s.watch.waitEnd(within, begun, WaitKeys, err)
		var own *loginPanic
		if errors.As(err, &own) {
			panic(own.value)
		}
	}
	if err == nil {
		s.issued, s.used = keys, keys.Credentials
	}
	return err
}

// attemptContext bounds one attempt apart from the call, and by it.
func (t *attempts) attemptContext(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, has := ctx.Deadline()
	for _, timeout := range [...]time.Duration{t.core.config.attemptTimeout, t.timeout} {
		if own := time.Now().Add(timeout); timeout > 0 && (!has || own.Before(deadline)) {
			deadline, has = own, true
		}
	}
	if !has {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}

// ending is the body of an answer, and ends its attempt when it is closed.
type ending struct {
	body    io.ReadCloser // nil while there is no answer
	cancel  context.CancelFunc
	release func() // gives the slot back
	once    sync.Once
	cut     *time.Timer // ends reading what nobody wants; nil without
}

// Read reads the answer.
func (e *ending) Read(p []byte) (int, error) { return e.body.Read(p) }

// Close closes the answer and ends the attempt.
func (e *ending) Close() (err error) {
	defer e.once.Do(e.end) // also when the body panics
	if e.body != nil {
		err = e.body.Close()
	}
	return err
}

func (e *ending) end() {
	if e.cut != nil {
		e.cut.Stop()
	}
	e.cancel()
	e.release()
}
