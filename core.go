package tourney

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
)

// core holds the state that the services of a Client share.
type core struct {
	base      *url.URL
	variant   *contract.Variant
	config    config
	transport *transport.Transport
	sender    http.RoundTripper // below transport: the user may replace it in their http.Client later
	budget    *transport.Budget
	slots     transport.Slots
	keys      *transport.Keyring // nil without WithLogin
	observers []observe.Observer
	address   observe.Operation // members that follow from the base URL
}

// inside is a *core. A Client and its services hold it as an interface, because the compiler takes in all types that a
// type reaches, again for each package of a user that names it.
type inside interface{ isCore() }

func (*core) isCore() {}

// coreOf returns nil for a Client and a service that New did not make.
func coreOf(of inside) *core {
	c, _ := of.(*core)
	return c
}

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

// escapedPath returns a path in the form that goes out. Its escapes stay unchanged, so that %2F does not become a
// separator. It escapes bytes that no URL can have. It reports false for a % that begins no escape.
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

// pathBytes are the bytes that the path of a URL may hold unescaped (RFC 3986, section 3.3), the brackets, which
// net/url also leaves alone, and the % of an escape.
const pathBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@[]/%"

// setPath sets the path of a URL to an escaped path.
func setPath(u *url.URL, escaped string) (err error) {
	u.RawPath = ""
	if u.Path, err = url.PathUnescape(escaped); u.EscapedPath() != escaped {
		u.RawPath = escaped
	}
	return err
}

// mayCarrySecrets reports whether keys, passwords and card data may go to the URL.
func (c *config) mayCarrySecrets(u *url.URL) bool {
	return u.Scheme == "https" || c.plainHTTP || isLoopback(u)
}

// isLoopback reports whether requests to the URL stay on this machine.
func isLoopback(u *url.URL) bool {
	host := u.Hostname()
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// errNotMade is the error of a Client that New did not make.
var errNotMade = errors.New("tourney: this Client was not made by New")
