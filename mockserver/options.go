package mockserver

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// Option configures a Server.
type Option func(*options) error

// options is what the options set.
type options struct {
	scenario scenario
	seed     uint64
	accounts []account
	verifier tourney.Verifier // nil when no request has to be signed
	strict   bool
	settings settings
	onCall   func(Call)
}

// The account that a server has unless Account replaces it. None of it is secret: the mock is no real host.
const (
	DefaultUsername = "director"
	DefaultPassword = "let-me-in"
)

func defaults() options {
	return options{
		scenario: scenarios[0].build,
		seed:     1,
		accounts: []account{{
			id: 90001, username: DefaultUsername, password: tourney.NewSecret(DefaultPassword), email: "director@example.com",
			keys: tourney.Credentials{APIKey: "mock-api-key", APISecret: tourney.NewSecret("mock-api-secret-not-real")},
		}},
		settings: settings{
			maxPageSize:      math.MaxInt32,
			registeredStatus: tourney.TeamActive,
			now:              func() time.Time { return contract.DefaultTime },
		},
	}
}

// Scenario chooses what the server starts with: mid-tournament (the default), not-started, finished or empty.
func Scenario(name string) Option {
	return func(o *options) error {
		for _, s := range scenarios {
			if s.name == name {
				o.scenario = s.build
				return nil
			}
		}
		return fmt.Errorf("mockserver: no scenario %q: choose one of %s", name, scenarioNames())
	}
}

// Seed changes the made-up names and results of a scenario; the same seed gives the same scenario. The default is 1.
func Seed(n uint64) Option {
	return func(o *options) error {
		o.seed = n
		return nil
	}
}

// Account replaces the server's account. Its keys are what POST /authenticate answers, base64 encoded; without
// Credentials the account keeps the keys of the one that it replaces.
func Account(username, password string, a tourney.Account) Option {
	return func(o *options) error {
		if username == "" || password == "" {
			return errors.New("mockserver: Account: user name and password are required")
		}
		if a.Credentials == (tourney.Credentials{}) {
			a.Credentials = o.accounts[0].keys
		}
		if a.Credentials.APIKey == "" || a.Credentials.APISecret.IsZero() {
			return errors.New("mockserver: Account: an API key needs its secret, and a secret its key")
		}
		o.accounts = []account{newAccount(username, password, a)}
		return nil
	}
}

// RequireAuth makes every operation but authenticate check the signature of the request. Without it none does: the
// interface document does not say which operations require keys (section 5). The signer must be a tourney.Verifier,
// as all signers of the library are.
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

// Strict makes the server refuse operations that the interface document does not show for its variant: with 405 where
// it shows others at the path, else with 404.
func Strict() Option {
	return func(o *options) error {
		o.strict = true
		return nil
	}
}

// DefaultIncludes makes responses carry these data without being asked.
func DefaultIncludes(in ...tourney.Include) Option {
	return func(o *options) error {
		o.settings.includes = o.settings.includes.with(in)
		return nil
	}
}

// MaxPageSize bounds the size of a page; larger sizes are cut down to it, as the PageSize of the answer shows. There is
// no bound without it: the interface document states none (section 8).
func MaxPageSize(n int) Option {
	return func(o *options) error {
		if n < 1 {
			return fmt.Errorf("mockserver: MaxPageSize: %d: must be at least 1", n)
		}
		o.settings.maxPageSize = n
		return nil
	}
}

// RegisteredStatus is the status of a team after its registration. The default is TeamActive.
func RegisteredStatus(s tourney.TeamStatus) Option {
	return func(o *options) error {
		o.settings.registeredStatus = s
		return nil
	}
}

// Now gives the server the time, which card expiry and the year of a registration are measured by. The default
// stands still at the scenario's first morning.
func Now(now func() time.Time) Option {
	return func(o *options) error {
		if now == nil {
			return errors.New("mockserver: Now: the function is nil")
		}
		o.settings.now = now
		return nil
	}
}

// OnCall makes the server hand every call to a function, for a log: when its answer is ready and before it is written.
// Calls under way at the same time are handed over at the same time.
func OnCall(f func(Call)) Option {
	return func(o *options) error {
		if f == nil {
			return errors.New("mockserver: OnCall: the function is nil")
		}
		o.onCall = f
		return nil
	}
}
