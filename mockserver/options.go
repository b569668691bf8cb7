package mockserver

import (
	"cmp"
	"errors"
	"fmt"
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
	"github.com/tourney-go/tourney/mockserver/internal/world"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/secret"
)

// Option configures a [Server]. The zero Option is refused.
type Option struct{ set func(*options) error }

// setting returns an Option that takes every value.
func setting(set func(o *options)) Option { return given(true, "", set) }

// given returns an Option with a value that can be missing. New then says that it is nil.
func given(is bool, what string, set func(o *options)) Option {
	return Option{func(o *options) error {
		if !is {
			return errors.New("mockserver: " + what + " is nil")
		}
		set(o)
		return nil
	}}
}

type options struct {
	scenario scenario.Scenario
	size     int // of the scenario, in teams; 0 unless ScenarioSize set it
	moved    int // the days by which StartDate moves the scenario
	seed     uint64
	accounts []model.Account
	verifier auth.Verifier // nil when no request has to be signed
	settings handlers.Settings

	signatures respond.Signatures // follows from verifier and ClockSkew

	onCall   func(journal.Call)
	limits   Limits
	visitors listen.Visitors
	admin    adminOptions
	data     savefile.KeeperSettings
	wraps    []func(http.Handler) http.Handler
	errorLog *log.Logger // of the listener; nil for the log of package log
	dangling bool        // methods accept references to rows that are not there
	brackets bool        // results put teams into later games
	fixtures []*direct.File
}

// DefaultUsername and DefaultPassword belong to the server's account, unless the option [Account] replaces the account.
// They are no secrets, because the mock protects nothing.
const (
	DefaultUsername = "director"
	DefaultPassword = "let-me-in"
)

func (o *options) choice() scenario.Choice {
	of := o.scenario
	of.Moved = o.moved
	return scenario.Choice{Scenario: of, Seed: o.seed, Hands: o.settings.HandNames}
}

func defaults() options {
	return options{
		scenario: scenario.All[0],
		seed:     1,
		accounts: []model.Account{{
			ID: 90001, Email: "director@example.com",
			Username: DefaultUsername, Password: secret.New(DefaultPassword),
			Keys: []model.TimedKeys{{Credentials: auth.Credentials{
				APIKey: "mock-api-key", APISecret: secret.New("mock-api-secret-not-real"),
			}}},
		}},
		visitors: listen.NewVisitors(),
	}
}

// Scenario chooses the rows that the server starts with: mid-tournament (the default), not-started, registration-open,
// payments-mixed, finished, empty or huge. https://github.com/tourney-go/tourney/blob/main/docs/data.md describes
// the rows of each scenario.
func Scenario(name string) Option {
	return Option{func(o *options) (err error) {
		if o.scenario, err = scenario.Named(name); err != nil {
			return fmt.Errorf("mockserver: %w", err)
		}
		return nil
	}}
}

// ScenarioSize sets the number of teams of the scenario huge, from 1 to 100,000. The default is 100,000, which New
// builds within two seconds. New refuses another number, and refuses the option with another scenario. A server with
// more than 1,000 teams shares its rows only with its own sessions.
func ScenarioSize(teams int) Option {
	return Option{func(o *options) error {
		if teams < 1 || teams > scenario.MostTeams {
			return fmt.Errorf("mockserver: ScenarioSize is %d: give a number of teams from 1 to %d", teams, scenario.MostTeams)
		}
		o.size = teams
		return nil
	}}
}

// Seed changes the made-up names and results of a scenario. The same seed gives the same rows. The default is 1.
func Seed(n uint64) Option {
	return setting(func(o *options) { o.seed = n })
}

// StartDate moves the first day of the scenarios, which is 12 June 2026, to another day. It moves all dates of the
// scenario and of the files of Fixtures and LoadFixtures by the same number of days, and a clock that stands still.
// Birthdates and the years of schools stay, and so do rows of a data file, of Load and of the methods that write rows.
// New refuses a day outside the years 1900 to 2100.
func StartDate(first tourney.Date) Option {
	return Option{func(o *options) (err error) {
		if o.moved, err = movedTo(first); err != nil {
			return fmt.Errorf("mockserver: StartDate: %w", err)
		}
		return nil
	}}
}

// movedTo returns the days from the first day of the scenarios to another day.
func movedTo(first tourney.Date) (days int, err error) {
	days = scenario.DaysTo(first)
	if first.Year < 1900 || first.Year > 2100 || first != (tourney.Date{Year: 2026, Month: 6, Day: 12}).AddDays(days) {
		return 0, fmt.Errorf("%q is no start: expected a day of the years 1900 to 2100", first)
	}
	return days, nil
}

// Account replaces the server's account. POST /authenticate answers with the keys in its Credentials, base64 encoded.
// Without Credentials, the account has the keys of the account that it replaces. With ids of events the account sees
// only rows of these events, as [Accounts.Add] says; New then needs [RequireAuth].
func Account(username, password string, a tourney.Account, events ...int64) Option {
	return Option{func(o *options) error {
		if problem := model.AccountProblem(username, password, a.Credentials, events); problem != "" {
			return errors.New("mockserver: Account: " + problem)
		}
		if problem := model.IDProblem(a.ID); problem != "" {
			return errors.New("mockserver: Account: Id " + problem)
		}
		if a.Credentials == (auth.Credentials{}) {
			a.Credentials = o.accounts[0].Newest().Credentials
		}
		o.accounts = []model.Account{model.NewAccount(username, password, a, events)}
		return nil
	}}
}

// RequireAuth makes the server check the signature of every request except authenticate. Without RequireAuth the server
// checks no signature, because the interface document does not say which operations require keys (section 5). All
// signers of package auth are verifiers.
func RequireAuth(v auth.Verifier) Option {
	return given(v != nil, "RequireAuth: the verifier", func(o *options) { o.verifier = v })
}

// Strict makes the server refuse operations that the interface document does not show for the server's variant, and
// leave out fields that the document does not show. The status is 405 if the document shows another operation at the
// path of the refused operation, else 404.
func Strict() Option {
	return setting(func(o *options) { o.settings.Strict = true })
}

// RefuseUnknownNames makes the server refuse a request with unknown names, instead of ignoring the names, so that a
// misspelled parameter fails a test. The answer has the status 400 and code 2, with a message for each name, which
// has the nearest known name. The server also refuses unknown includes, and the query of a request with a body. It
// still accepts the parameters beyond the document that clients of softball were seen to send
// (https://github.com/tourney-go/tourney/blob/main/docs/assumptions.md, tolerated-parameters); with [Strict] the
// server refuses these too.
func RefuseUnknownNames() Option {
	return setting(func(o *options) { o.settings.RefuseUnknown = true })
}

// AllowHosts makes the server answer requests for these host names, without ports, as in a network of containers. It
// always answers for IP addresses, localhost, names that end with .localhost, and example.com in requests of
// net/http/httptest, which come over no socket. It answers 403 for other names, because a web page could reach a server
// on the same machine under a name that the page's owner chose. RoundTrip accepts any name.
func AllowHosts(names ...string) Option {
	return Option{func(o *options) error {
		for _, name := range names {
			host := httptext.HostOf(name)
			if host == "" || strings.ContainsAny(name, "/ *@") {
				return fmt.Errorf("mockserver: AllowHosts: %q: expected a host name, such as mock.internal", name)
			}
			o.visitors.Hosts = append(o.visitors.Hosts, host)
		}
		return nil
	}}
}

// AllowOrigins makes the server answer requests of pages of these origins in a browser, such as
// http://localhost:5173: it answers their preflight requests, and lets their scripts read answers with headers. "*"
// means every origin. "null" means pages without an origin, such as files. Without the option a page of another
// origin cannot read answers, and the server answers 403 to its writes. In both cases the call in the journal names
// the refused origin. New refuses an origin that no browser sends, such as http://*.example.com. An origin may have
// the port that browsers leave out: 80 of http, 443 of https.
func AllowOrigins(origins ...string) Option {
	return Option{func(o *options) error {
		for _, origin := range origins {
			if err := o.visitors.AllowOrigin(origin); err != nil {
				return fmt.Errorf("mockserver: AllowOrigins: %w", err)
			}
		}
		return nil
	}}
}

// WallClock makes the server's clock run with [time.Now]. In a bubble of testing/synctest the clock shows the time of
// the bubble.
func WallClock() Option { return Now(time.Now) }

// Now makes the server's clock run with a function, which must be safe for concurrent use. The default clock stands
// still at a time that suits the scenario, after the last result of the scenario. The methods of [Clock] set and
// advance the default clock and a running one.
func Now(now func() time.Time) Option {
	return given(now != nil, "Now: the function", func(o *options) { o.settings.Now = now })
}

// OnCall makes the server call f for every request, for example to log it. When the server calls f, the journal already
// has the call, and the answer is ready but not yet written. f gets the calls of sessions too, and Call.Session names
// the session. f runs in the goroutine of the request, so several calls of f can run at the same time.
//
// f also gets requests of the admin API that the server refuses because of their origin, their host name, their
// session or a missing token. No journal has these requests, and their Call.Number is 0.
func OnCall(f func(journal.Call)) Option {
	return given(f != nil, "OnCall: the function", func(o *options) { o.onCall = f })
}

// Wrap puts a handler of the test around the server, for failures that no [fault.Rule] can make. The handler gets every
// request that the server lets in, over sockets and in process, and may answer it. The handler may panic with
// [http.ErrAbortHandler] to close the connection. Of several Wraps the first is the outermost. Answers that the handler
// writes are not in Calls. A handler that gives a request another context must derive that context from the context of
// the request: the server reads in the context what a client signed, and whether the client has gone.
func Wrap(wrap func(http.Handler) http.Handler) Option {
	return given(wrap != nil, "Wrap: the function", func(o *options) { o.wraps = append(o.wraps, wrap) })
}

// ErrorLog makes the server write errors of its connections to a log, for example that a client does not trust the
// certificate. Without ErrorLog the server uses the log of package log, as net/http does.
func ErrorLog(l *log.Logger) Option {
	return given(l != nil, "ErrorLog: the log", func(o *options) { o.errorLog = l })
}

// AllowDanglingReferences makes a [World] accept rows that refer to rows that are not there, such as a game of an
// unknown division. The World adds a division or an event that such a row contains, and the teams and games that a
// player contains. Other references stay as they are, and work as soon as the row that they refer to is there. A World
// also accepts new games whose sides contradict each other then, because hosts have such games. Without the option,
// adding such a row panics.
func AllowDanglingReferences() Option {
	return setting(func(o *options) { o.dangling = true })
}

// PlayBrackets makes results move teams on: a write that gives a game a result also puts its winner and its loser into
// the games whose sides wait for them, by names such as W1 (Championship), L2 and Winner of game 37. A game whose own
// sides wait moves nobody until both have teams. When the last game of a pool has a result, teams also go to the sides
// 1st in A, 2nd in A and so on. While such games have no score, another result moves other teams there, and without a
// result the sides wait again. When one of these games has a score, all teams of the result stay where they are. A
// side keeps a team that an edit chose. The Notes of the write say so. Rewind, Restore and Load bring back sides as
// they were.
func PlayBrackets() Option {
	return setting(func(o *options) { o.brackets = true })
}

// world returns the settings for the worlds of a server: the main world and the sessions.
func (o *options) world() *world.Settings {
	return &world.Settings{
		Settings: o.settings, Signatures: o.signatures, Seed: o.seed, Rewind: o.limits.Rewind, Calls: o.limits.Calls,
		CallBytes: o.limits.CallBytes, OnCall: o.onCall, Token: o.admin.token, Brackets: o.brackets,
	}
}

// settle checks options that depend on each other, and applies options that change the effect of other options.
func (o *options) settle() error {
	o.limits = o.limits.settled()
	if len(o.accounts[0].Events) > 0 && o.verifier == nil {
		return errors.New("mockserver: Account: the events need RequireAuth: without it no request has an account")
	}
	if o.size == 0 {
		return nil
	}
	if o.scenario.Teams == 0 {
		return fmt.Errorf("mockserver: ScenarioSize: the scenario %s has no size to set: choose the scenario %s",
			o.scenario.Name, scenario.Huge)
	}
	o.scenario.Teams = o.size
	return nil
}

// Limits bound what a server keeps. A field that is 0 leaves the default. In a field that can be -1, this value means
// that the server keeps nothing.
type Limits struct {
	// Calls and CallBytes bound the calls that the journal keeps, by their number and by the bytes that they take
	// together. Beyond a limit the journal drops the oldest calls. The defaults are 1000 calls and 16 MiB. The smallest
	// values are 1 and 64 KiB.
	Calls     int
	CallBytes int64
	// Rewind is how many writes Rewind can go back: 1000 by default, or -1. The versions that the server keeps share
	// the rows that did not change: an update or a create of a team takes 2 to 11 kB, for any number of teams. Of
	// rows that Load and LoadFixtures read from files, and that a later write replaced, the server keeps about 256
	// MiB, and always the rows of the last such file. Beyond these bytes Rewind goes back less far.
	Rewind int
	// Sessions is how many sessions of the server can be open at once: 1000 by default, or -1.
	Sessions int
	// EncodedRows bounds the memory in which the server keeps rows encoded as JSON or XML, so that it need not encode
	// them again for each answer. The server and its sessions share the limit, which is in bytes. Beyond the limit the
	// server forgets the oldest encodings. The limit changes no answer. It is 64 MiB by default, or -1.
	EncodedRows int64
}

// minBytes is more than the largest call of the journal.
const minBytes = 64 << 10

// WithLimits sets all limits of a server, and replaces the limits of an earlier WithLimits.
func WithLimits(l Limits) Option {
	return Option{func(o *options) error {
		for _, f := range []struct {
			name         string
			value, least int64
		}{
			{"Calls", int64(l.Calls), 1}, {"CallBytes", l.CallBytes, minBytes},
			{"Rewind", int64(l.Rewind), -1}, {"Sessions", int64(l.Sessions), -1}, {"EncodedRows", l.EncodedRows, -1},
		} {
			if f.value != 0 && f.value < f.least {
				const wrong = "mockserver: Limits.%s is %d: must be at least %d, or 0 for the default"
				return fmt.Errorf(wrong, f.name, f.value, f.least)
			}
		}
		o.limits = l
		return nil
	}}
}

// settled returns the limits with a default for each field that is 0, and with 0 for each field that is -1.
func (l Limits) settled() Limits {
	return Limits{
		Calls: cmp.Or(l.Calls, 1000), CallBytes: cmp.Or(l.CallBytes, 16<<20),
		Rewind: max(cmp.Or(l.Rewind, 1000), 0), Sessions: max(cmp.Or(l.Sessions, 1000), 0),
		EncodedRows: max(cmp.Or(l.EncodedRows, 64<<20), 0), // enough for 100,000 teams in one format
	}
}
