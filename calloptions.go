package tourney

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"
)

// CallOption changes one call. An [Include] is a CallOption too.
type CallOption interface {
	ListOption
	ofAnyCall()
}

// ListOption changes a call that reads a list: List, All, Pages or watch.Games. Every [CallOption] is a ListOption.
type ListOption interface{ applyToCall(*callConfig) }

// callConfig holds the values of one call's options.
type callConfig struct {
	common // the values of the client, until an option changes them; extra begins empty

	includes []Include
	response *Response
	raw      *[]byte
	prefetch *int
	maxRows  int // 0 for the default

	skipBadRows bool
	bad         error
}

// note stores the error of an option in bad.
func (c *callConfig) note(err error) {
	if err != nil {
		c.bad = err
	}
}

type callOption func(*callConfig)

func (f callOption) applyToCall(c *callConfig) { f(c) }

func (callOption) ofAnyCall() {}

type listOption func(*callConfig)

func (f listOption) applyToCall(c *callConfig) { f(c) }

func (i Include) applyToCall(c *callConfig) {
	if !slices.Contains(c.includes, i) {
		c.includes = append(c.includes, i)
	}
}

func (Include) ofAnyCall() {}

// callConfig returns the configuration of a call without options.
func (c *core) callConfig() *callConfig {
	if c == nil { // such a call ends before it needs a configuration
		return &callConfig{}
	}
	cfg := &callConfig{common: c.config.common}
	cfg.extra = extraHeader{} // headerOf adds the headers of the client
	return cfg
}

// configure returns the values of a call's options.
func configure[O ListOption](c *core, opts []O) (*callConfig, error) {
	cfg := c.callConfig()
	for _, opt := range opts {
		if isNil(opt) {
			return cfg, errors.New("tourney: a call option is nil")
		}
		opt.applyToCall(cfg)
	}
	cfg.describe(Response{}, nil) // an earlier call may have filled the variables
	switch {
	case cfg.bad != nil:
		return cfg, cfg.bad
	case cfg.prefetch != nil:
		return cfg, noListing("Prefetch")
	case cfg.maxRows != 0:
		return cfg, noListing("MaxRows")
	}
	return cfg, nil
}

func noListing(option string) error {
	return fmt.Errorf("tourney: %s: the call is no listing: only All, Pages, ReadAll and the watches walk a list", option)
}

// ofListing removes the options that apply to a listing as a whole, and not to the request for one page.
func (c *callConfig) ofListing() { c.prefetch, c.maxRows = nil, 0 }

// describe fills the variables that the program passed to ResponseInto and BodyInto.
func (c *callConfig) describe(r Response, body []byte) {
	if c.response != nil {
		*c.response = r
	}
	if c.raw != nil {
		*c.raw = bytes.Clone(body)
	}
}

// deadline returns the time at which a call that begins now must end, and the zero time when the call's timeout is 0.
func (c *callConfig) deadline(now time.Time) time.Time {
	if c.timeout == 0 {
		return time.Time{}
	}
	return now.Add(c.timeout)
}

// Response describes the answer to a call, also when the call failed.
type Response struct {
	Status    int         // HTTP status; 0 when there was no answer
	Header    http.Header // of the answer
	Attempts  int         // how often the request was sent
	RequestID string      // id that the host or a proxy gave the request; "" when there is none
}

// requestID returns the id that a host or a proxy gave a request.
func requestID(h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}

// ResponseInto makes the call write a description of its answer to r.
func ResponseInto(r *Response) CallOption {
	return callOption(func(c *callConfig) {
		if c.response = r; r == nil {
			c.bad = notNil("ResponseInto", "target", r)
		}
	})
}

// BodyInto makes the call write the bytes of the answer to b, even if they cannot be decoded.
func BodyInto(b *[]byte) CallOption {
	return callOption(func(c *callConfig) {
		if c.raw = b; b == nil {
			c.bad = notNil("BodyInto", "target", b)
		}
	})
}

// maxPrefetch is the largest number of pages that Prefetch accepts.
const maxPrefetch = 64

// Prefetch makes the All, Pages and ReadAll methods of the services, and the polls of package watch, fetch up to n
// pages at once, ahead of the page that the loop has. [WithMaxConcurrent] bounds that number as well. The rows, their
// order and the end of the listing are the same as without Prefetch. Without Prefetch, with an n of 0 or 1, and with a
// WithMaxConcurrent of 1, the client fetches a page when the loop needs the page. A call ends with an error when n is
// negative or above 64. List returns an error for this option, because List reads one page alone.
//
// The client fetches the first page alone. The PageSize and Total of that page tell how many pages there are, and each
// later page corrects the number. The client fetches no pages beyond that number. When an answer has no PageSize or no
// Total, the client fetches one page after another. While the loop's body runs, the client holds or fetches at most n
// pages. Leaving the loop cancels the requests under way and waits until they have ended.
//
// The time limits of a call apply to each page separately. A page of a listing never waits for a slot of
// WithMaxConcurrent that another page of the listing has. The time that a page waits for a slot of another call counts
// toward the limit, as it does without Prefetch.
func Prefetch(n int) ListOption {
	return listOption(func(c *callConfig) {
		c.prefetch = &n
		if n < 0 || n > maxPrefetch {
			c.bad = fmt.Errorf("tourney: Prefetch: %d pages: expected 0 to %d", n, maxPrefetch)
		}
	})
}

// MaxRows ends the All, Pages and ReadAll methods of the services, and a poll of package watch, with a
// [ListChangedError] that matches [ErrTooManyRows] when the list is longer than n rows, because a host may answer pages
// without end. Rows that a host sends again count too. Without MaxRows a listing ends after a million rows. ReadAll,
// which holds all rows of a pass in memory, ends after 100,000. A call ends with an error when n is not positive. List
// returns an error for this option, because List reads one page alone.
func MaxRows(n int) ListOption {
	return listOption(func(c *callConfig) {
		if c.maxRows = n; n <= 0 {
			c.bad = fmt.Errorf("tourney: MaxRows: %d is not positive", n)
		}
	})
}

// rowLimit returns the number of rows after which a listing ends.
func (c *callConfig) rowLimit() int { return cmp.Or(c.maxRows, 1_000_000) }

// SkipBadRows makes List, All, Pages and watch.Games hand out the readable rows of a page when other rows have a value
// that does not fit its field, such as a Time of "TBD". By default, without this option, a call that reads such a page
// ends with an error and hands out no row of the page. A [BadRowsError] reports the rows that were left out:
//
//   - List returns the error beside the page. Venues.List returns the error beside the venues.
//   - All and Pages yield the readable rows and pages first, and the error once and last. If another error ended the
//     listing early, that error is in Err of the BadRowsError. A program that leaves the loop early gets no error.
//   - watch.Games yields the error at the end of each poll with such rows, in a watch.Error that is not Final, and
//     continues. watch.Games does not report an unreadable game as removed.
//
// The client leaves out only whole rows of the list: a team with a bad player is a bad row. A page that is malformed,
// too large, or nested too deeply still ends the call with an error. For a page without readable rows, [Page.More]
// returns false.
func SkipBadRows() ListOption { return listOption(func(c *callConfig) { c.skipBadRows = true }) }

// Retry sets how often the client sends a call again, and how long the client waits before that. A wait is random
// between 0 and a bound that doubles from MinWait to MaxWait. When the host sends a Retry-After of at most
// MaxRetryAfter, the client waits that long instead. After a longer Retry-After the call ends with the host's answer.
// The client does not begin a wait that would end after the deadline. A [RetryBudget] bounds the retries of all calls
// together.
//
// The operation decides when the client may send again:
//
//   - Reads, updates and the login: after a transport error or a status of 408, 425, 429, 500, 502, 503 or 504.
//   - Reads: also after a successful answer that cannot be read, such as the page of a proxy or a garbled body. The
//     client does not send the request again after a body of the interface with a value that does not fit its field.
//   - Teams.Create, Divisions.Create, and a Teams.Update that adds coaches or players: when the request certainly never
//     went out, or when the host answered with 429.
//   - Registration.Register and Payments.Pay: when the request certainly never went out.
//
// A request certainly never went out when no connection could be made, when the transport reports to httptrace that it
// wrote no header, or when the connection took no byte of the request. A request may have gone out when a redirect came
// before, and when time ran out after the connection was made. If the answer to a create or charge names a new row or
// payment, the call ends, with any status.
//
// These rules also replace the retries of net/http: the client ends the attempt before net/http writes the request
// again, and decides by the rules above whether another attempt follows.
// https://github.com/tourney-go/tourney/blob/main/docs/writing.md says more of each failure.
type Retry struct {
	Max           int           // how often a call is sent again, also with new keys of a login; 0 for never
	MinWait       time.Duration // bound of the first wait
	MaxWait       time.Duration // bound of any wait
	MaxRetryAfter time.Duration // longest Retry-After that the client waits for

	// UnreadableIsFinal ends a read operation at the first successful answer that cannot be decoded.
	UnreadableIsFinal bool
}

// DefaultRetry returns the [Retry] of a [Client] without [WithRetry]: three more attempts, waits of at most 200 ms at
// first and at most 5 s later, and a Retry-After of at most 30 s.
func DefaultRetry() Retry {
	return Retry{Max: 3, MinWait: 200 * time.Millisecond, MaxWait: 5 * time.Second, MaxRetryAfter: 30 * time.Second}
}

func (r Retry) check() error {
	if r.Max < 0 || r.MinWait < 0 || r.MaxWait < r.MinWait || r.MaxRetryAfter < 0 {
		return fmt.Errorf("tourney: WithRetry: %+v: numbers must not be negative, nor MaxWait below MinWait", r)
	}
	return nil
}

// RetryBudget bounds the retries of all calls together, so that a failing host gets few requests beyond the first
// attempts. The budget begins with Reserve. A retry takes 1 from the budget, and a call adds Refill to the budget, up
// to Reserve. When a retry finds less than 1 in the budget, the call ends with its last answer or error, and the
// observer gets RefusedBudget.
//
// A client shares the budget with the clients that With makes of it. A retry after a host refused the keys takes
// nothing from the budget, because a call has at most one such retry, and a host that refuses keys is not failing.
type RetryBudget struct {
	Reserve int     // retries, at most 1,000,000; 0 means no bound
	Refill  float64 // retries for each call, from 0 to 1,000
}

const (
	maxReserve = 1_000_000
	maxRefill  = 1_000
)

func (b RetryBudget) check() error {
	if b.Reserve < 0 || b.Reserve > maxReserve || math.IsNaN(b.Refill) || b.Refill < 0 || b.Refill > maxRefill {
		return fmt.Errorf(
			"tourney: WithRetryBudget: %+v: expected a reserve from 0 to %d and a refill from 0 to %d", b, maxReserve, maxRefill,
		)
	}
	return nil
}

// Limiter paces requests. Wait returns nil when the client may send one more request. An error of Wait ends the call.
// The limiter of golang.org/x/time/rate is a Limiter.
type Limiter interface {
	Wait(ctx context.Context) error
}
