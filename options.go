package tourney

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/secrets"
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

// Meta describes the answer to a call, also to one that failed.
type Meta struct {
	Status    int         // HTTP status; 0 when there was no answer
	Header    http.Header // of the answer
	Attempts  int         // how often the request was sent
	RequestID string      // of the answer, where the host sends one
}

// MetaInto makes the call describe its answer in m.
func MetaInto(m *Meta) CallOption { return callFunc(func(c *callConfig) { c.meta = m }) }

// Header adds a header to the request. Headers that the client needs for itself, or that are about the connection, are
// refused. What Authorization, Cookie and Proxy-Authorization hold is a secret: it goes over plain http only where keys may,
// and no error repeats it or a large part of it.
func Header(key, value string) CallOption {
	return callFunc(func(c *callConfig) {
		if !validHeader(key, value) {
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

// validHeader reports whether net/http would send a header (RFC 9110, section 5).
func validHeader(key, value string) bool {
	inName := func(r rune) bool {
		return r > ' ' && r < 0x7f && !strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	}
	inValue := func(r rune) bool { return r == '\t' || r >= ' ' && r != 0x7f }
	not := func(f func(rune) bool) func(rune) bool { return func(r rune) bool { return !f(r) } }
	return key != "" && !strings.ContainsFunc(key, not(inName)) && !strings.ContainsFunc(value, not(inValue))
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
	if cfg.meta != nil {
		*cfg.meta = Meta{} // which a call before may have filled
	}
	if cfg.raw != nil {
		*cfg.raw = nil
	}
	if cfg.bad == nil && cfg.prefetch != nil {
		return cfg, errNoListing
	}
	return cfg, cfg.bad
}
