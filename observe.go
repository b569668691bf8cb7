package tourney

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Observer hears what a client does: operations, their attempts, retries and waits. It is a struct of functions. Those
// that are nil are not called, and a client without an Observer pays nothing for it.
//
// A start function returns the context that goes on from there, derived from its argument; nil keeps the argument. The
// operation's context is the parent of its attempts and waits, and the request of an attempt is sent with the values of
// the attempt's context, so that spans nest. Deadlines that a function adds are ignored. The end function is called
// with the context that the start function returned; that context may be over by then.
//
// The events of one operation come one after another, the events of several at the same time. A function delays the
// call that it hears of. When a function panics, the call goes on, because the answer to a payment must not be lost to
// a counter, and the logger is told at level error which function it was.
//
// No event holds a URL, a query, a body, a key, a header of the request or of the answer, or a text that the host
// wrote.
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
	Path   string // of the operation, as in "/api/v1/teams"; "" for Client.Do, whose path is the caller's
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
	ErrorRedirect ErrorType = "redirect"   // a redirect was not followed
	ErrorTooLarge ErrorType = "too_large"  // the answer passed a limit
	ErrorLogin    ErrorType = "login"      // the keys could not be fetched
	ErrorLimiter  ErrorType = "rate_limit" // the Limiter refused
	ErrorSigner   ErrorType = "signer"     // the Signer refused, or what it wrote cannot be sent
	ErrorDecode   ErrorType = "decode"     // the answer could not be understood
	ErrorItems    ErrorType = "errors"     // the answer held Errors, with a status below 400
	ErrorPanic    ErrorType = "panic"      // of the transport, the Signer or the Limiter
	ErrorOther    ErrorType = "other"
)

// address returns the part of every event that the base URL says.
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
