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
	common // those of the client but for extra, until an option changes them

	includes []Include
	response *Response
	raw      *[]byte
	prefetch *int
	maxRows  int // 0 for the default

	consistent  *ConsistentRead
	skipBadRows bool
	bad         error
}

// note keeps the error of an option.
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
	if c == nil { // the call ends before it needs one
		return &callConfig{}
	}
	cfg := &callConfig{common: c.config.common}
	cfg.extra = extraHeader{} // headerOf adds those of the client
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
	cfg.describe(Response{}, nil) // an earlier call may have filled the targets
	switch {
	case cfg.bad != nil:
		return cfg, cfg.bad
	case cfg.prefetch != nil:
		return cfg, noListing("Prefetch")
	case cfg.consistent != nil:
		return cfg, noListing("ConsistentRead")
	case cfg.maxRows != 0:
		return cfg, noListing("MaxRows")
	}
	return cfg, nil
}

func noListing(option string) error {
	return fmt.Errorf("tourney: %s: the call is no listing: only All, Pages and watch.Games walk a list", option)
}

// ofListing removes the options that only a listing acts on, and not the requests for its pages.
func (c *callConfig) ofListing() { c.prefetch, c.consistent, c.maxRows = nil, nil, 0 }

// describe fills the targets of ResponseInto and BodyInto.
func (c *callConfig) describe(r Response, body []byte) {
	if c.response != nil {
		*c.response = r
	}
	if c.raw != nil {
		*c.raw = bytes.Clone(body)
	}
}

// deadline returns the end of a call that begins now, the zero time when its timeout is 0.
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
	RequestID string      // of the answer, where the host sends one
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

// Prefetch makes the All and Pages methods of the services, and watch.Games, fetch up to n pages at once, ahead of the
// page that the loop has. [WithMaxConcurrent] bounds that number as well. The rows, their order and the end of the walk
// are the same as without Prefetch. With 0 and 1, the default, the client fetches a page when the loop needs it. A
// WithMaxConcurrent of 1 has the same effect. A call ends with an error when n is negative or above 64, and List does,
// which walks no list.
//
// The client fetches the first page alone. Its PageSize and Total tell how many pages there are, and each later page
// corrects the number. The client fetches no other pages. When a host states no PageSize or no Total, the client
// fetches one page after another. At most n pages are held or under way while the loop's body runs. Leaving the loop
// cancels the requests under way and waits until they have ended.
//
// The time limits of a call hold for each page. Pages of one listing do not wait for slots of each other. A wait for a
// slot of another call counts, as it does without Prefetch.
func Prefetch(n int) ListOption {
	return listOption(func(c *callConfig) {
		c.prefetch = &n
		if n < 0 || n > maxPrefetch {
			c.bad = fmt.Errorf("tourney: Prefetch: %d pages: expected 0 to %d", n, maxPrefetch)
		}
	})
}

// MaxRows ends the All and Pages methods of the services, and a poll of watch.Games, with a [ListChangedError]
// when the list is longer than n rows, because a host may answer pages without end. Rows that come again count too.
// Without MaxRows a listing ends after a million rows, and with [ConsistentRead] after its MaxRows. A call
// ends with an error when n is not positive, and List does, which walks no list.
func MaxRows(n int) ListOption {
	return listOption(func(c *callConfig) {
		if c.maxRows = n; n <= 0 {
			c.bad = fmt.Errorf("tourney: MaxRows: %d is not positive", n)
		}
	})
}

// rowLimit returns the number of rows after which a listing ends.
func (c *callConfig) rowLimit() int {
	const defaultRows = 1_000_000
	if c.maxRows == 0 && c.consistent != nil {
		return c.consistent.withDefaults().MaxRows
	}
	return cmp.Or(c.maxRows, defaultRows)
}

// ConsistentRead is a [ListOption]. It makes the All and Pages methods of the services, and the polls of watch.Games,
// read the list again until two passes in a row agree. Only then they yield rows and pages, those of the last pass. So
// a list of n pages costs at least 2n requests, one after another or as [Prefetch] says.
//
// Page numbers can hide a row without a trace: when a row leaves in front and another one comes at the end, Total stays
// the same. Such a loss shows in the next pass, which has other rows. Two passes agree when both have the same ids, in
// any order, and no other values need be the same. A row without an id must come back with all its values the same. A
// pass in which an id came twice agrees with none, because its rows moved. Rows that [SkipBadRows] leaves out count by
// their id, and by their number when they have none. A pass that ends with a [ListChangedError] agrees with none, nor
// does one that got no list (Page.NotStated) with one that got an empty list.
//
// After MaxPasses without agreement, and for a pass with more rows than [MaxRows], the listing ends with a
// ListChangedError, whose Passes or MaxRows tells which. Any other error of a pass ends it too. No row comes before an
// error, unless the context ends while the loop takes the rows. Memory holds the rows of one pass, and with [BodyInto]
// the bodies of its pages.
//
// A call ends with an error when a limit is negative and when MaxPasses is 1. List does too, which walks no list.
type ConsistentRead struct {
	MaxRows   int // rows of one pass, all of which are held in memory; 0 means 100,000
	MaxPasses int // passes over the list, at least 2; 0 means 5
}

func (o ConsistentRead) applyToCall(c *callConfig) {
	if c.consistent = &o; o.MaxRows < 0 || o.MaxPasses < 0 || o.MaxPasses == 1 {
		c.bad = fmt.Errorf(
			"tourney: ConsistentRead: MaxRows %d and MaxPasses %d: expected at least 1 row and 2 passes, or 0 for a default",
			o.MaxRows, o.MaxPasses)
	}
}

// withDefaults sets the defaults.
func (o ConsistentRead) withDefaults() ConsistentRead {
	return ConsistentRead{MaxRows: cmp.Or(o.MaxRows, 100_000), MaxPasses: cmp.Or(o.MaxPasses, 5)}
}

// SkipBadRows makes List, All, Pages and watch.Games hand out the readable rows of a page when other rows have a
// value that does not fit its field, such as a Time of "TBD". Without it such a page fails as a whole, which is the
// default. A [BadRowsError] reports the rows that were left out:
//
//   - List returns it beside the page. Venues.List returns it beside the venues.
//   - All and Pages yield the other rows and pages first, and the error once and last. Its Err is the error that ended
//     the listing early, if there was one. A loop that ends early gets no error.
//   - watch.Games yields it at the end of each poll with such rows, in a watch.Error that is not Final, and continues.
//     It takes no game for removed that it could not read.
//
// Only rows of the list itself are left out: a team with a bad player is a bad row. A page that is malformed, too
// large, or nested too deeply still fails as a whole. For a page without readable rows, [Page.More] returns false.
func SkipBadRows() ListOption { return listOption(func(c *callConfig) { c.skipBadRows = true }) }
