package tourney

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
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
