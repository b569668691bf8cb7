package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/observe"
)

// verdict is the policy's decision about an attempt.
type verdict struct {
	wanted     bool // the class allows another attempt
	unreadable bool // the answer is not of the interface: see Content
	refusal    observe.Refusal
	wait       time.Duration
	hinted     bool // the host asked for the wait
}

func (v verdict) again() bool { return v.wanted && v.refusal == observe.RefusedNone }

// attemptEnded reads the answer of an attempt unless another attempt replaces it, asks the policy, and informs the
// observer. The retry loop calls it once for each attempt.
func (x *exchange) attemptEnded(ctx context.Context, res *http.Response, err error) (again bool, failure error) {
	v, err := x.examine(ctx, res, err)
	reported := err
	if v.unreadable {
		reported = errUnreadable // the caller gets the answer, so the exchange has not failed
	}
	x.observed.attemptEnd(res, reported, len(x.answer.Body))
	if x.refusal = v.refusal; v.wanted {
		x.observed.decided(ctx, Decision{Refusal: v.refusal, Wait: v.wait, Hinted: v.hinted}, res, reported)
	}
	if x.waiting = v.again(); !x.waiting {
		return false, err
	}
	x.answer, x.content = Answer{buffer: x.answer.buffer}, nil // the answer is not the last one
	x.resume = time.Now().Add(v.wait)
	if res != nil {
		// The retry loop reads the rest of the answer, to keep the connection. cut bounds that time.
		x.lastBody.cut = time.AfterFunc(max(v.wait, drainTime), x.lastBody.cancel)
	}
	return true, nil
}

// examine returns the verdict on an attempt, and the attempt's error. If the status asks for another attempt, examine
// reads the body only when the body may name the result of a create or charge. It reads every other answer. The body of
// an answer may refuse the keys even if the status does not.
func (x *exchange) examine(ctx context.Context, res *http.Response, err error) (verdict, error) {
	if err != nil {
		return x.decide(ctx, nil, x.mayFollowError(err), false), err
	}
	refused := res.StatusCode == http.StatusUnauthorized
	otherKeys := refused && x.keysRefused(true)
	wanted := otherKeys || x.mayFollow(res.StatusCode)
	read := !wanted || x.req.Op.Class >= contract.Create
	if read {
		if err = x.read(res); err != nil {
			return x.decide(ctx, res, x.mayFollowError(err), false), err
		}
	}
	if !refused {
		otherKeys = x.keysRefused(x.signedByLogin() && x.says(Content.RefusesKeys))
		wanted = wanted || otherKeys
	}
	wanted = wanted && !x.says(Content.NamesResult)
	unreadable := !wanted && res.StatusCode/100 == 2 && x.says(Content.Unreadable)
	v := x.decide(ctx, res, wanted || unreadable && !x.req.Retry.UnreadableIsFinal, otherKeys)
	v.unreadable = unreadable
	if wanted && !v.again() && !read { // the answer is the last one after all
		if err = x.read(res); err != nil {
			v = verdict{}
		}
	}
	return v, err
}

// says returns the result of a question about the content of the answer. For an answer that was not read, it returns
// false.
func (x *exchange) says(question func(Content) bool) bool {
	return x.content != nil && question(x.content)
}

// decide returns the verdict on an attempt. wanted says whether another attempt is wanted. If the last keys were
// refused and other keys are used next, the attempt takes nothing from the budget.
func (x *exchange) decide(ctx context.Context, res *http.Response, wanted, otherKeys bool) verdict {
	if !wanted || ctx.Err() != nil {
		return verdict{}
	}
	v := verdict{wanted: true}
	var ok bool
	v.wait, v.hinted, ok = x.req.Retry.wait(x.attempts, res)
	deadline, has := ctx.Deadline()
	switch {
	case x.attempts > x.req.Retry.Max:
		v.refusal = observe.RefusedAttempts
	case !ok:
		v.refusal = observe.RefusedRetryAfter
	case has && time.Until(deadline) <= v.wait:
		v.refusal = observe.RefusedDeadline
	case !otherKeys && !x.config.Budget.spend():
		v.refusal = observe.RefusedBudget
	}
	return v
}

// mayFollow reports whether another attempt may follow an answer with this status. mayFollow and mayFollowError
// implement the table of internal/clienttest/sending/testdata/policy.txt.
func (x *exchange) mayFollow(status int) bool {
	switch x.req.Op.Class {
	case contract.Charge:
		return false
	case contract.Create:
		return status == http.StatusTooManyRequests
	}
	return IsTransient(status)
}

// mayFollowError reports whether another attempt may follow an attempt that failed.
func (x *exchange) mayFollowError(err error) bool {
	var final *finalError
	return !errors.As(err, &final) && (x.req.Op.Class < contract.Create || x.neverSent(err))
}

// IsTransient reports whether the failure behind a status may be temporary.
func IsTransient(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

var errUnreadable = &finalError{observe.ErrorDecode, &OwnError{Text: "the answer cannot be read"}}

// neverSent reports whether the host certainly got no byte of the last attempt: it had no connection, or the transport
// reported that it wrote no header.
func (x *exchange) neverSent(err error) bool {
	a := x.last.Load()
	switch {
	case a == nil:
		return true
	case a.redirected:
		return false
	case !a.called.Load():
		return true
	case a.left:
		return false
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" && !a.connected.Load() && !a.written.Load() {
		return true
	}
	if a.connected.Load() && (errors.Is(err, context.Canceled) || networkKind(err) == observe.ErrorTimeout) {
		return false // over HTTP/2 the transport may write a header after its context has ended
	}
	return a.asked.Load() > 0 && (!a.written.Load() || a.tookNothing() && !a.conn.Load().again)
}
