package tourney

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/syntax"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
	"github.com/tourney-go/tourney/secret"
)

// Option configures a [Client]: New and [Client.With] take it. Options come from the functions of this package alone.
type Option interface{ applyToClient(*config) error }

// CommonOption holds for all calls of a client as an Option, and for one call as a [CallOption]. The value of a call
// wins over that of its client.
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
	signer         auth.Signer
	budget         RetryBudget
	limiter        Limiter
	maxConcurrent  int
	maxBytes       int64
	maxMemory      int64 // 0 for the default, which follows from maxBytes
	attemptTimeout time.Duration
	logger         *slog.Logger
	observers      []observe.Observer
	userAgent      string
	unchecked      bool
	plainHTTP      bool
}

// memory returns the limit of WithMaxResponseMemory, or its default.
func (c *config) memory() int64 {
	if c.maxMemory > 0 {
		return c.maxMemory
	}
	return record.MemoryFor(c.maxBytes)
}

// WithHTTPClient makes the client send through hc. The client uses the transport, the cookie jar and the timeout of hc.
// The timeout bounds each attempt, but no wait before it. The client never closes the transport's connections. Requests
// that must not share a connection of HTTP/1.1 go through a copy of an *http.Transport, which keeps none. The client
// follows redirects by its own rules.
//
// A transport that repeats requests by itself overrides [Retry], and a payment may then go out twice. If the transport
// reports to net/http/httptrace, as the transport of net/http does, the client stops it before it repeats a create, a
// charge or a login, even to answer a challenge. Such a transport needs another context for its own requests, such as
// one for a token. The client cannot stop a transport that does not report.
// https://github.com/tourney-go/tourney/blob/main/docs/retries.md has the details.
func WithHTTPClient(hc *http.Client) Option {
	return clientOption(func(c *config) error {
		c.client = hc
		if hc != nil && (hc.Jar != nil && isNil(hc.Jar) || hc.Transport != nil && isNil(hc.Transport)) {
			return errors.New("tourney: WithHTTPClient: the transport or the cookie jar of the client holds nil")
		}
		return notNil("WithHTTPClient", "client", hc)
	})
}

// WithCredentials makes the client sign every request with these keys. It needs [WithSigner], or a [Profile] with a
// Signer.
func WithCredentials(keys auth.Credentials) Option {
	return clientOption(func(c *config) error {
		if keys.APIKey == "" {
			return errors.New("tourney: WithCredentials: the API key is empty")
		}
		c.credentials, c.login = &keys, nil
		return nil
	})
}

// WithLogin makes the client fetch its keys with POST /authenticate when a call first needs them. Calls share one
// login. When a host refuses the keys of a call, the client logs in once more for that call, and calls that the host
// refused at the same time share that login too. A host refuses keys with a status of 401, or with Errors that all have
// [CodeInvalidCredentials] (assumption refused-keys); a redirect of a create or charge refuses none. WithLogin needs
// [WithSigner], or a [Profile] with a Signer. Over plain http it needs [WithPlainHTTP] too, except to loopback
// addresses.
//
// If the host refuses those new keys as well, before it accepted them even once, the client does not log in again until
// 30 seconds after that login. Calls end with the refusal meanwhile.
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

// WithSigner sets the signer, which puts keys on requests: package auth says which. There is no default but the Signer
// of a [Profile]. Over plain http it needs [WithPlainHTTP], except to loopback addresses. The signers of package auth
// need [WithCredentials] or [WithLogin], else New returns an error. A signer of your own may have keys of its own:
// without credentials it gets the zero [auth.Credentials].
func WithSigner(s auth.Signer) Option {
	return clientOption(func(c *config) error {
		c.signer = s
		return notNil("WithSigner", "signer", s)
	})
}

// WithRetryBudget bounds the retries of all calls together; the zero [RetryBudget] sets no bound. The default
// is a reserve of 100 retries, and one more for every five calls.
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

// WithMaxResponseBytes bounds the size of an answer's body in bytes, after decompression. The default is 32 MiB. A
// larger answer is a [TransportError], inside an [OutcomeUnknownError] for a create or charge. The memory for the
// decoded answer has a limit of its own, which grows with this one: see [WithMaxResponseMemory]. The header of an
// answer has at most 256 KiB, whatever the options say.
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
// at least 16 MiB. Usual rows take one to four times their bytes, empty rows a hundred times.
//
// An answer that takes more is a [DecodeError], which names the place in the answer. For a create or charge it comes
// inside an [OutcomeUnknownError].
//
// The limit holds for each answer by itself. Several calls at once need it several times, and so do the pages that
// [Prefetch] fetches. Rows that a program keeps do not count in later calls. [Client.Do] decodes only Errors, so its
// body has the limit of WithMaxResponseBytes alone.
func WithMaxResponseMemory(n int64) Option {
	return clientOption(func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("tourney: WithMaxResponseMemory: %d is not positive", n)
		}
		c.maxMemory = n
		return nil
	})
}

// WithAttemptTimeout bounds one attempt until its answer is read; 0 sets no bound. The default is 30 seconds.
func WithAttemptTimeout(d time.Duration) Option {
	return clientOption(func(c *config) error { return setDuration(&c.attemptTimeout, "WithAttemptTimeout", d) })
}

// WithLogger makes the client log with the context of the call, so that a handler can add values of the context.
// Attempts, waits and the ends of operations are at debug level. Retries are at info level, because the client deals
// with them. A retry that the [RetryBudget] refuses, and a create or charge whose outcome is unknown, are at warn
// level.
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
// and end functions and [Retry] in the opposite order.
func WithObserver(o observe.Observer) Option {
	return clientOption(func(c *config) error {
		c.observers = append(slices.Clip(c.observers), o)
		return nil
	})
}

// WithUserAgent sets the User-Agent header. The default is tourney-go.
func WithUserAgent(s string) Option {
	return clientOption(func(c *config) error {
		if !transport.ValidHeader("User-Agent", s) {
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
// variants are served that way (section 1). Loopback addresses need no permission.
func WithPlainHTTP() Option {
	return clientOption(func(c *config) error {
		c.plainHTTP = true
		return nil
	})
}

// WithTimeout bounds a call with all its attempts and waits; 0 leaves the bound to the caller's context. The default is
// 60 seconds.
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

// WithRetry sets how often the client sends a call again, and after which waits. The operation decides whether the
// client may send the call again at all, and no option changes that: see [Retry].
//
// With the zero Retry a request goes out at most once. When a kept connection took no byte of the request, the client
// may use another connection, because that does not count as sending. A login that a call waits for is a separate call,
// with the Retry of the client.
func WithRetry(r Retry) CommonOption {
	return commonOption(func(c *common) error {
		c.retry = r
		return r.check()
	})
}

// WithFormat makes the client write requests in this format, and prefer answers in it. The default is JSON.
func WithFormat(f Format) CommonOption {
	return commonOption(func(c *common) error {
		if f != FormatJSON && f != FormatXML {
			return fmt.Errorf("tourney: WithFormat: there is no format %q: choose FormatJSON or FormatXML", clip(string(f)))
		}
		c.format = f
		return nil
	})
}

// WithHeader adds a header to every request of the client, the login included, or to the requests of one call. Given
// again, it adds another value. The values of a call replace the client's values of the same name. WithHeader refuses
// headers that the client sets itself, and headers about the connection.
//
// The values of Authorization, Cookie and Proxy-Authorization are secrets: they go over plain http only where keys may,
// and no error repeats them or a large part of them.
func WithHeader(key, value string) CommonOption {
	return commonOption(func(c *common) error {
		c.extra = c.extra.clone()
		return c.extra.add(key, value)
	})
}

// extraHeader holds the headers that a program adds to requests.
type extraHeader struct {
	values http.Header
	secret bool // one of them is a secret
}

// add adds a header.
func (e *extraHeader) add(key, value string) error {
	if !transport.ValidHeader(key, value) {
		return errors.New("tourney: WithHeader: the name or the value has a character that no header can have")
	}
	switch key = http.CanonicalHeaderKey(key); key {
	case "Content-Type", "Content-Length", "Content-Encoding", "Accept", "Accept-Encoding", "Host", "User-Agent",
		"Transfer-Encoding", "Te", "Trailer", "Connection", "Keep-Alive", "Proxy-Connection", "Upgrade", "Expect", "Range":
		return fmt.Errorf("tourney: WithHeader: only the client may set %s", key)
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
// of an answer. The client sends its choice in Accept and Content-Type, and reads both formats in any case.
type Format string

// The formats. The empty [Format] means the default, FormatJSON.
const (
	FormatJSON Format = "JSON"
	FormatXML  Format = "XML"
)

// syntax returns how bodies in the format are written.
func (f Format) syntax() syntax.Syntax { return syntax.Syntax{XML: f == FormatXML} }
