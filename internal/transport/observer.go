package transport

import (
	"context"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/observe"
)

// Observer gets the events of one request. Its start functions return the context for the rest of the attempt or wait.
// Transport calls its functions one after another.
type Observer interface {
	// AttemptStart is called after all waits. The returned header goes out with the attempt, except for names that the
	// request's header has already and for values that cannot be sent.
	AttemptStart(ctx context.Context, number int) (context.Context, http.Header)
	AttemptEnd(ctx context.Context, end AttemptEnd)
	// Decided is called after a failed attempt that the class of the request allows to repeat.
	Decided(ctx context.Context, d Decision)
	WaitStart(ctx context.Context, reason observe.WaitReason) context.Context
	WaitEnd(ctx context.Context, end WaitEnd)
	// SendEnd is called last. Even if the request ends with a panic, it gets the outcome.
	SendEnd(out Outcome)
}

// AttemptEnd is the end of an attempt.
type AttemptEnd struct {
	Status    int    // of the answer; 0 when there was none
	Protocol  string // of the answer
	Bytes     int    // number of body bytes that were read
	Redirects int    // number of redirects that the attempt followed
	Took      time.Duration
	Kind      observe.ErrorType // None for an answer that was read

	RetryAfter time.Duration // that the answer asks for
}

// Decision says whether the request is sent again after a failure that may be temporary.
type Decision struct {
	Status  int // of the attempt's answer; 0 when there was none
	Kind    observe.ErrorType
	Refusal observe.Refusal
	Wait    time.Duration
	Hinted  bool // the host asked for the wait
}

// WaitEnd is the end of a wait.
type WaitEnd struct {
	Reason observe.WaitReason
	Took   time.Duration
	Kind   observe.ErrorType // why the wait failed; ErrorNone when the request continues
}

// observed calls the observer of an exchange, and keeps the state between these calls. Without an observer it does
// nothing.
type observed struct {
	observer Observer

	open      bool            // the attempt has begun and not ended
	attempt   context.Context // of the attempt
	header    http.Header     // headers that the observer adds to the attempt
	sent      time.Time
	redirects int

	pause      context.Context // context of the wait before the next attempt; nil outside of that wait
	pauseBegun time.Time
}

// attemptStart begins an attempt. ctx is the context of its request.
func (o *observed) attemptStart(ctx context.Context, number int) {
	if o.observer == nil {
		return
	}
	o.open, o.redirects, o.sent, o.attempt, o.header = true, 0, time.Now(), ctx, nil
	o.attempt, o.header = o.observer.AttemptStart(ctx, number)
}

func (o *observed) attemptEnd(res *http.Response, err error, size int) {
	if !o.open {
		return
	}
	o.open = false
	end := AttemptEnd{Bytes: size, Redirects: o.redirects, Took: time.Since(o.sent), Kind: KindOf(err)}
	if res != nil {
		end.Status, end.Protocol = res.StatusCode, res.Proto
		end.RetryAfter, _ = httptext.RetryAfter(res.Header, time.Now())
	}
	o.observer.AttemptEnd(o.attempt, end)
}

// decided reports a retry or its refusal, and begins the wait.
func (o *observed) decided(ctx context.Context, d Decision, res *http.Response, err error) {
	if o.observer == nil {
		return
	}
	d.Kind = KindOf(err)
	if res != nil {
		d.Status = res.StatusCode
	}
	o.observer.Decided(ctx, d)
	if d.Refusal == observe.RefusedNone && d.Wait > 0 {
		o.pause, o.pauseBegun = o.waitStart(ctx, observe.WaitRetry)
	}
}

// pauseEnd ends the wait before an attempt.
func (o *observed) pauseEnd(err error) {
	if o.pause == nil {
		return
	}
	ctx := o.pause
	o.pause = nil
	o.waitEnd(ctx, o.pauseBegun, observe.WaitRetry, err)
}

func (o *observed) waitStart(ctx context.Context, reason observe.WaitReason) (within context.Context, begun time.Time) {
	if o.observer == nil {
		return ctx, begun
	}
	begun = time.Now()
	return o.observer.WaitStart(ctx, reason), begun
}

func (o *observed) waitEnd(ctx context.Context, begun time.Time, reason observe.WaitReason, err error) {
	if o.observer != nil {
		o.observer.WaitEnd(ctx, WaitEnd{Reason: reason, Took: time.Since(begun), Kind: KindOf(err)})
	}
}

// within returns a context with the values of the attempt's context, and with the deadline of ctx, which is the
// request's context. The two deadlines differ after a redirect if the user's client has a timeout.
func (o *observed) within(ctx context.Context) context.Context {
	if !o.open {
		return ctx
	}
	return valued{Context: ctx, values: o.attempt}
}

// valued is a context with the values of another context.
type valued struct {
	context.Context
	values context.Context
}

// Value returns the other context's value.
func (v valued) Value(key any) any { return v.values.Value(key) }

// inject adds the headers of the observer to the header of an attempt.
func (o *observed) inject(h http.Header) {
	for key, values := range o.header {
		key = http.CanonicalHeaderKey(key)
		if len(h[key]) > 0 {
			continue
		}
		for _, value := range values {
			if httptext.ValidHeader(key, value) {
				h.Add(key, value)
			}
		}
	}
}

// addsSecret reports whether a header of the observer may be secret. The headers of W3C Trace Context are not secret.
func (o *observed) addsSecret() bool {
	for key := range o.header {
		if key = http.CanonicalHeaderKey(key); key != "Traceparent" && key != "Tracestate" {
			return true
		}
	}
	return false
}
