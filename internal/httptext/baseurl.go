package httptext

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// BaseURL returns the URL of a host, without the path /api/v1, with which the path of every operation begins. Its
// errors repeat nothing that may be a secret.
func BaseURL(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	right := err == nil && (base.Scheme == "http" || base.Scheme == "https")
	switch meant := withScheme(text); {
	case strings.TrimSpace(text) == "":
		return nil, errors.New("tourney: the base URL is missing: expected that of a host, such as https://soccer.example.com")
	case !right && meant != "":
		return nil, fmt.Errorf("tourney: the base URL has no scheme: begin it with %q", meant)
	case err == nil && base.Scheme == "":
		return nil, errors.New("tourney: the base URL has no scheme: expected something like https://soccer.example.com")
	case err != nil:
		return nil, errors.New("tourney: the base URL cannot be parsed: expected something like https://soccer.example.com")
	case !right:
		const wrong = "tourney: the base URL has the scheme %q: expected http or https"
		return nil, fmt.Errorf(wrong, plaintext.Clip(base.Scheme, 40))
	case base.Hostname() == "":
		return nil, errors.New("tourney: the base URL names no host: expected something like https://soccer.example.com")
	case base.User != nil:
		return nil, errors.New("tourney: the base URL holds a user name: use WithCredentials or WithLogin")
	case base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("tourney: the base URL holds a query or a fragment: expected scheme, host and path only")
	}
	if strings.EqualFold(base.Hostname(), "localhost") {
		base.Host = strings.ToLower(base.Host) // net/http sends requests for LOCALHOST to a proxy
	}
	path, _ := EscapedPath(cmp.Or(base.RawPath, base.EscapedPath())) // url.Parse has checked the escapes
	path = strings.TrimRight(path, "/")
	if i := strings.LastIndexByte(path[:max(strings.LastIndexByte(path, '/'), 0)], '/'); i >= 0 &&
		normalEscapes(path[i:]) == contract.BasePath {
		path = path[:i]
	}
	return base, SetPath(base, path)
}

// Join returns the URL of an escaped path below a base URL, with a query. No path changes the host.
func Join(base *url.URL, path, query string) (*url.URL, error) {
	target := *base
	target.RawQuery = query
	return &target, SetPath(&target, target.EscapedPath()+path)
}

// withScheme returns scheme and host of the base URL that somebody probably meant by a text without a scheme, such as
// http://localhost:8080; "" when it cannot guess. It shows nothing of the text but the host, because the rest may be a
// secret.
func withScheme(text string) string {
	u, err := url.Parse("//" + strings.TrimLeft(text, "/"))
	switch {
	case err != nil || u.User != nil || strings.Contains(text, ":/"):
		return ""
	case IsLoopback(u):
		return "http://" + u.Host
	case strings.ContainsAny(u.Host, ".:"):
		return "https://" + u.Host
	}
	return ""
}

// EscapedPath returns a path in the form in which a request carries it. Escapes in the path stay unchanged, so that %2F
// does not become a separator. EscapedPath escapes bytes that no URL can have, and reports false for a % that begins no
// escape.
func EscapedPath(path string) (escaped string, ok bool) {
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
const pathBytes = unreserved + "!$&'()*+,;=:@[]/%"

// SetPath sets the path of a URL to an escaped path.
func SetPath(u *url.URL, escaped string) (err error) {
	u.RawPath = ""
	if u.Path, err = url.PathUnescape(escaped); u.EscapedPath() != escaped {
		u.RawPath = escaped
	}
	return err
}

// IsLoopback reports whether requests to a URL of BaseURL stay on this machine.
func IsLoopback(u *url.URL) bool {
	host := u.Hostname()
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
