package tourney

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
)

// core is what the services of a Client share.
type core struct {
	base      *url.URL
	variant   *contract.Variant
	config    config
	http      *http.Client // the user's, with our transport around theirs
	slots     chan struct{}
	budget    *budget
	keys      *keyring // nil without WithLogin
	observers []Observer
	address   Operation // of the base URL
}

// config is what the options set.
type config struct {
	client         *http.Client
	credentials    *Credentials
	login          *Login
	signer         Signer
	retry          Retry
	budget         RetryBudget
	limiter        Limiter
	maxConcurrent  int
	maxBytes       int64
	maxMemory      int64 // 0 for what maxBytes says
	timeout        time.Duration
	attemptTimeout time.Duration
	logger         *slog.Logger
	observers      []Observer
	userAgent      string
	format         Format
	unchecked      bool
	strict         bool
	plainHTTP      bool

	noTransactionID bool // a payment that charged no card may have none
}

// memory returns the limit of WithMaxResponseMemory, or its default.
func (c *config) memory() int64 {
	if c.maxMemory > 0 {
		return c.maxMemory
	}
	return record.MemoryFor(c.maxBytes)
}

// slots returns the places for requests under way, those of from when the limit is the same.
func slots(limit int, from *core) chan struct{} {
	switch {
	case limit <= 0:
		return nil
	case from != nil && from.config.maxConcurrent == limit:
		return from.slots
	}
	return make(chan struct{}, limit)
}

// keys returns the keyring of a login, that of from when the login is the same.
func keys(login *Login, from *core) *keyring {
	switch {
	case login == nil:
		return nil
	case from != nil && from.config.login == login:
		return from.keys
	}
	return &keyring{login: *login}
}

func parseBase(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	if err != nil {
		return nil, errors.New("tourney: the base URL cannot be parsed: expected something like https://soccer.example.com")
	}
	switch {
	case base.Scheme != "http" && base.Scheme != "https":
		return nil, fmt.Errorf("tourney: the base URL has the scheme %q: expected http or https", clip(base.Scheme))
	case base.Hostname() == "":
		return nil, errors.New("tourney: the base URL names no host: expected something like https://soccer.example.com")
	case base.User != nil:
		return nil, errors.New("tourney: the base URL holds a user name: use WithCredentials or WithLogin")
	case base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("tourney: the base URL holds a query or a fragment: expected scheme, host and path only")
	}
	path, _ := escapedPath(cmp.Or(base.RawPath, base.EscapedPath())) // which url.Parse has looked through
	return base, setPath(base, strings.TrimSuffix(strings.TrimRight(path, "/"), contract.BasePath))
}

// escapedPath returns a path as it goes out: its escapes stay as they are written, so that %2F does not become a
// separator, and the bytes that no URL can have are escaped. It reports false when a % begins no escape.
func escapedPath(path string) (escaped string, ok bool) {
	if _, err := url.PathUnescape(path); err != nil {
		return "", false
	}
	var b strings.Builder
	for i := range len(path) {
		if strings.IndexByte(pathBytes, path[i]) >= 0 {
			b.WriteByte(path[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", path[i])
		}
	}
	return b.String(), true
}

// pathBytes are the bytes that the path of a URL may hold as they are (RFC 3986, section 3.3), with the brackets that
// net/url leaves alone too, and with the % of an escape.
const pathBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@[]/%"

// setPath gives a URL a path that is escaped already.
func setPath(u *url.URL, escaped string) (err error) {
	u.RawPath = ""
	if u.Path, err = url.PathUnescape(escaped); u.EscapedPath() != escaped {
		u.RawPath = escaped
	}
	return err
}

// isLoopback reports whether requests to the URL stay on this machine.
func isLoopback(u *url.URL) bool {
	host := u.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
