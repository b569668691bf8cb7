package mockserver

import (
	"errors"
	"fmt"
	"log"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
)

// Option configures a Server.
type Option func(*options) error

// options are the values that Options set.
type options struct {
	scenario scenario
	size     int // of the scenario, in teams; 0 unless ScenarioSize set it
	seed     uint64
	accounts []account
	verifier tourney.Verifier // nil when no request has to be signed
	skew     time.Duration    // of the times of signatures; 0 when these do not count
	settings settings

	signatures signatures // follows from verifier and skew

	rateLimit   tourney.ProfileRateLimit
	onCall      func(Call)
	journal     journalLimits
	visitors    visitors
	admin       adminAccess
	data        dataSettings
	wraps       []func(http.Handler) http.Handler
	encodedRows int64       // bytes; 0 keeps none
	errorLog    *log.Logger // of the listener; nil for that of package log
	sessions    int         // how many can be open at once
	rewind      int         // how many writes Rewind can go back
	dangling    bool        // the side door takes references to rows that are not there
	fixtures    []*fixtureFile
}

// journalLimits bound what the journal keeps.
type journalLimits struct {
	calls int
	bytes int64
}

// The bounds of the journal.
const (
	defaultCalls = 1000
	defaultBytes = 16 << 20
	leastBytes   = 64 << 10 // more than the largest call
)

// defaultEncodedRows holds 100,000 teams in one format.
const defaultEncodedRows = 64 << 20

// The bounds of sessions and of writes that Rewind goes back.
const (
	defaultSessions = 1000
	defaultRewind   = 1000
)

// DefaultUsername and DefaultPassword belong to the server's account, unless the option Account replaces it. They are
// no secrets, because the mock guards nothing.
const (
	DefaultUsername = "director"
	DefaultPassword = "let-me-in"
)

func defaults() options {
	return options{
		scenario: scenarios[0],
		seed:     1,
		accounts: []account{{
			id: 90001, email: "director@example.com",
			username: DefaultUsername, password: tourney.NewSecret(DefaultPassword),
			keys: []timedKeys{{Credentials: tourney.Credentials{
				APIKey: "mock-api-key", APISecret: tourney.NewSecret("mock-api-secret-not-real"),
			}}},
		}},
		settings: settings{
			maxPageSize:      math.MaxInt32,
			registeredStatus: tourney.TeamActive,
		},
		journal:     journalLimits{calls: defaultCalls, bytes: defaultBytes},
		visitors:    newVisitors(),
		rewind:      defaultRewind,
		sessions:    defaultSessions,
		encodedRows: defaultEncodedRows,
	}
}

// Scenario chooses the rows that the server starts with: mid-tournament (the default), not-started, registration-open,
// payments-mixed, finished, empty or huge. docs/scenarios.md says what is in each.
func Scenario(name string) Option {
	return func(o *options) (err error) {
		if o.scenario, err = scenarioNamed(name); err != nil {
			return fmt.Errorf("mockserver: %w", err)
		}
		return nil
	}
}

// ScenarioSize sets the number of teams of the scenario huge, from 1 to 100,000. The default is 100,000, which New
// builds within two seconds. New refuses another number, and the option beside another scenario. A server with more
// than 1,000 teams shares its rows with no server but its sessions.
func ScenarioSize(teams int) Option {
	return func(o *options) error {
		if teams < 1 || teams > hugeTeams {
			return fmt.Errorf("mockserver: ScenarioSize is %d: give a number of teams from 1 to %d", teams, hugeTeams)
		}
		o.size = teams
		return nil
	}
}

// Seed changes the made-up names and results of a scenario. The same seed gives the same rows. The default is 1.
func Seed(n uint64) Option {
	return func(o *options) error {
		o.seed = n
		return nil
	}
}

// Account replaces the server's account. POST /authenticate answers with the keys in its Credentials, base64 encoded.
// Without Credentials, the account has the keys of the account that it replaces.
func Account(username, password string, a tourney.Account) Option {
	return func(o *options) error {
		if problem := accountProblem(username, password, a.Credentials); problem != "" {
			return errors.New("mockserver: Account: " + problem)
		}
		if problem := idProblem(a.ID); problem != "" {
			return errors.New("mockserver: Account: Id " + problem)
		}
		if a.Credentials == (tourney.Credentials{}) {
			a.Credentials = o.accounts[0].newest().Credentials
		}
		o.accounts = []account{newAccount(username, password, a)}
		return nil
	}
}

// RequireAuth makes the server check the signature of every request except authenticate. Without it the server checks
// none, because the interface document does not say which operations require keys (section 5). The signer must be a
// tourney.Verifier, as all signers of the library are.
func RequireAuth(s tourney.Signer) Option {
	return func(o *options) error {
		v, ok := s.(tourney.Verifier)
		if !ok {
			return fmt.Errorf("mockserver: RequireAuth: %T cannot verify: it must be a tourney.Verifier", s)
		}
		o.verifier = v
		return nil
	}
}

// Strict makes the server refuse operations that the interface document does not show for its variant, and leave out
// fields that it does not state. The status is 405 where the document shows another operation at the path, else 404.
func Strict() Option {
	return func(o *options) error {
		o.settings.strict = true
		return nil
	}
}

// RefuseUnknownNames makes the server refuse a request with names that mean nothing to it, instead of ignoring them, so
// that a misspelled parameter fails a test. The answer has the status 400 and code 2, with a message for each name,
// which tells the nearest known one. The server also refuses includes that mean nothing, and the query of a request
// with a body. It still takes what clients of softball were seen to send beyond the document (docs/assumptions.md,
// tolerated-parameters): Strict makes it refuse that.
func RefuseUnknownNames() Option {
	return func(o *options) error {
		o.settings.refuseUnknown = true
		return nil
	}
}

// AllowHosts makes the server answer requests for these host names, without ports, as in a network of containers. It
// always answers for loopback addresses, localhost, names that end with .localhost, its listen address, and
// example.com in requests of net/http/httptest, which come over no socket. It answers 403 for others, because a web
// page could reach a server on the same machine under a name of its own. RoundTrip takes any name.
func AllowHosts(names ...string) Option {
	return func(o *options) error {
		for _, name := range names {
			host := hostOf(name)
			if host == "" || strings.ContainsAny(name, "/ *@") {
				return fmt.Errorf("mockserver: AllowHosts: %q: expected a host name, such as mock.internal", name)
			}
			o.visitors.hosts = append(o.visitors.hosts, host)
		}
		return nil
	}
}

// AllowOrigins makes the server answer requests of pages of these origins in a browser, such as http://localhost:5173:
// it answers preflights, and lets scripts read answers and their headers. "*" stands for every origin, "null" for pages
// without one, such as files. Without the option a page of another origin cannot read answers, and its writes get 403.
// The journal says so of both.
// New refuses an origin that no browser sends, such as http://*.example.com. The port that browsers leave out, 80 of
// http and 443 of https, can be there.
func AllowOrigins(origins ...string) Option {
	return func(o *options) error {
		for _, origin := range origins {
			if err := o.visitors.foreign.add(origin); err != nil {
				return fmt.Errorf("mockserver: AllowOrigins: %w", err)
			}
		}
		return nil
	}
}

// DefaultIncludes makes responses carry these data even if the request does not include them.
func DefaultIncludes(in ...tourney.Include) Option {
	return func(o *options) error {
		o.settings.includes = o.settings.includes.with(in)
		return nil
	}
}

// MaxPageSize bounds the size of a page. A request for a larger page gets one of this size, and the PageSize of the
// answer says so. There is no bound by default, because the interface document states none (section 8).
func MaxPageSize(n int) Option {
	return func(o *options) error {
		if n < 1 {
			return fmt.Errorf("mockserver: MaxPageSize: %d: must be at least 1", n)
		}
		o.settings.maxPageSize, o.settings.refuseLargePages = n, false
		return nil
	}
}

// RegisteredStatus sets the status of a team after its registration. The default is TeamActive.
func RegisteredStatus(s tourney.TeamStatus) Option {
	return func(o *options) error {
		o.settings.registeredStatus = s
		return nil
	}
}

// WallClock makes the server's clock run with time.Now. In a bubble of testing/synctest that is the time of the bubble.
func WallClock() Option { return Now(time.Now) }

// Now makes the server's clock run with a function, which must be safe for concurrent use. The default clock stands
// still at a time that suits the scenario, behind its last result. Clock sets and advances either.
func Now(now func() time.Time) Option {
	return func(o *options) error {
		if now == nil {
			return errors.New("mockserver: Now: the function is nil")
		}
		o.settings.now = now
		return nil
	}
}

// OnCall makes the server call f for every request, for example to log it. The journal has the call then, and the
// answer is ready and not yet written. f gets the calls of sessions too, and Call.Session names the session. f runs in
// the goroutine of the request, so that several calls of f can run at the same time.
//
// f also gets the requests of the admin API that the server does not let in: because of their origin, their host name,
// their session or a missing token. No journal has them, and their Call.Number is 0.
func OnCall(f func(Call)) Option {
	return func(o *options) error {
		if f == nil {
			return errors.New("mockserver: OnCall: the function is nil")
		}
		o.onCall = f
		return nil
	}
}

// JournalLimit bounds the calls that the server remembers, by their number and by the bytes that they take together.
// The oldest calls go first. The defaults are 1000 calls and 16 MiB. The least values are 1 call and 64 KiB.
func JournalLimit(calls int, bytes int64) Option {
	return func(o *options) error {
		if calls < 1 {
			return fmt.Errorf("mockserver: JournalLimit: %d calls: must be at least 1", calls)
		}
		if bytes < leastBytes {
			return fmt.Errorf("mockserver: JournalLimit: %d bytes: must be at least %d", bytes, leastBytes)
		}
		o.journal = journalLimits{calls: calls, bytes: bytes}
		return nil
	}
}

// EncodedRowsLimit bounds the memory in which the server keeps rows as answers show them, in JSON or XML, so that it
// need not encode them anew for each answer. The server and its sessions share the limit, which is in bytes. Beyond
// it the server forgets the encodings that it made first. No answer depends on it. The default is 64 MiB, and with 0
// the server keeps none.
func EncodedRowsLimit(bytes int64) Option {
	return func(o *options) error {
		if bytes < 0 {
			return fmt.Errorf("mockserver: EncodedRowsLimit: %d bytes: must be at least 0", bytes)
		}
		o.encodedRows = bytes
		return nil
	}
}

// RewindLimit sets how many writes Rewind can go back. The default is 1000, and 0 keeps nothing for Rewind. New refuses
// a negative number. Versions of the rows share what did not change: an update or a create of a team keeps 2 to 11 kB,
// whatever the number of teams. Rows of files that Load and LoadFixtures brought, and that a later write replaced, are
// kept within about 256 MiB, and those of the last such file in any case: Rewind goes back less far then.
func RewindLimit(writes int) Option {
	return func(o *options) error {
		if writes < 0 {
			return fmt.Errorf("mockserver: RewindLimit: %d writes: must be at least 0", writes)
		}
		o.rewind = writes
		return nil
	}
}

// SessionLimit sets how many sessions of the server can be open at once. The default is 1000, and 0 allows none. New
// refuses a negative number.
func SessionLimit(n int) Option {
	return func(o *options) error {
		if n < 0 {
			return fmt.Errorf("mockserver: SessionLimit: %d: must be at least 0", n)
		}
		o.sessions = n
		return nil
	}
}

// Wrap puts a handler of the test around the server, for failures that no fault.Rule says. It sees every request that
// the server lets in, over sockets and in process, and may answer itself. It may panic with http.ErrAbortHandler to
// close the connection. Of several Wraps the first is the outermost. Answers that a handler gives itself are not in
// Calls. A handler that gives a request another context derives that context from the request's: the server finds there
// what a client signed, and learns from it that the client went.
func Wrap(wrap func(http.Handler) http.Handler) Option {
	return func(o *options) error {
		if wrap == nil {
			return errors.New("mockserver: Wrap: the function is nil")
		}
		o.wraps = append(o.wraps, wrap)
		return nil
	}
}

// settle checks options that belong together, and applies those that others may follow.
func (o *options) settle() error {
	switch {
	case o.rateLimit.Date && o.rateLimit.Requests == 0:
		return errors.New("mockserver: RetryAfterDate: it needs RateLimit")
	case o.admin.api == nil && !o.admin.token.IsZero():
		return errors.New("mockserver: AdminToken: it needs AdminAPI")
	}
	if o.size == 0 {
		return nil
	}
	if o.scenario.teams == 0 {
		return fmt.Errorf("mockserver: ScenarioSize: the scenario %s has no size to set: choose the scenario %s",
			o.scenario.name, hugeName)
	}
	o.scenario.teams = o.size
	return nil
}
