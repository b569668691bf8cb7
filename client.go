package tourney

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/tourney-go/tourney/internal/transport"
)

// Client speaks to the host of one variant. It is made by New, never changes afterwards, and can be used by any
// number of goroutines. The zero Client answers every call with an error.
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

	core *core
}

// shared returns what the services share, nil for a Client that New did not make.
func (c *Client) shared() *core {
	if c == nil {
		return nil
	}
	return c.core
}

// The defaults of the options.
const (
	DefaultTimeout          = 60 * time.Second // for a call with all its attempts and waits
	DefaultAttemptTimeout   = 30 * time.Second // for one attempt, until its answer is read
	DefaultMaxResponseBytes = 32 << 20         // of an answer, decompressed
)

// MaxResponseHeaderBytes bounds the header of an answer, names and values together. No option changes it: hosts send a
// few hundred bytes.
//
// Without WithHTTPClient, the client reads nothing above the limit. A transport of the user has a limit of its own (10
// MiB in net/http), and the client applies this limit to the header that came through. Either way the call ends with a
// TransportError and is not sent again. There is one exception: over HTTP/2, a header far above the limit of the
// transport looks like a broken connection.
const MaxResponseHeaderBytes = 256 << 10

// Option configures a Client.
type Option func(*config) error

// Variant returns the variant that the client was made for, "" for the zero Client.
func (c *Client) Variant() Variant {
	if c.shared() == nil {
		return ""
	}
	return Variant(c.core.variant.Name)
}

// WithHTTPClient makes the client send through hc. It uses the transport of hc with its connections, which it never
// closes, its cookie jar, and its timeout, which bounds each attempt but no wait before it. Redirects follow the rules
// of this library.
//
// A transport that sends requests again by itself takes the decision away from Retry: a payment may then go out twice.
// The client stops a transport that reports to net/http/httptrace, as the transport of net/http does, before it writes
// a create, a charge or a login again, also to answer a challenge. Such a transport sends requests of its own, for a
// token for example, with a context of its own. The client cannot stop a transport that does not report.
// docs/sending.md has the details.
func WithHTTPClient(hc *http.Client) Option {
	return func(c *config) error {
		if hc == nil {
			return errors.New("tourney: WithHTTPClient: the client is nil")
		}
		c.client = hc
		return nil
	}
}

// WithCredentials makes the client sign every request with these keys. It needs WithSigner.
func WithCredentials(keys Credentials) Option {
	return func(c *config) error {
		if keys.APIKey == "" {
			return errors.New("tourney: WithCredentials: the API key is empty")
		}
		c.credentials, c.login = &keys, nil
		return nil
	}
}

// WithLogin makes the client fetch its keys with POST /authenticate when they are first needed, once for all callers,
// and once more for each call whose keys a host refused. It needs WithSigner.
//
// When a host refuses the keys of such another login as well, before it accepted them once (with any status but 401),
// the client asks for no more keys until 30 seconds after that login. Calls end with the 401 meanwhile.
//
// A login ends when no call waits for it any more. A login that fails is the error of all calls that wait for it. A
// login that panics, in the transport for example, panics in the call that began it.
func WithLogin(username, password string) Option {
	return func(c *config) error {
		if username == "" || password == "" {
			return errors.New("tourney: WithLogin: user name and password are required")
		}
		c.login, c.credentials = &Login{Username: username, Password: NewSecret(password)}, nil
		return nil
	}
}

// WithSigner says how keys are added to requests. There is no default: the interface document does not show it
// (section 5).
func WithSigner(s Signer) Option {
	return func(c *config) error {
		if s == nil {
			return errors.New("tourney: WithSigner: the signer is nil")
		}
		c.signer = s
		return nil
	}
}

// WithRetry says how often a call is sent again, and after which waits. What may be sent again at all depends on
// the operation and no option changes it: see Retry.
func WithRetry(r Retry) Option {
	return func(c *config) error {
		c.retry = r
		return r.check()
	}
}

// WithRetryBudget bounds the retries of all calls together; the zero RetryBudget is no bound. The default is
// DefaultRetryBudget.
func WithRetryBudget(b RetryBudget) Option {
	return func(c *config) error {
		c.budget = b
		return b.check()
	}
}

// WithRateLimit makes every attempt wait for the limiter.
func WithRateLimit(l Limiter) Option {
	return func(c *config) error {
		c.limiter = l
		return nil
	}
}

// WithMaxConcurrent bounds how many requests are under way at once; 0, the default, is no bound.
func WithMaxConcurrent(n int) Option {
	return func(c *config) error {
		if n < 0 {
			return fmt.Errorf("tourney: WithMaxConcurrent: %d is negative", n)
		}
		c.maxConcurrent = n
		return nil
	}
}

// WithMaxResponseBytes bounds the size of an answer's body in bytes, decompressed, whoever decompresses it. The
// default is DefaultMaxResponseBytes. A larger answer is a TransportError, for a create or charge within an
// OutcomeUnknownError. What the client makes of an answer in memory has a limit of its own, which grows with this
// one: see WithMaxResponseMemory.
func WithMaxResponseBytes(n int64) Option {
	return func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("tourney: WithMaxResponseBytes: %d is not positive", n)
		}
		c.maxBytes = n
		return nil
	}
}

// WithMaxResponseMemory bounds the memory in bytes that decoding one answer allocates: rows, texts, pointers, unknown
// members, and what the collector can free soon after. The body itself does not count. The default is 4 times the limit
// of WithMaxResponseBytes, and at least 16 MiB. Usual rows take one to four times their bytes, empty ones a hundred
// times.
//
// An answer that takes more is a DecodeError, which says where in the answer the limit was reached. For a create or
// charge it is within an OutcomeUnknownError.
//
// Every answer has the limit by itself. Several calls at once need it several times, and so do the pages that Prefetch
// fetches ahead. Rows that a program keeps are not counted further. Do decodes nothing but Errors, so the body that it
// returns has the limit of WithMaxResponseBytes alone.
func WithMaxResponseMemory(n int64) Option {
	return func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("tourney: WithMaxResponseMemory: %d is not positive", n)
		}
		c.maxMemory = n
		return nil
	}
}

// WithTimeout bounds a call with all its attempts and waits; 0 leaves that to the caller's context. The default is
// DefaultTimeout.
func WithTimeout(d time.Duration) Option {
	return func(c *config) error { return setDuration(&c.timeout, "WithTimeout", d) }
}

// WithAttemptTimeout bounds one attempt until its answer is read; 0 is no bound. The default is
// DefaultAttemptTimeout.
func WithAttemptTimeout(d time.Duration) Option {
	return func(c *config) error { return setDuration(&c.attemptTimeout, "WithAttemptTimeout", d) }
}

func setDuration(to *time.Duration, name string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("tourney: %s: %v is negative", name, d)
	}
	*to = d
	return nil
}

// WithLogger makes the client log, with the context of the call, so that a handler can add what the context holds.
// Attempts, waits and the ends of operations are at debug level. Retries are at info level, because the client deals
// with them. At warn level are a retry that the RetryBudget refuses, and a create or charge whose outcome is unknown.
//
// A line holds operation, method, path, status, the number of the attempt, durations and an ErrorType. It holds no URL,
// query, body, header, key or text of a host.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) error {
		c.logger = l
		return nil
	}
}

// WithObserver makes the client tell o what it does. The option may be given more than once, and With adds observers to
// those of c. Start functions are called in the order of the options, end functions and Retry in the opposite order.
func WithObserver(o Observer) Option {
	return func(c *config) error {
		c.observers = append(slices.Clip(c.observers), o)
		return nil
	}
}

// WithFormat makes the client write requests in this format, and ask for answers in it. The default is JSON.
func WithFormat(f Format) Option {
	return func(c *config) error {
		if f != JSON && f != XML {
			return fmt.Errorf("tourney: WithFormat: there is no format %d: choose JSON or XML", int(f))
		}
		c.format = f
		return nil
	}
}

// WithUserAgent sets the User-Agent header. The default is tourney-go.
func WithUserAgent(s string) Option {
	return func(c *config) error {
		if !transport.ValidHeader("User-Agent", s) {
			return errors.New("tourney: WithUserAgent: the text has a character that no header can have, such as a line break")
		}
		c.userAgent = s
		return nil
	}
}

// WithoutChecks sends requests without checking them against the contract first, so that the host's own answer to
// a wrong request can be seen.
func WithoutChecks() Option {
	return func(c *config) error {
		c.unchecked = true
		return nil
	}
}

// WithStrictVariant refuses operations that the interface document does not show for the client's variant. Without
// it they are sent: not shown is not forbidden.
func WithStrictVariant() Option {
	return func(c *config) error {
		c.strict = true
		return nil
	}
}

// AllowPlainHTTP lets credentials, passwords and card data go out over http. The interface document says that some
// variants are served that way (section 1). Loopback addresses need no permission.
func AllowPlainHTTP() Option {
	return func(c *config) error {
		c.plainHTTP = true
		return nil
	}
}

// AllowNoTransactionID lets Payments.Pay succeed without a transaction id when the request itself says that no card
// is charged (EnableCreditCard false) and the answer is a well-formed one of 200 to 299 without Errors; the
// TransactionID of its PaymentResult is then "". Without this option every payment needs one, as the interface
// document shows it (section 4.17), and ends in an OutcomeUnknownError when it has none.
func AllowNoTransactionID() Option {
	return func(c *config) error {
		c.noTransactionID = true
		return nil
	}
}
