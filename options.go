package tourney

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/observe"
	"github.com/tourney-go/tourney/secret"
)

// Option configures a [Client]: New and [Client.With] accept Options. Only functions of this package make Options.
type Option interface{ applyToClient(*config) error }

// CommonOption sets a value for all calls of a client when it is passed to New or [Client.With], and for one call when
// it is passed to that call. The value of the call replaces the value of the client.
type CommonOption interface {
	Option
	CallOption
}

// common holds the values of common options.
type common struct {
	timeout time.Duration
	retry   Retry
	format  Format
	extra   extraHeader
}

type commonOption func(*common) error

func (f commonOption) applyToClient(c *config) error { return f(&c.common) }

func (f commonOption) applyToCall(c *callConfig) { c.note(f(&c.common)) }

func (commonOption) ofAnyCall() {}

type clientOption func(*config) error

func (f clientOption) applyToClient(c *config) error { return f(c) }

// config holds the values of the options.
type config struct {
	common

	profile        Profile
	client         *http.Client
	credentials    *auth.Credentials
	login          *Login
	keyStore       *KeyStore // a pointer, because the values of two KeyStores may not be comparable
	signer         auth.Signer
	budget         RetryBudget
	limiter        Limiter
	maxConcurrent  int
	maxBytes       int64
	maxMemory      int64 // 0 for the default, which memory computes from maxBytes
	attemptTimeout time.Duration
	logger         *slog.Logger
	observers      []observe.Observer
	userAgent      string
	prepare        []func(*PreparedRequest) error
	unchecked      bool
	plainHTTP      bool
}

// memory returns the limit of WithMaxResponseMemory, or the default of that limit.
func (c *config) memory() int64 {
	if c.maxMemory > 0 {
		return c.maxMemory
	}
	return record.MemoryFor(c.maxBytes)
}

// WithHTTPClient makes the client send through hc. The client uses the transport, the cookie jar and the timeout of hc.
// The timeout bounds each attempt, but no wait before it. The client never closes the transport's connections. When the
// transport is an *http.Transport, requests that must not share a connection of HTTP/1.1 go through a copy of the
// transport, and the copy keeps no connection open. The client follows redirects by its own rules.
//
// A transport that repeats requests by itself overrides [Retry], and a payment may then go out twice. If the transport
// reports to net/http/httptrace, as the transport of net/http does, the client stops the transport before the transport
// repeats a create, a charge or a login, even to answer a challenge. A transport that sends requests of its own, such
// as a request for a token, must use another context for these requests. The client cannot stop a transport that does
// not report. https://github.com/tourney-go/tourney/blob/main/docs/writing.md has the details.
func WithHTTPClient(hc *http.Client) Option {
	return clientOption(func(c *config) error {
		c.client = hc
		if hc != nil && (hc.Jar != nil && isNil(hc.Jar) || hc.Transport != nil && isNil(hc.Transport)) {
			return errors.New("tourney: WithHTTPClient: the transport or the cookie jar of the client holds nil")
		}
		return notNil("WithHTTPClient", "client", hc)
	})
}

// WithCredentials makes the client sign every request with these keys. WithCredentials needs [WithSigner], or a
// [Profile] with a Signer.
func WithCredentials(keys auth.Credentials) Option {
	return clientOption(func(c *config) error {
		if keys.APIKey == "" {
			return errors.New("tourney: WithCredentials: the API key is empty")
		}
		c.credentials, c.login, c.keyStore = &keys, nil, nil
		return nil
	})
}

// WithLogin makes the client fetch its keys with POST /authenticate when a call first needs them. All calls share the
// keys of one login. When a host refuses the keys of a call, the client logs in once more and sends the call again.
// Calls that the host refused at the same time share that new login. A host refuses keys with a status of 401, or with
// Errors that all have [CodeInvalidCredentials] (assumption refused-keys); but a redirect of a create or charge does
// not refuse keys. WithLogin needs [WithSigner], or a [Profile] with a Signer. Over plain http WithLogin needs
// [WithPlainHTTP] too, except to loopback addresses.
//
// If the host refuses the new keys too, and never accepted them, the client does not log in again until 30 seconds
// after that login. Until then, calls end with the host's refusal.
//
// The client cancels a login when the last call that waits for it ends. All calls that wait for a login get its error.
// A login that panics, in the transport for example, panics in the call that began it.
func WithLogin(username, password string) Option {
	return clientOption(func(c *config) error {
		if username == "" || password == "" {
			return errors.New("tourney: WithLogin: user name and password are required")
		}
		c.login, c.credentials = &Login{Username: username, Password: secret.New(password)}, nil
		return nil
	})
}

// KeyStore keeps the keys of logins outside of a client, so that several clients and processes share one login. The
// Fleet of module fleet has one.
type KeyStore interface {
	// Keys returns keys for a client that needs some. refused are the keys that the host refused last, the zero
	// Credentials when it refused none. If the store has other keys, or has got new ones since, it returns them.
	// Otherwise it calls login, which sends POST /authenticate, and returns and keeps the keys of login. The client
	// calls Keys where [WithLogin] would log in, so from one goroutine at a time and at most 30 seconds long, after
	// which ctx ends. Keys must not call login after it has returned. An error of Keys must not show keys.
	Keys(
		ctx context.Context, refused auth.Credentials, login func(context.Context) (auth.Credentials, error),
	) (auth.Credentials, error)
}

// WithKeyStore makes the login of [WithLogin] ask s for keys before it logs in. All that WithLogin promises stays true,
// also when s panics.
func WithKeyStore(s KeyStore) Option {
	return clientOption(func(c *config) error {
		c.keyStore = &s
		return notNil("WithKeyStore", "store", s)
	})
}

// WithSigner sets the signer, which puts keys on requests: package auth says which signer a host needs. The default is
// the Signer of the [Profile], or no signer. Over plain http WithSigner needs [WithPlainHTTP], except to loopback
// addresses. The signers of package auth need [WithCredentials] or [WithLogin], else New returns an error. A signer
// that you write may hold the keys itself: when the client has no credentials, the signer gets the zero
// [auth.Credentials].
func WithSigner(s auth.Signer) Option {
	return clientOption(func(c *config) error {
		c.signer = s
		return notNil("WithSigner", "signer", s)
	})
}

// WithRetryBudget bounds the retries of all calls together; the zero [RetryBudget] sets no bound. The default is a
// Reserve of 100 retries, and one more retry for every five calls.
func WithRetryBudget(b RetryBudget) Option {
	return clientOption(func(c *config) error {
		c.budget = b
		return b.check()
	})
}

// WithRateLimit makes every attempt wait for the limiter.
func WithRateLimit(l Limiter) Option {
	return clientOption(func(c *config) error {
		c.limiter = l
		return notNil("WithRateLimit", "limiter", l)
	})
}

// WithMaxConcurrent bounds the number of requests under way at once; 0, the default, sets no bound.
func WithMaxConcurrent(n int) Option {
	return clientOption(func(c *config) error {
		if n < 0 {
			return fmt.Errorf("tourney: WithMaxConcurrent: %d is negative", n)
		}
		c.maxConcurrent = n
		return nil
	})
}

// WithMaxResponseBytes bounds the size of an answer's body in bytes, after decompression. The default is 32 MiB. For a
// larger answer the error is a [TransportError]; for a create or charge, that error is inside an [OutcomeUnknownError].
// The header of an answer has at most 256 KiB, with any options. Two options bound an answer, and most programs need
// only the first:
//
//	WithMaxResponseBytes   a longer body, or less; the limit of memory grows with it
//	WithMaxResponseMemory  a DecodeError names the memory, as for a body of very many empty rows
func WithMaxResponseBytes(n int64) Option {
	return clientOption(func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("tourney: WithMaxResponseBytes: %d is not positive", n)
		}
		c.maxBytes = n
		return nil
	})
}

// WithMaxResponseMemory bounds the memory in bytes that decoding one answer allocates: rows, texts, pointers, unknown
// members, and garbage. The body itself does not count. The default is 4 times the limit of [WithMaxResponseBytes], and
// at least 16 MiB. Usual rows need one to four times as much memory as their bytes in the body. Empty rows need a
// hundred times as much.
//
// For an answer that needs more, the error is a [DecodeError], which names the place in the answer. For a create or
// charge, that error is inside an [OutcomeUnknownError].
//
// The limit applies to each answer separately. Several calls at once, or the pages that [Prefetch] fetches, together
// may need the memory several times. Rows that a program keeps do not count in later calls. [Client.Do] decodes only
// Errors, so only WithMaxResponseBytes limits the body that Do returns.
func WithMaxResponseMemory(n int64) Option {
	return clientOption(func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("tourney: WithMaxResponseMemory: %d is not positive", n)
		}
		c.maxMemory = n
		return nil
	})
}

// WithAttemptTimeout bounds the time of one attempt, until its answer is read; 0 sets no bound. The default is 30
// seconds.
func WithAttemptTimeout(d time.Duration) Option {
	return clientOption(func(c *config) error { return setDuration(&c.attemptTimeout, "WithAttemptTimeout", d) })
}

// WithLogger makes the client log with the context of the call, so that a handler can add values of the context.
// Attempts, waits and the ends of operations are at debug level. Retries are at info level, because nobody has to act.
// A retry that the [RetryBudget] refuses, and a create or charge whose outcome is unknown, are at warn level.
//
// A line holds operation, method, path, status, the number of the attempt, durations and an ErrorType. It holds no URL,
// query, body, header, key or text of a host.
func WithLogger(l *slog.Logger) Option {
	return clientOption(func(c *config) error {
		c.logger = l
		return notNil("WithLogger", "logger", l)
	})
}

// WithObserver reports the client's operations, attempts, retries and waits to o. The option may be given more than
// once, and [Client.With] keeps the earlier observers. The client calls start functions in the order of the options,
// and all other functions in the opposite order.
func WithObserver(o observe.Observer) Option {
	return clientOption(func(c *config) error {
		c.observers = append(slices.Clip(c.observers), o)
		return nil
	})
}

// WithUserAgent sets the User-Agent header. The default is tourney-go.
func WithUserAgent(s string) Option {
	return clientOption(func(c *config) error {
		if !httptext.ValidHeader("User-Agent", s) {
			return errors.New("tourney: WithUserAgent: the text has a character that no header can have, such as a line break")
		}
		c.userAgent = s
		return nil
	})
}

// WithoutChecks sends requests without checking them against the contract, so that a program sees the host's own answer
// to a wrong request.
func WithoutChecks() Option {
	return clientOption(func(c *config) error {
		c.unchecked = true
		return nil
	})
}

// WithPlainHTTP lets credentials, passwords and card data go out over http. The interface document says that some
// variants are served that way (section 1). Loopback addresses do not need this option.
func WithPlainHTTP() Option {
	return clientOption(func(c *config) error {
		c.plainHTTP = true
		return nil
	})
}

// WithTimeout bounds the time of a call with all attempts and waits; with 0 only the caller's context ends a call. The
// default is 60 seconds.
func WithTimeout(d time.Duration) CommonOption {
	return commonOption(func(c *common) error { return setDuration(&c.timeout, "WithTimeout", d) })
}

func setDuration(to *time.Duration, name string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("tourney: %s: %v is negative", name, d)
	}
	*to = d
	return nil
}

// WithRetry sets how often the client sends a call again, and how long the client waits before that. The operation of a
// call decides whether the client may send the call again, and no option changes that: see [Retry].
//
// With the zero Retry a request goes out at most once. There is one exception: when a connection that was kept open
// took no byte of the request, the client may use another connection, because the request did not go out. A login that
// a call waits for is a separate call, with the Retry of the client.
func WithRetry(r Retry) CommonOption {
	return commonOption(func(c *common) error {
		c.retry = r
		return r.check()
	})
}

// WithFormat makes the client write requests in this format, and ask for answers in this format. The default is JSON.
func WithFormat(f Format) CommonOption {
	return commonOption(func(c *common) error {
		if f != FormatJSON && f != FormatXML {
			return fmt.Errorf("tourney: WithFormat: there is no format %q: choose FormatJSON or FormatXML", clip(string(f)))
		}
		c.format = f
		return nil
	})
}

// WithHeader adds a header to every request of the client, the login included, or to the requests of one call. A second
// WithHeader with the same key adds another value. The values of a call replace the client's values of the same name.
// WithHeader refuses headers that the client sets, and headers about the connection.
//
// The values of Authorization, Cookie and Proxy-Authorization are secrets: the client sends them over plain http only
// where it may send keys, and no error repeats such a value or a large part of it.
func WithHeader(key, value string) CommonOption {
	return commonOption(func(c *common) error {
		c.extra = c.extra.clone()
		return c.extra.add("WithHeader", key, value)
	})
}

// extraHeader holds the headers that a program adds to requests.
type extraHeader struct {
	values http.Header
	secret bool // a header is a secret
}

// add adds a header for an option, which may set some of the client's own headers.
func (e *extraHeader) add(option, key, value string, own ...string) error {
	if !httptext.ValidHeader(key, value) {
		return fmt.Errorf("tourney: %s: the name or the value has a character that no header can have", option)
	}
	switch key = http.CanonicalHeaderKey(key); key {
	case "Content-Type", "Content-Length", "Content-Encoding", "Accept", "Accept-Encoding", "Host", "User-Agent",
		"Transfer-Encoding", "Te", "Trailer", "Connection", "Keep-Alive", "Proxy-Connection", "Upgrade", "Expect", "Range":
		if !slices.Contains(own, key) {
			return fmt.Errorf("tourney: %s: only the client may set %s", option, key)
		}
	case "Authorization", "Cookie", "Proxy-Authorization":
		e.secret = true
	}
	if e.values == nil {
		e.values = http.Header{}
	}
	e.values.Add(key, value)
	return nil
}

// clone returns a copy that add may change.
func (e extraHeader) clone() extraHeader {
	return extraHeader{e.values.Clone(), e.secret}
}

// Format is the syntax of bodies (section 1, convention 2). The document does not show how a client chooses the format
// of an answer. The client names its format in Accept and Content-Type, and always reads both formats.
type Format string

// The formats. The empty [Format] means the default, FormatJSON.
const (
	FormatJSON Format = "JSON"
	FormatXML  Format = "XML"
)

// syntax returns the syntax of bodies in the format.
func (f Format) syntax() envelope.Syntax { return envelope.Syntax{XML: f == FormatXML} }
