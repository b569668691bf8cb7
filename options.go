package tourney

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/internal/secrets"
	"github.com/tourney-go/tourney/internal/transport"
)

// CallOption changes one call. The values of Include are call options too.
type CallOption interface{ applyTo(*callConfig) }

// callConfig is what the options of one call set.
type callConfig struct {
	includes []Include
	meta     *Meta
	header   http.Header
	timeout  *time.Duration
	noRetry  bool
	raw      *[]byte
	prefetch *int
	secrets  []secrets.Secret // that no message may repeat
	bad      error
}

type callFunc func(*callConfig)

func (f callFunc) applyTo(c *callConfig) { f(c) }

func (i Include) applyTo(c *callConfig) { c.includes = append(c.includes, i) }

// Meta describes the answer to a call, also when the call failed.
type Meta struct {
	Status    int         // HTTP status; 0 when there was no answer
	Header    http.Header // of the answer
	Attempts  int         // how often the request was sent
	RequestID string      // of the answer, where the host sends one
}

// MetaInto makes the call describe its answer in m.
func MetaInto(m *Meta) CallOption { return callFunc(func(c *callConfig) { c.meta = m }) }

// Header adds a header to the request. Headers that the client needs for itself, or that are about the connection, are
// refused. What Authorization, Cookie and Proxy-Authorization hold is a secret: it goes over plain http only where keys
// may, and no error repeats it or a large part of it.
func Header(key, value string) CallOption {
	return callFunc(func(c *callConfig) {
		if !transport.ValidHeader(key, value) {
			c.bad = errors.New("tourney: Header: the name or the value has a character that no header can have")
			return
		}
		switch http.CanonicalHeaderKey(key) {
		case "Content-Type", "Content-Length", "Content-Encoding", "Accept", "Accept-Encoding", "Host", "User-Agent",
			"Transfer-Encoding", "Te", "Trailer", "Connection", "Keep-Alive", "Proxy-Connection", "Upgrade", "Expect", "Range":
			c.bad = fmt.Errorf("tourney: Header: %s is for the client to set", http.CanonicalHeaderKey(key))
			return
		case "Authorization", "Cookie", "Proxy-Authorization":
			c.secrets = append(c.secrets, headerSecrets(http.Header{http.CanonicalHeaderKey(key): {value}})...)
		}
		if c.header == nil {
			c.header = http.Header{}
		}
		c.header.Add(key, value)
	})
}

// Timeout bounds this call with all its attempts and waits, in place of WithTimeout; 0 leaves that to the context.
func Timeout(d time.Duration) CallOption { return callFunc(func(c *callConfig) { c.timeout = &d }) }

// NoRetry makes this call send its request at most once. A kept connection that took nothing of the request does not
// count: the request then goes into another one. A login that the call has to wait for is a call of its own.
func NoRetry() CallOption { return callFunc(func(c *callConfig) { c.noRetry = true }) }

// BodyInto keeps the bytes of the answer in b, also when they cannot be decoded.
func BodyInto(b *[]byte) CallOption { return callFunc(func(c *callConfig) { c.raw = b }) }

func configure(opts []CallOption) (*callConfig, error) {
	cfg := &callConfig{}
	for _, opt := range opts {
		if opt != nil {
			opt.applyTo(cfg)
		}
	}
	cfg.describe(Meta{}, nil) // a call before may have filled them
	if cfg.bad == nil && cfg.prefetch != nil {
		return cfg, errNoListing
	}
	return cfg, cfg.bad
}

// describe fills what MetaInto and BodyInto ask for.
func (c *callConfig) describe(m Meta, body []byte) {
	if c.meta != nil {
		*c.meta = m
	}
	if c.raw != nil {
		*c.raw = bytes.Clone(body)
	}
}

// deadline returns when a call that begins now is over, by its own timeout or that of the client; the zero time when it
// has none.
func (c *callConfig) deadline(timeout time.Duration, now time.Time) time.Time {
	if c.timeout != nil {
		timeout = *c.timeout
	}
	if timeout <= 0 {
		return time.Time{}
	}
	return now.Add(timeout)
}

// MaxPrefetch is the largest number of pages that Prefetch takes.
const MaxPrefetch = 64

// Prefetch makes the All and Pages methods of the services, and GamesService.Watch, fetch up to n pages ahead of the
// page that the loop has, all at once, and never more than WithMaxConcurrent allows. Pages are yielded in order, with
// the same rows and the same end as without Prefetch. 0 and 1, the default, fetch a page when the loop wants it, and so
// does a WithMaxConcurrent of 1. A call ends with an error when n is negative or above MaxPrefetch, and so does any
// call that is no listing.
//
// The first page is fetched alone. Its PageSize and Total say which pages there are, and each later page corrects that.
// No others are fetched. When a host states neither, its pages are fetched one after the other. At most n pages are
// held or under way while the loop's body runs, however long it takes. Leaving the loop cancels the requests that are
// under way and waits until they have ended.
//
// The time limits of a call hold for each page. Pages of one listing do not wait for each other's slots, but a wait for
// a slot that another call has counts, as it does without Prefetch.
func Prefetch(n int) CallOption {
	return callFunc(func(c *callConfig) {
		c.prefetch = &n
		if n < 0 || n > MaxPrefetch {
			c.bad = fmt.Errorf("tourney: Prefetch: %d pages: expected 0 to %d", n, MaxPrefetch)
		}
	})
}

// errNoListing is the answer of a call that has no pages ahead.
var errNoListing = errors.New("tourney: Prefetch: the call is no listing: only All, Pages and Watch fetch pages ahead")
