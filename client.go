package tourney

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
)

// Client sends requests to one host, which a [Variant] or a [Profile] describes. New makes a Client, which never
// changes afterwards. Any number of goroutines can use it. The zero Client answers every call with an error that names
// New. The methods of a nil *Client do the same. A nil *Client has no services, so client.Teams panics as every field
// of a nil pointer does: New returns nil with each error, so look at the error of New first.
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

// New returns a client of the host at baseURL, such as https://soccer.example.com. New adds /api/v1, which begins the
// path of every operation, unless the path of baseURL ends with it. The client sends escapes in the path of baseURL
// unchanged: %2F is no separator. h is the [Variant] of the host, or a [Profile] where the host differs from its
// variant. New does no I/O.
func New(baseURL string, h Host, opts ...Option) (*Client, error) {
	profile, err := ProfileOf(h)
	if err != nil {
		return nil, err
	}
	base, err := httptext.BaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	return build(base, profile.row(), defaultConfig(profile), nil, opts)
}

// defaultConfig returns the configuration of a client without options.
func defaultConfig(p Profile) config {
	return config{
		common:         common{timeout: 60 * time.Second, retry: DefaultRetry(), format: p.Format},
		profile:        p,
		client:         &http.Client{Transport: sharedTransport()},
		budget:         RetryBudget{Reserve: 100, Refill: 0.2},
		maxBytes:       32 << 20,
		attemptTimeout: 30 * time.Second,
		userAgent:      "tourney-go",
		maxMemory:      p.MaxResponseMemory,
	}
}

// With returns a client with more options. The new client shares the connections of c, and also the limits and the keys
// of c unless an option replaces them.
func (c *Client) With(opts ...Option) (*Client, error) {
	core := shared(c)
	if core == nil {
		return nil, errNotMade
	}
	return build(core.base, core.variant, core.config, core, opts)
}

func build(base *url.URL, row *contract.Variant, cfg config, from *core, opts []Option) (*Client, error) {
	for _, opt := range opts {
		if isNil(opt) {
			return nil, errors.New("tourney: an option is nil")
		}
		if err := opt.applyToClient(&cfg); err != nil {
			return nil, err
		}
	}
	if err := cfg.pairKeys(); err != nil {
		return nil, err
	}
	if err := cfg.checkConnection(base); err != nil {
		return nil, err
	}
	c := &core{
		base: base, variant: row, config: cfg, observers: cfg.observers, address: address(base), memory: cfg.memory(),
		trusted: cfg.mayCarrySecrets(base),
	}
	if cfg.logger != nil {
		c.observers = append(slices.Clip(c.observers), logObserver(cfg.logger))
	}
	c.share(from)
	if c.sender = cfg.client.Transport; c.sender == nil {
		c.sender = http.DefaultTransport
	}
	c.transport = transport.New(c.transportConfig(), c.transport)
	return newClient(c), nil
}

// pairKeys returns an error when the options have keys and no signer, or a signer of this library and no keys.
func (c *config) pairKeys() error {
	if c.keyStore != nil && c.login == nil {
		return errors.New("tourney: WithKeyStore without WithLogin, whose keys it keeps")
	}
	if c.credentials == nil && c.login == nil {
		switch c.signer.(type) {
		case auth.HMAC, *auth.HMAC, auth.Header, *auth.Header, auth.Query, *auth.Query:
			return errors.New("tourney: WithSigner without keys: add WithCredentials or WithLogin")
		}
		return nil
	}
	if c.signer == nil {
		c.signer = c.profile.Signer
	}
	if c.signer == nil {
		return errors.New("tourney: credentials without WithSigner: the interface document does not show how keys " +
			"are used (section 5), so say it: auth.HMAC, auth.Header, auth.Query or your own")
	}
	return nil
}

// checkConnection returns an error when the options would send secrets with every call over an unencrypted connection
// to another machine.
func (c *config) checkConnection(base *url.URL) error {
	if c.mayCarrySecrets(base) {
		return nil
	}
	for _, sends := range []struct {
		option string
		used   bool
	}{
		{"WithLogin would send a password", c.login != nil},
		{"WithSigner would send keys or signatures", c.signer != nil},
		{"WithHeader would send a secret", c.extra.secret},
	} {
		if sends.used {
			return fmt.Errorf("tourney: %s over plain http to %s: use https, or say WithPlainHTTP (at a prompt: --plain-http)",
				sends.option, clip(base.Hostname()))
		}
	}
	return nil
}

// mayCarrySecrets reports whether keys, passwords and card data may go to the URL.
func (c *config) mayCarrySecrets(u *url.URL) bool {
	return u.Scheme == "https" || c.plainHTTP || httptext.IsLoopback(u)
}

// core holds the state that the services of a Client share.
type core struct {
	base      *url.URL
	variant   *contract.Variant
	config    config
	transport *transport.Transport
	sender    http.RoundTripper // the user's transport, which the user may later replace in the http.Client
	budget    *transport.Budget
	slots     transport.Slots
	keys      *transport.Keyring // nil without WithLogin
	observers []observe.Observer
	address   observe.Operation // the members that the base URL determines
	memory    int64             // bytes that decoding one answer may allocate
	trusted   bool              // keys, passwords and card data may go to the host
}

// inside is a *core. A Client and its services hold the core as an interface, to shorten builds. For each package of a
// user that names a type, the compiler reads that type and every type that its fields lead to, but it does not read
// what is behind an interface.
type inside interface{ isCore() }

func (*core) isCore() {}

// coreOf returns nil for a Client and a service that New did not make.
func coreOf(of inside) *core {
	c, _ := of.(*core)
	return c
}

// shared returns the core of the client, nil for a Client that New did not make.
func shared(c *Client) *core {
	if c == nil {
		return nil
	}
	return coreOf(c.inside)
}

// share copies the limits and the keys of from, the client on which With was called. When an option of the new client
// differs, share makes a new limit or an empty keyring for it.
func (c *core) share(from *core) {
	if from == nil {
		from = &core{}
	}
	c.slots, c.budget, c.keys, c.transport = from.slots, from.budget, from.keys, from.transport
	if c.config.maxConcurrent != from.config.maxConcurrent {
		c.slots = transport.NewSlots(c.config.maxConcurrent)
	}
	if b := c.config.budget; b != from.config.budget {
		c.budget = nil
		if b.Reserve > 0 {
			c.budget = transport.NewBudget(b.Reserve, b.Refill)
		}
	}
	if c.config.login != from.config.login || c.config.keyStore != from.config.keyStore {
		c.keys = nil
		if c.config.login != nil {
			c.keys = new(transport.Keyring)
		}
	}
}

func (c *core) transportConfig() transport.Config {
	cfg := transport.Config{
		Client: c.config.client, Budget: c.budget, Slots: c.slots,
		Limiter: c.config.limiter, AttemptTimeout: c.config.attemptTimeout,
		MaxHeaderBytes: maxHeaderBytes, MaxBodyBytes: c.config.maxBytes, Keyring: c.keys,
	}
	if c.config.signer != nil {
		cfg.Sign = c.sign
	}
	if c.config.credentials != nil {
		cfg.Keys = c.config.credentials
	}
	if c.config.login != nil {
		cfg.Login = c.login
	}
	return cfg
}

// sign adds keys to a request. Without keys it passes the zero Credentials to the signer.
func (c *core) sign(req *http.Request, keys any) error {
	var known auth.Credentials
	if keys, ok := keys.(*auth.Credentials); ok {
		known = *keys
	}
	if err := c.config.signer.Sign(req, known); err != nil {
		return &wrappedError{"the signer refused", err}
	}
	return nil
}

// login fetches keys from the store of the program, or with the operation of section 4.1.
func (c *core) login(ctx context.Context, refused any) (any, error) {
	fetch := func(ctx context.Context) (auth.Credentials, error) {
		account, err := authenticate(ctx, c, *c.config.login, nil)
		return account.Credentials, err
	}
	if c.config.keyStore == nil {
		keys, err := fetch(ctx)
		return &keys, err
	}
	var old auth.Credentials
	if refused, ok := refused.(*auth.Credentials); ok {
		old = *refused
	}
	keys, err := (*c.config.keyStore).Keys(ctx, old, fetch)
	if err == nil && keys.APIKey == "" {
		err = errors.New("tourney: the KeyStore returned no API key")
	}
	return &keys, err
}

func newClient(c *core) *Client {
	return &Client{
		Teams:        TeamsService{c},
		Divisions:    DivisionsService{c},
		Games:        GamesService{inside: c},
		Bouts:        GamesService{c, "Bouts"},
		Races:        GamesService{c, "Races"},
		Matches:      GamesService{c, "Matches"},
		Players:      PlayersService{c},
		Venues:       VenuesService{c},
		Standings:    StandingsService{c},
		Statistics:   StatisticsService{c},
		Registration: RegistrationService{c},
		Payments:     PaymentsService{c},
		Events:       EventsService{c},
		inside:       c,
	}
}

// maxHeaderBytes bounds the header of an answer, names and values together. No option changes this limit, because hosts
// send headers of a few hundred bytes.
//
// The client's own transport stops reading at the limit. A transport of the user (WithHTTPClient) has another limit,
// which is 10 MiB in net/http, and the client checks the header afterwards. With either transport, the call ends with a
// TransportError and the client does not send the request again. There is one exception: over HTTP/2, the client takes
// a header far above the limit of the transport for a broken connection, and may send the request again.
const maxHeaderBytes = 256 << 10

// sharedTransport keeps the connections of all clients that were made without WithHTTPClient.
var sharedTransport = sync.OnceValue(newTransport)

// newTransport returns a copy of net/http's default transport with this library's header limit. If the program has
// replaced the default transport, newTransport returns the replacement unchanged.
func newTransport() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	return transport.NewHTTPTransport(standard, maxHeaderBytes)
}

// Variant returns the variant of the client's host, "" for the zero Client.
func (c *Client) Variant() Variant {
	if core := shared(c); core != nil {
		return Variant(core.variant.Name)
	}
	return ""
}

// BaseURL returns the URL that New got, without the path /api/v1 that all operations share; "" for the zero Client.
func (c *Client) BaseURL() string {
	if core := shared(c); core != nil {
		return core.base.String()
	}
	return ""
}

// Profile returns a copy of the profile of the client's host, the zero Profile for the zero Client. A client of a
// [Variant] has a profile that names the variant and nothing else. Options do not change the profile.
func (c *Client) Profile() Profile {
	if core := shared(c); core != nil {
		return core.config.profile.clone()
	}
	return Profile{}
}

// Input holds the parameters of one operation that writes, or of a login. [TeamCreateInput], [TeamUpdateInput],
// [DivisionCreateInput], [DivisionUpdateInput], [GameUpdateInput], [StandingsUpdateInput], [StatisticsUpdateInput],
// [RegistrationInput], [PaymentInput] and Login are Inputs, and so are pointers to these types.
type Input interface {
	operation() string // id of the operation in the contract
}

// Check returns the [ValidationError] that the call with this request would return, or nil. Check sends nothing, so a
// program can show everything that is wrong with a form before it sends the form.
//
// Check applies the rules of the interface document for the client's variant, also to the payment inside a
// registration, and rules that the document does not state: see the assumptions cards, registration-target,
// statistic-values and local-checks. Check does not look at the day, so it accepts a card that has expired. Check also
// refuses secrets that the call would refuse to send over plain http. With the option [WithoutChecks], Check refuses
// such secrets only. For a [GameUpdateInput], Check applies the rules of Client.Games.
func (c *Client) Check(in Input) error {
	core := shared(c)
	switch {
	case core == nil:
		return errNotMade
	case isNil(in):
		return errNilInput
	}
	_, err := core.prepare(contract.Lookup(in.operation()), "", in, core.callConfig(), nil)
	return err
}

// errNilInput is the error of a request that is nil.
var errNilInput = errors.New("tourney: the request is nil")

// errNotMade is the error of a Client that New did not make.
var errNotMade = errors.New("tourney: this Client was not made by New: make one with tourney.New")
