package tourney

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/transport"
)

// New returns a client of the host at baseURL, such as https://soccer.example.com. New adds /api/v1, which begins the
// path of every operation, unless the path of baseURL ends with it. The client sends escapes in that path unchanged:
// %2F is no separator. h is the Variant of the host, or a Profile where the host differs from its variant. New does no
// I/O.
func New(baseURL string, h Host, opts ...Option) (*Client, error) {
	profile, err := ProfileOf(h)
	if err != nil {
		return nil, err
	}
	base, err := parseBase(baseURL)
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

// With returns a client with more options. It shares the connections of c. It shares the limits and the keys of c
// unless an option replaces them.
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
	c := &core{base: base, variant: row, config: cfg, observers: cfg.observers, address: address(base)}
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

// pairKeys returns an error for keys without a signer, and for a signer of this library without keys.
func (c *config) pairKeys() error {
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
			return fmt.Errorf("tourney: %s over plain http to %s: use https, or say WithPlainHTTP",
				sends.option, clip(base.Hostname()))
		}
	}
	return nil
}

// share takes limits and keys over from the client that With was called on, where the options are equal.
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
	if c.config.login != from.config.login {
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

// login fetches keys with the operation of section 4.1.
func (c *core) login(ctx context.Context) (keys any, err error) {
	account, err := authenticate(ctx, c, *c.config.login, nil)
	return &account.Credentials, err
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

func parseBase(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	right := err == nil && (base.Scheme == "http" || base.Scheme == "https")
	switch meant := withScheme(text); {
	case !right && meant != "":
		return nil, fmt.Errorf("tourney: the base URL has no scheme: begin it with %q", meant)
	case err != nil:
		return nil, errors.New("tourney: the base URL cannot be parsed: expected something like https://soccer.example.com")
	case !right:
		return nil, fmt.Errorf("tourney: the base URL has the scheme %q: expected http or https", clip(base.Scheme))
	case base.Hostname() == "":
		return nil, errors.New("tourney: the base URL names no host: expected something like https://soccer.example.com")
	case base.User != nil:
		return nil, errors.New("tourney: the base URL holds a user name: use WithCredentials or WithLogin")
	case base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("tourney: the base URL holds a query or a fragment: expected scheme, host and path only")
	}
	path, _ := escapedPath(cmp.Or(base.RawPath, base.EscapedPath())) // url.Parse has checked the escapes
	return base, setPath(base, strings.TrimSuffix(strings.TrimRight(path, "/"), contract.BasePath))
}

// withScheme returns the beginning of the base URL that somebody meant who left out the scheme, such as
// http://localhost:8080, else "". It shows nothing but a host, because the rest of the text may be a secret.
func withScheme(text string) string {
	u, err := url.Parse("//" + strings.TrimLeft(text, "/"))
	switch {
	case err != nil || u.User != nil || strings.Contains(text, ":/"):
		return ""
	case isLoopback(u):
		return "http://" + u.Host
	case strings.ContainsAny(u.Host, ".:"):
		return "https://" + u.Host
	}
	return ""
}
