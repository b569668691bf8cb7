package transport

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Config says how a Transport sends. New reads it once.
type Config struct {
	Client         *http.Client  // of the user: connections, cookie jar, timeout of an attempt
	Retry          Retry         // how often a request is sent again, and after which waits
	Budget         *Budget       // of retries of all requests together; nil for no bound
	Slots          Slots         // for requests under way; nil for no bound
	Limiter        Limiter       // that every attempt waits for; nil for none
	AttemptTimeout time.Duration // of one attempt until its answer is read; 0 for none
	MaxHeaderBytes int           // of the header of an answer, names and values
	MaxBodyBytes   int64         // of the body of an answer, decompressed

	Sign    func(req *http.Request, keys any) error         // adds keys to an attempt; nil when nothing is signed
	Keys    any                                             // that Sign gets without a Keyring
	Keyring *Keyring                                        // keeps the keys that Login fetches; nil without Login
	Login   func(ctx context.Context) (keys any, err error) // fetches keys
}

// Limiter paces attempts: Wait returns when one more may be sent, or with an error.
type Limiter interface {
	Wait(ctx context.Context) error
}

// Slots are places for requests under way. Nil Slots have no bound.
type Slots chan struct{}

// NewSlots returns n places, nil Slots when n is 0.
func NewSlots(n int) Slots {
	if n == 0 {
		return nil
	}
	return make(Slots, n)
}

// Retry says how often a request is sent again, and how long the waits are.
type Retry struct {
	Max           int           // attempts after the first
	MinWait       time.Duration // bound of the first wait
	MaxWait       time.Duration // bound of any wait
	MaxRetryAfter time.Duration // longest Retry-After that is kept to
}

// wait returns how long to wait before attempt number n+1, whether that is the host's own hint, and whether the hint
// is short enough.
func (r Retry) wait(n int, res *http.Response) (wait time.Duration, hinted, ok bool) {
	if res != nil {
		if hint, ok := RetryAfter(res.Header, time.Now()); ok {
			return hint, true, hint <= r.MaxRetryAfter
		}
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

// RetryAfter returns the wait that a header asks for, in either form, and false when it asks for none.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	text := h.Get("Retry-After")
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) { // ParseInt returns the nearest number in range
		const most = int64(math.MaxInt64 / time.Second)
		return time.Duration(min(max(seconds, 0), most)) * time.Second, true
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return max(at.Sub(now), 0), true
}
