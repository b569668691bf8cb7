package tourney

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
	"github.com/tourney-go/tourney/secret"
)

// Client speaks to one host, of a Variant or with a Profile. New makes a Client, which never changes afterwards. Any
// number of goroutines can use it. The zero Client answers every call with an error.
type Client struct {
	Teams        TeamsService
	Divisions    DivisionsService
	Games        GamesService
	Bouts        GamesService // Games on /bouts (multi-sport variant, section 4.9)
	Races        GamesService // Games on /races (multi-sport variant, section 4.9)
	Matches      GamesService // Games on /matchs (multi-sport variant, section 4.9)
	Players      PlayersService
	Venues       VenuesService
	Standings    StandingsService
	Statistics   StatisticsService
	Registration RegistrationService
	Payments     PaymentsService
	Events       EventsService // observed, not stated by the interface document

	inside inside
}

// shared returns the core of the client, nil for a Client that New did not make.
func shared(c *Client) *core {
	if c == nil {
		return nil
	}
	return coreOf(c.inside)
}

// maxHeaderBytes bounds the header of an answer, names and values together. No option changes it: hosts send a
// few hundred bytes.
//
// The client's own transport stops reading at the limit. A transport of the user (WithHTTPClient) has a limit of its
// own, 10 MiB in net/http, and the client checks the header afterwards. Either way the call ends with a TransportError
// and is not sent again. There is one exception: over HTTP/2, a header far above the limit of the transport looks like
// a broken connection.
const maxHeaderBytes = 256 << 10

// Variant returns the variant of the client's host, "" for the zero Client.
func (c *Client) Variant() Variant {
	if core := shared(c); core != nil {
		return Variant(core.variant.Name)
	}
	return ""
}

// BaseURL returns the URL that the client was made for, without the /api/v1 of all operations; "" for the zero Client.
func (c *Client) BaseURL() string {
	if core := shared(c); core != nil {
		return core.base.String()
	}
	return ""
}

// Profile returns a copy of the profile of the client's host, the zero Profile for the zero Client. A client of a
// Variant has a profile that names the variant and nothing else. Options do not change the profile.
func (c *Client) Profile() Profile {
	if core := shared(c); core != nil {
		return core.config.profile.clone()
	}
	return Profile{}
}

// WithHTTPClient makes the client send through hc. The client uses the transport, the cookie jar and the timeout of hc.
// The timeout bounds each attempt, but no wait before it. The client never closes the transport's connections. Requests
// that must not share a connection of HTTP/1.1 go through a copy of an *http.Transport, which keeps none. The client
// follows redirects by its own rules.
//
// A transport that repeats requests by itself overrides Retry, and a payment may then go out twice. If the transport
// reports to net/http/httptrace, as the transport of net/http does, the client stops it before it repeats a create, a
// charge or a login, even to answer a challenge. Such a transport needs another context for its own requests, such as
// one for a token. The client cannot stop a transport that does not report. docs/retries.md has the details.
func WithHTTPClient(hc *http.Client) Option {
	return clientOption(func(c *config) error {
		c.client = hc
		if hc != nil && (hc.Jar != nil && isNil(hc.Jar) || hc.Transport != nil && isNil(hc.Transport)) {
			return errors.New("tourney: WithHTTPClient: the transport or the cookie jar of the client holds nil")
		}
		return notNil("WithHTTPClient", "client", hc)
	})
}

// WithCredentials makes the client sign every request with these keys. It needs WithSigner, or a Profile with a Signer.
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
// CodeInvalidCredentials (assumption refused-keys); a redirect of a create or charge refuses none. WithLogin needs
// WithSigner, or a Profile with a Signer. Over plain http it needs WithPlainHTTP too, except to loopback addresses.
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
// of a Profile. Over plain http it needs WithPlainHTTP, except to loopback addresses. The signers of package auth need
// WithCredentials or WithLogin, else New returns an error. A signer of your own may have keys of its own: without
// credentials it gets the zero auth.Credentials.
func WithSigner(s auth.Signer) Option {
	return clientOption(func(c *config) error {
		c.signer = s
		return notNil("WithSigner", "signer", s)
	})
}

// WithRetryBudget bounds the retries of all calls together; the zero RetryBudget sets no bound. The default
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
// larger answer is a TransportError, inside an OutcomeUnknownError for a create or charge. The memory for the decoded
// answer has a limit of its own, which grows with this one: see WithMaxResponseMemory. The header of an answer has at
// most 256 KiB, whatever the options say.
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
// members, and garbage. The body itself does not count. The default is 4 times the limit of WithMaxResponseBytes, and
// at least 16 MiB. Usual rows take one to four times their bytes, empty rows a hundred times.
//
// An answer that takes more is a DecodeError, which names the place in the answer. For a create or charge it comes
// inside an OutcomeUnknownError.
//
// The limit holds for each answer by itself. Several calls at once need it several times, and so do the pages that
// Prefetch fetches. Rows that a program keeps do not count in later calls. Client.Do decodes only Errors, so its body
// has the limit of WithMaxResponseBytes alone.
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
// with them. A retry that the RetryBudget refuses, and a create or charge whose outcome is unknown, are at warn level.
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
// once, and Client.With keeps the earlier observers. The client calls start functions in the order of the options, and
// end functions and Retry in the opposite order.
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
