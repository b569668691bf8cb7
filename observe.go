package tourney

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Observer hears what a client does: operations, their attempts, retries and waits. It is a struct of functions; those
// that are nil are not called, and a client without an Observer pays nothing for it.
//
// A start function returns the context that goes on from there, derived from the one that it is given; nil leaves it as
// it is. The operation's context is the parent of its attempts and waits, and the request of an attempt is sent with the
// values of the attempt's context, so that spans nest; a deadline that a function adds is not kept to. The end function is
// called with what the start function returned; that context may be over by then.
//
// The events of one operation come one after another, those of several at the same time. A function delays the call that
// it is told of. One that panics is stopped there: the call goes on, because the answer to a payment must not be lost to
// a counter, and the logger is told at level error which function it was.
//
// No event holds a URL, a query, a body, a key, a header of the request or of the answer, or a text that the host wrote.
type Observer struct {
	// OperationStart is called when a request has passed the checks, before anything is waited for or sent. A login that
	// WithLogin makes is an operation of its own, Authentication.Authenticate, below the wait of the call that needs it.
	OperationStart func(context.Context, Operation) context.Context
	// OperationEnd is called when the answer is read and decoded, or the call has failed.
	OperationEnd func(context.Context, OperationEnd)
	// AttemptStart is called before a request is signed and sent, and after all waits. It may add to the event's Header.
	AttemptStart func(context.Context, Attempt) context.Context
	// AttemptEnd is called when the attempt's answer is read, or will not be because another attempt follows, or it has
	// failed. Redirects that it followed are part of it.
	AttemptEnd func(context.Context, AttemptEnd)
	// Retry is called after an attempt that failed in a way that may pass, with what was decided.
	Retry func(context.Context, RetryDecision)
	// WaitStart is called when a call begins to wait, and not when there is nothing to wait for; a Limiter is always
	// waited for, with the context that is returned here.
	WaitStart func(context.Context, Wait) context.Context
	// WaitEnd is called when the wait is over.
	WaitEnd func(context.Context, WaitEnd)
}

// Operation is what every event says of the call that it belongs to.
type Operation struct {
	Op     string // as in "Teams.List", and "Do" for Client.Do
	Method string
	Path   string // the same for all calls of the operation, as in "/api/v1/teams"; "" for Client.Do, whose path is the caller's
	Scheme string // "https" or "http"
	Host   string // of the base URL, without port
	Port   int
}

// OperationEnd is a call that is over.
type OperationEnd struct {
	Operation
	Attempts       int // how often the request was sent
	Status         int // of the last answer; 0 when there was none
	Took           time.Duration
	Error          ErrorType // NoError for a call that succeeded
	OutcomeUnknown bool      // the write may have happened
}

// Attempt is one sending of a request.
type Attempt struct {
	Operation
	Number       int // from 1
	RequestBytes int // size of the body
	// Header is empty and for AttemptStart to write to, a traceparent for example: it is sent as far as the request has
	// no header of that name itself.
	Header http.Header
}

// AttemptEnd is an attempt that is over.
type AttemptEnd struct {
	Attempt
	Status        int    // of the answer; 0 when there was none
	Protocol      string // of the answer, as in "HTTP/1.1"
	ResponseBytes int    // of the body, decompressed, as far as it was read; it is not before a retry
	Redirects     int    // that were followed
	Took          time.Duration
	Error         ErrorType // the status for one of 400 and above
}

// RetryDecision is what follows on an attempt that failed in a way that may pass.
type RetryDecision struct {
	Operation
	Attempt int       // that failed
	Status  int       // of its answer; 0 when there was none
	Error   ErrorType // of the attempt
	Refusal Refusal   // why it is not sent again; SentAgain when it is
	Wait    time.Duration
	Hinted  bool // Wait is what the host asked for with Retry-After
}

// Refusal is why a call that its class allows to be sent again is not.
type Refusal string

// The refusals.
const (
	SentAgain         Refusal = ""
	RefusedAttempts   Refusal = "attempts"    // Retry.Max is reached
	RefusedRetryAfter Refusal = "retry_after" // the host asks for more than Retry.MaxRetryAfter
	RefusedDeadline   Refusal = "deadline"    // the wait would pass it
	RefusedBudget     Refusal = "budget"      // the RetryBudget is used up
)

// Wait is a call that waits.
type Wait struct {
	Operation
	For WaitReason
}

// WaitEnd is a wait that is over.
type WaitEnd struct {
	Wait
	Took  time.Duration
	Error ErrorType // why nothing is sent after it
}

// WaitReason is what a call waits for.
type WaitReason string

// The reasons.
const (
	WaitKeys      WaitReason = "keys"       // a login, its own or that of another call
	WaitRateLimit WaitReason = "rate_limit" // the Limiter
	WaitSlot      WaitReason = "slot"       // a place within WithMaxConcurrent
	WaitRetry     WaitReason = "retry"      // the time before the next attempt
)

// ErrorType says in one word why something failed; there are few of them, so that they can be a metric's attribute. An
// answer of status 400 and above has its number, as in "503".
type ErrorType string

// The error types that are no status.
const (
	NoError       ErrorType = ""
	ErrorCanceled ErrorType = "canceled"   // the caller's context
	ErrorTimeout  ErrorType = "timeout"    // of the call, of the attempt, of the network
	ErrorDNS      ErrorType = "dns"        // the host's name was not found
	ErrorDial     ErrorType = "dial"       // no connection
	ErrorTLS      ErrorType = "tls"        // no secure connection
	ErrorBroken   ErrorType = "broken"     // the connection broke
	ErrorRedirect ErrorType = "redirect"   // a redirect was refused
	ErrorTooLarge ErrorType = "too_large"  // the answer passed a limit
	ErrorLogin    ErrorType = "login"      // the keys could not be fetched
	ErrorLimiter  ErrorType = "rate_limit" // the Limiter refused
	ErrorSigner   ErrorType = "signer"     // the Signer refused, or what it wrote cannot be sent
	ErrorDecode   ErrorType = "decode"     // the answer could not be understood
	ErrorItems    ErrorType = "errors"     // the answer held Errors, with a status below 400
	ErrorPanic    ErrorType = "panic"      // of the transport, the Signer or the Limiter
	ErrorOther    ErrorType = "other"
)

// errorType returns the type of an error of a call, an attempt or a wait.
func errorType(err error) ErrorType {
	var (
		final      *finalError
		failed     *TransportError
		answered   *APIError
		unreadable *DecodeError
	)
	switch {
	case err == nil:
		return NoError
	case errors.Is(err, context.Canceled):
		return ErrorCanceled
	case errors.As(err, &final) && final.kind != "":
		return final.kind
	case errors.As(err, &failed) && failed.kind != "":
		return failed.kind
	case errors.As(err, &answered):
		return cmp.Or(statusType(answered.Status), ErrorItems)
	case errors.Is(err, errMemory):
		return ErrorTooLarge
	case errors.As(err, &unreadable):
		return ErrorDecode
	case errors.Is(err, errPanicked):
		return ErrorPanic
	}
	return networkErrorType(err)
}

// statusType returns the type of an answer by its status.
func statusType(status int) ErrorType {
	if status < http.StatusBadRequest {
		return NoError
	}
	return ErrorType(strconv.Itoa(status))
}

func networkErrorType(err error) ErrorType {
	var (
		slow        net.Error
		dns         *net.DNSError
		op          *net.OpError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		alert       tls.AlertError
	)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		return ErrorTimeout
	case errors.As(err, &dns):
		return ErrorDNS
	case errors.As(err, &certificate), errors.As(err, &record), errors.As(err, &alert), isAlert(err), errors.Is(err, http.ErrSchemeMismatch):
		return ErrorTLS
	case errors.As(err, &op) && op.Op == "dial":
		return ErrorDial
	case op != nil, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return ErrorBroken
	}
	return ErrorOther
}

// isAlert reports whether an error is an alert of TLS, of which crypto/tls says no more than where it came from.
func isAlert(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error")
}

// errPanicked stands for the answer of a call that a panic ends.
var errPanicked = errors.New("panicked")

// address is what the events say of a base URL.
func address(base *url.URL) Operation {
	port, err := strconv.Atoi(base.Port())
	switch {
	case err == nil:
	case base.Scheme == "https":
		port = 443
	default:
		port = 80
	}
	return Operation{Scheme: base.Scheme, Host: base.Hostname(), Port: port}
}

// observation is what the observers of one call have heard so far. A nil one is a call that nobody observes.
type observation struct {
	observers []Observer
	logger    *slog.Logger // hears of panics
	op        Operation
	begun     time.Time

	attempt   Attempt
	open      bool            // the attempt has not ended
	ctx       context.Context // of the attempt
	sent      time.Time
	redirects int

	pause      context.Context // of the wait before the next attempt; nil when there is none
	pauseBegun time.Time
}

// observe returns the observation of a call, nil when nobody observes.
func (c *core) observe(req *request) *observation {
	if len(c.observers) == 0 {
		return nil
	}
	op := c.address
	op.Op, op.Method = req.op.ID, req.op.Method
	if !req.foreign {
		op.Path = req.path
	}
	return &observation{observers: c.observers, logger: c.config.logger, op: op}
}

// start calls one start function of every observer, each with the context of the one before.
func (o *observation) start(ctx context.Context, name string, call func(*Observer, context.Context) context.Context) context.Context {
	for i := range o.observers {
		if next := o.guarded(ctx, name, &o.observers[i], call); next != nil {
			ctx = next
		}
	}
	return ctx
}

func (o *observation) guarded(
	ctx context.Context, name string, of *Observer, call func(*Observer, context.Context) context.Context,
) context.Context {
	defer o.survive(ctx, name)
	return call(of, ctx)
}

// tell calls one function of every observer, the last one first: what began last ends first.
func (o *observation) tell(ctx context.Context, name string, call func(*Observer)) {
	for i := len(o.observers) - 1; i >= 0; i-- {
		o.guardedTell(ctx, name, &o.observers[i], call)
	}
}

func (o *observation) guardedTell(ctx context.Context, name string, of *Observer, call func(*Observer)) {
	defer o.survive(ctx, name)
	call(of)
}

// survive keeps a panic away from the call. What was panicked with is not logged: it could hold anything.
func (o *observation) survive(ctx context.Context, name string) {
	if recover() == nil || o.logger == nil {
		return
	}
	defer func() { _ = recover() }() // of the logger's handler, which may be what panicked
	logLine{Operation: o.op, Hook: name}.write(ctx, o.logger, slog.LevelError, "tourney: an observer panicked")
}

func (o *observation) operationStart(ctx context.Context) context.Context {
	if o == nil {
		return ctx
	}
	o.begun = time.Now()
	return o.start(ctx, "OperationStart", func(of *Observer, ctx context.Context) context.Context {
		if of.OperationStart == nil {
			return nil
		}
		return of.OperationStart(ctx, o.op)
	})
}

// operationEnd also ends what a panic left open.
func (o *observation) operationEnd(ctx context.Context, attempts, status int, unknown bool, err error) {
	if o == nil {
		return
	}
	o.pauseEnd(err)
	o.attemptEnd(nil, err, 0)
	e := OperationEnd{
		Operation: o.op, Attempts: attempts, Status: status, Took: time.Since(o.begun), Error: errorType(err),
		OutcomeUnknown: unknown,
	}
	o.tell(ctx, "OperationEnd", func(of *Observer) {
		if of.OperationEnd != nil {
			of.OperationEnd(ctx, e)
		}
	})
}

// attemptStart begins an attempt below the context of its operation.
func (o *observation) attemptStart(ctx context.Context, number, size int) {
	if o == nil {
		return
	}
	o.attempt = Attempt{Operation: o.op, Number: number, RequestBytes: size, Header: http.Header{}}
	o.open, o.redirects, o.sent = true, 0, time.Now()
	o.ctx = o.start(ctx, "AttemptStart", func(of *Observer, ctx context.Context) context.Context {
		if of.AttemptStart == nil {
			return nil
		}
		return of.AttemptStart(ctx, o.attempt)
	})
	o.attempt.Header = maps.Clone(o.attempt.Header) // which the observers keep
}

// redirected counts a redirect as part of the attempt.
func (o *observation) redirected() {
	if o != nil {
		o.redirects++
	}
}

// within returns a context with the values of the attempt's, and the end of the request's own: a redirect of a client
// with a timeout has another one than the request before it.
func (o *observation) within(ctx context.Context) context.Context {
	if o == nil || !o.open {
		return ctx
	}
	return valued{Context: ctx, values: o.ctx}
}

// valued is a context with the values of another.
type valued struct {
	context.Context
	values context.Context
}

// Value returns the other context's value.
func (v valued) Value(key any) any { return v.values.Value(key) }

// inject adds what the observers wrote, as far as the request has no such header itself and it can be sent.
func (o *observation) inject(h http.Header) {
	if o == nil {
		return
	}
	for key, values := range o.attempt.Header {
		key = http.CanonicalHeaderKey(key)
		if len(h[key]) > 0 {
			continue
		}
		for _, value := range values {
			if validHeader(key, value) {
				h.Add(key, value)
			}
		}
	}
}

func (o *observation) attemptEnd(res *http.Response, err error, size int) {
	if o == nil || !o.open {
		return
	}
	o.open = false
	e := AttemptEnd{Attempt: o.attempt, ResponseBytes: size, Redirects: o.redirects, Took: time.Since(o.sent), Error: errorType(err)}
	if res != nil {
		e.Status, e.Protocol = res.StatusCode, res.Proto
		e.Error = cmp.Or(e.Error, statusType(res.StatusCode))
	}
	o.tell(o.ctx, "AttemptEnd", func(of *Observer) {
		if of.AttemptEnd != nil {
			of.AttemptEnd(o.ctx, e)
		}
	})
}

// decided tells of a retry or its refusal, and begins the wait.
func (o *observation) decided(ctx context.Context, v verdict, res *http.Response, err error) {
	if o == nil || !v.wanted {
		return
	}
	e := RetryDecision{
		Operation: o.op, Attempt: o.attempt.Number, Error: errorType(err), Refusal: v.refusal, Wait: v.wait, Hinted: v.hinted,
	}
	if res != nil {
		e.Status = res.StatusCode
		e.Error = cmp.Or(e.Error, statusType(res.StatusCode))
	}
	o.tell(ctx, "Retry", func(of *Observer) {
		if of.Retry != nil {
			of.Retry(ctx, e)
		}
	})
	if v.refusal == SentAgain && v.wait > 0 {
		o.pause, o.pauseBegun = o.waitStart(ctx, WaitRetry)
	}
}

// pauseEnd ends the wait before an attempt.
func (o *observation) pauseEnd(err error) {
	if o == nil || o.pause == nil {
		return
	}
	ctx := o.pause
	o.pause = nil
	o.waitEnd(ctx, o.pauseBegun, WaitRetry, err)
}

func (o *observation) waitStart(ctx context.Context, reason WaitReason) (within context.Context, begun time.Time) {
	if o == nil {
		return ctx, begun
	}
	begun = time.Now()
	return o.start(ctx, "WaitStart", func(of *Observer, ctx context.Context) context.Context {
		if of.WaitStart == nil {
			return nil
		}
		return of.WaitStart(ctx, Wait{Operation: o.op, For: reason})
	}), begun
}

func (o *observation) waitEnd(ctx context.Context, begun time.Time, reason WaitReason, err error) {
	if o == nil {
		return
	}
	e := WaitEnd{Wait: Wait{Operation: o.op, For: reason}, Took: time.Since(begun), Error: errorType(err)}
	o.tell(ctx, "WaitEnd", func(of *Observer) {
		if of.WaitEnd != nil {
			of.WaitEnd(ctx, e)
		}
	})
}
