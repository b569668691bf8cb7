// Package transport sends requests: as often as the retry policy allows, within the limits of the client, signed, and
// with one attempt on the wire for each attempt of the policy. It knows bytes, statuses and headers, and nothing of
// what bodies mean.
//
// It sits between two HTTP machines. Above one attempt, go-retryablehttp runs the loop and http.Client follows
// redirects; every decision in them is made here. Below, the transport of the user sends, and an attempt stops it
// where it would send the request again by itself.
package transport

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
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

// Transport sends requests. It is safe for concurrent use.
type Transport struct {
	config Config
	client *http.Client // of the user, with a roundTripper around its transport
}

// New returns a Transport.
func New(config Config) *Transport { //nolint:gocritic // once for each client
	t := &Transport{config: config}
	t.client = t.wrap(config.Client)
	return t
}

// Request is what to send.
type Request struct {
	Op       *contract.Operation // its class decides what may be sent again
	URL      *url.URL
	Header   http.Header // without what Sign adds
	Body     []byte      // nil when there is none
	Deadline time.Time   // of the request with all its attempts and waits; zero for that of the context alone
	NoRetry  bool        // sends at most once

	// NamesResult reports whether an answer names what a create or charge made. Such an answer stands: the request is
	// not sent again, whatever the status.
	NamesResult func(*Answer) bool

	Observer Observer // hears what happens to the request; nil for none
}

// Answer is a response, read to its end.
type Answer struct {
	Attempt int // number of the attempt that it answers, from 1
	Status  int // 0 when there was no answer
	Header  http.Header
	Body    []byte // decompressed; it lies in memory that Release gives back

	buffer *buffer
}

// Outcome is the end of a Send. It has an Answer, a Failure, or both when an answer with a status broke off.
type Outcome struct {
	Answer
	Failure  *Failure
	Attempts int         // how often the request was sent
	Keys     [2]any      // that it was signed with: those of the last attempt, and those that the host refused before
	Wire     http.Header // of the last request, as it went out
}

// Send sends a request as often as the policy allows, and notes how that ended in out, also when it panics.
func (t *Transport) Send(ctx context.Context, req *Request, out *Outcome) {
	if req.Observer != nil && !req.Deadline.IsZero() { // an observer may wait for the end of the context that it gets
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, req.Deadline)
		defer cancel()
	}
	x := &exchange{transport: t, req: req, retry: t.config.Retry}
	x.ctx = callContext{ctx, req.Deadline, x}
	x.observed.observer = req.Observer
	if req.NoRetry {
		x.retry = Retry{}
	}
	failure := ErrPanicked // until the loop returns
	defer func() { x.finish(failure, out) }()
	failure = x.run()
}
