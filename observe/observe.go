// Package observe has the events of a client: see [Observer], and the option [tourney.WithObserver]. A program needs
// the events to count or to trace calls. Each [Operation] has one [Attempt] or more. An Attempt may have a [Wait]
// before it and a [RetryDecision] after it. [ErrorType] is a label for metrics. The module
// github.com/tourney-go/tourney/otel has an Observer for OpenTelemetry.
//
// [tourney.WithObserver]: https://pkg.go.dev/github.com/tourney-go/tourney#WithObserver
package observe

import (
	"context"
	"net/http"
	"time"
)

// Observer is a set of functions that a client calls for its operations, attempts, retries and waits. The client skips
// nil functions. A client without an Observer does no work for events.
//
// A start function returns the context for the rest of the operation, attempt or wait. The function derives that
// context from its argument; a nil result means the argument. The operation's context is the parent of its attempts and
// waits, and the request of an attempt carries the values of the attempt's context, so that spans nest. The client
// ignores deadlines that a function adds. The end function gets the context that the start function returned. That
// context may have ended by then.
//
// The events of one operation come one after another. The events of several operations come at the same time. The call
// waits until the function returns. When a function panics, the call continues, because a failure of a counter must not
// lose the answer to a payment. The client then logs the name of the function at level error.
//
// No event holds a URL, a query, a body, a key, a header of the request or of the answer, or a text of the host.
type Observer struct {
	// OperationStart is called when a request has passed the checks, before it waits and before it goes out. A login by
	// WithLogin is a separate operation, Authentication.Authenticate, and its context comes from the WaitStart of the
	// call that needs the keys.
	OperationStart func(context.Context, Operation) context.Context
	// OperationEnd is called when the answer is decoded, or when the call has failed.
	OperationEnd func(context.Context, OperationEnd)
	// AttemptStart is called after all waits, before the request is signed and sent. It may add to the event's Header.
	AttemptStart func(context.Context, Attempt) context.Context
	// AttemptEnd is called when the attempt's answer is read, when the attempt has failed, or when another attempt
	// follows and the answer stays unread. Redirects are part of the attempt.
	AttemptEnd func(context.Context, AttemptEnd)
	// Retry is called after an attempt that failed for a reason that may be temporary. The event says whether the
	// client sends the request again.
	Retry func(context.Context, RetryDecision)
	// WaitStart is called when a call begins to wait. The client does not call WaitStart when the call can continue at
	// once. A Limiter always counts as a wait, and gets the context that WaitStart returns.
	WaitStart func(context.Context, Wait) context.Context
	// WaitEnd is called when the wait is over.
	WaitEnd func(context.Context, WaitEnd)
}

// Operation describes the call that an event belongs to.
type Operation struct {
	Op     string // as in "Teams.List", and "Do" for Client.Do
	Method string
	Path   string // of the operation, as in "/api/v1/teams"; "" for Client.Do, whose path is the caller's
	Scheme string // "https" or "http"
	Host   string // of the base URL, without port
	Port   int
}

// OperationEnd is the end of a call.
type OperationEnd struct {
	Operation
	Attempts       int // how often the request was sent
	Status         int // of the last answer; 0 when there was none
	Took           time.Duration
	Error          ErrorType // ErrorNone for a call that succeeded
	OutcomeUnknown bool      // the write may have happened
}

// Attempt is one sending of a request.
type Attempt struct {
	Operation
	Number       int // from 1
	RequestBytes int // size of the body
	// Header is empty at first. AttemptStart may add headers to it, such as traceparent. The client sends such a header
	// unless the request has a header of that name already.
	Header http.Header
}

// AttemptEnd is the end of an attempt.
type AttemptEnd struct {
	Attempt
	Status        int    // of the answer; 0 when there was none
	Protocol      string // of the answer, as in "HTTP/1.1"
	ResponseBytes int    // decompressed bytes of the body that were read; 0 when a retry follows
	Redirects     int    // number of followed redirects
	Took          time.Duration
	RetryAfter    time.Duration // the wait that the answer asks for; 0 when it asks for none
	Error         ErrorType     // the status as text for a status of 400 and above
}

// RetryDecision says whether the client sends a request again after a failure that may be temporary.
type RetryDecision struct {
	Operation
	Attempt int       // number of the failed attempt
	Status  int       // of its answer; 0 when there was none
	Error   ErrorType // of the attempt
	Refusal Refusal   // why the client does not send it again; RefusedNone when it does
	Wait    time.Duration
	Hinted  bool // Wait comes from the host's Retry-After
}

// Refusal is the reason why the client does not send a call again although the operation's class allows it.
type Refusal string

// The refusals.
const (
	RefusedNone       Refusal = ""
	RefusedAttempts   Refusal = "attempts"    // Retry.Max is reached
	RefusedRetryAfter Refusal = "retry_after" // the host asks for more than Retry.MaxRetryAfter
	RefusedDeadline   Refusal = "deadline"    // the wait would pass the deadline
	RefusedBudget     Refusal = "budget"      // the RetryBudget is used up
)

// Wait is the beginning of a wait.
type Wait struct {
	Operation
	For WaitReason
}

// WaitEnd is the end of a wait.
type WaitEnd struct {
	Wait
	Took  time.Duration
	Error ErrorType // why the wait failed; ErrorNone when the call continues
}

// WaitReason is the reason for a wait.
type WaitReason string

// The reasons.
const (
	WaitKeys      WaitReason = "keys"       // a login of this call or of another one
	WaitRateLimit WaitReason = "rate_limit" // the Limiter
	WaitSlot      WaitReason = "slot"       // a place within WithMaxConcurrent
	WaitRetry     WaitReason = "retry"      // the time before the next attempt
)

// ErrorType is the reason of a failure in one word. There are only a few types, so that a metric can have the type as
// an attribute. For an answer with a status of 400 and above, the type is the status, such as "503".
type ErrorType string

// The error types that are no status.
const (
	ErrorNone     ErrorType = ""
	ErrorCanceled ErrorType = "canceled"   // the caller cancelled the context
	ErrorTimeout  ErrorType = "timeout"    // the time of the call, of the attempt or of the network ran out
	ErrorDNS      ErrorType = "dns"        // the host's name was not found
	ErrorDial     ErrorType = "dial"       // no connection
	ErrorTLS      ErrorType = "tls"        // no secure connection
	ErrorBroken   ErrorType = "broken"     // the connection broke
	ErrorRedirect ErrorType = "redirect"   // a redirect was not followed
	ErrorTooLarge ErrorType = "too_large"  // the answer passed a limit
	ErrorLogin    ErrorType = "login"      // the keys could not be fetched
	ErrorLimiter  ErrorType = "rate_limit" // the Limiter refused
	ErrorSigner   ErrorType = "signer"     // the Signer failed, or wrote a header that cannot be sent
	ErrorDecode   ErrorType = "decode"     // the answer could not be decoded
	ErrorItems    ErrorType = "errors"     // the answer held Errors, with a status below 400
	ErrorPanic    ErrorType = "panic"      // the transport, the Signer or the Limiter panicked
	ErrorOther    ErrorType = "other"
)
